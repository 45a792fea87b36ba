"""Views of the journal: verified, replayed, exported, signed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ledgerrag.cli.page import Page, Part
from ledgerrag.wording import counted

if TYPE_CHECKING:
    from ledgerrag.api import ReplayReport
    from ledgerrag.audit.checkpoint import Checkpoint
    from ledgerrag.audit.export import Exported
    from ledgerrag.audit.report import Report


def verified(page: Page, found: Report) -> None:
    """What a verification found."""
    outcome: Part = ("verified", "green") if found.ok else ("does not verify", "red")
    page.row("Journal", outcome, f" · log {found.log} · {counted(found.entries, 'line')}")
    _root(page, found.root)
    page.row("Payloads", f"{found.payloads} there, {found.erased} erased on record")
    if found.covered:
        page.row("Checkpoint", f"vouches for the first {counted(found.covered, 'line')}")
    for problem in found.problems:
        page.row("Problem", (str(problem), "red"))
    for note in found.notes:
        page.row("Note", note)


def _root(page: Page, root: str) -> None:
    if page.live:
        page.row("Root", root)


def replayed(page: Page, found: ReplayReport) -> None:
    """Whether a replay is identical."""
    outcome: Part = ("identical", "green") if found.identical else ("differs", "red")
    page.row(
        "Replay",
        f"{found.level} of run {found.run}: ",
        outcome,
        f" · {counted(found.entries, 'journal line')} compared",
    )
    for difference in found.differences:
        page.row("Differs", (difference, "red"))


def exported(page: Page, file: Path, found: Exported) -> None:
    """What an export holds."""
    page.row(
        "Exported",
        f"{counted(found.entries, 'line')} and {counted(found.payloads, 'payload')} to {file.name}",
    )
    _root(page, found.root)


def checkpointed(page: Page, folder: Path, found: Checkpoint) -> None:
    """What was signed."""
    page.row("Checkpoint", f"{counted(found.size, 'line')} of {found.origin} signed")
    _root(page, found.root.hex())
    page.row("Kept in", folder.name)
