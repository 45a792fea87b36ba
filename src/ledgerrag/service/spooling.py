"""The body of a batch, written to disk as it comes: its size never becomes memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fastapi import Request

from ledgerrag.service.problems import RefusedError

LINES: Final = frozenset({"application/x-ndjson", "application/jsonl", "application/x-jsonlines"})
JSON: Final = "application/json"


def is_lines(request: Request) -> bool:
    """Whether the body is JSON Lines; otherwise it is JSON.

    Raises:
        RefusedError: 415, it is neither.
    """
    stated = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if stated in LINES:
        return True
    if stated != JSON:
        raise RefusedError(
            415, f"a body of type {stated[:60]!r} is not read", f"send {JSON} or x-ndjson"
        )
    return False


@asynccontextmanager
async def spooled(request: Request) -> AsyncIterator[Path]:
    """The body in a file, which is gone when the block ends.

    Args:
        request: its body has not been read.
    """
    with TemporaryDirectory(prefix="ledgerrag-") as folder:
        path = Path(folder) / "body"
        with path.open("wb") as stream:
            async for piece in request.stream():
                stream.write(piece)
        yield path
