"""What the demonstration shows, in order, and what has to come out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ledgerrag.answer import Answer
from ledgerrag.cli import intake, proofs, render, tables
from ledgerrag.cli.page import Page
from ledgerrag.model import Verdict

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the tour.

    Args:
        heading: what it shows.
        question: as asked.
        says: what the answer has to contain; empty: that nothing stands.
        as_of: V; now where empty.
        known_at: K; now where empty.
        period: subject period.
        explain: show the ledger, too.
    """

    heading: str
    question: str
    says: str
    as_of: str = ""
    known_at: str = ""
    period: str = ""
    explain: bool = False


_PERIOD = "How long is the reporting period for the annual solvency report?"
_MISSING = "How many people are missing after the flood in Lindhaven?"
_SUPPORT = "How much is the heating support for a household with a low income?"
_EVACUATED = "How many people were evacuated in Lindhaven?"

QUESTIONS = (
    Asked("Before an announced amendment takes effect", _PERIOD, "180", "2026-06-01"),
    Asked("After it has taken effect", _PERIOD, "270", "2026-08-01"),
    Asked("After it, with what was known before", _PERIOD, "180", "2026-08-01", "2026-04-01"),
    Asked(
        "Eight copies of a rumour, one official statement",
        _MISSING,
        "3",
        "2026-02-17",
        explain=True,
    ),
    Asked(
        "A corrected news figure",
        "How much has the Velm relief fund received in donations?",
        "2.1 million",
        "2026-03-15",
    ),
    Asked(
        "Repealed, but saved for earlier periods", _SUPPORT, "120", "2026-03-01", period="2025-11"
    ),
    Asked("Repealed", _SUPPORT, "", "2026-03-01", period="2026-02"),
    Asked("A temporary fee", "How much is the mooring fee per night?", "25", "2026-08-01"),
    Asked("When it has lapsed", "How much is the mooring fee per night?", "40", "2026-11-01"),
    Asked(
        "A retracted figure in a total",
        "What is the total of the cost of road repairs and the cost of school repairs?",
        "",
        "2026-04-10",
    ),
    Asked(
        "A rule that was withdrawn before it began",
        "What is the penalty for a late solvency report?",
        "",
        "2026-08-01",
    ),
    Asked("A figure that will be corrected later", _EVACUATED, "1,850", "2026-02-17"),
)


def _quoted(word: str) -> str:
    # As in the manual: double quotes read better, and no word here has one in it.
    return f'"{word}"' if " " in word else word


def _came_out(found: Answer, says: str) -> bool:
    ends = {claim.verdict for claim in found.verdicts}
    if not says:
        return Verdict.UNVERIFIED in ends
    return ends == {Verdict.SUPPORTED} and says in found.text


