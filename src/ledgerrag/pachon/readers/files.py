"""Finding files: folders in sorted order, links followed once, names that stay the same."""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.kinds import kind_of, known_endings
from ledgerrag.pachon.readers.raw import Opened, Rejected


def sha256(path: Path) -> bytes:
    """The digest of a file's bytes, read in pieces.

    Raises:
        DocumentError: the file cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").digest()
    except OSError as error:
        raise DocumentError(f"{path.name} cannot be read: {_why(error)}", "check it") from None


def find(
    paths: Sequence[Path], *, on_skip: Callable[[Rejected], None] | None = None
) -> Iterator[Opened | Rejected]:
    """The files to ingest below the given paths, each file once.

    Hidden files are passed over, and so are files in folders that no reader takes.

    Args:
        paths: files and folders, in the order in which they are to be read.
        on_skip: told of each file in a folder that no reader takes.
    """
    finder = _Finder(on_skip or _say_nothing)
    for path in paths:
        yield from finder.below(path)


def _say_nothing(_: Rejected) -> None:
    """Nobody asked."""


class _Finder:
    """What was seen so far: a file or folder that is reached twice is taken once."""

    def __init__(self, on_skip: Callable[[Rejected], None]) -> None:
        self._on_skip = on_skip
        # Folders by inode: a loop of links ends. Files by path: hard links are files of their own.
        self._folders: set[tuple[int, int]] = set()
        self._files: set[str] = set()
        self._names: set[str] = set()

    def below(self, root: Path) -> Iterator[Opened | Rejected]:
        shown = printable(root.as_posix())
        try:
            state = root.stat()
        except OSError as error:
            yield Rejected(shown, f"cannot be read: {_why(error)}; check the path")
            return
        if stat.S_ISDIR(state.st_mode):
            yield from self._folder(root, state)
        elif not stat.S_ISREG(state.st_mode):
            yield Rejected(shown, "is not a regular file; save its content to a file")
        elif kind_of(root.name) is None:
            yield Rejected(shown, f"no reader takes this kind of file; known: {known_endings()}")
        elif self._new_file(root):
            yield self._opened(root, root.name, root.absolute().parent.name)

    def _folder(self, root: Path, state: os.stat_result) -> Iterator[Opened | Rejected]:
        self._new_folder(state)
        # A stack, not recursion: folders may be nested deeper than Python's calls.
        waiting = [iter(self._listing(root, ""))]
        while waiting:
            item = next(waiting[-1], None)
            if item is None:
                waiting.pop()
            elif isinstance(item, Rejected):
                yield item
            else:
                path, name = item
                found = self._entry(path, name, root.absolute().name)
                if isinstance(found, Opened | Rejected):
                    yield found
                elif found:
                    waiting.append(iter(self._listing(path, name + "/")))

    def _listing(self, folder: Path, prefix: str) -> list[tuple[Path, str] | Rejected]:
        try:
            names = sorted(entry.name for entry in folder.iterdir())
        except OSError as error:
            where = printable(prefix or folder.as_posix())
            return [Rejected(where, f"the folder cannot be read: {_why(error)}; check its rights")]
        return [(folder / name, prefix + name) for name in names if not name.startswith(".")]

    def _entry(self, path: Path, name: str, root_name: str) -> Opened | Rejected | bool:
        """A file, a refusal, or whether this is a folder to enter."""
        try:
            state = path.stat()
        except OSError as error:
            return Rejected(printable(name), f"cannot be read: {_why(error)}; remove or mend it")
        if stat.S_ISDIR(state.st_mode):
            return self._new_folder(state)
        if not stat.S_ISREG(state.st_mode) or kind_of(path.name) is None:
            self._on_skip(Rejected(printable(name), "skipped: no reader takes this kind of file"))
            return False
        return self._opened(path, name, root_name) if self._new_file(path) else False

    def _new_folder(self, state: os.stat_result) -> bool:
        key = (state.st_dev, state.st_ino)
        new = key not in self._folders
        self._folders.add(key)
        return new

    def _new_file(self, path: Path) -> bool:
        key = os.path.realpath(path)
        new = key not in self._files
        self._files.add(key)
        return new

    def _opened(self, path: Path, name: str, root_name: str) -> Opened:
        shown = printable(name)
        if shown in self._names:
            # Two roots with a file of the same name: the second must not pass for a new version.
            shown = f"{printable(root_name)}/{shown}"
        while shown in self._names:
            shown = f"_/{shown}"
        self._names.add(shown)
        return Opened(shown, path)


def printable(name: str) -> str:
    """A file's name as text that can be stored and shown: control characters escaped."""
    if name.isprintable():
        return name
    return "".join(
        ascii(sign)[1:-1] if unicodedata.category(sign) in ("Cc", "Cs", "Cf") else sign
        for sign in name
    )


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
