"""A check while it runs: what is known, what is done, what waits to be committed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ledgerrag.api import LedgerRAG
from ledgerrag.api.equipping import Fuse
from ledgerrag.api.forms import Request
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms.accepting import changed
from ledgerrag.cms.assembling import Given, Placer, body_of, counted
from ledgerrag.cms.grounds import Ground, ground_bytes
from ledgerrag.cms.remarks import said_of
from ledgerrag.cms.snapshot import Summary
from ledgerrag.errors import AbandonedError
from ledgerrag.store import Tx
from ledgerrag.store.drafts import CheckEventRow, CheckRow, GroundRow, put_check_event, put_ground
from ledgerrag.store.seam import Json, JsonMap


@dataclass(slots=True)
class Kept:
    """What was found of a paragraph's text; the position of its row is 0 until it is stored.

    Args:
        row: as it is stored.
        ground: the same, read.
        seen: the corpus up to which it holds.
    """

    row: GroundRow
    ground: Ground
    seen: int


@dataclass(frozen=True, slots=True)
class Result:
    """A paragraph that is done.

    Args:
        n: its place in the text.
        kept: what was found.
        fresh: places of the statements that were asked now.
        seen: the corpus up to which it holds.
    """

    n: int
    kept: Kept
    fresh: tuple[int, ...]
    seen: int


@dataclass(slots=True)
class Course:
    """A check on its way.

    Args:
        row: what was accepted.
        given: the paragraphs.
        request: dates and parameters of every run of it.
        seq: the corpus that it sees.
        next: number of its next event.
        begun: by the timer, in nanoseconds.
        done: paragraphs of which the event is on record, in order.
        known: what is known of paragraphs, by their keys.
        keys: of the paragraphs that are to be done, by place.
        touched: places of statements that something touched since, by paragraph.
        waiting: what is done and not committed.
        fuse: a language model that does not answer is not waited for twice.
    """

    row: CheckRow
    given: tuple[Given, ...]
    request: Request
    seq: int
    next: int
    begun: int
    done: list[Result] = field(default_factory=list)
    known: dict[str, Kept] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    touched: dict[int, tuple[int, ...]] = field(default_factory=dict)
    waiting: list[Result] = field(default_factory=list)
    fuse: Fuse = field(default_factory=Fuse)

    @property
    def claims(self) -> int:
        """How many claims were looked at so far."""
        return sum(len(one.kept.ground.statements) for one in (*self.done, *self.waiting))


class Keeper:
    """Commits what a check has found.

    Args:
        rag: the system.
        timer: monotonic nanoseconds.
        told: called with the id of a check after each commit.
    """

    def __init__(
        self, rag: LedgerRAG, timer: Callable[[], int], told: Callable[[str], None]
    ) -> None:
        self._rag = rag
        self._timer = timer
        self._told = told

    def flush(self, course: Course, summary: Summary | None = None) -> None:
        """Commit what is done, with the beginning of the check where that is not on record yet.

        Args:
            course: the check.
            summary: it ends with this; None: it goes on.
        Raises:
            AbandonedError: it was ended meanwhile.
        """
        if not course.waiting and course.next > 1 and summary is None:
            return
        store, row = self._rag.store, course.row
        now = utc_text(self._rag.asker.clock())
        written: list[CheckEventRow] = []

        def commit(tx: Tx) -> bytes:
            if store.draft_ended(row.id):
                return b""
            self._put_grounds(tx, course)
            written.extend(_events(course, summary, now))
            for event in written:
                put_check_event(tx, event)
            if summary is not None:
                self._note(tx, course, summary)
            return b""

        store.submit(f"check:{row.id}:{course.next}", commit)
        if not written:
            raise AbandonedError(f"check {row.id} was ended meanwhile", "read it again")
        course.next = written[-1].seq + 1
        course.done += course.waiting
        course.waiting = []
        self._told(row.id)

    def _put_grounds(self, tx: Tx, course: Course) -> None:
        position = self._rag.store.draft_last_ground()
        for one in course.waiting:
            if not one.kept.row.position:
                position += 1
                body = ground_bytes(one.kept.ground)
                one.kept.row = replace(one.kept.row, position=position, body=body)
                put_ground(tx, one.kept.row)

    def finish(self, course: Course) -> None:
        """Commit the rest, and the end."""
        row, request = course.row, course.request
        said = said_of(self._rag.store, row.site, row.draft)
        placer = Placer(request.as_of, request.known_at, said)
        placed = [
            placer.place(course.given[one.n], one.kept.ground, one.fresh)
            for one in (*course.done, *course.waiting)
        ]
        fresh = changed(self._rag.store, row)
        elapsed = (self._timer() - course.begun) // 1_000_000
        self.flush(course, counted(placed, fresh, elapsed))

    def fail(self, row: CheckRow, message: str, next_step: str) -> None:
        """End a check that cannot be run.

        Args:
            row: the check.
            message: what is wrong, one line.
            next_step: what the host can do.
        """
        store, now = self._rag.store, utc_text(self._rag.asker.clock())

        def commit(tx: Tx) -> bytes:
            if not store.draft_ended(row.id):
                events = store.draft_events(row.id)
                seq = events[-1].seq + 1 if events else 1
                body = dumps({"detail": message, "next_step": next_step})
                put_check_event(tx, CheckEventRow(row.id, seq, "failed", 0, 0, now, body))
                det: JsonMap = {"check": row.id, "draft": row.draft, "error": message}
                self._rag.recorder(tx).append("check-failed", det, actor=row.actor)
            return b""

        store.submit(f"check-failed:{row.id}", commit)
        self._told(row.id)

    def _note(self, tx: Tx, course: Course, summary: Summary) -> None:
        row, request = course.row, course.request
        figures = _figures(summary)
        obs: JsonMap = {"elapsed_ms": figures.pop("elapsed_ms")}
        det: JsonMap = {
            "check": row.id,
            "site": row.site,
            "draft": row.draft,
            "revision": row.revision,
            "as_of": request.as_of,
            "known_at": request.known_at,
            "seq": course.seq,
            "summary": figures,
        }
        self._rag.recorder(tx).append("checked", det, actor=row.actor, obs=obs)


def _figures(summary: Summary) -> dict[str, Json]:
    return {name: getattr(summary, name) for name in Summary.__slots__}


def _events(course: Course, summary: Summary | None, now: str) -> list[CheckEventRow]:
    """The events that are to be committed, the grounds of which have their positions."""
    row, seq, request = course.row, course.next, course.request
    made: list[CheckEventRow] = []
    if seq == 1:
        dates: JsonMap = {"as_of": request.as_of, "known_at": request.known_at, "seq": course.seq}
        made.append(CheckEventRow(row.id, seq, "started", 0, course.seq, now, dumps(dates)))
    for one in course.waiting:
        body = dumps({"n": one.n, "fresh": list(one.fresh)})
        at, ground = seq + len(made), one.kept.row.position
        made.append(CheckEventRow(row.id, at, "paragraph", ground, one.seen, now, body))
    if summary is not None:
        body = dumps({"summary": _figures(summary)})
        made.append(CheckEventRow(row.id, seq + len(made), "done", 0, course.seq, now, body))
    return made


def results_of(
    events: tuple[CheckEventRow, ...], grounds: dict[int, tuple[GroundRow, Ground]]
) -> list[Result]:
    """The paragraphs of a check that are on record.

    Args:
        events: of the check.
        grounds: by position.
    """
    found = []
    for event in events:
        if event.type == "paragraph":
            row, ground = grounds[event.ground]
            body = body_of(event)
            kept = Kept(row, ground, event.seen)
            found.append(Result(body["n"], kept, tuple(body["fresh"]), event.seen))
    return found
