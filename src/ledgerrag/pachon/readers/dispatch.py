"""From a file to its records: its kind is chosen, every failure becomes a line of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.kinds import HEAD, check_head, kind_of, known_endings
from ledgerrag.pachon.readers.raw import DEFAULT_LIMITS, Job, Limits, Opened, Raw, Rejected

Reader = Callable[[Job], Iterator[Raw | Rejected]]

# Imported when first needed: the libraries behind web pages and PDF take a while to load.
_MODULES = {
    "markdown": "markdown",
    "jsonlines": "jsonlines",
    "json": "jsonfile",
    "webpage": "webpage",
    "pdf": "pdf",
    "feed": "feed",
}


def read(opened: Opened, limits: Limits = DEFAULT_LIMITS) -> Iterator[Raw | Rejected]:
    """The records of a file, as they come; bad content gives a `Rejected`, never an exception.

    Args:
        opened: the file, as `find` gives it.
        limits: the bounds within which it is read.
    """
    try:
        yield from _reader(_kind(opened))(Job(opened, limits))
    except DocumentError as error:
        yield Rejected(opened.name, str(error))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        yield Rejected(opened.name, f"cannot be read: {reason}; check the file and its rights")


def _kind(opened: Opened) -> str:
    kind = kind_of(opened.path.name)
    if kind is None:
        raise DocumentError("no reader takes this kind of file", f"use one of {known_endings()}")
    with opened.path.open("rb") as stream:
        check_head(opened.path.name, kind, stream.read(HEAD))
    return kind


def _reader(kind: str) -> Reader:
    reader: Reader = import_module(f"{__package__}.{_MODULES[kind]}").read
    return reader
