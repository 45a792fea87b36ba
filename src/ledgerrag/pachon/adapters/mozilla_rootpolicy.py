"""Mozilla's root store policy by section, in its releases.

Traps. A release is committed weeks before it takes effect, or days after. Releases 2.4.1 and before
also hold an older policy of another structure beside this one, under its own title; it is left out,
since nothing says when it ended. A section that a release took out has `[Removed]` as its last
text. What is known of a version ends with the day before the next release. Lines are broken by the
page's width; they are joined. Release numbers and dates come from the release, never from the
text. Licence: CC0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ledgerrag.errors import InputError
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import (
    Provision,
    Version,
    cut,
    day,
    field,
    filled,
    rows,
    told,
)

NAME: Final = "mozilla_rootpolicy"
ISSUER: Final = Source("mozilla", "Mozilla", Authority.OFFICIAL)
POLICY: Final = "Mozilla Root Store Policy"
_OLDER: Final = "Mozilla CA Certificate Policy"
_NUMBERED: Final = re.compile(r"(?P<n>\d[\d.]*)\.?\s+(?P<heading>.+)")
_ITEM: Final = re.compile(r"\s*(?:[-*+•#|<>]|\d+[.)]\s|\(?[a-z]{1,4}[.)]\s)")


def read(folder: Path) -> Iterator[Provision]:
    """Every section.

    Args:
        folder: the folder that holds `mozilla_rootpolicy`.
    Raises:
        InputError: a file is missing or damaged.
    """
    until = _last_days(folder / NAME / "rootstore_policy.versions.json")
    path = folder / NAME / "provision_versions.jsonl.gz"
    for row in rows(path):
        if str(field(row, "section", path)).startswith(_OLDER):
            continue
        states = field(row, "versions", path)
        known, end = cut([_version(one, until, path) for one in states])
        if versions := filled(known):
            heading = str(states[len(known) - 1].get("heading") or "")
            yield replace(_section(row, versions, heading), end=end)


def _last_days(path: Path) -> dict[str, str]:
    """For each release the day before the next one was published or took effect."""
    try:
        stated = json.loads(path.read_text("utf-8"))
        released = [(str(one["version"]), min(_days(one))) for one in stated]
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"{path.parent.name}/{path.name} is missing or damaged", "fetch it again"
        ) from None
    found: dict[str, str] = {}
    for (name, _), (_, following) in pairwise(released):
        found[name] = (date.fromisoformat(following) - timedelta(days=1)).isoformat()
    return found


def _days(one: Mapping[str, Any]) -> list[str]:
    return [day(one["commit_date"]), day(one["effective"])]


def _version(row: Mapping[str, Any], until: Mapping[str, str], path: Path) -> Version:
    release = str(field(row, "version", path))
    published = day(field(row, "commit_date", path))
    effective = day(field(row, "effective", path))
    return Version(
        number=0,
        published=published,
        effective=effective,
        # Releases up to 2.5 state no day of effect; the source puts that of the commit there.
        stated=published != effective,
        text=unbroken(told(str(field(row, "text", path)))),
        seen_until=until.get(release, ""),
        by=f"version {release}",
    )


def unbroken(text: str) -> str:
    """The text with lines joined that only the page's width broke."""
    joined: list[str] = []
    for line in text.split("\n"):
        plain = line.strip()
        runs_on = joined and joined[-1] and not joined[-1].startswith(("#", "|", "<"))
        if plain and runs_on and _ITEM.match(line) is None:
            joined[-1] = f"{joined[-1]} {plain}"
        else:
            joined.append(plain)
    return "\n".join(joined)


def _section(row: Mapping[str, Any], versions: tuple[Version, ...], stated: str) -> Provision:
    last = stated.rpartition(" > ")[2].strip()
    numbered = _NUMBERED.fullmatch(last)
    section = f"section {numbered['n'].rstrip('.')}" if numbered else ""
    heading = numbered["heading"] if numbered else ("" if last == POLICY else last)
    title = f"{POLICY}, {section}: {heading}" if section else POLICY
    return Provision(
        series=str(row.get("id")),
        adapter=NAME,
        issuer=ISSUER,
        instrument=POLICY,
        section=section,
        heading=heading,
        title=title,
        versions=versions,
    )
