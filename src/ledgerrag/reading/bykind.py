"""The values of one kind that a text states of a named subject, and which of them is asked for.

One value alone is the answer where nothing in the question leads elsewhere; of several, the one of
which a word is asked. Everything else stays without an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from ledgerrag.model import Claim, Passage, Value, ValueKind
from ledgerrag.reading.called import names_whole
from ledgerrag.reading.deeds import family
from ledgerrag.reading.kinds import Sort, Wanted, edits, is_presence, meanings
from ledgerrag.reading.retelling import retold
from ledgerrag.reading.sorts import lines, values_of
from ledgerrag.stance.parsed import content_stems, parse, stem
from ledgerrag.stance.units import singular

MOST_NAMED: Final = 6
"""Most values that a reader is told of where none is the answer."""

_MOST_OWN: Final = 3


@dataclass(frozen=True, slots=True)
class Stated:
    """A value that a text states.

    Args:
        value: the value; its start is in the passage's text.
        passage: the sentence.
        line: the line or clause of it that states the value.
    """

    value: Value
    passage: Passage
    line: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What a text has of the kind that is asked for.

    Args:
        answer: the value that is asked for; None where none is told apart.
        others: values of the kind where none is the answer, in the order of the text.
        stated: every different value of the kind that the text states of the subject.
    """

    answer: Stated | None
    others: tuple[Stated, ...] = ()
    stated: tuple[Stated, ...] = ()

    def agrees(self, value: Value) -> bool:
        """Whether a value is the answer here too, or the only one of its kind."""
        said = (self.answer,) if self.answer is not None else self.stated
        return bool(said) and all(one.value.same(value) for one in said)


def choose(claim: Claim, need: Wanted, title: str, passages: Sequence[Passage]) -> Choice:
    """The value of the kind that is asked for, in a text that names the subject.

    Args:
        claim: the slot.
        need: its kind, subject and words.
        title: of the text.
        passages: all its sentences.
    """
    seen = [(one, line, start) for one in passages for line, start in lines(one.text)]
    found = [
        one
        for passage, line, start in seen
        for one in _stated(need, title, passage, line, start)
        if _named(need, title, one)
    ]
    if _elsewhere(need, title, [line for _, line, _ in seen], found):
        return Choice(None, (), _different(found))
    fitting = [one for one in found if _fits(_beside(claim, need, one.passage), title, one)]
    linked = [one for one in fitting if _linked(_beside(claim, need, one.passage), title, one)]
    chosen = _single(fitting) or _single(linked)
    if chosen is not None:
        return Choice(chosen, (), _different(found))
    counts = found if need.sort is Sort.COUNT and need.nouns else ()
    return Choice(None, _different(counts)[:MOST_NAMED], _different(found))


def _single(found: Sequence[Stated]) -> Stated | None:
    """The one value that all of them state."""
    if len(_different(found)) != 1:
        return None
    # `sixteen (16) years of age` tells more than `16`.
    return max(found, key=lambda one: len(one.value.text))


def _different(found: Sequence[Stated]) -> tuple[Stated, ...]:
    kept: list[Stated] = []
    for one in found:
        if not any(one.value.same(other.value) for other in kept):
            kept.append(one)
    return tuple(kept)


def _stated(need: Wanted, title: str, passage: Passage, line: str, start: int) -> Iterator[Stated]:
    """The values of the kind in a line, without those that are no figures of the subject."""
    if edits(line) and need.sort in (Sort.DATE, Sort.VERSION, Sort.DURATION):
        return
    for value in values_of(need.sort, passage.text, line, start):
        if not _repeats(need, title, value):
            yield Stated(value, passage, line)


def _repeats(need: Wanted, title: str, value: Value) -> bool:
    """Whether a value is the question's own, or stands in a name or title."""
    if value.amount in need.subject.days or any(value.same(one) for one in need.subject.figures):
        return True
    words = {word for run in need.subject.runs for word in run}
    if value.amount in words or value.text.casefold() in words:
        return True
    return value.kind is not ValueKind.DATE and names_whole(
        tuple(value.text.casefold().split()), title
    )


def _named(need: Wanted, title: str, one: Stated) -> bool:
    """Whether title and line together name the whole subject of the question."""
    runs = need.subject.runs
    return all(names_whole(run, title, runs) or names_whole(run, one.line, runs) for run in runs)


