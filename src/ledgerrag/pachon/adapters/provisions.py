"""What the adapters of law and terms hand on: provisions in versions, with the source's own dates.

A provision is a section, a paragraph or a clause. Its versions carry two days each: `published`,
by which the world could read it, and `effective`, from which it holds. Neither is ever guessed.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ledgerrag.errors import InputError
from ledgerrag.model import Source
from ledgerrag.pachon.fields import clean

REMOVED: Final = "[Removed]"
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Version:
    """One text of a provision.

    Args:
        number: 1, 2, ... in order of effect.
        published: ISO day by which the source shows it; of a first version an upper bound.
        effective: ISO day from which it holds.
        text: the text.
        seen_until: last ISO day for which the source shows that nothing followed it; empty: it
            does not say.
        by: the law or release that made it; empty where the source names none.
        instruction: the legislature's own amending sentence; may be empty.
        edits: (before, after) as that sentence states them; may be empty.
        gone: the text only says that the provision is repealed.
        sure: the source leaves no doubt that the text changed on its days.
        stated: the source itself states the day of effect; False: it stands in for one.
    """

    number: int
    published: str
    effective: str
    text: str
    seen_until: str = ""
    by: str = ""
    instruction: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    gone: bool = False
    sure: bool = True
    stated: bool = True


@dataclass(frozen=True, slots=True)
class End:
    """The end of a provision that nothing of its series follows.

    Args:
        published: ISO day by which the source shows it.
        effective: ISO day from which the provision holds no more.
    """

    published: str
    effective: str


@dataclass(frozen=True, slots=True)
class Provision:
    """A thing of law or terms with its versions.

    Args:
        series: its id.
        adapter: the raw source that it comes from.
        issuer: who issues it, as the registry names it.
        instrument: the act, regulation, policy or terms that it belongs to.
        section: how it is cited within that: `section 21`, `§ 25-101(a)(12)`; may be empty.
        heading: its heading; may be empty.
        title: as a reader sees it.
        versions: oldest first.
        end: when it was taken out; None where it stands, or where its last text says so itself.
        about: the series that this one amends, where it is an amending law; else empty.
    """

    series: str
    adapter: str
    issuer: Source
    instrument: str
    section: str
    heading: str
    title: str
    versions: tuple[Version, ...]
    end: End | None = None
    about: str = ""


def records(provision: Provision) -> Iterator[dict[str, object]]:
    """The versions as `ledgerrag ingest` reads them from JSON Lines."""
    for one in provision.versions:
        yield {
            "doc_id": provision.series,
            "version": one.number,
            "series": provision.series,
            "title": provision.title,
            "text": one.text,
            "source": provision.issuer.key,
            "published": one.published,
            "effective_from": one.effective,
            "domain": "regulation",
            "language": "en",
        }


def acts(provision: Provision) -> Iterator[dict[str, object]]:
    """Its end as an act: a date of end on a version would tell what came after it was published."""
    if provision.end is not None:
        yield {
            "act": "repeal",
            "target": provision.series,
            "source": provision.issuer.key,
            "published": provision.end.published,
            "effective_from": provision.end.effective,
        }


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a gzipped JSON Lines file.

    Raises:
        InputError: it is missing, damaged, or a line of it is no object.
    """
    if not path.is_file():
        raise InputError(
            f"{path.parent.name}/{path.name} is missing",
            f"give the folder that holds {path.parent.name}",
        )
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                yield _object(line, f"{path.parent.name}/{path.name}, line {number}")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path.parent.name}/{path.name} cannot be read: {type(error).__name__}",
            "fetch it again",
        ) from None


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InputError(f"{where} is no JSON object", "fetch the file again")
    return found


def field(row: Mapping[str, Any], name: str, path: Path) -> Any:
    """A field that must be there.

    Raises:
        InputError: it is not.
    """
    if name not in row:
        raise InputError(
            f"{path.parent.name}/{path.name}: a record has no {name!r}", "fetch it again"
        )
    return row[name]


def told(text: str) -> str:
    """A text as ingest keeps it, so that offsets into it stay true."""
    return clean(text)


def day(stated: object) -> str:
    """The ISO day at the beginning of a date or instant; empty where there is none."""
    found = _DAY.match(stated) if isinstance(stated, str) else None
    return found.group() if found else ""


def cut(versions: list[Version]) -> tuple[list[Version], End | None]:
    """The versions up to the one whose text is only `[Removed]`, and the end that it means.

    A provision that comes back after it was removed gives no versions: what it was in between
    cannot be told by its texts.
    """
    places = [n for n, one in enumerate(versions) if one.text.strip() == REMOVED]
    if not places:
        return versions, None
    last = versions[-1]
    if places != [len(versions) - 1]:
        return [], None
    return versions[:-1], End(last.published, last.effective)


def filled(versions: list[Version]) -> tuple[Version, ...]:
    """Versions that say something, numbered from 1; the ones of an empty text are left out."""
    kept = [one for one in versions if any(sign.isalnum() for sign in one.text)]
    return tuple(replace(one, number=n) for n, one in enumerate(kept, 1))
