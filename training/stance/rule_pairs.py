"""Pairs made by rule from real sentences: figures, bounds, dates, opposites, hedges, parts.

Each rule changes one thing whose effect on the stance is known.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ledgerrag.bench.stance_pairs import Judged
from ledgerrag.model import Stance
from ledgerrag.stance.encoding import Pair

WORDS: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("words.toml").read_text("utf-8")
)
_NUMBER: Final = re.compile(r"(?<![\w.,$-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w-]|[.,]\d)")
_MONTH: Final = re.compile(rf"\b({'|'.join(WORDS['months'])})\b(?= \d)")
_AUXILIARY: Final = re.compile(rf"\b({'|'.join(WORDS['auxiliaries'])})\b(?! not|n't)", re.I)
_BRACKET: Final = re.compile(r" ?\([^()]*\)")
_OPPOSITES: Final = {
    word: other
    for pair in WORDS["opposites"]
    for word, other in (tuple(pair), tuple(reversed(pair)))
}
_OPPOSITE: Final = re.compile(rf"\b({'|'.join(map(re.escape, _OPPOSITES))})\b")
_YEAR: Final = range(1500, 2101)

Rule = Callable[[Pair, random.Random], Judged | None]


def made(pairs: Sequence[Pair], chance: random.Random) -> Iterator[Judged]:
    """One pair a source: the rules take turns, and one that does not apply passes.

    Args:
        pairs: sentences (`text`) with their titles and surroundings; their claims are not used.
        chance: seeded.
    """
    turn = 0
    for pair in pairs:
        source = replace(pair, text=pair.text.strip())
        for _ in range(len(RULES)):
            made_pair = RULES[turn % len(RULES)](source, chance)
            turn += 1
            if made_pair is not None:
                yield made_pair
                break


def same(pair: Pair, chance: random.Random) -> Judged:
    """A sentence supports itself, and the same without its brackets."""
    claim = _BRACKET.sub("", pair.text) if chance.random() < 0.5 else pair.text
    return _as(pair, claim, pair.text, Stance.SUPPORT)


def other_number(pair: Pair, chance: random.Random) -> Judged | None:
    """Another figure in the same words."""
    found = _pick(_NUMBER, pair.text, chance)
    if found is None:
        return None
    changed = _spelt(_moved(_amount(found), chance), found)
    if changed == found[0]:
        return None
    return _refuted(pair, _put(pair.text, found, changed), chance)


def bound(pair: Pair, chance: random.Random) -> Judged | None:
    """A figure told as a bound that it keeps, or breaks."""
    found = _pick(_NUMBER, pair.text, chance)
    if found is None or _amount(found) < 4 or _amount(found) in _YEAR:
        return None
    up, holds = chance.random() < 0.5, chance.random() < 0.5
    share = chance.choice((0.02, 0.1, 0.3, 0.6))
    amount = _amount(found) * (1 - share if up == holds else 1 + share)
    word = chance.choice(WORDS["at_least" if up else "at_most"])
    edge = _spelt(amount if "." in found[0] else float(round(amount)), found)
    if edge == found[0]:
        return None
    claim = _put(pair.text, found, f"{word} {edge}")
    return _as(pair, claim, pair.text, Stance.SUPPORT if holds else Stance.REFUTE)


def other_month(pair: Pair, chance: random.Random) -> Judged | None:
    """Another month in the same date."""
    found = _pick(_MONTH, pair.text, chance)
    if found is None:
        return None
    month = chance.choice([name for name in WORDS["months"] if name != found[0]])
    return _refuted(pair, _put(pair.text, found, month), chance)


def negated(pair: Pair, chance: random.Random) -> Judged | None:
    """The same with a "not" more, or one less."""
    if " not " in pair.text:
        return _refuted(pair, pair.text.replace(" not ", " ", 1), chance)
    found = _pick(_AUXILIARY, pair.text, chance)
    if found is None:
        return None
    return _refuted(pair, _put(pair.text, found, f"{found[0]} not"), chance)


def opposite(pair: Pair, chance: random.Random) -> Judged | None:
    """The same with a word turned round."""
    found = _pick(_OPPOSITE, pair.text, chance)
    if found is None:
        return None
    return _refuted(pair, _put(pair.text, found, _OPPOSITES[found[0]]), chance)


def hedged(pair: Pair, chance: random.Random) -> Judged | None:
    """What may be, or is said to be, does not settle what is."""
    found = _pick(_AUXILIARY, pair.text, chance)
    if found is None or found[0].lower() not in ("is", "are", "was", "were", "will", "has", "have"):
        return None
    word = found[0].lower()
    if word == "will":
        weak = chance.choice(WORDS["hedges"])
    elif word in ("has", "have"):
        weak = f"{chance.choice(WORDS['hedges'])} have"
    else:
        weak = f"{word} {chance.choice(WORDS['reports'])}"
    return _as(pair, pair.text, _put(pair.text, found, weak), Stance.NEUTRAL)


def plain_of_hedged(pair: Pair, chance: random.Random) -> Judged | None:
    """A hedged sentence supports itself: the hedge alone must not make it neutral."""
    made_pair = hedged(pair, chance)
    if made_pair is None:
        return None
    text = made_pair.pair.text
    return _as(pair, text, text, Stance.SUPPORT)


def part(pair: Pair, chance: random.Random) -> Judged | None:
    """A part of the sentence is supported by the whole; the whole is not by the part."""
    cut = [found.start() for found in re.finditer(r", and | and |, who |, which |; ", pair.text)]
    cut = [at for at in cut if len(pair.text[:at].split()) >= 5]
    if not cut or len(pair.text) - cut[0] < 25:
        return None
    head = f"{pair.text[: chance.choice(cut)].rstrip(' ,;')}."
    if chance.random() < 0.5:
        return _as(pair, head, pair.text, Stance.SUPPORT)
    return _as(pair, pair.text, head, Stance.NEUTRAL)


def _refuted(pair: Pair, other: str, chance: random.Random) -> Judged:
    """Two sentences that exclude each other, either way round."""
    if chance.random() < 0.5:
        return _as(pair, other, pair.text, Stance.REFUTE)
    return _as(pair, pair.text, other, Stance.REFUTE)


def _as(pair: Pair, claim: str, text: str, stance: Stance) -> Judged:
    return Judged(replace(pair, claim=claim, text=text), stance, held_out=False)


def _pick(pattern: re.Pattern[str], text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def _put(text: str, found: re.Match[str], new: str) -> str:
    return text[: found.start()] + new + text[found.end() :]


def _amount(found: re.Match[str]) -> float:
    return float(found[0].replace(",", ""))


def _moved(amount: float, chance: random.Random) -> float:
    if amount in _YEAR or amount < 13:
        return amount + chance.choice((-3, -2, -1, 1, 2, 3, 5)) if amount > 3 else amount + 1
    return float(round(amount * chance.choice((0.5, 0.8, 0.9, 1.05, 1.1, 1.2, 1.5, 2, 10))))


def _spelt(amount: float, found: re.Match[str]) -> str:
    places = len(found[2]) - 1 if found[2] else 0
    return f"{amount:,.{places}f}" if "," in found[1] else f"{amount:.{places}f}"


RULES: Final[tuple[Rule, ...]] = (
    same,
    other_number,
    bound,
    other_month,
    negated,
    opposite,
    hedged,
    other_number,
    part,
    bound,
    plain_of_hedged,
)