def _own(need: Wanted, title: str, line: str) -> frozenset[str]:
    """What a line says of its value in words of its own: nothing of the subject."""
    names = need.subject.stems | frozenset(content_stems(title))
    return frozenset(name for name in content_stems(line) if name not in names)


def _reach(need: Wanted) -> frozenset[str]:
    """All stems that say a word of what is asked."""
    said = need.said
    return meanings(said).union(*(family(name) for name in said))


def _beside(claim: Claim, need: Wanted, passage: Passage) -> Wanted:
    """What is wanted, with the words of a passage that say the same beside the question's own."""
    read = retold(claim, passage)
    nouns, said = set(need.nouns), set(need.said)
    for one in read.exchanges if read is not None else ():
        asked = frozenset(stem(word) for word in one.asked.split())
        if asked & need.nouns:
            nouns.add(stem(singular(one.read.split()[-1].casefold())))
        elif asked & need.said:
            said.update(content_stems(one.read))
    return replace(need, nouns=frozenset(nouns), said=frozenset(said))


def _linked(need: Wanted, title: str, one: Stated) -> bool:
    """Whether a line has a word of what is asked, or one that says the same."""
    return bool(_reach(need) & _own(need, title, one.line))


def _elsewhere(need: Wanted, title: str, told_in: Sequence[str], found: Sequence[Stated]) -> bool:
    """Whether a word of what is asked stands in lines that state no value of the kind.

    "How much of the fire is on federal land?" beside `Federal land: not known`.
    """
    stating = [_own(need, title, one.line) for one in found]
    told = frozenset[str]().union(*stating)
    there = frozenset[str]().union(*(_own(need, title, line) for line in told_in)) - told
    return bool(there & _reach(need)) and not _reach(need) & told


def _fits(need: Wanted, title: str, one: Stated) -> bool:
    """Whether a value may be what is asked for, as far as its line tells."""
    if any(name not in parse(one.line).at for name in need.turned):
        return False
    own = _own(need, title, one.line)
    if need.sort is Sort.COUNT:
        return _counts(need, one, own)
    if need.sort in (Sort.VERSION, Sort.AGE):
        return True
    if need.whole:
        return _of_whole(need, one, title, own)
    # A sum, a time or a day is one of many that a text may have: nothing else may be asked of it.
    if need.said:
        return bool(_reach(need) & own)
    return not need.topic or bool(need.subject.provisions)


def _of_whole(need: Wanted, one: Stated, title: str, own: frozenset[str]) -> bool:
    """Whether a share or a size is one of the subject, and in the state that is asked for.

    Without a word of what is asked, the line must say of the value little more than what it is, and
    the question what has become of the subject, not what it is: `is ringed`, not `is forest`.
    """
    if _of_part(need, one, title):
        return False
    if not need.said or _reach(need) & own:
        return True
    return need.sort is Sort.PERCENT and need.state and len(own) <= _MOST_OWN


def _of_part(need: Wanted, one: Stated, title: str) -> bool:
    """Whether a share is one of a part: `40 percent of the roadbed`."""
    if need.sort is not Sort.PERCENT:
        return False
    behind = one.line[one.line.find(one.value.text) + len(one.value.text) :]
    match = _OF.match(behind)
    if match is None:
        return False
    of = frozenset(content_stems(match.group(1))) - need.subject.stems
    return bool(of - frozenset(content_stems(title))) and not of & _reach(need)


_OF: Final = re.compile(r"\s+of\s+(?:the\s+|its\s+|all\s+)?((?:[\w'’-]+\s?){1,3})", re.IGNORECASE)


def _counts(need: Wanted, one: Stated, own: frozenset[str]) -> bool:
    """Whether a figure counts the thing that is asked for, in the state that is asked for."""
    if not need.nouns:
        return not need.said or bool(_reach(need) & own)
    nouns = meanings(need.nouns)
    unit = stem(one.value.unit) if one.value.unit else ""
    mine = unit in nouns if unit else bool(nouns & own)
    if not mine:
        # "How many people died" asks for what `Deaths: 3` counts.
        return unit in _reach(need) and bool(need.nouns & _person())
    asked = frozenset(name for name in need.said if not is_presence(name))
    told = frozenset(name for name in own - nouns if not is_presence(name))
    if not asked and not told:
        return True
    return bool(asked) and bool(meanings(asked).union(*map(family, asked)) & own)


@cache
def _person() -> frozenset[str]:
    return frozenset(map(stem, ("person", "people", "individual", "man", "woman", "child")))
