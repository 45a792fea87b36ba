"""How many records are to come: an estimate for those who watch, never for what decides."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Sequence
from typing import BinaryIO, cast

from ledgerrag.pachon.readers import Opened

_PIECE = 1 << 20
_MOST_PIECES = 512


def expected(files: Sequence[Opened]) -> int:
    """The number of records in files: lines of JSON Lines, one for each other file."""
    return sum(_lines(opened) for opened in files)


def _lines(opened: Opened) -> int:
    name = opened.path.name.lower()
    if not name.endswith((".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")):
        return 1
    try:
        with opened.path.open("rb") as plain:
            if not name.endswith(".gz"):
                return _count(plain)
            with gzip.GzipFile(fileobj=plain, mode="rb") as unpacked:
                return _count(cast(BinaryIO, unpacked))
    except (OSError, EOFError, zlib.error):
        return 1


def _count(stream: BinaryIO) -> int:
    found, last = 0, b""
    for _ in range(_MOST_PIECES):
        piece = stream.read(_PIECE)
        if not piece:
            break
        found += piece.count(b"\n")
        last = piece[-1:]
    return found + (last not in (b"", b"\n"))
