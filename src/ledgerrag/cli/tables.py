"""Views of what a store says: ledger, drafts, changes, standing, stored answers, parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from ledgerrag.answer import Answer, Change
from ledgerrag.cli import render
from ledgerrag.cli.page import Page, Part
from ledgerrag.config import Described
from ledgerrag.model import UNIT, Document, Stance, Standing, Status
from ledgerrag.wording import clipped, counted

if TYPE_CHECKING:
    from ledgerrag.api import (
        AffectedReport,
        DraftReport,
        LedgerRow,
        LedgerView,
        RunSummary,
    )

_WIDE = 116
_STANCE = {Stance.SUPPORT: "green", Stance.REFUTE: "red", Stance.NEUTRAL: ""}
Cell = Sequence[Part]


def decimal(millionths: int) -> str:
    """Millionths with two decimals, rounded half up: 0.67."""
    cents = (abs(millionths) * 100 + UNIT // 2) // UNIT
    return f"{'-' if millionths < 0 and cents else ''}{cents // 100}.{cents % 100:02d}"


def ledger(page: Page, found: LedgerView) -> None:
    """The ledger as a table, with what superseded what and why.

    Args:
        page: where it is written.
        found: the ledger of a run.
    """
    page.row("Ledger", f"run {found.run} · as of {found.as_of} · known at {found.known_at}")
    for claim in found.claims:
        page.line(claim.text, lead=f"  {claim.claim_id.ljust(6)} ", style="cyan")
    if not found.rows:
        page.row("", "no evidence was found")
        return
    wide = page.width >= _WIDE
    head = (
        ("Claim", "Says", "Evidence", "Source", "r · w", "Standing")
        if wide
        else ("Claim", "Evidence", "Standing")
    )
    page.table(head, [_entry(row, wide=wide) for row in found.rows])


def _entry(row: LedgerRow, *, wide: bool) -> Sequence[Cell]:
    entry = row.evidence
    span = entry.span
    says: list[Part] = [(entry.y.value, _STANCE[entry.y])]
    if entry.value is not None:
        says.append(entry.value.text)
    place = f"{span.doc_id}@{span.version} [{span.start}:{span.end}]"
    evidence: list[Part] = [place, f'"{clipped(entry.text, 110)}"']
    source: list[Part] = [entry.source, entry.authority.word, f"published {entry.ts}"]
    numbers: list[Part] = [f"{decimal(entry.r_u)} · {decimal(row.weight_u)}"]
    standing: list[Part] = [(render.held(row.status, row.since), _status_style(row.status))]
    if row.superseded_by:
        standing.append((f"superseded by {row.superseded_by}", "yellow"))
    if row.rule:
        standing.append(row.rule)
    if wide:
        return ([entry.claim_id], says, evidence, source, numbers, standing)
    narrow = [*evidence, " · ".join(str(part) for part in source), f"r · w {numbers[0]}"]
    return ([entry.claim_id, *says], narrow, standing)


def _status_style(status: Status) -> str:
    return "" if status is Status.IN_FORCE else "yellow"


def draft(page: Page, report: DraftReport) -> None:
    """A draft, paragraph by paragraph."""
    page.row("As of", f"{report.as_of} · known at {report.known_at}")
    for part in report.paragraphs:
        page.blank()
        page.line(clipped(part.text), lead=f"{part.index}. ", style="bold")
        if not part.answer.verdicts:
            page.row("Claims", "nothing in it can be judged")
            continue
        for claim in part.answer.verdicts:
            style = render.VERDICT[claim.verdict]
            page.line((render.worded(claim), style), f" · {claim.text}", lead="  ")
            if claim.reason:
                page.line(claim.reason, lead="    ")
        for cited in part.answer.citations:
            render.citation(page, cited)
        render.changes(page, part.answer.changes)
        render.disputed(page, part.answer.disputed)
        render.checklist(page, part.answer.checklist)
        render.language(page, part.answer.language)
        page.row("Run", part.answer.run)


def changes(page: Page, series: str, found: Sequence[Change]) -> None:
    """What changed in a series."""
    if not found:
        page.line(f"{series}: nothing changed between these dates")
    for change in found:
        page.row("Changed", (change.summary, "bold"))
        page.row("", f"{change.before or 'nothing'} -> {change.after or 'nothing'}")
        for edit in change.edits:
            if edit.before:
                page.line((clipped(edit.before, 400), "red"), lead="  - ")
            if edit.after:
                page.line((clipped(edit.after, 400), "green"), lead="  + ")


def standings(page: Page, found: Sequence[tuple[Document, Standing]]) -> None:
    """What each version is."""
    rows: list[Sequence[Cell]] = []
    for document, stand in found:
        held = render.held(stand.status, stand.since, stand.until)
        state: list[Part] = [(held, _status_style(stand.status))]
        by = f" ({stand.by})" if stand.by else ""
        state.extend([f"{stand.rule}{by}"] if stand.rule else [])
        state.extend((note, "yellow") for note in stand.notes)
        dates = [f"published {document.published}", f"effective {document.effective_from}"]
        rows.append(([str(document.key), clipped(document.title, 60)], dates, state))
    page.table(("Version", "Dates", "Standing"), rows)


def affected(
    page: Page, found: AffectedReport, stored: Mapping[str, Answer] = MappingProxyType({})
) -> None:
    """Which stored answers are touched, and what was asked again.

    Args:
        page: where it is written.
        found: what is touched.
        stored: answers by run; those that are given are shown with their date and text.
    """
    if not found.runs:
        page.line("No stored answer is touched.")
        return
    refreshed = dict(found.refreshed)
    for item in found.runs:
        page.row("Run", (item.run, "cyan"))
        page.row("Question", clipped(item.question))
        before = stored.get(item.run)
        if before is not None:
            page.row("As of", f"{before.as_of} · known at {before.known_at}")
        page.row("Touched by", ", ".join(item.touched))
        page.row("Claims", ", ".join(item.claims))
        if item.run in refreshed:
            page.row("Asked anew", f"run {refreshed[item.run]}")
            _outcome(page, before, stored.get(refreshed[item.run]))
    share = 100 * found.claims_reverified / max(found.claims_total, 1)
    verified = "Verified" if refreshed else "To verify"
    part = f"{found.claims_reverified} of {counted(found.claims_total, 'claim')}"
    page.row(verified, f"{part} of these answers ({share:.0f} %)")


def _outcome(page: Page, before: Answer | None, after: Answer | None) -> None:
    """Whether the answer is another now; that is what a reader of the old one must know."""
    if before is None or after is None:
        return
    if before.text == after.text:
        page.row("Answer", f"as before: {clipped(after.text)}")
        return
    page.row("Before", clipped(before.text))
    page.row("Now", (clipped(after.text), "yellow"))


def runs(page: Page, found: Sequence[RunSummary]) -> None:
    """Stored answers."""
    if not found:
        page.line("No question has been asked of this store.")
        return
    for row in found:
        page.line((clipped(row.question), "bold"), lead=f"{row.run}  ", style="cyan")
        dates = f"as of {row.as_of} · known at {row.known_at}"
        page.line(f"{dates} · asked {_second(row.created)} · journal entry {row.entry}", lead="  ")


def _second(instant: str) -> str:
    """An instant without the fraction of its second."""
    whole, dot, _ = instant.partition(".")
    return f"{whole}Z" if dot else instant


def parameters(page: Page, found: Sequence[Described]) -> None:
    """Every parameter."""
    page.table(
        ("Name", "Symbol", "Value", "Meaning"),
        [([item.name], [item.symbol], [item.value], [item.meaning]) for item in found],
    )
