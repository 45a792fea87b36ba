"""Which reader takes a file: by the end of its name, checked against its first bytes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.text import refuse_binary

HEAD = 4096
GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Kinds:
    """The registry: a table of endings and a table of first bytes.

    Args:
        endings: end of a name -> reader.
        magic: first bytes -> what they give away.
        expected: reader -> first bytes that its files have.
    """

    endings: dict[str, str]
    magic: dict[bytes, str]
    expected: dict[str, bytes]


@cache
def registry() -> Kinds:
    """The registry that ships with the package."""
    table = tomllib.loads(resources.files(__package__).joinpath("kinds.toml").read_text("utf-8"))
    return Kinds(
        endings=dict(table["endings"]),
        magic={bytes.fromhex(key): name for key, name in table["magic"].items()},
        expected={key: bytes.fromhex(start) for key, start in table["expected"].items()},
    )


def kind_of(name: str) -> str | None:
    """The reader for a name; None where there is none."""
    lower = name.lower()
    fitting = [ending for ending in registry().endings if lower.endswith(ending)]
    return registry().endings[max(fitting, key=len)] if fitting else None


def known_endings() -> str:
    """All endings in a line, for messages."""
    return " ".join(sorted(registry().endings))


def check_head(name: str, kind: str, head: bytes) -> None:
    """Refuse a file whose first bytes are not what its name says.

    Args:
        name: the file's name.
        kind: its reader.
        head: its first bytes (at most HEAD).
    Raises:
        DocumentError: empty, another format, UTF-16 or binary data.
    """
    if not head:
        raise DocumentError("the file is empty", "remove it or write its text")
    if name.lower().endswith(".gz"):
        _check_gzip(head)
        return
    expected = registry().expected.get(kind)
    if expected is not None:
        # The mark of a PDF may come anywhere in the first kilobyte: some gateways put lines before.
        if expected not in head[:1024]:
            what = _given_away(head) or "something else"
            raise DocumentError(f"named {_ending(name)} but it is {what}", "give its own ending")
        return
    found = _given_away(head)
    if found:
        raise DocumentError(
            f"named {_ending(name)} but it is {found}",
            "unpack or convert it, or give its own ending",
        )
    refuse_binary(head)


def _check_gzip(head: bytes) -> None:
    if not head.startswith(GZIP):
        raise DocumentError("named .gz but it is not gzip data", "drop .gz from its name")


def _given_away(head: bytes) -> str:
    for start, what in registry().magic.items():
        if head.startswith(start):
            return what
    return ""


def _ending(name: str) -> str:
    lower = name.lower()
    fitting = [ending for ending in registry().endings if lower.endswith(ending)]
    return max(fitting, key=len) if fitting else "so"