@dataclass(slots=True)
class Tour:
    """The way of the demonstration.

    Args:
        rag: a new, empty store.
        page: where it is written.
        folder: the corpus, copied.
        held: what was checked, and whether it came out.
    """

    rag: LedgerRAG
    page: Page
    folder: Path
    held: list[tuple[str, bool]] = field(default_factory=list)

    def go(self) -> None:
        """Every part in its order."""
        self._ingest("corpus", "A folder of rules, acts, news, a web page and a feed")
        answers = [self._ask(asked) for asked in QUESTIONS]
        self._diff()
        self._check()
        self._later()
        self._audit(answers[1])
        self.page.blank()
        failed = [name for name, fine in self.held if not fine]
        for name in failed:
            self.page.line((f"did not hold: {name}", "red"))
        self.page.line(f"{len(self.held) - len(failed)} of {len(self.held)} checks hold")

    def _part(self, heading: str, *command: str) -> None:
        if self.held:
            self.page.blank()
        self.page.line((f"# {heading}", "bold"))
        self.page.verbatim("$ " + " ".join(("ledgerrag", *map(_quoted, command))), "cyan")

    def _hold(self, name: str, fine: bool) -> None:
        self.held.append((name, fine))

    def _ingest(self, name: str, heading: str) -> None:
        self._part(heading, "ingest", name, "--sources", "sources.toml")
        report = self.rag.ingest(self.folder / name, sources=self.folder / "sources.toml")
        intake.ingested(self.page, report)
        self._hold(f"{heading}: nothing rejected", not report.rejected)

    def _ask(self, asked: Asked) -> Answer:
        options = [
            *(["--as-of", asked.as_of] if asked.as_of else []),
            *(["--known-at", asked.known_at] if asked.known_at else []),
            *(["--period", asked.period] if asked.period else []),
            *(["--explain"] if asked.explain else []),
        ]
        self._part(asked.heading, "ask", asked.question, *options)
        found = self.rag.ask(
            asked.question, as_of=asked.as_of, known_at=asked.known_at, period=asked.period
        )
        render.answer(self.page, found)
        if asked.explain:
            self.page.blank()
            tables.ledger(self.page, self.rag.ledger(found.run))
        self._hold(asked.heading, _came_out(found, asked.says))
        return found

    def _diff(self) -> None:
        dates = ("2026-06-01", "2026-08-01")
        self._part(
            "What changed", "diff", "reporting-rule-12", "--from", dates[0], "--to", dates[1]
        )
        found = self.rag.diff("reporting-rule-12", *dates)
        tables.changes(self.page, "reporting-rule-12", found)
        self._hold("the diff shows 180 and 270", any("270" in item.summary for item in found))

    def _check(self) -> None:
        day = "2026-02-17"
        self._part("A draft, paragraph by paragraph", "check", "draft.md", "--as-of", day)
        report = self.rag.check((self.folder / "draft.md").read_text("utf-8"), as_of=day)
        tables.draft(self.page, report)
        ends = [{claim.verdict.value for claim in p.answer.verdicts} for p in report.paragraphs]
        self._hold("the rumour in the draft is refuted", ends[:1] == [{"refuted"}])
        self._hold("the period in the draft is supported", ends[1:2] == [{"supported"}])

    def _later(self) -> None:
        self._ingest("later", "A correction and a new version arrive")
        self._part("Which stored answers do they touch?", "affected", "--refresh")
        touched = self.rag.refresh()
        tables.affected(self.page, touched)
        asked = {item.question for item in touched.runs}
        self._hold("the answer about the evacuated is touched", _EVACUATED in asked)
        again = [self.rag.answer(new) for _, new in touched.refreshed]
        for found in again:
            if found.question == _EVACUATED:
                self._part("The answer, asked again", "ledger", "show", found.run, "--answer")
                render.answer(self.page, found)
        self._hold("asked again, it is 1,790", any(_came_out(a, "1,790") for a in again))

    def _audit(self, found: Answer) -> None:
        self._part("The evidence behind an answer", "ledger", "show", found.run)
        tables.ledger(self.page, self.rag.ledger(found.run))
        keep, key = self.folder / "checkpoints", self.folder / "key"
        self._part("Sign the journal", "audit", "checkpoint", "checkpoints", "--key", "key")
        proofs.checkpointed(self.page, keep, self.rag.checkpoint(keep, key))
        self._part(
            "Verify it against the checkpoint",
            *("audit", "verify", "--checkpoint", "checkpoints", "--key", "key.pub"),
        )
        verified = self.rag.verify(keep, key.with_name("key.pub"))
        proofs.verified(self.page, verified)
        self._hold("the journal verifies", verified.ok)
        self._part("Execute an answer again from its record", "audit", "replay", found.run)
        replayed = self.rag.replay(found.run, "R1")
        proofs.replayed(self.page, replayed)
        self._hold("the replay is identical", replayed.identical)
        out = self.folder / "run.jsonl"
        self._part(
            "Hand an answer over, with the proofs that it is in the journal",
            *("audit", "export", out.name, "--run", found.run, "--checkpoint", "checkpoints"),
        )
        proofs.exported(self.page, out, self.rag.export(out, run=found.run, checkpoint=keep))
