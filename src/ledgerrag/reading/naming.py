"""Statements of the value that a provision names: `the time named by section 6 is 3 years`."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from ledgerrag.model import Claim, ClaimKind, ValueKind
from ledgerrag.reading.cited import Cited, cited
from ledgerrag.stance.parsed import content_stems, stem


def value_named(claim: Claim) -> Cited | None:
    """The provision of which a statement says that its value is such; None for any other statement.

    It speaks of the value by its kind alone, so that nothing else in the provision is meant.

    Args:
        claim: a statement, or what a question asks.
    """
    if claim.kind is not ClaimKind.ASSERTION or claim.parent or claim.value is None:
        return None
    text, value = claim.text, claim.value
    left, right = text[: value.start], text[value.start + len(value.text) :]
    if value.start < 0 or right.strip(" .!)") or not _said(left, value.kind):
        return None
    return cited(text)


def topic_of(claim: Claim, title: str) -> frozenset[str]:
    """Stems of what the value of a provision is said to be for, without those that name it.

    Args:
        claim: a statement of the value that a provision names.
        title: of the provision.
    """
    rows = _data()
    plain = [*rows["frames"]["words"], *(row for part in ("nouns", "verbs") for row in _rows(part))]
    known = {stem(word) for row in plain for word in row.split()}
    return frozenset(content_stems(claim.text)) - known - frozenset(content_stems(title))


def _rows(part: str) -> list[str]:
    return [row for rows in _data()[part].values() for row in rows]


@lru_cache(maxsize=256)
def _said(left: str, kind: ValueKind) -> bool:
    """Whether what stands before a value tells of what a provision names, and ends in `is`."""
    pattern = _pattern(kind)
    return pattern is not None and pattern.search(left) is not None


@cache
def _pattern(kind: ValueKind) -> re.Pattern[str] | None:
    rows = _data()["nouns"].get(kind.value)
    if rows is None:
        return None
    noun, active, passive = map(_either, (rows, *_data()["verbs"].values()))
    return re.compile(
        rf"\bthe\s+{noun}\s+(?:(?:that|which)\s+.{{3,300}}?\s{active}\b|{passive}\s+(?:by|in|at)\s)"
        r".{0,300}\b(?:is|are|was|amounts\s+to|equals)\s+(?:an?\s+|the\s+)?$",
        re.IGNORECASE | re.DOTALL,
    )


def _either(rows: list[str]) -> str:
    ranked = sorted(rows, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(row).replace(r"\ ", r"\s+") for row in ranked) + ")"


@cache
def _data() -> dict[str, Any]:
    text = resources.files("ledgerrag.reading").joinpath("naming.toml").read_text("utf-8")
    return tomllib.loads(text)
