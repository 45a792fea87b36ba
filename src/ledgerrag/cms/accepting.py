"""A check is accepted: it has a revision and is on record before anybody is told so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.api.asking import MOST_PARAGRAPHS, Question
from ledgerrag.api.questions import check_text
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms.aligning import Place, align
from ledgerrag.cms.assembling import Given, given_bytes, read_given
from ledgerrag.errors import InputError, IntegrityError
from ledgerrag.store import Store, Tx
from ledgerrag.store.drafts import CheckEventRow, CheckRow, put_check, put_check_event

_ID_BYTES: Final = 10
_MADE = re.compile(r"p([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A draft that is to be checked.

    Args:
        site: whose draft it is.
        draft: the host's id of it.
        paragraphs: the text.
        title: heading; may be empty.
        as_of: V; the day of the check where empty.
        known_at: K; the day of the check where empty.
        editor: the person who asks for it; may be empty.
        actor: who asks, for the journal.
    """

    site: str
    draft: str
    paragraphs: Sequence[Given]
    title: str = ""
    as_of: str = ""
    known_at: str = ""
    editor: str = ""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A check that is on record, and those of the same draft whose place it took."""

    row: CheckRow
    superseded: tuple[str, ...]


def accept(rag: LedgerRAG, wanted: Wanted) -> Accepted:
    """Put a check on record; those of the same draft that wait still are superseded by it.

    Raises:
        InputError: too many paragraphs, or no text.
        DateError: a date that cannot be.
    """
    _check(rag, wanted)
    store, now = rag.store, utc_text(rag.asker.clock())
    id = rag.asker.entropy(_ID_BYTES).hex()
    waiting: tuple[str, ...] = ()

    def commit(tx: Tx) -> bytes:
        nonlocal waiting
        last = store.draft_latest(wanted.site, wanted.draft)
        before = read_given(last.body) if last is not None else ()
        paragraphs = named(before, wanted.paragraphs)
        row = CheckRow(
            id=id,
            site=wanted.site,
            draft=wanted.draft,
            revision=last.revision + 1 if last is not None else 1,
            title=wanted.title,
            as_of=wanted.as_of,
            known_at=wanted.known_at,
            editor=wanted.editor,
            actor=wanted.actor,
            created=now,
            body=given_bytes(paragraphs),
        )
        waiting = store.draft_queued(wanted.site, wanted.draft)
        put_check(tx, row)
        for old in waiting:
            body = dumps({"by": id})
            put_check_event(tx, CheckEventRow(old, 1, "superseded", 0, 0, now, body))
        rag.recorder(tx).append(
            "check",
            {
                "check": id,
                "site": row.site,
                "draft": row.draft,
                "revision": row.revision,
                "paragraphs": len(paragraphs),
                "supersedes": list(waiting),
            },
            actor=wanted.actor,
            pay={"text": row.body},
        )
        return b""

    store.submit(f"check:{id}", commit)
    kept = store.draft_check(id)
    if kept is None:
        raise IntegrityError(f"check {id} was accepted and is not on record", "send it again")
    return Accepted(kept, waiting)


def _check(rag: LedgerRAG, wanted: Wanted) -> None:
    if len(wanted.paragraphs) > MOST_PARAGRAPHS:
        raise InputError(
            f"the draft has {len(wanted.paragraphs)} paragraphs",
            f"check {MOST_PARAGRAPHS} at a time",
        )
    said = "\n".join(
        (wanted.draft, wanted.title, *(part for p in wanted.paragraphs for part in (p.id, p.text)))
    )
    check_text(Question(said, actor=wanted.actor))
    rag.asker.request("check", Question("", wanted.as_of, wanted.known_at))


def named(before: Sequence[Given], after: Sequence[Given]) -> tuple[Given, ...]:
    """Paragraphs of which each has an id of its own.

    Where the host gave none, it is that of the same paragraph before, or a new one.

    Args:
        before: the text of the check before.
        after: the text as the host sent it.
    """
    stated: set[str] = set()
    own = []
    for given in after:
        own.append(given.id if given.id and given.id not in stated else "")
        stated.add(own[-1])
    places = [Place(one.id, one.text) for one in before]
    found = align(places, [Place(id, one.text) for id, one in zip(own, after, strict=True)])
    made = [int(match[1]) for id in (*stated, *(p.id for p in places)) if (match := _made(id))]
    number = max(made, default=0)
    ids: list[str] = []
    for id, index in zip(own, found, strict=True):
        known = before[index].id if index is not None else ""
        chosen = id or (known if known not in stated else "")
        if not chosen:
            number += 1
            chosen = f"p{number}"
        stated.add(chosen)
        ids.append(chosen)
    return tuple(replace(one, id=id) for one, id in zip(after, ids, strict=True))


def _made(id: str) -> re.Match[str] | None:
    return _MADE.fullmatch(id)


def changed(store: Store, row: CheckRow) -> int:
    """How many paragraphs of a check came or read otherwise than at the last that was done."""
    last = store.draft_done(row.site, row.draft)
    before = read_given(last.body) if last is not None else ()
    after = read_given(row.body)
    places = ([Place(one.id, one.text) for one in text] for text in (before, after))
    found = align(*places)
    return sum(
        index is None or before[index].text != one.text
        for one, index in zip(after, found, strict=True)
    )
