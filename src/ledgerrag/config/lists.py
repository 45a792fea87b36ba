"""Word lists that ship with the package, for the rooms that are no folders."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def lexicon(name: str) -> Mapping[str, tuple[str, ...]]:
    """A word list that ships with the package: `actions` or `signals`, by list name."""
    text = resources.files("ledgerrag").joinpath(f"{name}.toml").read_text("utf-8")
    return {key: tuple(words) for key, words in tomllib.loads(text).items()}
