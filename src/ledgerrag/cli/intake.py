"""View of an ingest: what was stored, and each record that was not, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ledgerrag.cli.page import Page
from ledgerrag.wording import counted

if TYPE_CHECKING:
    from ledgerrag.pachon.report import IngestReport, Line

_SHOWN = 20
_OUTCOME = {
    "accepted": ("document", " accepted"),
    "new_version": ("new version", ""),
    "unchanged": ("document", " unchanged"),
    "quarantined": ("record", " set aside"),
    "rejected": ("record", " rejected"),
    "acts_accepted": ("act", " accepted"),
    "acts_unchanged": ("act", " unchanged"),
    "acts_pending": ("act", " pending"),
}


def ingested(page: Page, found: IngestReport) -> None:
    """What an ingest did, and each record that it did not store with the reason."""
    counts = [
        counted(number, _OUTCOME[name][0]) + _OUTCOME[name][1]
        for name, number in found.counts.items()
        if number
    ]
    page.row("Ingested", f"{counted(found.files, 'file')}: {', '.join(counts) or 'nothing'}")
    if found.resumed:
        page.row("Resumed", "an earlier ingest of these paths had not come to its end")
    _lines(page, "Rejected", found.rejected, "red")
    _lines(page, "Set aside", found.quarantined, "yellow")
    _lines(page, "Pending", found.pending, "yellow")
    _lines(page, "Versions", found.new_versions, "")
    for number, note in enumerate(found.notes[:_SHOWN]):
        page.row("" if number else "Notes", f"{note.count} x {note.text} (first: {note.first})")
    if len(found.notes) > _SHOWN:
        page.row("", f"and {len(found.notes) - _SHOWN} more in the report beside the store")


def _lines(page: Page, label: str, lines: Sequence[Line], style: str) -> None:
    # A file of another kind fails in every record for one reason: said once, it hides no other.
    alike: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        alike.setdefault((_file(line.where), line.reason), []).append(line)
    groups = list(alike.values())
    for number, group in enumerate(groups[:_SHOWN]):
        more = f" and {len(group) - 1} more" if len(group) > 1 else ""
        page.row("" if number else label, (f"{group[0].where}{more}: {group[0].reason}", style))
    left = sum(len(group) for group in groups[_SHOWN:])
    if left:
        page.row("", f"and {left} more in the report beside the store")


def _file(where: str) -> str:
    """The file of a place in it: rules.jsonl:7, feed.xml#2."""
    for mark in ":#":
        name, found, number = where.rpartition(mark)
        if found and number.isascii() and number.isdigit():
            return name
    return where
