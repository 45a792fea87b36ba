"""The documents of a task as an audit needs them: texts and dates, nothing of what stands when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ledgerrag.dates import PartialDate, parse
from ledgerrag.dykbench.items import Record
from ledgerrag.errors import DateError
from ledgerrag.pachon.fields import clean


@dataclass(frozen=True, slots=True)
class Kept:
    """A document version as the audit needs it.

    Args:
        text: as it is stored.
        series: the thing that it is a version of.
        published: when the world could know it.
        begins: when it begins to hold.
        ends: when it is stated to end; None where it is not.
        title: its heading; may be empty.
    """

    text: str
    series: str
    published: PartialDate
    begins: PartialDate
    ends: PartialDate | None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The document versions of a task.

    Args:
        by_key: by `doc_id@version`.
        by_series: keys of each series.
    """

    by_key: Mapping[str, Kept]
    by_series: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, records: Iterable[Record]) -> Shelf:
        """From records as they are taken in; a record without a version is the next of its id."""
        found: dict[str, Kept] = {}
        series: dict[str, list[str]] = {}
        latest: dict[str, int] = {}
        for record in records:
            name = str(record["doc_id"])
            stated = record.get("version")
            version = stated if isinstance(stated, int) else latest.get(name, 0) + 1
            latest[name] = version
            key = f"{name}@{version}"
            found[key] = _kept(record, name)
            series.setdefault(found[key].series, []).append(key)
        return cls(found, {name: tuple(keys) for name, keys in series.items()})


def _kept(record: Record, name: str) -> Kept:
    published = parse(str(record["published"]))
    begins = record.get("effective_from")
    ends = record.get("effective_to")
    return Kept(
        clean(str(record["text"])),
        str(record.get("series") or name),
        published,
        parse(str(begins)) if begins else published,
        _date(ends) if ends else None,
        str(record.get("title") or ""),
    )


def _date(stated: object) -> PartialDate | None:
    try:
        return parse(str(stated))
    except DateError:
        return None  # `unknown`: it ends, and nobody said when
