"""Wildfires in California as the fire department's incident pages reported them.

Traps. `updated` and `Started` are in local time, in some years labelled as UTC: what counts is
`observed`, when the page was fetched, and of the start only month and year. A field that is left
out is not stated, and neither zero nor as before. Figures go down too: fires are mapped anew, crews
go home; a smaller area is a correction only where the page says so (`corrections.toml`). The
narrative is written by hand and lags the figures beside it, so that it speaks as a lower source
than they do. Names come again: a fire is told by name, county and month, and two that share all
three are not asked about. An exercise is no incident. Licence: public information of the State
of California.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import field, rows, told
from ledgerrag.pachon.adapters.things import (
    Fact,
    Kind,
    State,
    Thing,
    counted,
    instant,
    number,
    plain,
    stated,
)

NAME: Final = "calfire_incidents"
ISSUER: Final = Source("calfire", "CAL FIRE", Authority.OFFICIAL)
NARRATOR: Final = Source("calfire-narrative", "CAL FIRE incident narrative", Authority.OUTLET)
_COUNTS: Final = {
    "acres": "AcresBurned",
    "destroyed": "StructuresDestroyed",
    "damaged": "StructuresDamaged",
    "threatened": "StructuresThreatened",
    "personnel": "PersonnelInvolved",
    "engines": "Engines",
    "crews": "CrewsInvolved",
    "injuries": "Injuries",
    "fatalities": "Fatalities",
}
_MONTH: Final = re.compile(r"\d{4}-\d\d")
_EXERCISE: Final = re.compile(r"\b(?:test|exercise|drill)\b", re.IGNORECASE)
_CORRECTED: Final = re.compile(
    "|".join(
        tomllib.loads(
            files("ledgerrag.pachon.adapters").joinpath("corrections.toml").read_text("utf-8")
        )["area"]
    ),
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def read(folder: Path) -> Iterator[Thing]:
    """Every incident.

    Args:
        folder: the folder that holds `calfire_incidents`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "incident_updates.jsonl.gz"
    things = [
        _thing(row, path)
        for row in rows(path)
        if not _EXERCISE.search(str(field(row, "name", path)))
    ]
    shared = Counter(_bearing(one) for one in things)
    for one in things:
        yield one if shared[_bearing(one)] == 1 else replace(one, asked=False)


def _bearing(thing: Thing) -> tuple[str, ...]:
    return tuple(thing.words[key].casefold() for key in ("thing", "place", "when"))


def _thing(row: Mapping[str, Any], path: Path) -> Thing:
    updates = field(row, "updates", path)
    name = f"calfire/{field(row, 'incident_id', path)}"
    return Thing(
        doc_id=name,
        series=name,
        adapter=NAME,
        issuer=ISSUER,
        domain="news",
        words=_words(str(row["name"]), updates),
        states=tuple(_states(updates, path)),
        narrator=NARRATOR,
        asked=bool(_month(updates) and _counties(updates)),
    )


def _words(name: str, updates: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    bare = " ".join(name.split()).strip()
    fire = bare if re.search(r"fire|complex", bare, re.IGNORECASE) else f"{bare} Fire"
    return {"thing": fire, "place": _counties(updates), "when": _month(updates)}


def _counties(updates: Sequence[Mapping[str, Any]]) -> str:
    """Where it was first said to burn."""
    found: list[str] = next((one["Counties"] for one in updates if one.get("Counties")), [])
    names = [" ".join(str(one).split()) for one in found]
    if len(names) > 2:
        return f"{names[0]} and other counties"
    return f"{' and '.join(names)} {'counties' if len(names) > 1 else 'County'}" if names else ""


def _month(updates: Sequence[Mapping[str, Any]]) -> str:
    """ISO month of its start, by its latest word."""
    found = _MONTH.match(str(updates[-1].get("Started", "")))
    return found.group() if found else ""


def _states(updates: Sequence[Mapping[str, Any]], path: Path) -> Iterator[State]:
    before: Mapping[str, Any] = {}
    for one in updates:
        words = plain(str(one.get("ConditionStatement") or ""))
        fresh = words if words != plain(str(before.get("ConditionStatement") or "")) else ""
        yield State(
            published=instant(field(one, "observed", path), NAME),
            facts=_facts(one),
            remark=plain(str(one.get("SearchDescription") or one.get("Location") or "")),
            narrative=told(fresh),
            corrects=_correction(before, one, fresh),
        )
        before = one


def _facts(update: Mapping[str, Any]) -> dict[str, Fact]:
    share = number(update.get("PercentContained"))
    return stated(
        {
            **{claim: counted(update.get(name)) for claim, name in _COUNTS.items()},
            "contained": Fact(Kind.PERCENT, share) if share else None,
        }
    )


def _correction(before: Mapping[str, Any], now: Mapping[str, Any], fresh: str) -> str:
    """The sentence that calls a smaller area a correction; empty where there is none."""
    was, area = before.get("AcresBurned"), now.get("AcresBurned")
    if was is None or area is None or not area < was:
        return ""
    return next((" ".join(one.split()) for one in _SENTENCE.split(fresh) if _says(one)), "")


def _says(sentence: str) -> bool:
    return _CORRECTED.search(sentence) is not None
