"""Pairs made from the versions of real provisions and terms.

A sentence of the later version is supported by that version, refuted by the earlier one where a
value changed between the two, and neither by another provision.
"""

from __future__ import annotations

import difflib
import gzip
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ledgerrag.bench.stance_pairs import Judged, drawn
from ledgerrag.errors import InputError
from ledgerrag.model import Stance
from ledgerrag.stance.encoding import Pair

HELD_OUT: Final = 15
_BREAK: Final = re.compile(r"(?<=[.;])\s+|\n+")
_WORD: Final = re.compile(r"\d+(?:[.,]\d+)*|\w+|[^\w\s]")
_MARK: Final = re.compile(
    r"^\s*(?:(?:RULE|Section|§)?\s*\d+(?:\.\d+)*[.)]?\s+(?=[A-Z(\[])|\(\w{1,6}(?:\.\d+)?\)\s*)+"
)
_WORDS: Final = tomllib.loads(
    resources.files("ledgerrag.bench").joinpath("law_pairs.toml").read_text("utf-8")
)
_REFERENCE: Final = frozenset(_WORDS["references"])
_BETWEEN: Final = frozenset(_WORDS["between"])
_AMOUNTS: Final[Mapping[str, str]] = _WORDS["amounts"]
_VALUE: Final = re.compile(rf"\d+(?:[.,]\d+)*|{'|'.join((*_AMOUNTS, *_WORDS['months']))}")
_SHORT, _LONG = 7, 70


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision with its texts, oldest first.

    Args:
        group: the instrument, section or service that never stands on both sides of the split.
        title: as a reader sees it.
        texts: of consecutive versions.
    """

    group: str
    title: str
    texts: tuple[str, ...]


def load_law(folder: Path) -> tuple[Judged, ...]:
    """Pairs from `canada_laws`, `dc_code` and `ota_terms` below a folder, in a fixed order.

    Raises:
        InputError: the folder lacks one of the three.
    """
    return tuple(pair for source in (_canada, _dc, _terms) for pair in made(tuple(source(folder))))


def made(provisions: Sequence[Provision]) -> tuple[Judged, ...]:
    """The pairs of some provisions; those of one group are all held out or all not."""
    out: list[Judged] = []
    seen: set[tuple[str, str]] = set()
    for at, provision in enumerate(provisions):
        held_out = drawn(provision.group, HELD_OUT)
        for old, new in pairwise(provision.texts):
            for stance, pair in _pairs(provision, _sentences(old), _sentences(new)):
                if (pair.claim, pair.text) not in seen:
                    seen.add((pair.claim, pair.text))
                    out.append(Judged(pair, stance, held_out))
                    if stance is Stance.SUPPORT:
                        other = _other(provisions, at, pair.claim)
                        out += () if other is None else (Judged(other, Stance.NEUTRAL, held_out),)
    return tuple(out)


def _pairs(
    provision: Provision, old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[Stance, Pair]]:
    known = frozenset(old)
    plain_changes = 0
    for place, sentence in enumerate(new):
        if sentence in known or sentence[0] == "#" or not _SHORT <= len(sentence.split()) <= _LONG:
            continue
        earlier = [i for i, text in enumerate(old) if value_changed(text, sentence)]
        plain_changes += not earlier
        if not earlier and plain_changes > 1:
            continue
        yield Stance.SUPPORT, _pair(provision, sentence, new, place)
        # Two sentences of one list that differ in figures alone: which one changed is not known.
        if len(earlier) == 1:
            yield Stance.REFUTE, _pair(provision, sentence, old, earlier[0])
            yield Stance.REFUTE, _pair(provision, old[earlier[0]], new, place)


def _pair(provision: Provision, sentence: str, sentences: Sequence[str], at: int) -> Pair:
    said = _MARK.sub("", sentence).rstrip(" ;,:")
    before = sentences[at - 1] if at else ""
    after = sentences[at + 1] if at + 1 < len(sentences) else ""
    return Pair(said, sentences[at], provision.title, before, after)


def value_changed(old: str, new: str) -> bool:
    """Whether two sentences say the same but for figures or months that are no references."""
    left, right = _words(old), _words(new)
    shared = frozenset(right)
    if len(frozenset(left) & shared) < 0.5 * len(shared):
        return False
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    values, words = 0, 0
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            continue
        was, now = left[i1:i2], right[j1:j2]
        if len(was) == len(now) and all(_VALUE.fullmatch(word) for word in was + now):
            if _refers(left, i1) or _refers(right, j1):
                return False
            values += 1
            continue
        if any(_VALUE.fullmatch(word) or word[:1].isupper() for word in was + now):
            return False
        words += len(was) + len(now)
    return values > 0 and words <= 3


@lru_cache(maxsize=4096)
def _words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence without its mark; a number in words is the same as in digits."""
    found = _WORD.findall(_MARK.sub("", sentence).rstrip(" ;,:"))
    return tuple(_AMOUNTS.get(word.casefold(), word) for word in found)


def _refers(words: Sequence[str], at: int) -> bool:
    """Whether the number at a place is of a reference: `section 12`, `Schedules 1 to 6`."""
    place = at - 1
    while place >= 0 and (words[place] in _BETWEEN or words[place][0].isdigit()):
        place -= 1
    near = words[max(0, place - 1) : place + 1]
    return any(word.casefold() in _REFERENCE for word in near)


def _other(provisions: Sequence[Provision], at: int, claim: str) -> Pair | None:
    """A sentence of a neighbouring provision: the nearest one in words that says something else."""
    words = frozenset(claim.casefold().split())
    near = [*provisions[max(0, at - 12) : at], *provisions[at + 1 : at + 13]]
    best: tuple[float, Provision, int] | None = None
    for provision in near:
        sentences = _sentences(provision.texts[-1])[:12]
        for place, sentence in enumerate(sentences):
            if not _SHORT <= len(sentence.split()) <= _LONG:
                continue
            there = frozenset(sentence.casefold().split())
            share = len(words & there) / len(words | there)
            if share < 0.5 and (best is None or share > best[0]):
                best = (share, provision, place)
    if best is None:
        return None
    _, provision, place = best
    return _pair(provision, claim, _sentences(provision.texts[-1]), place)


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _BREAK.split(text) if part.strip())


def _canada(folder: Path) -> Iterator[Provision]:
    for row in _rows(folder / "canada_laws" / "provision_versions.jsonl.gz"):
        title = f"{row['instrument']}, section {row['section']}"
        if row["marginal_note"]:
            title += f": {row['marginal_note']}"
        texts = tuple(version["text"] for version in row["versions"])
        yield Provision(row["instrument"], title, texts)


def _dc(folder: Path) -> Iterator[Provision]:
    for row in _rows(folder / "dc_code" / "paragraph_versions.jsonl.gz"):
        texts = tuple(version["text"] for version in row["versions"])
        yield Provision(f"dc {row['section']}", f"§ {row['section']}. {row['heading']}", texts)


def _terms(folder: Path) -> Iterator[Provision]:
    for row in _rows(folder / "ota_terms" / "clause_lineages.jsonl.gz"):
        texts = tuple(
            version["text"] for version in row["versions"] if version["text"] != "[Removed]"
        )
        yield Provision(row["service"], f"{row['service']}: {row['doc_type']}", texts)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise InputError(f"{path} is missing; give the folder that holds {path.parent.name}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
