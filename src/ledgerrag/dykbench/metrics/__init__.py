"""What an answer of the benchmark is worth: each metric defined once, exact, from answer and gold.

`score` makes a row of one answer, `summarise` a table of rows. Nothing here opens a store: what a
runner knows beside the answer comes in a `Context`.
"""

from __future__ import annotations

from ledgerrag.dykbench.metrics.context import Context, Found
from ledgerrag.dykbench.metrics.counts import Counts, Ratio
from ledgerrag.dykbench.metrics.judge import Cited, FixedJudge, Judge, LocalJudge
from ledgerrag.dykbench.metrics.measures import About, Measure, about
from ledgerrag.dykbench.metrics.misses import Miss, MissKind
from ledgerrag.dykbench.metrics.scored import Scored, Time
from ledgerrag.dykbench.metrics.scoring import score
from ledgerrag.dykbench.metrics.summary import Line, Summary, Value, summarise, total
from ledgerrag.dykbench.metrics.verdicts import Confusion, Outcome

__all__ = [
    "About",
    "Cited",
    "Confusion",
    "Context",
    "Counts",
    "FixedJudge",
    "Found",
    "Judge",
    "Line",
    "LocalJudge",
    "Measure",
    "Miss",
    "MissKind",
    "Outcome",
    "Ratio",
    "Scored",
    "Summary",
    "Time",
    "Value",
    "about",
    "score",
    "summarise",
    "total",
]
