"""What a person must still check, and nothing that is settled."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerrag.adjudication import Flag
from ledgerrag.answer import ChecklistItem, Citation
from ledgerrag.generate.findings import Findings, Near
from ledgerrag.model import Verdict
from ledgerrag.stance.combined import OTHERWISE
from ledgerrag.standing import At
from ledgerrag.wording import clipped

_FLAGS = {
    Flag.SINGLE_SOURCE: "rests on one independent source",
    Flag.LOW_AUTHORITY: "rests on user-generated sources only",
    Flag.RETRACTED: "evidence for it was retracted or withdrawn",
    Flag.WEAK_DISSENT: "a passage may say otherwise, and was read with low confidence",
}
# Below this confidence the passage covers so little of the question that a person should read it.
LOOSE_U = 600_000
_LOOSE = "the passage speaks to part of the {asked} only: read it"
_OTHERWISE = "rules and model read the passage differently: read it"
# The first words of a standing's note, and the kind of item that it makes.
_NOTES = (
    ("published later", "published-later"),
    ("repealed", "unknown-end"),
    ("still applies", "saved"),
    ("it ends", "unknown-end"),
    ("superseded", "unknown-end"),
    ("a later version", "retracted"),
    ("time zone", "time-zone"),
)


def checklist(
    findings: Findings, citations: Sequence[Citation], nearest: Sequence[Citation]
) -> tuple[ChecklistItem, ...]:
    """One item a thing to check: contested, unverified, thinly sourced, beyond the budget, noted.

    Args:
        findings: the end of the run.
        citations: what the answer cites.
        nearest: what it names for want of something that stands.
    """
    items: list[ChecklistItem] = []
    for claim in findings.ledger.active():
        ruling = findings.rulings[claim.claim_id]
        root = findings.root(claim)
        about = clipped(root.text, 90)
        if ruling.verdict is Verdict.CONTESTED:
            items.append(ChecklistItem("contested", root.claim_id, f"{about}: {ruling.reason}"))
        if ruling.verdict is Verdict.UNVERIFIED:
            items.append(ChecklistItem("unverified", root.claim_id, f"{about}: {ruling.reason}"))
        if ruling.settled and ruling.winners[0].confidence_u < LOOSE_U:
            loose = _LOOSE.format(asked="statement" if findings.draft else "question")
            items.append(ChecklistItem("loose-match", root.claim_id, f"{about}: {loose}"))
        if any(entry.rule.endswith(OTHERWISE) for entry in ruling.winners):
            items.append(ChecklistItem("second-opinion", root.claim_id, f"{about}: {_OTHERWISE}"))
        items += [
            ChecklistItem(str(flag), root.claim_id, f"{about}: {_FLAGS[flag]}")
            for flag in ruling.flags
            if flag in _FLAGS
        ]
    settled = {
        findings.root(claim).claim_id
        for claim in findings.ledger.active()
        if findings.rulings[claim.claim_id].settled
    }
    items += [_close(findings, one) for one in findings.rivals if one.claim_id in settled]
    items += [
        ChecklistItem(_kind(note), "", f"[{one.n}] {one.doc_id}@{one.version}: {note}")
        for one in (*citations, *nearest)
        for note in one.notes
    ]
    items += [ChecklistItem("budget", "", reason) for reason in findings.stops]
    return tuple(dict.fromkeys(items))


def _close(findings: Findings, one: Near) -> ChecklistItem:
    about = clipped(findings.ledger.claim(one.claim_id).text, 90)
    said = one.entry.value.text if one.entry.value else clipped(one.entry.text, 60)
    where = f"{one.entry.span.key} [{one.entry.span.start}:{one.entry.span.end}]"
    return ChecklistItem(
        "close-call", one.claim_id, f"{about}: {where} fits nearly as well and says {said}"
    )


def dated(as_of: str, known_at: str, at: At) -> tuple[ChecklistItem, ...]:
    """What a year or month is read as, and that a day beyond K cannot be known.

    Args:
        as_of: V as stated.
        known_at: K as stated.
        at: the moments that they were reduced to.
    """
    items = []
    if len(as_of) < len("2026-07-01"):
        text = f"as of {as_of} is read as its last day, {at.v.label()}"
        items.append(ChecklistItem("as-of", "", text))
    if at.v.at > at.k.at:
        text = f"as of {as_of} lies after known at {known_at}: what changes between is not known"
        items.append(ChecklistItem("as-of", "", text))
    return tuple(items)


def _kind(note: str) -> str:
    for start, kind in _NOTES:
        if note.startswith(start):
            return "saved" if "still applies" in note else kind
    return "note"
