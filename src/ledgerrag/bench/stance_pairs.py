"""Pairs with a known stance: public sets, split by page, document or claim."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from ledgerrag.errors import InputError
from ledgerrag.model import Stance
from ledgerrag.stance.encoding import Pair

_LABELS: Final[Mapping[str, Stance]] = {
    "support": Stance.SUPPORT,
    "refute": Stance.REFUTE,
    "nei": Stance.NEUTRAL,
}
# Some sets were published as tokens: brackets by name, spaces before marks.
_TOKENS: Final = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-COLON-": ":",
    "``": '"',
    "''": '"',
}
_SPACED: Final = re.compile(r" ([,.;:!?)\]%]|'s\b|n't\b)|([(\[]) ")


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with the stance that people gave it.

    Args:
        pair: claim and passage.
        stance: what the set says.
        held_out: training never sees it.
    """

    pair: Pair
    stance: Stance
    held_out: bool


@dataclass(frozen=True, slots=True)
class PairSet:
    """How one public set is split (`stance_sets.toml`).

    Args:
        name: of the set and of its file.
        licence: as its source states it.
        group: the field that never stands on both sides.
        held_out: percent of the groups.
        split: the set's own name of the part that is held out; empty where we draw it.
    """

    name: str
    licence: str
    group: str
    held_out: int = 0
    split: str = ""


def sets() -> tuple[PairSet, ...]:
    """The sets of the registry, in its order."""
    text = resources.files("ledgerrag.bench").joinpath("stance_sets.toml").read_text("utf-8")
    return tuple(PairSet(name, **fields) for name, fields in tomllib.loads(text).items())


def load(which: PairSet, folder: Path) -> tuple[Judged, ...]:
    """The pairs of one set that have one of the three stances.

    Args:
        which: from `sets`.
        folder: holds `NAME.jsonl.gz`.

    Raises:
        InputError: the folder lacks the file.
    """
    path = folder / f"{which.name}.jsonl.gz"
    if not path.is_file():
        raise InputError(f"{folder} has no {path.name}; give the folder of the stance sets")
    rows = [row for row in _rows(path) if row.get("label") in _LABELS]
    if not which.split:
        return tuple(
            _judged(row, held_out=drawn(str(row[which.group]), which.held_out)) for row in rows
        )
    theirs = [row for row in rows if row["split"] == which.split]
    apart = frozenset(row[which.group] for row in theirs)
    ours = [row for row in rows if row[which.group] not in apart]
    return (
        *(_judged(row, held_out=True) for row in theirs),
        *(_judged(row, held_out=False) for row in ours),
    )


def drawn(group: str, percent: int) -> bool:
    """Whether a group falls to the held-out side; the same for every set, so pages never leak."""
    return int.from_bytes(hashlib.sha256(group.encode()).digest()[:4], "big") % 100 < percent


def plain(text: str) -> str:
    """Published tokens as ordinary text."""
    words = " ".join(_TOKENS.get(word, word) for word in text.split())
    return _SPACED.sub(lambda found: found[1] or found[2], words)


def _judged(row: Mapping[str, str], *, held_out: bool) -> Judged:
    title = plain(row.get("page") or row.get("wiki") or row.get("article") or "")
    pair = Pair(plain(row["claim"]), plain(row["evidence"]), title)
    return Judged(pair, _LABELS[row["label"]], held_out=held_out)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
