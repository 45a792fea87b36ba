"""A JSON file: one record, a list of records, or a JSON Feed."""

from __future__ import annotations

from collections.abc import Iterator

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.jsonfeed import is_feed, read_feed
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.strictjson import as_object, parse, record_kind
from ledgerrag.pachon.readers.text import decode_utf8, load, refuse_binary


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The records of a JSON file.

    Raises:
        DocumentError: not JSON, too large, or empty.
    """
    data = load(job.path, job.limits.document, "write it as JSON Lines, one record a line")
    refuse_binary(data)
    value = parse(decode_utf8(data), job.limits.depth)
    if not isinstance(value, list):
        fields = as_object(value)
        if is_feed(fields):
            yield from read_feed(job.name, fields)
        else:
            yield _single(job, fields)
        return
    if not value:
        raise DocumentError("the list is empty", "remove the file or write records")
    for number, item in enumerate(value, start=1):
        where = f"{job.name}#{number}"
        try:
            fields = as_object(item)
        except DocumentError as error:
            yield Rejected(where, str(error))
        else:
            yield Raw(where, record_kind(fields), fields)


def _single(job: Job, fields: dict[str, object]) -> Raw:
    kind = record_kind(fields)
    if kind == "act" or fields.get("doc_id") not in (None, ""):
        return Raw(job.name, kind, fields)
    return Raw(job.name, kind, {**fields, "doc_id": job.name}, ("doc_id from the file's name",))
