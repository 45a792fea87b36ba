"""GitHub's policies by section: terms of service, privacy, acceptable use.

Traps. A page states its day of effect only sometimes, and keeps the stated day through later edits:
a day that an earlier commit of the same page already stated, or that lies before it, says nothing
about this change, and the day of the commit counts. A section that was taken out, often only to
come back under another number, has `[Removed]` as its last text: that is its end, no text. A page
whose sections come back in a later page of another name was renamed; the older is left out. What
is known of the last version of a section ends with the next commit of its page. Licence: CC0.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

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

NAME: Final = "github_site_policy"
ISSUER: Final = Source("github", "GitHub", Authority.OFFICIAL)
_MARK: Final = re.compile(r"^\s*(?:section\s+)?(?:[A-Z]|\d+)(?:\.\d+)*[.)]\s+", re.I)
_TOP: Final = "(preamble)"
_SMALL: Final = frozenset(("a", "and", "for", "in", "of", "on", "or", "the", "to", "your"))
_SPELLED: Final = {
    "github": "GitHub",
    "githubs": "GitHub's",
    "dmca": "DMCA",
    "api": "API",
    "ae": "AE",
    "us": "US",
    "u": "U.",
    "s": "S.",
    "gpl": "GPL",
    "sirt": "SIRT",
    "rfc": "RFC",
    "dpa": "DPA",
    "ai": "AI",
}
_RENAMED: Final = 0.4


def read(folder: Path) -> Iterator[Provision]:
    """Every section of every page that was not renamed.

    Args:
        folder: the folder that holds `github_site_policy`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "provision_versions.jsonl.gz"
    pages: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(path):
        pages[str(field(row, "document", path))].append(row)
    renamed = _renamed(pages)
    for name, sections in pages.items():
        if name not in renamed:
            yield from _page(name, sections)


def _renamed(pages: Mapping[str, Sequence[Mapping[str, Any]]]) -> set[str]:
    """Pages that end no later than another begins which has many of their sections."""
    heads = {name: {_plain(str(one["section"])) for one in page} for name, page in pages.items()}
    days = {name: _commits(page) for name, page in pages.items()}
    found: set[str] = set()
    for old in pages:
        for new in pages:
            shared = len((heads[old] & heads[new]) - {_TOP})
            apart = old != new and days[old][-1] <= days[new][0]
            if apart and shared >= 2 and shared >= _RENAMED * len(heads[old] - {_TOP}):
                found.add(old)
    return found


def _commits(page: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted({day(one["commit_date"]) for row in page for one in row["versions"]})


def _page(name: str, sections: Sequence[Mapping[str, Any]]) -> Iterator[Provision]:
    commits = _commits(sections)
    stated = _stated(sections)
    title = _title(name)
    for row in sections:
        known, end = cut([_version(one, commits, stated) for one in row["versions"]])
        versions = filled(known)
        if not versions:
            continue
        heading = str(row["section"])
        told_as = "" if heading == _TOP else " > ".join(heading.split(" > ")[-2:])
        yield Provision(
            series=str(row["id"]),
            adapter=NAME,
            issuer=ISSUER,
            instrument=title,
            section="",
            heading=told_as,
            title=f"{title}: {told_as}" if told_as else title,
            versions=versions,
            end=end,
        )


def _stated(sections: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The first commit of the page at which each day of effect was stated."""
    first: dict[str, str] = {}
    for row in sections:
        for one in row["versions"]:
            effect, commit = day(one.get("effective")), day(one["commit_date"])
            if effect:
                first[effect] = min(first.get(effect, commit), commit)
    return first


def _version(one: Mapping[str, Any], commits: Sequence[str], stated: Mapping[str, str]) -> Version:
    commit, effect = day(one["commit_date"]), day(one.get("effective"))
    place = commits.index(commit)
    before = commits[place - 1] if place else ""
    stale = not effect or stated[effect] != commit or effect <= before
    until = commits[place + 1] if place + 1 < len(commits) else ""
    return Version(
        number=0,
        published=commit,
        effective=commit if stale else effect,
        stated=not stale,
        text=told(str(one["text"])),
        seen_until=(date.fromisoformat(until) - timedelta(days=1)).isoformat() if until else commit,
    )


def _plain(heading: str) -> str:
    parts = [_MARK.sub("", part).strip().casefold() for part in heading.split(" > ")]
    return " > ".join(parts)


def _title(name: str) -> str:
    words = name.split("-")
    spelled = [_SPELLED.get(word, word if word in _SMALL else word.capitalize()) for word in words]
    return " ".join([spelled[0][:1].upper() + spelled[0][1:], *spelled[1:]])
