"""Releases of software as a community's catalogue of life cycles described them, day by day.

Traps. The catalogue is kept by volunteers and is no maker's word (level 2). `observed` is a day:
two values on one day cannot be put in order by their dates, and that claim is doubtful on that day.
Fields turn from yes or no into a day and back: only a day answers the question when, a yes or no is
carried as such. Two fields were renamed on the way (`support` to `eoas`, `extendedSupport` to
`eoes`); nothing tells when the old one went, so that a release with both is doubtful in either. A
field that was taken out leaves no trace. A release known by no number is no subject of a question.
Licence: MIT.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import day, field, rows
from ledgerrag.pachon.adapters.things import TWO_VALUES, Fact, Kind, State, Thing, slug

NAME: Final = "endoflife"
ISSUER: Final = Source("endoflife-catalogue", "endoflife.date catalogue", Authority.OUTLET)
RENAMED: Final = "two fields of the source state it"
_FILES: Final = ("latest_versions.jsonl.gz", "support_dates.jsonl.gz")
_CLAIMS: Final = {
    "latest": "latest",
    "eol": "eol",
    "releaseDate": "released",
    "support": "active",
    "eoas": "active",
    "extendedSupport": "extended",
    "eoes": "extended",
    "discontinued": "discontinued",
}
_NUMBERED: Final = re.compile(r"\d[\w.\-]*")

_Field = dict[str, list[Fact]]


def read(folder: Path) -> Iterator[Thing]:
    """Every release of every product.

    Args:
        folder: the folder that holds `endoflife`.
    Raises:
        InputError: a file is missing or damaged.
    """
    releases: dict[tuple[str, str], dict[str, _Field]] = defaultdict(dict)
    titles: dict[str, str] = {}
    for name in _FILES:
        path = folder / NAME / name
        for row in rows(path):
            claimed = str(field(row, "field", path))
            if claimed in _CLAIMS:
                key = (str(field(row, "product", path)), str(field(row, "cycle", path)))
                titles[key[0]] = " ".join(str(row.get("title") or key[0]).split())
                releases[key][claimed] = _history(field(row, "history", path))
    for (product, cycle), fields in releases.items():
        if states := tuple(_states(fields)):
            yield _thing(product, cycle, titles[product], states)


def _thing(product: str, cycle: str, title: str, states: tuple[State, ...]) -> Thing:
    name = f"endoflife/{slug(product)}/{slug(cycle)}"
    return Thing(
        doc_id=name,
        series=name,
        adapter=NAME,
        issuer=ISSUER,
        domain="reference",
        words={"thing": f"{title} {cycle}", "product": title},
        states=states,
        asked=_NUMBERED.fullmatch(cycle) is not None,
    )


def _history(history: Sequence[Mapping[str, Any]]) -> _Field:
    """The values of each day, in the order in which the source gives them."""
    found: _Field = defaultdict(list)
    for one in history:
        fact = _fact(one.get("value"))
        if fact is not None and day(one.get("observed")):
            found[day(one["observed"])].append(fact)
    return found


def _fact(value: object) -> Fact | None:
    if isinstance(value, bool):
        return Fact(Kind.FLAG, "yes" if value else "no")
    if not isinstance(value, str) or not value.strip():
        return None
    return Fact(Kind.DAY, value) if day(value) == value else Fact(Kind.NAME, value.strip())


def _states(fields: Mapping[str, _Field]) -> Iterator[State]:
    claims = [_CLAIMS[name] for name in fields]
    twice = {claim: RENAMED for claim in claims if claims.count(claim) > 1}
    held: dict[str, Fact] = {}
    unsure: dict[str, str] = {}
    for moment in sorted({moment for found in fields.values() for moment in found}):
        for name, found in fields.items():
            if moment in found:
                claim = _CLAIMS[name]
                held[claim] = found[moment][-1]
                unsure.pop(claim, None)
                if len(set(found[moment])) > 1:
                    unsure[claim] = TWO_VALUES
        yield State(moment, dict(held), {**unsure, **twice})
