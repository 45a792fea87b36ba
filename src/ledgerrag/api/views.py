"""What the API hands out besides answers."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.answer import Answer
from ledgerrag.model import Claim, Evidence, Status


@dataclass(frozen=True, slots=True)
class ParagraphReport:
    """One paragraph of a draft and what was found of its claims."""

    index: int
    text: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class DraftReport:
    """A draft, paragraph by paragraph."""

    paragraphs: tuple[ParagraphReport, ...]
    as_of: str
    known_at: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """An entry of a ledger as it reads at (V, K).

    Args:
        evidence: the entry.
        status: of its document.
        since: from when that holds.
        superseded_by: what dominates it; empty where nothing does.
        rule: the rule that decided; empty where it stands.
        weight_u: w(e) of equation (2) in millionths.
    """

    evidence: Evidence
    status: Status
    since: str
    superseded_by: str
    rule: str
    weight_u: int


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The ledger of a run: its claims and entries, best first within a claim."""

    run: str
    question: str
    as_of: str
    known_at: str
    claims: tuple[Claim, ...]
    rows: tuple[LedgerRow, ...]


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of the list of runs."""

    run: str
    question: str
    as_of: str
    known_at: str
    created: str
    entry: int


@dataclass(frozen=True, slots=True)
class Affected:
    """A stored answer that a new document or act touches.

    Args:
        run: its run.
        question: as asked.
        touched: the names (series, documents, versions) that it rests on and that changed.
        claims: root claims whose evidence is concerned.
    """

    run: str
    question: str
    touched: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AffectedReport:
    """What a change in the corpus means for stored answers.

    Args:
        since: sequence number after which changes count.
        upto: the last sequence number looked at.
        runs: the answers concerned, newest first.
        refreshed: (old run, new run) of those asked again.
        claims_total: claims of all answers concerned.
        claims_reverified: claims that were asked again, or would be.
    """

    since: int
    upto: int
    runs: tuple[Affected, ...]
    refreshed: tuple[tuple[str, str], ...]
    claims_total: int
    claims_reverified: int


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What came of replaying a run.

    Args:
        run: the run.
        level: R0 verified, R1 from the record, R2 searched again at the watermark, R3 asked today.
        identical: nothing differs.
        differences: one line each.
        entries: journal entries compared.
    """

    run: str
    level: str
    identical: bool
    differences: tuple[str, ...]
    entries: int
