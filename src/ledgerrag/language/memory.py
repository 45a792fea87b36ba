"""What a probe found, remembered by server and model: a small file, or nothing but this process."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ledgerrag.language.ways import Dialect, Way


class _Remembered(BaseModel):
    model_config = ConfigDict(extra="forbid")
    way: Way
    limit: Literal["max_tokens", "max_completion_tokens"]
    temperature: bool
    seed: bool


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    form: Literal[1] = 1
    servers: dict[str, _Remembered] = {}


class Memory:
    """The dialects of servers.

    A file that cannot be read or written is done without: a probe is cheap, and asking goes on.

    Args:
        path: the file; None: nothing outlives the process.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, Dialect] = {}

    def recall(self, name: str) -> Dialect | None:
        """The dialect of a server and model; None where nothing is known."""
        if name in self._known:
            return self._known[name]
        found = self._read().servers.get(name)
        return None if found is None else Dialect(**found.model_dump())

    def keep(self, name: str, dialect: Dialect) -> None:
        """Remember a dialect."""
        self._known[name] = dialect
        if self._path is None:
            return
        servers = {**self._read().servers, name: _Remembered.model_validate(asdict(dialect))}
        with suppress(OSError):
            _replace(self._path, _File(servers=servers).model_dump_json(indent=2) + "\n")

    def _read(self) -> _File:
        if self._path is None:
            return _File()
        try:
            return _File.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError):
            return _File()


def _replace(path: Path, text: str) -> None:
    """The whole file or the old one, whatever happens in between."""
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
