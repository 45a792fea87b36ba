"""What a watched claim is, what it was found to be, and what happened to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeVar, cast

from pydantic import TypeAdapter

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.model import Claim, Verdict
from ledgerrag.store.seam import Json
from ledgerrag.store.watches import EventRow

T = TypeVar("T")

STATUS: Final[dict[Verdict, Literal["verified", "refuted", "disputed", "unverified"]]] = {
    Verdict.SUPPORTED: "verified",
    Verdict.REFUTED: "refuted",
    Verdict.CONTESTED: "disputed",
    Verdict.UNVERIFIED: "unverified",
}
AUTHORITY: Final = ("none", "user", "outlet", "official")
"""Words of the authority levels, as hosts are told them; the first where nobody speaks."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The span that decides a claim, and who says it.

    Args:
        document: `doc_id@version`.
        series: the thing of which it is a version.
        title: heading.
        source: registry key.
        source_name: as a reader is told it.
        authority: level, 1 to 3.
        published: ISO date as stated.
        effective_from: ISO date as stated.
        domain: regulation, news or reference.
        start: first code point of the quote.
        end: first code point after it.
        quote: the text there.
        quote_sha256: of the quote.
    """

    document: str
    series: str
    title: str
    source: str
    source_name: str
    authority: int
    published: str
    effective_from: str
    domain: str
    start: int
    end: int
    quote: str
    quote_sha256: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a run found of a claim.

    Args:
        status: verified, refuted, disputed or unverified.
        value: the value that stands, in the words of the span; empty where there is none.
        measure: the same value in canonical form, by which two are compared.
        scope: kinds of conditions under which it holds, sorted: `condition exception`.
        reason: one line with the rule that decided.
        ground: what decides it; None where nothing does.
    """

    status: str
    value: str
    measure: str
    scope: str
    reason: str
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """A claim that is watched, as it was found last.

    Args:
        watch: its watch.
        number: within the watch, from 1.
        claim: as it was read.
        run: that found it last.
        run_claim: id of the claim within that run.
        seq: the corpus that the run saw.
        due: ISO day on which what it rests on changes by itself; empty where none is known.
        names: what it rests on.
        found: what it is.
    """

    watch: str
    number: int
    claim: Claim
    run: str
    run_claim: str
    seq: int
    due: str
    names: frozenset[str]
    found: Found

    @property
    def key(self) -> tuple[str, int]:
        """Names it within a tenant."""
        return (self.watch, self.number)

    @property
    def subject(self) -> tuple[str, str, str, str]:
        """Claims with the same subject say the same: they are judged once."""
        claim = self.claim
        measure = measure_of(claim)
        return (claim.text, claim.query, measure, " ".join(claim.keys))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a watched claim.

    Args:
        watch: its watch.
        story: the host's id of the story.
        claim: number of the claim within the watch.
        text: the claim.
        before: what it was.
        after: what it is.
        kind: correction, clarification, update, retraction, or none where nothing needs mending.
        authority: official, outlet, user or none: of who decides it.
        source: registry key of who does.
        source_name: as a reader is told it.
        effective_from: since when it holds, ISO date as stated; empty where nobody said.
        document: `doc_id@version` that decides it; empty where none does.
        act: what was done to a document that it rested on; empty where nothing was.
        quote: words of that document or act.
        summary: one line.
        created: UTC text.
        run: that found it.
        seq: counts the events of a tenant; 0 before it is stored.
    """

    watch: str
    story: str
    claim: int
    text: str
    before: Found
    after: Found
    kind: str
    authority: str
    source: str
    source_name: str
    effective_from: str
    document: str
    act: str
    quote: str
    summary: str
    created: str
    run: str
    seq: int = 0

    @property
    def id(self) -> str:
        """The same for each telling of it."""
        return f"{self.watch}-{self.seq}"


_CLAIM, _FOUND, _EVENT = TypeAdapter(Claim), TypeAdapter(Found), TypeAdapter(Event)


def measure_of(claim: Claim) -> str:
    """The value that a claim states, in canonical form; empty where it states none."""
    value = claim.value
    return f"{value.kind} {value.amount} {value.unit}" if value is not None else ""


def claim_bytes(claim: Claim) -> bytes:
    """A claim as it is stored."""
    return _written(_CLAIM, claim)


def read_claim(body: bytes) -> Claim:
    """The claim that `claim_bytes` wrote."""
    return _CLAIM.validate_python(loads(body))


def found_bytes(found: Found) -> bytes:
    """What was found, as it is stored."""
    return _written(_FOUND, found)


def read_found(body: bytes) -> Found:
    """What `found_bytes` wrote."""
    return _FOUND.validate_python(loads(body))


def event_bytes(event: Event) -> bytes:
    """An event as it is stored."""
    return _written(_EVENT, event)


def read_event(row: EventRow) -> Event:
    """The event that is stored in a row, with its number."""
    return replace(_EVENT.validate_python(loads(row.body)), seq=row.seq)


def _written(form: TypeAdapter[T], thing: T) -> bytes:
    plain: Any = form.dump_python(thing, mode="json", exclude_none=True)
    return dumps(cast("Json", plain))
