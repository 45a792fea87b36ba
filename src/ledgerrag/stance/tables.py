"""The data files of this room, read once: units, bounds, status words, word lists."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib import resources
from typing import Any

FILES = (
    "attributions.toml",
    "bounds.toml",
    "posts.toml",
    "ratings.toml",
    "status.toml",
    "units.toml",
    "wordings.toml",
    "words.toml",
)


def _bytes(name: str) -> bytes:
    return resources.files("ledgerrag.stance").joinpath(name).read_bytes()


@cache
def table(name: str) -> dict[str, Any]:
    """A data file of this room as a mapping; callers convert it to frozen shapes."""
    return tomllib.loads(_bytes(name).decode("utf-8"))


@cache
def digest() -> str:
    """sha256 over all data files, so that a changed word list changes the name of the rules."""
    total = hashlib.sha256()
    for name in FILES:
        total.update(name.encode() + b"\x00" + _bytes(name) + b"\x00")
    return total.hexdigest()
