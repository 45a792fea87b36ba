"""Files that are there whole or not at all: written aside, synced, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ledgerrag.errors import InputError


def write_atomically(path: Path, parts: Iterable[bytes]) -> None:
    """Replace a file by new content in one step.

    Args:
        path: the file; its folder must exist.
        parts: the content, streamed.
    Raises:
        InputError: the folder is not there or cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as reason:
        raise _unwritable(path, reason) from None
    aside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        aside.replace(path)
        _sync_folder(path.parent)
    except OSError as reason:
        raise _unwritable(path, reason) from None
    finally:
        aside.unlink(missing_ok=True)


def create_private(path: Path, content: bytes) -> None:
    """Write a new file that only its owner may read.

    Raises:
        InputError: the file exists already, or cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InputError(f"{path} exists already", "keep it, or give another name") from None
    except OSError as reason:
        raise _unwritable(path, reason) from None
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    _sync_folder(path.parent)


def read_small(path: Path, limit: int = 1 << 20) -> bytes:
    """The content of a key or checkpoint file.

    Raises:
        InputError: the file is not there, cannot be read or is far too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as reason:
        raise InputError(
            f"{path} cannot be read: {reason.strerror}", "check the path and its permissions"
        ) from None
    if len(content) > limit:
        raise InputError(f"{path} is larger than {limit} bytes", "give the right file")
    return content


def _unwritable(path: Path, reason: OSError) -> InputError:
    return InputError(
        f"{path} cannot be written: {reason.strerror}", "check the folder and its permissions"
    )


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
