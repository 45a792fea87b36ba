"""The D.C. Code by paragraph, with the laws that amend it in the legislature's own sentences.

`enacted` is the day on which a law was signed, `effective` the day on which the review by Congress
ended: in between a change is known and not yet in force. The text before all changes is that of the
codification of 2016-03-10. Traps: a paragraph is here only if each of its changes says which words
are struck and which are inserted; whole sections are used only where nothing amended them since,
since their text is that of 2016. An amending law is a document of its own: it quotes the old words
and the new. Statutes of a public legislature; the collection states no licence.
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

NAME: Final = "dc_code"
ISSUER: Final = Source("dc-council", "Council of the District of Columbia", Authority.OFFICIAL)
CODE: Final = "D.C. Code"
_BASE: Final = "2016-03-10"
_LAW: Final = re.compile(r"[\d-]+$")


def read(folder: Path) -> Iterator[Provision]:
    """Every paragraph that changed with the laws that changed it, then sections that did not.

    Args:
        folder: the folder that holds `dc_code`.
    Raises:
        InputError: a file is missing or damaged.
    """
    changed = folder / NAME / "paragraph_versions.jsonl.gz"
    for row in rows(changed):
        states = [_version(one, changed) for one in field(row, "versions", changed)]
        if versions := filled(states):
            provision = _paragraph(row, versions, changed)
            yield provision
            yield from _laws(provision, field(row, "versions", changed))
    base = folder / NAME / "sections_base.jsonl.gz"
    for row in rows(base):
        if field(row, "amended_since_base", base):
            continue
        text = told(str(field(row, "text", base)))
        if versions := filled([Version(0, _BASE, _BASE, text)]):
            yield _section(row, versions)


def _version(row: Mapping[str, Any], path: Path) -> Version:
    first = bool(row.get("base"))
    find, put = str(row.get("find") or ""), str(row.get("replace") or "")
    return Version(
        number=0,
        published=_BASE if first else day(field(row, "enacted", path)),
        effective=day(field(row, "effective_date", path)),
        text=told(str(field(row, "text", path))),
        by="" if first else str(row.get("law") or ""),
        instruction=told(str(row.get("instruction") or "")),
        edits=((find, put),) if find or put else (),
    )


def _paragraph(row: Mapping[str, Any], versions: tuple[Version, ...], path: Path) -> Provision:
    place = str(field(row, "para", path)).replace("|", "")
    cited = f"§ {field(row, 'section', path)}{place}"
    heading = " ".join(str(row.get("heading") or "").split()).rstrip(".")
    return Provision(
        series=str(field(row, "id", path)),
        adapter=NAME,
        issuer=ISSUER,
        instrument=CODE,
        section=cited,
        heading=heading,
        title=f"{CODE}, {cited}" + (f": {heading}" if heading else ""),
        versions=versions,
    )


def _laws(provision: Provision, states: list[Mapping[str, Any]]) -> Iterator[Provision]:
    """The laws that changed a paragraph, each as the one sentence that changed it."""
    for row in states:
        sentence = told(str(row.get("instruction") or ""))
        named = _LAW.search(str(row.get("law") or ""))
        if not sentence or named is None:
            continue
        title = " ".join(str(row.get("law_title") or "").split())
        law = f"D.C. Law {named.group()}"
        issued = Version(
            number=1,
            published=day(row.get("enacted")),
            effective=day(row.get("effective_date")),
            text=sentence,
            by=law,
        )
        if not issued.published or not issued.effective:
            continue
        yield Provision(
            series=f"dc-law:{named.group()}:{provision.series}",
            adapter=NAME,
            issuer=ISSUER,
            instrument=f"{law}, {title}" if title else law,
            section="",
            heading=f"amending {provision.section}",
            title=f"{law}{f', {title}' if title else ''}: amending {CODE}, {provision.section}",
            versions=(issued,),
            about=provision.series,
        )


def _section(row: Mapping[str, Any], versions: tuple[Version, ...]) -> Provision:
    cited = f"§ {row.get('section')}"
    heading = " ".join(str(row.get("heading") or "").split()).rstrip(".")
    return Provision(
        series=f"dc:{row.get('section')}",
        adapter=NAME,
        issuer=ISSUER,
        instrument=CODE,
        section=cited,
        heading=heading,
        title=f"{CODE}, {cited}" + (f": {heading}" if heading else ""),
        versions=versions,
    )
