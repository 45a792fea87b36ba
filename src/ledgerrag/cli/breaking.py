"""`demo breaking-news`: a story from the first question to the correction, at a newsroom's desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledgerrag.cli.page import Page
from ledgerrag.errors import IntegrityError

if TYPE_CHECKING:
    from ledgerrag.api import LedgerRAG
    from ledgerrag.cms.notices import Notice
    from ledgerrag.cms.reverifying import Watcher
    from ledgerrag.cms.snapshot import Claim, Item, Snapshot
    from ledgerrag.cms.watched import Event

_SITE: Final = "courant"
_STORY: Final = "rope-works"
_TITLE: Final = "Fire at the rope works"
_EDITOR: Final = f"{_SITE}/Ilse Brandt"
_REASON: Final = "our photographer was there"
_WRONG, _RIGHT = "12 people", "9 people"
_STYLE: Final = {"verified": "green", "refuted": "red", "disputed": "yellow"}
_MARK: Final = {"open": "[ ]", "ticked": "[x]", "overridden": "[-]"}
GAP, FLASH, VERIFIED, PUBLISHED, CORRECTED, MENDED = (
    datetime(2026, 11, day, hour, minute, tzinfo=UTC)
    for day, hour, minute in (
        (3, 6, 30),
        (3, 7, 0),
        (3, 9, 30),
        (3, 9, 45),
        (4, 8, 5),
        (4, 8, 20),
    )
)


@dataclass(slots=True)
class Clock:
    """What time it is in the story."""

    now: datetime = GAP

    def __call__(self) -> datetime:
        """The time."""
        return self.now


@dataclass(slots=True)
class BreakingNews:
    """The way of the story.

    Args:
        rag: a new, empty store that goes by the clock.
        clock: what time it is.
        page: where it is written.
        folder: what arrives, copied.
        held: what was checked, and whether it came out.
    """

    rag: LedgerRAG
    clock: Clock
    page: Page
    folder: Path
    held: list[tuple[str, bool]] = field(default_factory=list)

    def go(self) -> None:
        """Every step in its order."""
        from ledgerrag.cms.reverifying import Watcher

        text = self._paragraphs((self.folder / "draft.md").read_text("utf-8"))
        self._before_publication(text)
        watcher = Watcher(self.rag)
        self._publish(watcher)
        event = self._correction(watcher)
        self._notice(event)
        self._mend([part.replace(_WRONG, _RIGHT) for part in text], watcher)
        self.page.blank()
        for name in (name for name, fine in self.held if not fine):
            self.page.line((f"did not hold: {name}", "red"))
        held = sum(fine for _, fine in self.held)
        self.page.line(f"{held} of {len(self.held)} checks hold")

    def _before_publication(self, text: Sequence[str]) -> None:
        self._step(GAP, "Gap: a rumour of a fire, and a draft")
        self._arrive("1-gap.jsonl")
        gap = self._check(text)
        self._hold("nothing is known of the injured", _claim(gap, _WRONG).status == "unverified")
        self._hold("what the register says is verified", _claim(gap, "240").status == "verified")
        self._step(FLASH, "Flash: an agency reports, a post says otherwise")
        self._arrive("2-flash.jsonl")
        flash = self._check(text)
        claim = _claim(flash, _WRONG)
        self._hold(
            "the agency's figure holds", (claim.status, claim.authority) == ("verified", "outlet")
        )
        self._hold("the post is outranked", any(one.outranked for one in claim.conflicts))
        self._hold("what nothing touched is not asked again", flash.summary.claims_cached > 0)
        self._step(VERIFIED, "Verified: the fire brigade confirms it")
        self._arrive("3-verified.jsonl")
        claim = _claim(self._check(text), _WRONG)
        self._hold(
            "the brigade confirms", (claim.status, claim.authority) == ("verified", "official")
        )

    def _publish(self, watcher: Watcher) -> None:
        from ledgerrag.cms import watching

        self._step(PUBLISHED, "Published: what is open is ticked, and the story is watched")
        self._tick(self._ledger())
        wanted = watching.Wanted(_SITE, _STORY, _TITLE)
        claims = watching.of_snapshot(self.rag, self._ledger())
        begun = watching.begin(self.rag, wanted, claims, _EDITOR)
        self.page.row("Watch", f"{begun.watch.id} · {len(begun.claims)} claims of “{_TITLE}”")
        for claim in begun.claims:
            self._told(claim.found.status, claim.claim.text)
        self._hold("nothing has happened yet", watcher.catch_up() == ())

    def _tick(self, found: Snapshot) -> None:
        """An editor answers for what no document bears out."""
        from ledgerrag.cms.remarks import remark

        for item in found.checklist:
            done = remark(self.rag, found, item.id, "tick", _REASON, _EDITOR)
            self.page.line(done.text, lead=f"{_MARK[done.state]} ")
            self.page.row("", f"{done.remarks[-1].by}: {done.remarks[-1].reason}")
        after = self._ledger()
        self._hold("nothing is left open", after.summary.unresolved == 0)

    def _ledger(self) -> Snapshot:
        from ledgerrag.cms.ledgers import ledger

        return ledger(self.rag, _SITE, _STORY)

    def _correction(self, watcher: Watcher) -> Event:
        self._step(CORRECTED, "Correction: the brigade takes its figure back")
        self._arrive("4-correction.jsonl")
        looked = watcher.look()
        if looked is None or not looked.events:
            raise IntegrityError("the correction reaches no claim", "report this demonstration")
        event = looked.events[0]
        self._hold("the correction reaches one claim", len(looked.events) == 1)
        self.page.row("Event", f"{event.seq} · {event.kind} · this story needs a correction")
        self.page.row("", event.text)
        self.page.row("", (event.summary, "bold"))
        self.page.row("", f"“{event.quote}” ({event.document})")
        cursor = looked.cursor
        self.page.row("Looked at", f"{cursor.reverified} of {cursor.claims} claims judged again")
        self._hold("the event is a correction", event.kind == "correction")
        self._hold("it says what is right", event.after.value == _RIGHT)
        self._hold("only what is touched is judged again", cursor.reverified == 1)
        return event

    def _notice(self, event: Event) -> None:
        from ledgerrag.cms import notices

        made = notices.draft(event, _TITLE)
        notices.note(self.rag, event.watch, made, _EDITOR)
        self._show_notice(made)
        self._hold("the notice says what was wrong and what is right", _RIGHT in made.text)

    def _show_notice(self, made: Notice) -> None:
        self.page.row("Notice", (made.headline, "bold"))
        self.page.row("", made.text)
        for one in made.citations:
            self.page.row("", f"{one.document} [{one.start}:{one.end}] “{one.quote}”")
        self.page.row("", "A draft: a person edits it, and publishes it elsewhere.")

    def _mend(self, text: Sequence[str], watcher: Watcher) -> None:
        from ledgerrag.cms.overview import unmended

        self._step(MENDED, "Mended: the new text is checked, published and watched")
        claim = _claim(self._check(text), _RIGHT)
        self._hold("the new figure is verified", claim.status == "verified")
        self._publish_again(watcher)
        watch = self.rag.store.watch_of(_SITE, _STORY)
        open_ones = unmended(self.rag.store, watch.id) if watch is not None else ()
        self._hold("nothing is left to mend", watch is not None and not open_ones)
        verified = self.rag.verify()
        state = "verified" if verified.ok else "broken"
        self.page.row("Journal", f"{verified.entries} entries, {state}")
        self._hold("the journal verifies", verified.ok)

    def _publish_again(self, watcher: Watcher) -> None:
        from ledgerrag.cms import watching

        claims = watching.of_snapshot(self.rag, self._ledger())
        wanted = watching.Wanted(_SITE, _STORY, _TITLE)
        begun = watching.begin(self.rag, wanted, claims, _EDITOR)
        self.page.row("Watch", f"{begun.watch.id} takes the place of the one before")
        watcher.catch_up()

    def _step(self, now: datetime, heading: str) -> None:
        self.clock.now = now
        if self.held:
            self.page.blank()
        self.page.line((f"# {heading}", "bold"))
        self.page.row("Now", f"{now:%Y-%m-%d %H:%M} UTC")

    def _arrive(self, name: str) -> None:
        report = self.rag.ingest(self.folder / name, sources=self.folder / "sources.toml")
        counts = report.counts
        told = [_some(counts["accepted"], "document")] if counts["accepted"] else []
        told += [_some(counts["acts_accepted"], "act")] if counts["acts_accepted"] else []
        self.page.row("Arrived", " and ".join(told))
        self._hold(f"{name}: all of it is taken in", not report.rejected and not report.quarantined)

    def _check(self, text: Sequence[str]) -> Snapshot:
        from ledgerrag.cms.accepting import Wanted, accept
        from ledgerrag.cms.assembling import Given
        from ledgerrag.cms.checking import Checker
        from ledgerrag.cms.ledgers import ledger

        given = [Given("", "paragraph", part) for part in text]
        wanted = Wanted(_SITE, _STORY, given, _TITLE, editor="Ilse Brandt", actor=_EDITOR)
        accepted = accept(self.rag, wanted)
        Checker(self.rag, _no_time()).run(accepted.row.id)
        found = ledger(self.rag, _SITE, _STORY, accepted.row.revision)
        self._panel(found)
        return found

    def _panel(self, found: Snapshot) -> None:
        """The ledger as the panel shows it beside the text."""
        figures = found.summary
        self.page.row(
            "Draft",
            f"revision {found.revision} · {_some(figures.claims_checked, 'claim')} checked, "
            f"{figures.claims_cached} as before · {_some(figures.unresolved, 'open item')}",
        )
        items = {item.id: item for item in found.checklist}
        for claim in found.claims:
            self._claim(claim, [items[id] for id in claim.checklist])

    def _claim(self, claim: Claim, items: Sequence[Item]) -> None:
        self._told(claim.status, claim.text)
        for one in claim.evidence:
            if one.stance != "near":
                self.page.line(
                    f"{one.stance}: {one.source_name} ({one.authority}) “{one.quote}”", lead="    "
                )
        for conflict in claim.conflicts:
            self.page.line(f"conflict: {conflict.summary}", lead="    ")
        for item in items:
            self.page.line(item.text, lead=f"    {_MARK[item.state]} ")

    def _told(self, status: str, text: str) -> None:
        self.page.line((status, _STYLE.get(status, "")), f" · {text}", lead="  ")

    def _paragraphs(self, text: str) -> list[str]:
        from ledgerrag.api import drafts

        return list(drafts.paragraphs(text))

    def _hold(self, name: str, fine: bool) -> None:
        self.held.append((name, fine))


def _claim(found: Snapshot, words: str) -> Claim:
    return next(claim for claim in found.claims if words in claim.text)


def _some(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _no_time() -> Callable[[], int]:
    return lambda: 0
