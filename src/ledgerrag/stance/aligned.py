"""A claim and a sentence that are the same words but for a value: a rule that was amended.

Texts that are quoted, or amended in a figure or a date, agree word for word with the passage. Then
no clause, condition or negation has to be understood: whatever it is, it is the same on both sides.
A claim may say besides where that stands (`under section 21 of the Mint Act`), if it stands there.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sentencex  # type: ignore[import-untyped]

from ledgerrag.model import UNIT, Claim, Judgement, Passage, Stance
from ledgerrag.stance.attributed import attributed
from ledgerrag.stance.calendar_dates import months
from ledgerrag.stance.figure_rules import stated_figure
from ledgerrag.stance.numbers import read_words, small_words
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
    judged = _beside(claim, said, passage, counted=counted)
    if judged is not None:
        return judged
    told = attributed(claim.text, passage)
    if told is None:
        return None
    core = tuple(token for token in said if told.start <= token.start < told.end)
    judged = _beside(claim, core, passage, counted=counted)
    # The provision that a statement names may differ; what else an act says is another provision.
    loose = judged is not None and judged.stance is Stance.REFUTE and not told.exact
    return None if loose else judged


def _beside(
    claim: Claim, said: Sequence[_Token], passage: Passage, *, counted: bool
) -> Judgement | None:
    """The judgement of the words of a claim beside each part of a passage; support goes first."""
    if len(said) < SHORTEST:
        return None
    first: Judgement | None = None
    for part in _parts(passage.text, counted=counted):
        judged = _compared(claim, said, part) if _near(said, part) else None
        if judged is not None and judged.stance is Stance.SUPPORT:
            return judged
        first = first or judged
    own = stated_figure(claim)
    apart = own is not None and other_period(claim, own, passage)
    refuted = first is not None and first.stance is Stance.REFUTE
    return None if apart and refuted else first


@lru_cache(maxsize=1024)
def _tokens(text: str, *, counted: bool) -> tuple[_Token, ...]:
    """The words behind the mark; where the claim begins with a count, a number is no mark."""
    text = text[:LIMIT]
    mark = None if counted and _COUNT.match(text) else _MARK.match(text)
    found: list[_Token] = []
    after = mark.end() if mark else 0
    for match in _TOKEN.finditer(text, after):
        if match.start() < after:
            continue
        word, stands = match.group().casefold().replace("’", "'"), match.group()
        number = read_words(text, match.start()) if word in small_words() else None
        if number is not None:
            # Of several words, `twenty-one`, each is part of one value.
            word, stands, after = f"{number.amount:f}", text[number.start : number.end], number.end
        elif word[0].isdigit():
            word = word.replace(",", "")
        found.append(_Token(word, match.start(), stands))
    return tuple(found)


def _parts(text: str, *, counted: bool) -> Iterator[tuple[_Token, ...]]:
    """The text, its sentences, then what stands between its joints, longest first."""
    whole = _tokens(text, counted=counted)
    yield whole
    for sentence in _sentences(text):
        yield _tokens(sentence, counted=counted)
    joints = [joint.span() for joint in _JOINT.finditer(text)]
    if not 0 < len(joints) < _MOST_PARTS:
        return
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(text)]
    runs = [(a, b) for n, a in enumerate(starts) for b in ends[n:]]
    for a, b in sorted(runs, key=lambda run: (run[0] - run[1], run[0])):
        if b - a < len(text):
            yield tuple(token for token in whole if a <= token.start < b)


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that holds several: an item of a law often is a whole paragraph."""
    mark = _MARK.match(text)
    # Behind its mark: a text that opens with brackets is taken for one sentence.
    rest = text[mark.end() if mark else 0 : LIMIT].replace("\n", " ")
    bounds = list(sentencex.get_sentence_boundaries("en", rest))
    if len(bounds) < 2:
        return ()
    return tuple(rest[bound["start_index"] : bound["end_index"]] for bound in bounds)


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
