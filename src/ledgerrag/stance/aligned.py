"""A claim and a sentence that are the same words but for a value: a rule that was amended.

Texts that are quoted, or amended in a figure or a date, agree word for word with the passage. Then
no clause, condition or negation has to be understood: whatever it is, it is the same on both sides.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledgerrag.model import UNIT, Claim, Judgement, Passage, Stance
from ledgerrag.stance.calendar_dates import months
from ledgerrag.stance.figure_rules import stated_figure
from ledgerrag.stance.numbers import small_words
from ledgerrag.stance.parsed import stem, stop_words, synonyms
from ledgerrag.stance.periods import other_period
from ledgerrag.stance.tables import table
from ledgerrag.stance.values import LIMIT

SHORTEST: Final = 5
EXCHANGED: Final = "same words, but for one"
_TOKEN: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[$€£¥%§]")
# What numbers a provision or an item of a list at the head of a sentence.
_MARK: Final = re.compile(
    r"\s*(?:(?:(?:(?i:rule|section|sec\.|art\.|article)|§+)\s*)?\d+(?:[.-]\d+)*[.)]?\s+"
    r"(?=[\"“A-Z(\[])|\(\w{1,6}(?:\.\d+)?\)\s*|[-*•–|]\s*)+"
)
_COUNT: Final = re.compile(r"\s*\d+\s")
_JOINT: Final = re.compile(r";|,\s+(?:and|but|while|whereas)\b", re.IGNORECASE)
_MOST_PARTS: Final = 6
_MOST_WORDS: Final = 3
_JOINING: Final = frozenset(("to", "and", "or", "through"))


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, number or sign: how it compares, where it starts, how it stands."""

    word: str
    start: int
    text: str


def aligned(claim: Claim, passage: Passage) -> Judgement | None:
    """A judgement where claim and sentence have the same words; None where they have not.

    Args:
        claim: a statement of its own; a hypothesis of a slot is left to the other rules.
        passage: a sentence, or one with the claim between its joints.
    """
    if claim.parent:
        return None
    counted = _COUNT.match(claim.text) is not None
    said = _tokens(claim.text, counted=counted)
    if len(said) < SHORTEST:
        return None
    for part in _parts(passage.text, counted=counted):
        if _near(said, part):
            judged = _compared(claim, said, part)
            if judged is not None:
                own = stated_figure(claim)
                apart = own is not None and other_period(claim, own, passage)
                return None if apart and judged.stance is Stance.REFUTE else judged
    return None


@lru_cache(maxsize=1024)
def _tokens(text: str, *, counted: bool) -> tuple[_Token, ...]:
    """The words behind the mark; where the claim begins with a count, a number is no mark."""
    text = text[:LIMIT]
    mark = None if counted and _COUNT.match(text) else _MARK.match(text)
    numbers = small_words()
    found = []
    for match in _TOKEN.finditer(text, mark.end() if mark else 0):
        word = match.group().casefold().replace("’", "'")
        if word in numbers:
            word = str(numbers[word])
        elif word[0].isdigit():
            word = word.replace(",", "")
        found.append(_Token(word, match.start(), match.group()))
    return tuple(found)


def _parts(text: str, *, counted: bool) -> Iterator[tuple[_Token, ...]]:
    """The sentence, then what stands between its joints, longest first."""
    whole = _tokens(text, counted=counted)
    yield whole
    joints = [joint.span() for joint in _JOINT.finditer(text)]
    if not 0 < len(joints) < _MOST_PARTS:
        return
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(text)]
    runs = [(a, b) for n, a in enumerate(starts) for b in ends[n:]]
    for a, b in sorted(runs, key=lambda run: (run[0] - run[1], run[0])):
        if b - a < len(text):
            yield tuple(token for token in whole if a <= token.start < b)


def _near(said: Sequence[_Token], part: Sequence[_Token]) -> bool:
    if abs(len(said) - len(part)) > _MOST_WORDS:
        return False
    shared = Counter(t.word for t in said) & Counter(t.word for t in part)
    return 10 * shared.total() >= 6 * max(len(said), len(part))


def _compared(claim: Claim, said: Sequence[_Token], part: Sequence[_Token]) -> Judgement | None:
    matcher = difflib.SequenceMatcher(
        None, [t.word for t in said], [t.word for t in part], autojunk=False
    )
    changed: list[_Token] = []
    words, exchanged = 0, False
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        mine, there = said[a:b], part[c:d]
        if len(mine) == len(there) and all(map(_is_value, (*mine, *there))):
            if _names_something(said, a) or _names_something(part, c):
                return Judgement(Stance.NEUTRAL, 0, "another number in a name")
            changed += mine
        elif all(_is_small(token) for token in (*mine, *there)):
            words += len(mine) + len(there)
        elif len(mine) == len(there) == 1 and _another_word(mine[0], there[0]):
            exchanged = True
        else:
            return None
    if words > _MOST_WORDS or (exchanged and changed):
        return None
    return Judgement(Stance.NEUTRAL, 0, EXCHANGED) if exchanged else _judged(claim, changed)


def _another_word(mine: _Token, there: _Token) -> bool:
    """Whether two plain words say something different: `black` for `white`, no name for another."""
    stems = stem(mine.text), stem(there.text)
    plain = all(one.text[0].islower() and one.word not in stop_words() for one in (mine, there))
    return plain and stems[0] not in synonyms().get(stems[1], (stems[1],))


def _judged(claim: Claim, changed: Sequence[_Token]) -> Judgement:
    if not changed:
        return Judgement(Stance.SUPPORT, UNIT, "same words", claim.value)
    own = claim.value
    here = own is not None and any(
        own.start <= token.start < own.start + len(own.text) for token in changed
    )
    if here or own is None:
        return Judgement(Stance.REFUTE, 950_000, "same words, another value")
    return Judgement(Stance.REFUTE, 800_000, "same words, another value beside it")


def _is_value(token: _Token) -> bool:
    return token.word[0].isdigit() or (token.word in months() and token.text[0].isupper())


def _is_small(token: _Token) -> bool:
    """Whether a word may come and go without another sense: an article, `which` for `that`."""
    return token.word in stop_words() and token.word not in _telling()


@lru_cache(maxsize=1)
def _telling() -> frozenset[str]:
    """Stop words that carry sense all the same: negators, bounds, sides, modals."""
    rows = table("words.toml")
    return frozenset((*rows["negators"], *rows["binding"], *rows["telling"]))


def _names_something(tokens: Sequence[_Token], at: int) -> bool:
    """Whether the number at a place names a thing: `section 12`, `Schedules 1 to 6`, `Route 9`.

    A number right after a capital is a name, but for months and the first word of the sentence.
    """
    place = at - 1
    while place >= 0 and (tokens[place].word in _JOINING or tokens[place].word[0].isdigit()):
        place -= 1
    if place >= 0 and tokens[place].word in _references():
        return True
    if at < 2 or not tokens[at].word[0].isdigit():
        return False
    last = tokens[at - 1]
    beside = last.start + len(last.text) + 1 == tokens[at].start
    told = last.word in months() or last.word in stop_words()
    return beside and last.text[0].isupper() and not told


@lru_cache(maxsize=1)
def _references() -> frozenset[str]:
    return frozenset(table("words.toml")["references"])
