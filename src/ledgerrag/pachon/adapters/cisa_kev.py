"""Exploited vulnerabilities as the United States' cybersecurity agency lists them, with each edit.

Traps. The first moment holds more than a thousand entries at once: it is the state of the list when
the record of it began, not the day on which they were listed, so that nothing is known before it.
An entry can be taken out. Instants carry offsets. A change states the value before and the one
after. Licence: CC0 1.0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import day, field, rows
from ledgerrag.pachon.adapters.things import (
    TWO_VALUES,
    Fact,
    Kind,
    State,
    Thing,
    instant,
    plain,
    slug,
    stated,
)

NAME: Final = "cisa_kev"
ISSUER: Final = Source("cisa", "CISA", Authority.OFFICIAL)
_NAMES: Final = {
    "vendor": "vendorProject",
    "product": "product",
    "title": "vulnerabilityName",
    "ransomware": "knownRansomwareCampaignUse",
}


def read(folder: Path) -> Iterator[Thing]:
    """Every entry.

    Args:
        folder: the folder that holds `cisa_kev`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "events.jsonl.gz"
    events: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(path):
        events[str(field(row, "cve", path))].append(row)
    for cve, found in events.items():
        found.sort(key=lambda one: instant(one.get("observed"), NAME))
        removed = [one for one in found if field(one, "type", path) == "remove"]
        ended = instant(removed[0]["observed"], NAME) if removed else ""
        # One that came back after it was taken out would need an end that is not an end.
        states = tuple(_states([one for one in found if one["type"] != "remove"], path))
        if states and (not ended or states[-1].published < ended):
            yield _thing(cve, states, ended)


def _thing(cve: str, states: tuple[State, ...], ended: str) -> Thing:
    return Thing(
        doc_id=f"cisa-kev/{slug(cve)}",
        series=f"cisa-kev/{slug(cve)}",
        adapter=NAME,
        issuer=ISSUER,
        domain="reference",
        words={"thing": cve},
        states=states,
        ended=ended,
    )


def _states(events: Sequence[Mapping[str, Any]], path: Path) -> Iterator[State]:
    record: dict[str, Any] = {}
    moments = [instant(one["observed"], NAME) for one in events]
    for one, moment in zip(events, moments, strict=True):
        if one["type"] == "add":
            record = dict(field(one, "record", path))
        else:
            record.update({name: pair[1] for name, pair in field(one, "changes", path).items()})
        facts = _facts(record)
        doubts = dict.fromkeys(facts, TWO_VALUES) if moments.count(moment) > 1 else {}
        yield State(moment, facts, doubts, remark=plain(str(record.get("shortDescription") or "")))


def _facts(record: Mapping[str, Any]) -> dict[str, Fact]:
    due = day(record.get("dueDate"))
    names = {claim: " ".join(str(record.get(name) or "").split()) for claim, name in _NAMES.items()}
    return stated(
        {
            **{claim: Fact(Kind.NAME, name) for claim, name in names.items() if name},
            "due": Fact(Kind.DAY, due) if due else None,
        }
    )
