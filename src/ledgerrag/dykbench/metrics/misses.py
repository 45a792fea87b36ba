"""What went wrong, by kind and with the words that show it: RET_FAIL, CIT_MIS, FMT_MIS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from ledgerrag.dykbench.items import Quote
from ledgerrag.dykbench.metrics.citations import holds
from ledgerrag.dykbench.metrics.context import Context, Found
from ledgerrag.dykbench.metrics.governance import complies
from ledgerrag.dykbench.metrics.judge import Judge
from ledgerrag.dykbench.metrics.said import Said, Statement, key_of
from ledgerrag.wording import clipped

_SHOWN: Final = 160


class MissKind(StrEnum):
    """The paper's types of failure (section 6.5)."""

    RET_FAIL = "RET_FAIL"
    CIT_MIS = "CIT_MIS"
    FMT_MIS = "FMT_MIS"


@dataclass(frozen=True, slots=True)
class Miss:
    """One failure.

    Args:
        kind: which.
        text: what shows it, in one line.
    """

    kind: MissKind
    text: str

    def plain(self) -> dict[str, str]:
        """As JSON."""
        return {"kind": self.kind.value, "text": self.text}

    @classmethod
    def from_plain(cls, value: Mapping[str, str]) -> Self:
        """Back from JSON."""
        return cls(MissKind(value["kind"]), value["text"])


def retrieval(said: Said, context: Context) -> tuple[Miss, ...] | None:
    """RET_FAIL: none of the spans that settle the item is among what the run found.

    Found is what the searches returned where that is on record, else what the ledger holds and
    the answer cites or names as nearest. A span is among it where a stretch of the same version
    overlaps it. None where the item has no span that settles it.
    """
    gold = said.item.gold.evidence
    if not gold:
        return None
    found = _found(said, context)
    if any(_overlaps(one, quote) for one in found for quote in gold):
        return ()
    wanted = ", ".join(dict.fromkeys(f"{one.doc_id}@{one.version}" for one in gold))
    got = ", ".join(dict.fromkeys(one.key for one in found)) or "nothing"
    return (Miss(MissKind.RET_FAIL, clipped(f"wanted {wanted}; found {got}", _SHOWN)),)


def _found(said: Said, context: Context) -> list[Found]:
    if context.found is not None:
        return list(context.found)
    found: list[Found] = []
    if context.ledger is not None:
        spans = [row.evidence.span for row in context.ledger.rows]
        found += [Found(str(one.key), one.start, one.end) for one in spans]
    if said.answer is not None:
        shown = (*said.answer.citations, *said.answer.nearest)
        found += [Found(key_of(one), one.start, one.end) for one in shown]
    return found


def _overlaps(one: Found, quote: Quote) -> bool:
    if one.key != f"{quote.doc_id}@{quote.version}":
        return False
    return not one.end or (one.start < quote.end and quote.start < one.end)


def citation(said: Said, judge: Judge) -> tuple[Miss, ...]:
    """CIT_MIS: one a sentence whose citations do not hold what it says, or that cites out of time.

    A sentence misses where the judge does not find it held by its citations together, where a mark
    leads nowhere, or where a citation was published after K or is of a version not in force at V
    and the sentence does not tell so. Sentences without citations are the matter of citation
    recall.
    """
    return tuple(
        Miss(MissKind.CIT_MIS, clipped(f"{why}: {one.text}", _SHOWN))
        for one in said.statements
        if one.marks and (why := _fault(said, one, judge))
    )


def _fault(said: Said, statement: Statement, judge: Judge) -> str:
    if len(statement.citations) < len(statement.marks):
        return "a mark leads to no citation"
    answer = said.answer
    late = [
        one
        for one in statement.citations
        if answer is not None and not complies(said.item, answer, statement, one)
    ]
    if late:
        return f"{key_of(late[0])} is {late[0].status.value}, published {late[0].published}"
    if not holds(said, statement, judge):
        return f"not held by {', '.join(key_of(one) for one in statement.citations)}"
    return ""


def cited_sentences(said: Said) -> int:
    """Statements with a mark: what CIT_MIS is counted over."""
    return sum(1 for one in said.statements if one.marks)


def form(said: Said, error: str = "") -> tuple[Miss, ...]:
    """FMT_MIS: there is no answer, no verdict, or no sentence that can be read.

    Args:
        said: the answer.
        error: why there is none, where the runner knows.
    """
    if said.readable:
        return ()
    if said.answer is None:
        return (Miss(MissKind.FMT_MIS, clipped(f"no answer: {error or 'it failed'}", _SHOWN)),)
    what = "no verdict" if not said.claims else "no sentence"
    return (Miss(MissKind.FMT_MIS, f"{what} in the answer"),)


def every(said: Said, context: Context, judge: Judge, error: str = "") -> Iterator[Miss]:
    """All failures of an answer."""
    yield from form(said, error)
    yield from retrieval(said, context) or ()
    yield from citation(said, judge)
