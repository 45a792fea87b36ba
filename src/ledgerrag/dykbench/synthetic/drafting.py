"""The texts of a provision: first versions, later ones, corrections, notices about them."""

from __future__ import annotations

import random
from datetime import date, timedelta

from ledgerrag.dykbench.synthetic import values
from ledgerrag.dykbench.synthetic.pages import Sheet, notes
from ledgerrag.dykbench.synthetic.phrasing import Fact, fact
from ledgerrag.dykbench.synthetic.planned import Planned
from ledgerrag.dykbench.synthetic.provisions import Desk, Ending, Version


def first(desk: Desk, rng: random.Random) -> Version:
    """The version with which a provision begins."""
    value = values.draw(desk.matter, rng, desk.born)
    stated = fact(desk.matter, desk.place, value, rng)
    published = desk.born - timedelta(days=rng.randint(8, 60))
    return _version(desk, 1, stated, published, desk.born, last=())


def later(
    desk: Desk,
    before: tuple[Version, ...],
    rng: random.Random,
    published: date,
    begins: date,
    *,
    ends: date | None = None,
    note: str = "",
) -> Version:
    """The next version: the old words with another value, or drafted anew.

    Args:
        desk: where it is written.
        before: the versions so far; its value is none of the last two.
        rng: source of chance.
        published: when the world could know.
        begins: first day on which it holds.
        ends: first day on which it no longer does; None: open.
        note: kind of sentence that tells the change in the text; empty: none is told.
    """
    value = values.other(desk.matter, tuple(v.value for v in before[-2:]), rng, begins)
    stated = before[-1].fact.saying(value)
    if not desk.near:
        stated = stated.reworded(rng)
    last = (told(desk, note, rng, begins, ends),) if note else ()
    return _version(desk, len(before) + 1, stated, published, begins, ends=ends, last=last)


def told(
    desk: Desk, note: str, rng: random.Random, day: date | None, ends: date | None = None
) -> str:
    """A sentence on the course of events: `The change takes effect on 1 July 2024`."""
    words = {
        **dict(desk.words()),
        "day": values.long_day(day) if day else "",
        "last": values.long_day(ends - timedelta(days=1)) if ends else "",
    }
    return rng.choice(notes(note)).format_map(words)


def notice(
    desk: Desk,
    name: str,
    published: date,
    *,
    facts: tuple[Fact, ...] = (),
    last: tuple[str, ...] = (),
    begins: date | None = None,
) -> Planned:
    """An official notice about a provision.

    Args:
        desk: of the provision.
        name: tells notices of one provision apart.
        published: when.
        facts: what it states; none: its last sentences are all that it says.
        last: sentences at the end.
        begins: from when what it says holds; None: from its publication.
    """
    doc_id = f"notice/{desk.series}/{name}"
    seed = f"{desk.seed} {name}"
    sheet = Sheet("notice", facts, seed, desk.words(), last=last, bare=not facts)
    since = begins.isoformat() if begins else ""
    return Planned(
        doc_id, 1, doc_id, desk.source, published.isoformat(), "news", sheet, begins=since
    )


def _version(
    desk: Desk,
    number: int,
    stated: Fact,
    published: date,
    begins: date,
    *,
    ends: date | None = None,
    last: tuple[str, ...] = (),
) -> Version:
    own = ends is not None or not desk.one_document
    doc_id = f"{desk.series}/{number}" if own else desk.series
    seed = desk.seed if desk.near else f"{desk.seed} {number}"
    sheet = Sheet("rule", (stated,), seed, desk.words(), desk.beside, last)
    document = Planned(
        doc_id,
        1 if own else number,
        desk.series,
        desk.source,
        published.isoformat(),
        "regulation",
        sheet,
        begins=begins.isoformat(),
        ends=ends.isoformat() if ends else "",
    )
    return Version(document, stated, published, begins, ends)


def corrected(
    desk: Desk, before: tuple[Version, ...], wrong: Version, rng: random.Random, published: date
) -> tuple[Version, Ending]:
    """The right text in place of a wrong one, from the day on which the wrong one took effect.

    Args:
        desk: where they were written.
        before: the versions so far.
        wrong: one of them.
        rng: source of chance.
        published: of the correction.
    """
    value = values.other(desk.matter, (wrong.value,), rng, wrong.begins)
    stated = wrong.fact.saying(value)
    last = (told(desk, "corrects", rng, wrong.begins),)
    right = _version(desk, len(before) + 1, stated, published, wrong.begins, last=last)
    key, by = wrong.document.key, right.document.key
    ending = Ending("correct", None, published, wrong.begins, target=key, by=by)
    return right, ending
