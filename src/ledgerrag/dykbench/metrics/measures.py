"""The measures by name: how tables call them, which way is better, what a judge has a part in."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Literal


class Measure(StrEnum):
    """What is measured of an answer; each is defined where it is computed."""

    ANS2GRAM_F1 = "ans2gram_f1"
    ANSWER_ACCURACY = "answer_accuracy"
    CRACC = "cracc"
    CRACC_RESOLVABLE = "cracc_resolvable"
    VERDICT_ON_UNRESOLVED = "verdict_on_unresolved"
    ABSTENTION = "abstention"
    UPDATE_F1 = "update_f1"
    UPDATE_F1_STRICT = "update_f1_strict"
    SUPPORT_F1 = "support_f1"
    TIME_VALIDITY = "time_validity"
    SUS = "sus"
    TRACE = "trace"
    CLAIM_ALIGN = "claim_align"
    TIMELY = "timely"
    UNCERTAINTY = "uncertainty"
    VALUE_ACCURACY = "value_accuracy"
    PROVISION_FOUND = "provision_found"
    VERSION_ACCURACY = "version_accuracy"
    DIFF_F1 = "diff_f1"
    CITATION_RECALL = "citation_recall"
    CITATION_PRECISION = "citation_precision"
    NUGGET_RECALL = "nugget_recall"
    RET_FAIL = "ret_fail"
    CIT_MIS = "cit_mis"
    CIT_MIS_SENTENCES = "cit_mis_sentences"
    FMT_MIS = "fmt_mis"
    RETRIEVAL_CALLS = "retrieval_calls"
    CALLS_PER_CLAIM = "calls_per_claim"
    MODEL_CALLS = "model_calls"
    TOKENS = "tokens"
    REVERIFIED = "reverified"


@dataclass(frozen=True, slots=True)
class About:
    """A measure as a reader is told it.

    Args:
        title: for the head of a column.
        better: which way is better.
        judged: whether a judge has a part in it: then the judge is named beside it.
    """

    title: str
    better: Literal["high", "low"]
    judged: bool


def about(measure: Measure) -> About:
    """How a measure is told."""
    return _table()[measure]


@cache
def _table() -> dict[Measure, About]:
    file = resources.files("ledgerrag.dykbench.metrics").joinpath("measures.toml")
    rows = tomllib.loads(file.read_text("utf-8"))
    return {Measure(name): About(**row) for name, row in rows.items()}
