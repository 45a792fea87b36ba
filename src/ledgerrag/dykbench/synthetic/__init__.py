"""The synthetic track: all three tasks, made up, with known truth, at any size.

Nothing in it is about anything real, and no data are needed. Rules, events and what can be said
about them are in `plans/*.toml`; places, persons and figures are joined by seed. The truth is
known before a text is written: it is read from the dates of a story, never from its words.
"""

from __future__ import annotations

from typing import Final

from ledgerrag.dykbench.items import Part, Task, Wanted
from ledgerrag.dykbench.synthetic.corpus import Corpus, corpus

__all__ = ["Corpus", "build_conflict", "build_regchange", "build_stream", "corpus", "small"]

_SMALL: Final = {
    Task.REGCHANGE: Wanted(None, 7, items=12, background=120),
    Task.CONFLICT: Wanted(None, 7, items=12, background=150),
    Task.STREAM: Wanted(None, 7, items=3, background=100),
}


def build_regchange(wanted: Wanted) -> Part:
    """RegChange-QA: 135 questions about rules that change, unless another number is wanted."""
    return corpus(Task.REGCHANGE, wanted).part()


def build_conflict(wanted: Wanted) -> Part:
    """ConFLICT-QA: 110 questions on which sources contradict each other; 92 % can be decided."""
    return corpus(Task.CONFLICT, wanted).part()


def build_stream(wanted: Wanted) -> Part:
    """Stream-QA: 125 trajectories with 479 steps, several claims at each."""
    return corpus(Task.STREAM, wanted).part()


def small(task: Task) -> Part:
    """The small frozen instance, for tests and the demo: a few hundred documents, some 30 items.

    Args:
        task: which.
    """
    return corpus(task, _SMALL[task]).part()
