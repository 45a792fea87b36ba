"""Drafts as the store keeps them: accepted checks, what came of them, and what people say to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any, Final, Literal

from ledgerrag.model import Document
from ledgerrag.store import rows
from ledgerrag.store.corpus import Reading
from ledgerrag.store.writes import Tx

EventType = Literal["started", "paragraph", "done", "failed", "superseded"]
ENDS: Final = ("done", "failed", "superseded")
_CHECK = (
    "SELECT c.id, c.site, c.draft, c.revision, c.title, c.as_of, c.known_at, c.editor, c.actor,"
    " c.created, c.body FROM draft_check AS c"
)
_ENDED = "e.type IN ('done', 'failed', 'superseded')"
_EVENT = (
    "SELECT e.of, e.seq, e.type, coalesce(e.ground, 0), e.seen, e.created, e.body"
    " FROM draft_event AS e"
)
_GROUND = "g.position, g.key, g.run, g.as_of, g.known_at, g.seq, g.body"


@dataclass(frozen=True, slots=True)
class CheckRow:
    """An accepted check of a draft.

    Args:
        id: of the check.
        site: whose draft it is.
        draft: the host's id of it.
        revision: 1, 2, ... within the draft.
        title: heading.
        as_of: V as it was asked for; empty: the day of the check.
        known_at: K as it was asked for; empty: the day of the check.
        editor: who asked for it, as the host names the person; may be empty.
        actor: who asked for it, for the journal.
        created: UTC text.
        body: the paragraphs, serialised by the caller.
    """

    id: str
    site: str
    draft: str
    revision: int
    title: str
    as_of: str
    known_at: str
    editor: str
    actor: str
    created: str
    body: bytes


@dataclass(frozen=True, slots=True)
class CheckEventRow:
    """Something that happened to a check.

    Args:
        of: the check.
        seq: 1, 2, ... within the check.
        type: started, paragraph, done, failed or superseded.
        ground: what a paragraph rests on; 0 for none.
        seen: the corpus up to which the ground was found to hold.
        created: UTC text.
        body: the rest, serialised by the caller.
    """

    of: str
    seq: int
    type: EventType
    ground: int
    seen: int
    created: str
    body: bytes


@dataclass(frozen=True, slots=True)
class GroundRow:
    """What was found of a paragraph.

    Args:
        position: of the row; 0 before it is stored.
        key: hash of all that decides how the paragraph is read and judged.
        run: that found it; empty where it states nothing.
        as_of: V of the run.
        known_at: K of the run.
        seq: the corpus that the run saw.
        body: the claims, serialised by the caller.
    """

    position: int
    key: str
    run: str
    as_of: str
    known_at: str
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class RemarkRow:
    """What a person did to an item of a draft's checklist; `entry` is its line in the journal."""

    site: str
    draft: str
    item: str
    action: str
    reason: str
    actor: str
    created: str
    entry: int


