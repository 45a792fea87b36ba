"""Federal acts and regulations of Canada by section, as consolidated by the Department of Justice.

Traps. `effective_date` is the day on which the section was last amended; `first_seen` is the day on
which the consolidation showed it, days to weeks later, so that a new text is in force before it is
published here: nothing is known of what a reader of the gazette knew in between. The first version
of nearly every section was first seen on the day on which the history begins. A repealed section
keeps its place with a text that says so. Licence: Open Government Licence - Canada 2.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import (
    Provision,
    Version,
    day,
    field,
    filled,
    rows,
    told,
)

NAME: Final = "canada_laws"
ISSUER: Final = Source("justice-canada", "Department of Justice Canada", Authority.OFFICIAL)
_GONE: Final = re.compile(r"\s*[\d.]+\s*\[Repealed[^\]]*\]\s*")


def read(folder: Path) -> Iterator[Provision]:
    """Every section, in the order of the files: those that changed, then those that did not.

    Args:
        folder: the folder that holds `canada_laws`.
    Raises:
        InputError: a file is missing or damaged.
    """
    changed = folder / NAME / "provision_versions.jsonl.gz"
    for row in rows(changed):
        states = [_version(one, changed) for one in field(row, "versions", changed)]
        if versions := filled(states):
            yield _provision(row, versions, changed)
    still = folder / NAME / "background_provisions.jsonl.gz"
    for row in rows(still):
        if versions := filled([_version(row, still)]):
            yield _provision(row, versions, still)


def _version(row: Mapping[str, Any], path: Path) -> Version:
    text = told(str(field(row, "text", path)))
    return Version(
        number=0,
        published=day(field(row, "first_seen", path)),
        effective=day(field(row, "effective_date", path)),
        text=text,
        seen_until=day(row.get("last_seen")),
        gone=_GONE.fullmatch(text) is not None,
    )


def _provision(row: Mapping[str, Any], versions: tuple[Version, ...], path: Path) -> Provision:
    instrument = " ".join(str(field(row, "instrument", path)).split())
    section = f"section {field(row, 'section', path)}"
    heading = " ".join(str(row.get("marginal_note") or "").split()).rstrip(".")
    return Provision(
        series=str(field(row, "id", path)),
        adapter=NAME,
        issuer=ISSUER,
        instrument=instrument,
        section=section,
        heading=heading,
        title=f"{instrument}, {section}" + (f": {heading}" if heading else ""),
        versions=versions,
    )
