"""Records that come in one piece over a wire: JSON Lines, or JSON that holds one or a list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers import jsonlines
from ledgerrag.pachon.readers.raw import DEFAULT_LIMITS, Job, Opened, Raw, Rejected
from ledgerrag.pachon.readers.strictjson import as_object, parse, record_kind
from ledgerrag.pachon.readers.text import decode_utf8, load, refuse_binary

# What a list of records may stand under, in the place of the list itself.
_LISTS = ("documents", "acts", "items")
_NAME = "record"


def read_batch(path: Path, *, lines: bool) -> Iterator[Raw | Rejected]:
    """The records, in order, each named by its number from 1; a bad one gives a `Rejected`.

    Args:
        path: where the bytes lie.
        lines: they are JSON Lines.
    Raises:
        DocumentError: no record at all can be told: not UTF-8, not JSON, nothing in it.
    """
    job = Job(Opened(_NAME, path))
    return jsonlines.read(job) if lines else _listed(job)


def _listed(job: Job) -> Iterator[Raw | Rejected]:
    data = load(job.path, DEFAULT_LIMITS.document, "send fewer records at once")
    refuse_binary(data)
    items = _items(parse(decode_utf8(data), DEFAULT_LIMITS.depth))
    if not items:
        raise DocumentError("there is no record in the batch", "send at least one")
    for number, item in enumerate(items, start=1):
        where = f"{_NAME}:{number}"
        try:
            fields = as_object(item)
        except DocumentError as error:
            yield Rejected(where, str(error))
        else:
            yield Raw(where, record_kind(fields), fields)


def _items(value: object) -> list[object]:
    if isinstance(value, list):
        return value
    fields = as_object(value)
    for name in _LISTS:
        inner = fields.get(name)
        if set(fields) == {name} and isinstance(inner, list):
            return inner
    return [fields]
