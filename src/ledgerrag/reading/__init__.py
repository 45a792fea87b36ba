"""Reading without a model: questions to claims, passages to scores, slots to hypotheses."""

from ledgerrag.reading.decompose import decompose
from ledgerrag.reading.draft import decompose_draft
from ledgerrag.reading.hypothesis import Candidate, hypothesise
from ledgerrag.reading.question import Aggregate, Operation, Question
from ledgerrag.reading.ranking import on_topic_u, rank
from ledgerrag.reading.reader import Reader, RuleReader
from ledgerrag.reading.scores import Scored

__all__ = [
    "Aggregate",
    "Candidate",
    "Operation",
    "Question",
    "Reader",
    "RuleReader",
    "Scored",
    "decompose",
    "decompose_draft",
    "hypothesise",
    "on_topic_u",
    "rank",
]
