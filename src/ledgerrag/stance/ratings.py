"""Where a text rates a claim instead of making it: `rates the claim “...” as false`.

A rating is a claim that is quoted, labelled or in a that-clause, with a verdict on it: in the same
sentence, in the next one (`This is false.`), or in a labelled line (`Verdict: false`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledgerrag.model import Passage
from ledgerrag.stance.verdicts import (
    HOLE,
    Verdict,
    before,
    claim_label,
    following,
    head,
    inside,
    marks,
    source,
    tail,
    verdict_label,
    verdict_of,
)

_SEEN: Final = 300
"""How much of the text around a sentence may hold its verdict, in code points."""
_FEWEST: Final = 3
_MOST: Final = 12
_QUOTED: Final = re.compile(r"“([^”]+)”|\"([^\"]+)\"|«([^»]+)»|‘([^’]+)’(?!\w)")
_THAT: Final = re.compile(r"\bthat[\s:,]+", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in a sentence or around it.

    Args:
        start: first code point of the claim that is rated, in the sentence.
        end: first code point after it.
        verdict: what is said of it.
        within: the sentence itself holds the verdict.
    """

    start: int
    end: int
    verdict: Verdict
    within: bool


def ratings(passage: Passage) -> tuple[Rating, ...]:
    """The ratings of what a sentence tells: its own, or one that stands around it.

    Args:
        passage: a sentence with its context.
    """
    text = passage.text
    own = within(text)
    verdict = None if own else around(text, passage.before[-_SEEN:], passage.after[:_SEEN])
    if verdict is None:
        return own
    spans = dict.fromkeys((*_quoted(text), *_led(text), _whole(text)))
    return tuple(Rating(start, end, verdict, False) for start, end in spans)


@lru_cache(maxsize=1024)
def within(text: str) -> tuple[Rating, ...]:
    """The ratings that a sentence holds whole: a claim and the verdict on it."""
    if not _may_rate(text):
        return ()
    found = []
    for start, end in dict.fromkeys((*_quoted(text), *_clauses(text), *_headed(text))):
        zone = f"{text[:start]}{HOLE}{text[end:]}"
        match = next((one for one in (row.search(zone) for row in inside()) if one), None)
        if match is not None:
            found.append(Rating(start, end, verdict_of(match), True))
    return tuple(found)


@lru_cache(maxsize=1024)
def around(text: str, ahead: str, behind: str) -> Verdict | None:
    """The verdict before or behind a sentence; open where only a label marks it as a claim.

    Args:
        text: the sentence.
        ahead: what stands before it.
        behind: what stands after it.
    """
    for patterns, place in ((following(), behind), (before(), ahead)):
        for pattern in patterns if _may_rate(place) else ():
            match = pattern.search(place)
            if match is not None:
                return verdict_of(match)
    line = ahead.rstrip().rpartition("\n")[2].strip()
    labelled = claim_label().match(text) or claim_label().fullmatch(line)
    return Verdict.OPEN if labelled else None


def _may_rate(text: str) -> bool:
    return any(word.casefold() in marks() for word in _WORD.findall(text))


def _quoted(text: str) -> list[tuple[int, int]]:
    found = []
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        if len(text[start:end].split()) >= _FEWEST:
            found.append((start, end))
    return found[:_MOST]


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """That-clauses, each with every place where a verdict on it may begin."""
    for that in list(_THAT.finditer(text))[:_MOST]:
        ends = [match.start() for match in tail().finditer(text, that.end())][:_MOST]
        said = source().search(text, that.end())
        ends += [said.start()] if said is not None else []
        ends.append(_full(text))
        for end in ends:
            if len(text[that.end() : end].split()) >= _FEWEST:
                yield that.end(), end


def _led(text: str) -> Iterator[tuple[int, int]]:
    """That-clauses up to the end of the sentence, and what a label leads into."""
    for that in list(_THAT.finditer(text))[:_MOST]:
        yield that.end(), _full(text)
    label = claim_label().match(text)
    if label is not None:
        yield label.end(), _full(text)


def _headed(text: str) -> Iterator[tuple[int, int]]:
    """What stands behind a label: `False: ...`, `Claim: ... Verdict: ...`."""
    verdict = head().match(text)
    if verdict is not None:
        yield verdict.end(), _full(text)
    label = claim_label().match(text)
    told = verdict_label().search(text, label.end()) if label is not None else None
    if label is not None and told is not None:
        yield label.end(), told.start()


def _full(text: str) -> int:
    """Where a sentence ends, its last marks left out."""
    return len(text.rstrip(' .!\n\t”"’»*'))


def _whole(text: str) -> tuple[int, int]:
    return len(text) - len(text.lstrip(' \t“"‘«*')), _full(text)