class DraftReads(Reading):
    """The reads of drafts."""

    def draft_check(self, id: str) -> CheckRow | None:
        """An accepted check; None where there is none."""
        row = self._one(f"{_CHECK} WHERE c.id = ?", (id,))
        return None if row is None else CheckRow(*row)

    def draft_done(self, site: str, draft: str, revision: int = 0) -> CheckRow | None:
        """The check of a revision, or the latest, that is done; None where there is none."""
        row = self._one(
            f"{_CHECK} WHERE c.site = ?1 AND c.draft = ?2 AND (?3 = 0 OR c.revision = ?3)"  # noqa: S608
            " AND EXISTS (SELECT 1 FROM draft_event AS e WHERE e.of = c.id AND e.type = 'done')"
            " ORDER BY c.revision DESC LIMIT 1",
            (site, draft, revision),
        )
        return None if row is None else CheckRow(*row)

    def draft_latest(self, site: str, draft: str) -> CheckRow | None:
        """The latest check of a draft, done or not; None where there is none."""
        row = self._one(
            f"{_CHECK} WHERE c.site = ? AND c.draft = ? ORDER BY c.revision DESC LIMIT 1",
            (site, draft),
        )
        return None if row is None else CheckRow(*row)

    def draft_revisions(
        self, site: str, draft: str, before: int, limit: int
    ) -> list[tuple[CheckRow, CheckEventRow]]:
        """The checks of a draft that are done, newest first, each with its last event.

        Args:
            site: whose draft it is.
            draft: the host's id.
            before: only revisions below this.
            limit: most rows.
        """
        found = self._all(
            "SELECT c.id, c.site, c.draft, c.revision, c.title, c.as_of, c.known_at, c.editor,"
            " c.actor, c.created, x'', e.of, e.seq, e.type, 0, e.seen, e.created, e.body"
            " FROM draft_check AS c JOIN draft_event AS e ON e.of = c.id AND e.type = 'done'"
            " WHERE c.site = ? AND c.draft = ? AND c.revision < ?"
            " ORDER BY c.revision DESC LIMIT ?",
            (site, draft, before, limit),
        )
        return [(CheckRow(*row[:11]), CheckEventRow(*row[11:])) for row in found]

    def draft_queued(self, site: str, draft: str) -> tuple[str, ...]:
        """The checks of a draft to which nothing has happened yet, oldest first."""
        found = self._all(
            "SELECT c.id FROM draft_check AS c WHERE c.site = ? AND c.draft = ?"
            " AND NOT EXISTS (SELECT 1 FROM draft_event AS e WHERE e.of = c.id)"
            " ORDER BY c.position",
            (site, draft),
        )
        return tuple(str(row[0]) for row in found)

    def draft_unfinished(self) -> tuple[str, ...]:
        """The checks that have not ended, oldest first."""
        found = self._all(
            "SELECT c.id FROM draft_check AS c WHERE NOT EXISTS"  # noqa: S608
            f" (SELECT 1 FROM draft_event AS e WHERE e.of = c.id AND {_ENDED})"
            " ORDER BY c.position"
        )
        return tuple(str(row[0]) for row in found)

    def draft_events(self, check: str, after: int = 0) -> tuple[CheckEventRow, ...]:
        """What happened to a check after one of its events, in order."""
        found = self._all(f"{_EVENT} WHERE e.of = ? AND e.seq > ? ORDER BY e.seq", (check, after))
        return tuple(CheckEventRow(*row) for row in found)

    def draft_ended(self, check: str) -> bool:
        """Whether a check has ended."""
        sql = f"SELECT 1 FROM draft_event AS e WHERE e.of = ? AND {_ENDED}"  # noqa: S608
        return self._one(sql, (check,)) is not None

    def draft_grounds(self, positions: Iterable[int]) -> dict[int, GroundRow]:
        """Grounds by position."""
        found = self._all(
            f"SELECT {_GROUND} FROM json_each(?) AS k"  # noqa: S608
            " CROSS JOIN draft_ground AS g ON g.position = k.value",
            (rows.json_list(list(positions)),),
        )
        return {row[0]: GroundRow(*row) for row in found}

    def draft_known(self, keys: Iterable[str]) -> dict[str, tuple[GroundRow, int]]:
        """The latest ground under each key, with the corpus up to which it was found to hold."""
        found = self._all(
            f"SELECT {_GROUND}, max(g.seq, coalesce("  # noqa: S608
            "(SELECT max(e.seen) FROM draft_event AS e WHERE e.ground = g.position), 0))"
            " FROM json_each(?) AS k CROSS JOIN draft_ground AS g ON g.position ="
            " (SELECT max(position) FROM draft_ground WHERE key = k.value)",
            (rows.json_list(list(dict.fromkeys(keys))),),
        )
        return {row[1]: (GroundRow(*row[:7]), row[7]) for row in found}

    def draft_remarks(self, site: str, draft: str) -> tuple[RemarkRow, ...]:
        """What people said to a draft's checklist, oldest first."""
        found = self._all(
            "SELECT r.site, r.draft, r.item, r.action, r.reason, r.actor, r.created, r.entry"
            " FROM draft_remark AS r WHERE r.site = ? AND r.draft = ? ORDER BY r.position",
            (site, draft),
        )
        return tuple(RemarkRow(*row) for row in found)

    def beginning(self, after: str, upto: str, limit: int) -> tuple[Document, ...]:
        """The documents, with their texts, that are published or take effect between two days.

        A coarser date counts where it covers a part of that time.

        Args:
            after: ISO day on which nothing of them was to be seen.
            upto: ISO day on which they may be.
            limit: most documents, the latest first.
        """
        within = " OR ".join(
            f"(substr({stated}, 1, 10) >= substr(?1, 1, length(substr({stated}, 1, 10)))"
            f" AND substr({stated}, 1, 10) <= substr(?2, 1, length(substr({stated}, 1, 10))))"
            for stated in (
                "substr(d.published, 1, instr(d.published, '|') - 1)",
                "substr(d.effective_from, 1, instr(d.effective_from, '|') - 1)",
            )
        )
        found = self._all(
            f"SELECT {rows.FULL} FROM document AS d WHERE {within}"  # noqa: S608
            " ORDER BY d.seq DESC LIMIT ?3",
            (after[:10], upto[:10], limit),
        )
        return tuple(map(rows.document_of, found))

    def draft_last_ground(self) -> int:
        """Position of the last ground; 0 where there is none."""
        return self._number("SELECT coalesce(max(position), 0) FROM draft_ground")


def put_check(tx: Tx, row: CheckRow) -> None:
    """Keep an accepted check."""
    _put(tx, "draft_check", astuple(row))


def put_check_event(tx: Tx, row: CheckEventRow) -> None:
    """Keep what happened to a check."""
    of, seq, kind, ground, *rest = astuple(row)
    _put(tx, "draft_event", (of, seq, kind, ground or None, *rest))


def put_ground(tx: Tx, row: GroundRow) -> None:
    """Keep what was found of a paragraph; its position must be the next."""
    tx.execute("INSERT INTO draft_ground VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(row))


def put_remark(tx: Tx, row: RemarkRow) -> None:
    """Keep what a person did to an item."""
    _put(tx, "draft_remark", astuple(row))


def _put(tx: Tx, table: str, values: tuple[Any, ...]) -> None:
    marks = ", ?" * len(values)
    position = f"1 + coalesce((SELECT max(position) FROM {table}), 0)"  # noqa: S608 - our names
    tx.execute(f"INSERT INTO {table} VALUES ({position}{marks})", values)  # noqa: S608
