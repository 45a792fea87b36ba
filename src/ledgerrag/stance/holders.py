"""Which figures of a sentence can be the one that a claim speaks of.

One sentence may give values of several holders (`20 percent for companies and 5 percent for
farmers`) or of several times (`raised from 2 to 3 euros`, `was 11 until 2024 and is 12`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from ledgerrag.model import Claim
from ledgerrag.stance.compare import is_comparable
from ledgerrag.stance.parsed import Parsed, parse, stem
from ledgerrag.stance.phrases import Phrases
from ledgerrag.stance.scope import clauses
from ledgerrag.stance.subjects import subject_keys
from ledgerrag.stance.tables import table
from ledgerrag.stance.values import Figure

_JOINT: Final = re.compile(r";|,|\b(?:and|or|but|while|whereas)\b", re.IGNORECASE)
_FROM: Final = re.compile(r"\bfrom\s+(?:about\s+|the\s+|an?\s+)?\W?$", re.IGNORECASE)
_TO: Final = re.compile(r"[^.;]{0,40}?\bto\s+(?:about\s+|the\s+|an?\s+)?\W?$", re.IGNORECASE)
_PAST: Final = re.compile(r"\b(?:was|were|had|used)\b", re.IGNORECASE)
_PRESENT: Final = re.compile(r"\b(?:is|are|has|have|amounts?|now)\b", re.IGNORECASE)


@cache
def _moves() -> frozenset[str]:
    return frozenset(table("words.toml")["moves"])


@cache
def _bygone() -> Phrases:
    return Phrases(table("words.toml")["bygone"])


def eligible(claim: Claim, own: Figure | None, text: Parsed, found: list[Figure]) -> list[Figure]:
    """The figures that hold now and belong to the holder that the claim names."""
    left = found
    if not _speaks_of_past(claim.text, own):
        left = [one for one in found if not (_replaced(text, one) or _past(text.text, one))]
    return _of_holder(claim, own, text, left)


def shared_out(text: str, found: Sequence[Figure]) -> bool:
    """Whether a sentence deals several figures to several holders by order alone."""
    return len(found) > 1 and "respectively" in text.casefold()


def _speaks_of_past(text: str, own: Figure | None) -> bool:
    if own is None or not text:
        return False
    source = parse(text)
    return _replaced(source, own) or _past(text, own) or bool(_PAST.search(text))


def _replaced(text: Parsed, figure: Figure) -> bool:
    """Whether a figure is the value before a change: `raised from 2 euros to 3 euros`."""
    start, end = figure.value.start, figure.end
    later = min((one.value.start for one in text.figures if one.value.start >= end), default=-1)
    if later < 0 or not _FROM.search(text.text[:start]) or not _TO.match(text.text[end:later]):
        return False
    return any(
        word in _moves() for word, at in zip(text.words, text.starts, strict=True) if at < start
    )


def _past(text: str, figure: Figure) -> bool:
    """Whether the clause of a figure tells of a time that is over: `was 11 euros until 2024`."""
    for start, end in clauses(text):
        if start <= figure.value.start < end:
            part = text[start:end]
            at = figure.value.start - start
            first, last = part.rfind(",", 0, at) + 1, part.find(",", at)
            inner = part[first : last if last >= 0 else len(part)]
            return any(
                bool(_PAST.search(one)) and not _PRESENT.search(one) and _over(one)
                for one in (part, inner)
            )
    return False


def _over(text: str) -> bool:
    return any(True for _ in _bygone().find(text))


def _of_holder(claim: Claim, own: Figure | None, text: Parsed, found: list[Figure]) -> list[Figure]:
    """The figures of the part in which alone a word of the claim stands."""
    if len(found) < 2:
        return [one for one in found if claim.parent or not _beyond(claim, text, one)]
    parts = _parts(text.text, found)
    shares = [_names(text, start, end) for start, end in parts]
    opening = _lead(text, found[0], parts[0])
    keys = _keys_of_part(claim, own)
    named: set[int] = set()
    for key in keys:
        where = [n for n, share in enumerate(shares) if key in share]
        if len(where) == 1 and not (where[0] == 0 and key in opening):
            named.add(where[0])
    if len(named) != 1:
        return found if claim.parent or not named else []
    (only,) = named
    start, end = parts[only]
    return [one for one in found if start <= one.value.start < end]


def _keys_of_part(claim: Claim, own: Figure | None) -> tuple[str, ...]:
    """The words that tell whose the claim's figure is; of several figures those beside this one."""
    keys = tuple(dict.fromkeys((*subject_keys(claim), *_tied(claim))))
    said = parse(claim.text)
    alike = [one for one in said.figures if own and is_comparable(own.value, one.value)]
    if claim.parent or own is None or len(alike) < 2:
        return keys
    for start, end in _parts(claim.text, alike):
        if start <= own.value.start < end:
            beside = _names(said, start, end)
            return tuple(key for key in keys if key in beside)
    return keys


_TURN: Final = re.compile(
    r";|\b(?:but|while|whereas)\b|\band\b(?=[^;,]*\b(?:nothing|none|free|no)\b)", re.IGNORECASE
)


def _beyond(claim: Claim, text: Parsed, figure: Figure) -> bool:
    """Whether a word of the claim stands only after a turn: `9 euros, while children pay none`."""
    turn = _TURN.search(text.text, figure.end)
    if turn is None:
        return False
    here, there = (
        _names(text, *part) for part in ((0, turn.start()), (turn.end(), len(text.text)))
    )
    return any(key in there and key not in here for key in _tied(claim))


def _tied(claim: Claim) -> tuple[str, ...]:
    return () if claim.parent else tuple(sorted(parse(claim.text).content))


def _parts(text: str, found: Sequence[Figure]) -> list[tuple[int, int]]:
    """A sentence cut at the last joint before each further figure of the kind."""
    cuts = [0]
    for one, other in pairwise(found):
        joints = list(_JOINT.finditer(text, one.end, max(one.end, other.value.start)))
        if joints:
            cuts.append(joints[0].start())
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _names(text: Parsed, start: int, end: int) -> frozenset[str]:
    first, last = text.place(start), text.place_before(end)
    return frozenset(
        name for name, where in text.at.items() if any(first <= at <= last for at in where)
    )


_HOLDERS: Final = frozenset(stem(word) for word in ("for", "in", "on", "at", "of", "by", "among"))


def _lead(text: Parsed, first: Figure, part: tuple[int, int]) -> frozenset[str]:
    """What stands before the first figure and names no holder: it is said of all figures."""
    lead, held, filled = set(), False, False
    for name, word, at in zip(text.stems, text.words, text.starts, strict=True):
        if not part[0] <= at < first.value.start:
            continue
        if word in _HOLDERS:
            held, filled = True, False
        elif name not in text.content:
            held = held and not filled
        else:
            filled = True
        if not held:
            lead.add(name)
            lead.update(k for k, where in text.at.items() if text.place(at) in where)
    return frozenset(lead)
