"""A checked draft for the tests of exports: every status once, with hostile words in it."""

from __future__ import annotations

import hashlib

from ledgerrag.cms.exports.article import Correction
from ledgerrag.cms.exports.story import JournalMark, Story
from ledgerrag.cms.snapshot import (
    Change,
    Claim,
    Conflict,
    Edit,
    Evidence,
    Item,
    Paragraph,
    Pending,
    Remark,
    Snapshot,
    Summary,
    Validity,
)

STORY = Story("https://paper.example/berths", "The Paper", "2026-07-02", "en")
MARK = JournalMark("0123456789abcdef", 120, "ab" * 32)
NOTICE = Correction("correction", "An earlier version said 40 euros; it is 45.", "2026-08-02")
HOSTILE = '<script>alert(1)</script> & "both"'
TEXT = f"The berth fee is 40 euros. {HOSTILE}. The pier is open. The lake rose. Nobody came."


def evidence(
    n: int, stance: str = "supports", quote: str = "The berth fee is 45 euros."
) -> Evidence:
    """A span of an official document."""
    return Evidence(
        n=n,
        stance=stance,  # type: ignore[arg-type]
        doc_id="dues",
        version=2,
        start=10,
        end=10 + len(quote),
        quote=quote,
        quote_sha256=hashlib.sha256(quote.encode()).hexdigest(),
        before="Before. ",
        after=" After.",
        title="Harbour dues",
        source="harbour",
        source_name="Harbour Authority",
        authority="official",
        published="2026-06-01",
        effective_from="2026-07-01",
        status="in force",
        since="2026-07-01",
        until="",
        notes=("published later",),
    )


def claim(number: int, verdict: str, status: str, text: str, *spans: Evidence) -> Claim:
    """A claim read from the sentence of the text that it repeats."""
    start = TEXT.index(text)
    return Claim(
        id=f"c-{number}",
        paragraph="p1",
        start=start,
        end=start + len(text),
        text=text,
        status=status,  # type: ignore[arg-type]
        verdict=verdict,  # type: ignore[arg-type]
        reason=f"rule {number}.",
        basis="rules",
        value="45 euros" if number == 1 else "",
        authority="official",
        as_of="2026-08-01",
        known_at="2026-08-01",
        validity=Validity("in force", "2026-07-01", "") if spans else Validity(),
        evidence=spans,
        conflicts=(Conflict("2 posts say 40 euros", ("a@1",), "user", 1, outranked=True),)
        if number == 1
        else (),
        changes=(
            Change("dues", "dues@1", "dues@2", "2026-07-01", (Edit("40", "45"),), "40 -> 45 euros"),
        )
        if number == 1
        else (),
        pending=(Pending("dues@3", "2027-01-01", "45 -> 50 euros", "From 2027: 50."),)
        if number == 1
        else (),
        checklist=(f"i-{number}",),
        run="01RUN",
        journal_seq=7,
        cached=False,
    )


def shot() -> Snapshot:
    """A draft of one paragraph with a claim of each verdict."""
    claims = (
        claim(1, "refuted", "refuted", "The berth fee is 40 euros.", evidence(1, "refutes")),
        claim(2, "supported", "verified", "The pier is open.", evidence(2)),
        claim(3, "contested", "disputed", "The lake rose.", evidence(3), evidence(4, "refutes")),
        claim(4, "unverified", "unverified", "Nobody came.", evidence(5, "near")),
    )
    ticked = Remark("override", "paper/Ana", "2026-08-01T10:00:00Z", f"asked {HOSTILE}")
    items = (
        Item("i-1", "c-1", "refuted", "The fee is refuted.", "overridden", (ticked,)),
        Item("i-4", "c-4", "unverified", "Nothing was found.", "open"),
        Item("i-0", "", "limit", "The last paragraph was not read.", "open"),
    )
    return Snapshot(
        schema="ledgerrag.snapshot/1",
        site="paper",
        draft="story 7",
        revision=3,
        title=f"Berths {HOSTILE}",
        check="01CHECK",
        as_of="2026-08-01",
        known_at="2026-08-01",
        checked_at="2026-08-01T09:30:00.000000Z",
        corpus_seq=12,
        paragraphs=(
            Paragraph(
                "p1",
                "paragraph",
                TEXT,
                hashlib.sha256(TEXT.encode()).hexdigest(),
                tuple(one.id for one in claims),
            ),
        ),
        claims=claims,
        checklist=items,
        summary=Summary(4, 1, 1, 1, 1, 0, 0, 2, 1, 4, 0, 30),
    )
