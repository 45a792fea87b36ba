"""Coronavirus figures of the United Kingdom by day and nation, with every revision of them.

Traps. A figure has two dates: the day that it counts up to, and the instant at which it was stated;
the same day was counted anew for weeks, and figures go down as well. Instants carry the offset of
winter or of summer time. Definitions changed (deaths outside hospitals from 29 April 2020, tests
outside hospitals from 2 July 2020), and the figures of earlier days with them: a revision is a
change of what is known, not of what happened. A figure that was not stated again stands. Licence:
Unlicense; the figures are under the Open Government Licence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ledgerrag.errors import InputError
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import day, field, rows
from ledgerrag.pachon.adapters.things import Fact, State, Thing, counted, instant, slug

NAME: Final = "covid_uk"
_CLAIMS: Final = {"ConfirmedCases": "cases", "Deaths": "deaths", "Tests": "tests"}

_Stated = dict[str, dict[str, Fact]]


def read(folder: Path) -> Iterator[Thing]:
    """Every day of every nation.

    Args:
        folder: the folder that holds `covid_uk`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "indicator_vintages.jsonl.gz"
    days: dict[tuple[str, str], _Stated] = defaultdict(lambda: defaultdict(dict))
    for row in rows(path):
        claim, about = _CLAIMS.get(str(field(row, "indicator", path))), day(row.get("date"))
        if not about:
            raise InputError(f"{NAME}: a record has no day", "fetch it again")
        for one in field(row, "vintages", path) if claim else ():
            fact = counted(one.get("value"))
            if claim and fact is not None:
                at = instant(one.get("observed"), NAME)
                days[str(field(row, "country", path)), about][at][claim] = fact
    for (country, about), found in days.items():
        yield _thing(country, about, found)


def _thing(country: str, about: str, found: Mapping[str, Mapping[str, Fact]]) -> Thing:
    series = f"covid-uk/{slug(country)}"
    return Thing(
        doc_id=f"{series}/{about}",
        series=series,
        adapter=NAME,
        issuer=Source(
            f"covid-{slug(country)}",
            f"Official coronavirus figures, {country}",
            Authority.OFFICIAL,
        ),
        domain="reference",
        words={"thing": country, "place": "the UK" if country == "UK" else country},
        states=tuple(_states(found)),
        about=about,
    )


def _states(found: Mapping[str, Mapping[str, Fact]]) -> Iterator[State]:
    held: dict[str, Fact] = {}
    for at in sorted(found):
        held.update(found[at])
        yield State(at, dict(held))
