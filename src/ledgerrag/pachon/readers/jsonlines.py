"""JSON Lines, plain or gzipped: streamed, each line judged for itself."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.kinds import HEAD
from ledgerrag.pachon.readers.raw import Job, Raw, Rejected
from ledgerrag.pachon.readers.strictjson import parse_object, record_kind
from ledgerrag.pachon.readers.text import decode_utf8, refuse_binary, size_word

_PIECE = 1 << 20


def read(job: Job) -> Iterator[Raw | Rejected]:
    """The records of a JSON Lines file, in order; a bad line is named and the next one is read.

    Raises:
        DocumentError: nothing in the file, UTF-16, or compressed data that grows beyond measure.
    """
    number = 0
    found = False
    lines = _Lines(job)
    try:
        for number, line in enumerate(lines, start=1):
            where = f"{job.name}:{number}"
            if isinstance(line, DocumentError):
                found = True
                yield Rejected(where, str(line))
            elif line.strip():
                found = True
                yield _record(where, line, job.limits.depth)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "ends early" if isinstance(error, EOFError) else "is damaged"
        yield Rejected(
            f"{job.name}:{number + 1}",
            f"the gzip data {reason} after {number:,} lines; fetch or pack the file again",
        )
        return
    if not found:
        raise DocumentError("there is no record in the file", "remove it or write one line each")


def _record(where: str, line: bytes, depth: int) -> Raw | Rejected:
    try:
        fields = parse_object(decode_utf8(line.rstrip(b"\r\n")), depth)
    except DocumentError as error:
        return Rejected(where, str(error))
    return Raw(where, record_kind(fields), fields)


class _Lines:
    """Lines of bounded length; one that is longer is passed over and given as an error."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._size = 0
        self._packed = job.name.lower().endswith(".gz")
        self._most = 0

    def __iter__(self) -> Iterator[bytes | DocumentError]:
        limit = self._job.limits.line
        with self._stream() as stream:
            first = True
            while line := stream.readline(limit + 1):
                self._count(len(line))
                if first:
                    refuse_binary(line[:HEAD])
                    first = False
                if len(line) > limit and not line.endswith(b"\n"):
                    length = len(line) + self._skip(stream)
                    yield DocumentError(
                        f"the line is {size_word(length)} long, more than {size_word(limit)}",
                        "split the record",
                    )
                else:
                    yield line

    def _skip(self, stream: BinaryIO) -> int:
        skipped = 0
        while piece := stream.readline(_PIECE):
            skipped += len(piece)
            self._count(len(piece))
            if piece.endswith(b"\n"):
                break
        return skipped

    def _count(self, length: int) -> None:
        self._size += length
        if self._packed and self._size > self._most:
            raise DocumentError(
                f"the compressed file grows beyond {size_word(self._most)}, reading stopped",
                "check that it is no decompression bomb; if it is sound, unpack it first",
            )

    @contextmanager
    def _stream(self) -> Iterator[BinaryIO]:
        with self._job.path.open("rb") as plain:
            if not self._packed:
                yield plain
                return
            limits = self._job.limits
            packed = self._job.path.stat().st_size
            self._most = max(limits.inflated, limits.inflation * packed)
            with gzip.GzipFile(fileobj=plain, mode="rb") as unpacked:
                yield cast(BinaryIO, unpacked)
