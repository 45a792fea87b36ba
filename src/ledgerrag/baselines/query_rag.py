"""Query-RAG: one search a claim, and whatever most of what it finds says.

After Lewis et al., "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks" (NeurIPS
2020), as the LedgerRAG paper runs it (section 6.1): the shared decomposition, one retrieval for
each claim, the answer from the passages found, in one pass.

Ours: the passages vote, each with its relevance (rank in the list times how well the sentence
answers), a document with one voice. A generator that is handed five passages without rank, date or
standing does much the same, and a vote does it alike on every machine. Copies count each, and
nobody outranks anybody: that is the idea as published, not an omission.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, vote
from ledgerrag.model import Claim
from ledgerrag.retrieval.seam import Mode


@dataclass(frozen=True, slots=True)
class QueryRag:
    """See the module.

    Args:
        name: as tables use it.
        title: as a reader is told it.
        retrieval: by words or by meaning.
    """

    name: str
    title: str
    retrieval: Mode

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer by one search a claim; `before` is not used."""
        del before
        return answered(rag, asked, self.retrieval, settle)


def settle(desk: Desk, claim: Claim) -> Settled:
    """Search once, read, and follow the weight of what is read."""
    reads = desk.read(claim, desk.search(claim, desk.words(claim)))
    return vote(desk, claim, reads, _relevance, "relevance")


def _relevance(read: Read) -> int:
    return read.relevance_u
