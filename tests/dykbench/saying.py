"""Answers and items for the tests of metrics: say only what matters to the case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ledgerrag.answer import (
    Answer,
    Change,
    ChecklistItem,
    Citation,
    ClaimVerdict,
    Cost,
    Disputed,
    Edit,
    Language,
    Sentence,
)
from ledgerrag.dykbench.items import Gold, Item, Label, Quote, Task
from ledgerrag.model import Authority, Status, ValueKind, Verdict, quote_sha256

RULE = "The fee for a mooring is 40 euros."
OLD = "The fee for a mooring is 25 euros."


def gold(
    label: Label = Label.SUPPORTED,
    *,
    answer: str = RULE,
    values: tuple[str, ...] = ("40 euros",),
    evidence: tuple[Quote, ...] = (),
    version: str = "",
    edits: tuple[tuple[str, str], ...] = (),
    changed: bool = False,
    nuggets: tuple[str, ...] = (),
) -> Gold:
    return Gold(label, answer, values, evidence, version, edits, changed, nuggets)


def item(
    right: Gold | None = None,
    *,
    item_id: str = "i1",
    task: Task = Task.REGCHANGE,
    kind: str = "after",
    group: str = "g1",
    form: Literal["ask", "check"] = "ask",
    text: str = "How much is the fee for a mooring?",
    as_of: str = "2026-08-01",
    known_at: str = "2026-11-16",
    trajectory: str = "",
    claim: str = "",
    step: int = 0,
) -> Item:
    return Item(
        item_id,
        task,
        kind,
        "made up",
        group,
        "plain",
        form,
        text,
        as_of,
        known_at,
        right if right is not None else gold(),
        trajectory,
        claim,
        step,
    )


def cite(
    quote: str = RULE,
    n: int = 1,
    *,
    key: str = "mooring@2",
    status: Status = Status.IN_FORCE,
    published: str = "2026-05-15",
    since: str = "2026-07-01",
    title: str = "Mooring tariff",
    source_name: str = "Port Office",
    start: int = 0,
    sha: str = "",
) -> Citation:
    doc_id, _, version = key.rpartition("@")
    return Citation(
        n=n,
        doc_id=doc_id,
        version=int(version),
        start=start,
        end=start + len(quote),
        quote_sha256=sha or quote_sha256(quote),
        quote=quote,
        title=title,
        source="port-office",
        source_name=source_name,
        authority=Authority.OFFICIAL,
        published=published,
        effective_from=since,
        status=status,
        since=since,
        until="",
        page=0,
        notes=(),
    )


def verdict(
    said: Verdict = Verdict.SUPPORTED,
    *,
    value: str = "40 euros",
    claim_id: str = "c1.1",
    text: str = RULE,
    kind: ValueKind = ValueKind.MONEY,
    weight: int = 1_000_000,
) -> ClaimVerdict:
    return ClaimVerdict(claim_id, text, said, "made up", value, kind, weight, 0, 1, 0)


def answer(
    sentences: Sequence[tuple[str, tuple[int, ...]]] = ((RULE, (1,)),),
    *,
    citations: Sequence[Citation] | None = None,
    verdicts: Sequence[ClaimVerdict] | None = None,
    changes: Sequence[Change] = (),
    disputed: Sequence[Disputed] = (),
    checklist: Sequence[ChecklistItem] = (),
    nearest: Sequence[Citation] = (),
    calls: int = 2,
    stage_us: tuple[tuple[str, int], ...] = (),
    language: Language | None = None,
) -> Answer:
    return Answer(
        question="How much is the fee for a mooring?",
        as_of="2026-08-01",
        known_at="2026-11-16",
        period="",
        preset="regulation",
        sentences=tuple(Sentence(text, marks) for text, marks in sentences),
        citations=tuple(citations if citations is not None else (cite(),)),
        verdicts=tuple(verdicts if verdicts is not None else (verdict(),)),
        changes=tuple(changes),
        pending=(),
        disputed=tuple(disputed),
        nearest=tuple(nearest),
        checklist=tuple(checklist),
        cost=Cost(1, calls, 0, stage_us),
        run="run",
        language=language,
    )


def unverified(*, told: bool = True) -> Answer:
    """An abstention, told on the checklist or not."""
    return answer(
        [("Nothing was found that speaks to: How much is the fee for a mooring", ())],
        citations=(),
        verdicts=[verdict(Verdict.UNVERIFIED, value="", claim_id="c1")],
        checklist=[ChecklistItem("unverified", "c1", "open")] if told else [],
    )


def refuted(text: str = f"Refuted: {RULE}", claim: str = OLD) -> Answer:
    """A statement that was checked and found wrong."""
    said = verdict(Verdict.REFUTED, value="25 euros", claim_id="c1", text=claim)
    return answer([(text, (1,))], verdicts=[said])


def change(before: str, after: str, *edits: tuple[str, str]) -> Change:
    told = tuple(Edit(*one) for one in edits)
    return Change("mooring", before, after, "2026-07-01", told, "25 -> 40 euros from 2026-07-01")
