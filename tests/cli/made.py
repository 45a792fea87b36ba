"""Answers made by hand, as the views get them."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from ledgerrag.answer import (
    Answer,
    Change,
    ChecklistItem,
    Citation,
    ClaimVerdict,
    Cost,
    Disputed,
    Edit,
    Pending,
    Sentence,
)
from ledgerrag.cli.page import Page
from ledgerrag.model import Authority, Status, ValueKind, Verdict

QUOTE = "the period referred to in rule 12 is two hundred and seventy (270) days"


def citation(n: int = 1, **other: object) -> Citation:
    fields: dict[str, object] = {
        "n": n,
        "doc_id": "notice-44",
        "version": 1,
        "start": 212,
        "end": 268,
        "quote_sha256": "0" * 64,
        "quote": QUOTE,
        "title": "Notice 44",
        "source": "market-regulator",
        "source_name": "Market Regulator",
        "authority": Authority.OFFICIAL,
        "published": "2026-05-15",
        "effective_from": "2026-07-01",
        "status": Status.IN_FORCE,
        "since": "2026-07-01",
        "until": "",
        "page": 0,
        "notes": (),
    }
    return Citation(**{**fields, **other})  # type: ignore[arg-type]


def verdict(end: Verdict = Verdict.SUPPORTED, reason: str = "official, in force") -> ClaimVerdict:
    return ClaimVerdict(
        claim_id="c1",
        text="How long is the reporting period?",
        verdict=end,
        reason=reason,
        value="270 days",
        kind=ValueKind.DURATION,
        weight_u=2_000_000,
        v_u=980_000,
        support=1,
        refute=0,
    )


def answer(**other: object) -> Answer:
    fields: dict[str, object] = {
        "question": "How long is the reporting period?",
        "as_of": "2026-08-01",
        "known_at": "2026-08-01",
        "period": "",
        "preset": "regulation",
        "sentences": (Sentence("The reporting period is 270 days.", (1,)),),
        "citations": (citation(),),
        "verdicts": (verdict(),),
        "changes": (
            Change(
                series="rule-12",
                before="rule-12@3",
                after="notice-44@1",
                effective_from="2026-07-01",
                edits=(Edit("180", "270"),),
                summary="180 -> 270 days from 2026-07-01",
            ),
        ),
        "pending": (),
        "disputed": (
            Disputed(
                claim_id="c1",
                summary="2 posts say 180 days (user-generated, 1 independent source): "
                "outranked by [1]",
                keys=("post-1@1", "post-2@1"),
                authority=Authority.USER,
                clusters=1,
                outranked=True,
            ),
        ),
        "nearest": (),
        "checklist": (),
        "cost": Cost(2, 4, 0, (("search", 30_000), ("judge", 8_200))),
        "run": "01JDQ6",
        "journal_seq": 18231,
    }
    return Answer(**{**fields, **other})  # type: ignore[arg-type]


def nothing_stands() -> Answer:
    return answer(
        sentences=(Sentence("Nothing in force says what the penalty is.", ()),),
        citations=(),
        verdicts=(verdict(Verdict.UNVERIFIED, "no evidence that stands"),),
        changes=(),
        disputed=(),
        pending=(Pending("rule-13@1", "2027-01-01", "500 euros from 2027-01-01", "is 500 euros"),),
        nearest=(
            citation(
                doc_id="circular-9",
                status=Status.WITHDRAWN,
                since="2026-04-20",
                quote="The penalty is 500 euros.",
                notes=("withdrawn before it began",),
            ),
        ),
        checklist=(ChecklistItem("unverified", "c1", "the penalty: ask the Market Regulator"),),
    )


def printed(width: int, *, terminal: bool = False, live: bool = True) -> tuple[Page, StringIO]:
    """A page and what is written on it."""
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=terminal,
        color_system="standard" if terminal else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    return Page(console, live), out
