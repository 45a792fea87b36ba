"""Watches: the claims of a published story are kept, and looked after."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms import judging
from ledgerrag.cms.judging import Judged
from ledgerrag.cms.snapshot import Snapshot
from ledgerrag.cms.watched import Watched, claim_bytes, found_bytes, read_claim, read_found
from ledgerrag.dates import parse
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.store import Store, Tx
from ledgerrag.store.watches import (
    ClaimRow,
    StateRow,
    WatchRow,
    end_watch,
    put_claim,
    put_state,
    put_watch,
)

MOST_CLAIMS: Final = 2_000
_ID_BYTES, _SECRET_BYTES = 8, 24
_SECRET = re.compile(r"[\x21-\x7e]{16,200}")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a story: the host's id, and its text."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """A story that is to be watched.

    Args:
        site: whose it is.
        story: the host's id of it.
        title: heading.
        url: where readers find it; may be empty.
        published: when it was; now where empty.
        hook: address that is told of events; empty for none.
        secret: signs what is sent there; made where empty.
    """

    site: str
    story: str
    title: str = ""
    url: str = ""
    published: str = ""
    hook: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """A watch that has begun, with the secret that is shown this once; empty without a webhook."""

    watch: WatchRow
    claims: tuple[Watched, ...]
    secret: str


def of_paragraphs(
    rag: LedgerRAG,
    paragraphs: Sequence[Paragraph],
    actor: str,
    wanted: Callable[[], None] = lambda: None,
) -> tuple[tuple[str, Judged], ...]:
    """Judge the paragraphs of a story as of today; their claims with the paragraph's id.

    Args:
        rag: the system.
        paragraphs: in order.
        actor: who asks, for the journal.
        wanted: raises where nobody waits any more.
    """
    found: list[tuple[str, Judged]] = []
    for one in paragraphs:
        wanted()
        found += [(one.id, judged) for judged in judging.paragraph(rag, one.text, actor)]
    return tuple(found)


def of_snapshot(rag: LedgerRAG, snapshot: Snapshot) -> tuple[tuple[str, Judged], ...]:
    """The claims of a checked draft with the runs that found them, as its snapshot names them.

    Claims that were never asked are left out: nothing is known of them that could change.

    Args:
        rag: the system.
        snapshot: of the revision that was published.
    """
    runs: dict[str, tuple[Judged, ...]] = {}
    found: dict[tuple[str, str, str], tuple[str, Judged]] = {}
    for claim in snapshot.claims:
        run = claim.run
        if not run:
            continue
        if run not in runs:
            runs[run] = judging.judged(rag, run)
        for one in runs[run]:
            if one.claim.text == claim.text:
                found[(claim.paragraph, run, one.claim.claim_id)] = (claim.paragraph, one)
    return tuple(found.values())


def begin(
    rag: LedgerRAG, wanted: Wanted, claims: Sequence[tuple[str, Judged]], actor: str
) -> Begun:
    """Watch a story; a watch of the same story ends, since its text has changed.

    Args:
        rag: the system.
        wanted: the story.
        claims: its claims with their paragraphs.
        actor: who asks, for the journal.
    Raises:
        InputError: there is too much to watch; or a date or a secret that cannot be.
    """
    check(wanted)
    if len(claims) > MOST_CLAIMS:
        raise InputError(f"the story makes {len(claims)} claims", f"watch {MOST_CLAIMS} at a time")
    asker, store = rag.asker, rag.store
    now = utc_text(asker.clock())
    row = WatchRow(
        id=asker.entropy(_ID_BYTES).hex(),
        site=wanted.site,
        story=wanted.story,
        title=wanted.title,
        url=wanted.url,
        published=parse(wanted.published, name="published").text if wanted.published else now,
        created=now,
        actor=actor,
        hook=wanted.hook,
    )
    secret = ""
    if wanted.hook:
        secret = wanted.secret or asker.entropy(_SECRET_BYTES).hex()
    watched = tuple(_watched(row.id, number, one) for number, (_, one) in enumerate(claims, 1))

    def commit(tx: Tx) -> bytes:
        before = store.watch_of(row.site, row.story)
        put_watch(tx, row, secret)
        for (paragraph, _), one in zip(claims, watched, strict=True):
            put_claim(tx, ClaimRow(row.id, one.number, paragraph, claim_bytes(one.claim)))
            put_state(tx, state_row(one))
        recorder = rag.recorder(tx)
        if before is not None:
            end_watch(tx, before.id, now, row.id)
            recorder.append("watch", {"what": "replaced", "watch": before.id}, actor=actor)
        recorder.append(
            "watch",
            {
                "what": "begun",
                "watch": row.id,
                "site": row.site,
                "story": row.story,
                "claims": [[one.number, one.run, one.run_claim] for one in watched],
                "webhook": bool(row.hook),
            },
            actor=actor,
        )
        return row.id.encode("ascii")

    store.submit(f"watch:{row.id}", commit)
    kept = store.watch(row.id)
    return Begun(kept or row, watched, secret)


def check(wanted: Wanted) -> None:
    """Refuse what cannot be kept, before anything is judged.

    Raises:
        InputError: an address, a date or a secret that cannot be.
    """
    # It becomes a link of a feed: what is no web address would be a trap there.
    if wanted.url and urlsplit(wanted.url).scheme not in ("http", "https"):
        raise InputError("url is no web address", "give one that begins with https://")
    if wanted.published:
        parse(wanted.published, name="published")
    if wanted.secret and not _SECRET.fullmatch(wanted.secret):
        raise InputError(
            "the secret of the webhook cannot be used",
            "give 16 to 200 printable ASCII characters without blanks, or leave it out",
        )


def _watched(watch: str, number: int, one: Judged) -> Watched:
    return Watched(
        watch=watch,
        number=number,
        claim=one.claim,
        run=one.run,
        run_claim=one.claim.claim_id,
        seq=one.seq,
        due=one.finding.due,
        names=frozenset(one.finding.names),
        found=one.finding.found,
    )


def moved(watched: Watched, one: Judged) -> Watched:
    """A watched claim as it was found now."""
    return replace(_watched(watched.watch, watched.number, one), claim=watched.claim)


def state_row(one: Watched) -> StateRow:
    """What a claim was found to be, as it is stored."""
    return StateRow(
        one.watch,
        one.number,
        one.run,
        one.run_claim,
        one.seq,
        one.due,
        tuple(sorted(one.names)),
        found_bytes(one.found),
    )


def read_watched(claims: Iterable[ClaimRow], states: Iterable[StateRow]) -> tuple[Watched, ...]:
    """Watched claims from what is stored of them."""
    latest = {(one.watch, one.number): one for one in states}
    return tuple(
        Watched(
            watch=row.watch,
            number=row.number,
            claim=read_claim(row.body),
            run=state.run,
            run_claim=state.claim,
            seq=state.seq,
            due=state.due,
            names=frozenset(state.names),
            found=read_found(state.body),
        )
        for row in claims
        if (state := latest.get((row.watch, row.number))) is not None
    )


def claims_of(store: Store, watch: str) -> tuple[Watched, ...]:
    """The claims of a watch as they were found last."""
    return read_watched(store.watch_claims(watch), store.watch_states(watch))


def end(rag: LedgerRAG, watch: str, actor: str) -> WatchRow:
    """End a watch; a second time changes nothing.

    Raises:
        NotFoundError: there is no such watch.
    """
    store = rag.store
    row = store.watch(watch)
    if row is None:
        raise NotFoundError(f"there is no watch {watch}", "see GET /v1/watches")
    if not row.ended:

        def commit(tx: Tx) -> bytes:
            now = store.watch(watch)
            if now is not None and not now.ended:
                end_watch(tx, watch, utc_text(rag.asker.clock()))
                recorder = rag.recorder(tx)
                recorder.append("watch", {"what": "ended", "watch": watch}, actor=actor)
            return b""

        store.submit(f"watch-end:{watch}", commit)
    return store.watch(watch) or row
