"""Terms of online services by clause, as the Open Terms Archive recorded them.

Traps. `observed` is when a crawler came by, no day of law: a clause is read only where its page
declared a day at every version, each later than the one before. A declared day says something about
a change only if the page declared it there for the first time, and if the crawler had not seen the
old text on or after it; a version that comes with a change of the crawler itself is no change of
the terms. Clauses are aligned by likeness, and `[Removed]` may only mean that the likeness was
lost: such a clause is left out. Licence: ODC-By 1.0, contributors of the Open Terms Archive; the
texts are those of the services.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import (
    REMOVED,
    Provision,
    Version,
    day,
    field,
    filled,
    rows,
    told,
)

NAME: Final = "ota_terms"
_SHORT: Final = 60
_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")


def read(folder: Path) -> Iterator[Provision]:
    """Every clause with declared days, then the clauses of the same pages that never changed.

    Args:
        folder: the folder that holds `ota_terms`.
    Raises:
        InputError: a file is missing or damaged.
    """
    pages = {str(one["id"]): one for one in rows(folder / NAME / "documents.jsonl.gz")}
    path = folder / NAME / "clause_lineages.jsonl.gz"
    for row in rows(path):
        page = pages.get(str(field(row, "id", path)).rpartition("#")[0])
        states = field(row, "versions", path)
        if page is None or not all(_usable(one) for one in states):
            continue
        versions = filled(list(_versions(states, page["versions"])))
        days = [one.effective for one in versions]
        if versions and days == sorted(set(days)):
            yield _clause(str(row["id"]), page, versions)
    for page in pages.values():
        yield from _still(page)


def _usable(one: Mapping[str, Any]) -> bool:
    return one["text"] != REMOVED and bool(_declared(one)) and bool(day(one["observed"]))


def _declared(one: Mapping[str, Any]) -> str:
    """The day that the page declares: of effect, else of its update."""
    declared = one.get("declared") or {}
    return day(declared.get("effective")) or day(declared.get("updated"))


def _versions(
    states: Sequence[Mapping[str, Any]], visits: Sequence[Mapping[str, Any]]
) -> Iterator[Version]:
    seen = [day(one["observed"]) for one in visits]
    last = seen[-1]
    for place, one in enumerate(states):
        observed, effective = day(one["observed"]), _declared(one)
        earlier = [visit for visit in visits if visit["observed"] < one["observed"]]
        fresh = all(_declared(visit) != effective for visit in earlier)
        before = day(earlier[-1]["observed"]) if earlier else ""
        sure = place == 0 or (fresh and effective > before and not one.get("technical"))
        yield Version(
            number=0,
            published=observed,
            effective=effective,
            text=told(str(one["text"])),
            seen_until=last,
            sure=sure,
            stated=bool(day((one.get("declared") or {}).get("effective"))),
        )


def _clause(series: str, page: Mapping[str, Any], versions: tuple[Version, ...]) -> Provision:
    service, kind = str(page["service"]), str(page["doc_type"])
    key = f"terms-{_NO_LETTER.sub('-', service.casefold()).strip('-')}"
    return Provision(
        series=series,
        adapter=NAME,
        issuer=Source(key, service, Authority.OFFICIAL),
        instrument=f"{kind} of {service}",
        section="",
        heading="",
        title=f"{service}: {kind}",
        versions=versions,
    )


def _still(page: Mapping[str, Any]) -> Iterator[Provision]:
    """The blocks that every version of a page has, where all versions declare their day."""
    visits = page["versions"]
    if not all(_declared(one) and day(one["observed"]) for one in visits):
        return
    first = visits[0]
    kept = set(first["blocks"]).intersection(*(one["blocks"] for one in visits))
    for name in dict.fromkeys(first["blocks"]):
        text = told(str(page["blocks"].get(name, "")))
        if name not in kept or len(text) < _SHORT:
            continue
        only = Version(
            1, day(first["observed"]), _declared(first), text, day(visits[-1]["observed"])
        )
        yield _clause(f"{page['id']}#{name}", page, (only,))
