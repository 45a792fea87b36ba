"""What a runner knows of a run beside the answer; every metric does without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ledgerrag.answer import Answer, Citation
from ledgerrag.api.views import LedgerView
from ledgerrag.dykbench.metrics.said import key_of
from ledgerrag.model import Status


@dataclass(frozen=True, slots=True)
class Found:
    """A stretch of a document version that a search of the run returned.

    Args:
        key: `doc_id@version`.
        start: first code point.
        end: first code point after; 0: the whole version.
    """

    key: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What lies beside an answer.

    Args:
        ledger: the ledger of the run; None where the system keeps none.
        found: what its searches returned; None where that is not on record: then what the answer
            cites and the ledger holds counts as found.
        family: keys of all versions of the item's provision, from the store.
        statuses: what cited versions are at (V, K) by the store; the answer's own word where one
            is missing.
        us: wall time of the answer in microseconds; 0: the sum of its stages.
    """

    ledger: LedgerView | None = None
    found: tuple[Found, ...] | None = None
    family: frozenset[str] = frozenset()
    statuses: Mapping[str, Status] = field(default_factory=dict)
    us: int = 0

    def checked(self, answer: Answer) -> Answer:
        """The answer with the standing of what it cites as the store has it."""
        if not self.statuses:
            return answer
        cited = tuple(self._standing(one) for one in answer.citations)
        return replace(answer, citations=cited)

    def _standing(self, citation: Citation) -> Citation:
        status = self.statuses.get(key_of(citation), citation.status)
        return citation if status is citation.status else replace(citation, status=status)
