"""What a question names its subject by, and whether a text names it whole.

`Argo CD 3.3` is not named by `Argo CD 3.2`, `Bridge Fire` not by `North Bridge Fire`, and
`section 21 of the Bank Act` not by its section 22.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.reading.asking import asking_stems, words
from ledgerrag.reading.provisions import named, root
from ledgerrag.stance.parsed import stem, stop_words
from ledgerrag.stance.values import figures

Run = tuple[str, ...]

_WORD: Final = re.compile(r"[^\W_]+(?:[.'’–‑-][^\W_]+)*")
_OPENS: Final = re.compile(r"(?:^|[.!?:;\n]\s*)[\"“'(]*$")
_QUOTED: Final = re.compile(r"[“\"]([^”\"]{2,200})[”\"]")
_DASHES: Final = str.maketrans("–‑", "--")
_LONGEST: Final = 4_000
# Between a name and its number: `By-law No. 1`, `Argo CD 3.3`.
_NUMBER_GAPS: Final = frozenset((" ", ". "))


@dataclass(frozen=True, slots=True)
class Called:
    """How a question names what it is about.

    Args:
        runs: names and quoted titles, each as its words in order, folded.
        provisions: numbers of the provisions named, without subdivisions.
        days: dates named, each as exactly as it is: a day, a month, a year.
        figures: other numbers that the question states.
        spans: where all of them stand in the question.
    """

    runs: tuple[Run, ...]
    provisions: tuple[str, ...]
    days: tuple[str, ...]
    figures: tuple[Value, ...]
    spans: tuple[tuple[int, int], ...]

    @property
    def known(self) -> bool:
        """Whether the question names anything at all."""
        return bool(self.runs or self.provisions)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the names."""
        return frozenset(stem(word) for run in self.runs for word in run)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    folded: str
    start: int
    end: int


@lru_cache(maxsize=512)
def called(question: str) -> Called:
    """The names, titles, provisions, days and numbers of a question.

    A question Written In Capitals Throughout, or all in small letters, names nothing by them.

    Args:
        question: one question.
    """
    text = question[:_LONGEST]
    numbers = [(start, end) for _, _, start, end in named(text)]
    quoted = [match.span(1) for match in _QUOTED.finditer(text)]
    dated = [one for one in figures(text) if one.value.kind is ValueKind.DATE]
    days = [(one.value.start, one.end) for one in dated]
    taken = [*numbers, *quoted, *days]
    tokens = [one for one in _tokens(text) if not _inside(one.start, taken)]
    runs = [run for one in _runs(text, tokens) if (run := _bare(one))]
    said = [_folded(_tokens(text[first:last])) for first, last in quoted]
    spans = [*taken, *((run[0].start, run[-1].end) for run in runs)]
    left = [one for one in figures(text) if not _inside(one.value.start, spans)]
    return Called(
        tuple(dict.fromkeys((*(_folded(run) for run in runs), *filter(None, said)))),
        tuple(dict.fromkeys(root(number) for _, number, _, _ in named(text))),
        tuple(one.value.amount for one in dated),
        tuple(one.value for one in left),
        tuple(sorted(spans)),
    )


def names_whole(run: Run, text: str, also: Sequence[Run] = ()) -> bool:
    """Whether a text has a name as it stands, and not as a part of a longer name.

    Args:
        run: the name.
        text: a title or sentence.
        also: names whose words may stand beside it: they are asked for as well.
    """
    tokens = list(_tokens(text[:_LONGEST]))
    size = len(run)
    beside = {word for other in also for word in other}
    for n in range(len(tokens) - size + 1):
        if _folded(tokens[n : n + size]) != run:
            continue
        before = tokens[n - 1 : n] if n else []
        after = tokens[n + size : n + size + 1]
        grown = [
            *(one for one in before if text[one.end : tokens[n].start].isspace()),
            *(one for one in after if text[tokens[n + size - 1].end : one.start].isspace()),
        ]
        if not any(_lengthens(one, beside) for one in grown):
            return True
    return False


def _lengthens(token: _Token, beside: set[str]) -> bool:
    """Whether a word beside a name makes another name of it."""
    if token.folded in beside or token.folded in stop_words():
        return False
    return token.text[0].isupper() or token.text[0].isdigit()


def _runs(text: str, tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Words with a capital that stand side by side, with the number behind them."""
    run: list[_Token] = []
    capitals = sum(one.text[0].isupper() for one in tokens)
    if tokens and capitals * 10 > len(tokens) * 8:
        return
    for one in tokens:
        gap = text[run[-1].end : one.start] if run else ""
        numbered = bool(run) and one.text[0].isdigit() and gap in _NUMBER_GAPS
        if numbered or (_is_name(text, one) and (not run or gap == " ")):
            run.append(one)
        else:
            if run:
                yield run
            run = [one] if _is_name(text, one) else []
    if run:
        yield run


def _folded(tokens: Iterable[_Token]) -> Run:
    return tuple(one.folded for one in tokens)


def _bare(run: Sequence[_Token]) -> list[_Token]:
    """A name without the article before it."""
    first = next((n for n, one in enumerate(run) if one.folded not in stop_words()), len(run))
    return list(run[first:])


def _is_name(text: str, token: _Token) -> bool:
    if not token.text[0].isupper():
        return False
    if not _OPENS.search(text[max(0, token.start - 6) : token.start]):
        return token.folded != "i"
    known = token.folded in words("auxiliary") or token.folded in stop_words()
    return not known and stem(token.folded) not in asking_stems()


def _tokens(text: str) -> Iterator[_Token]:
    for match in _WORD.finditer(text):
        bare = match.group().translate(_DASHES).replace("’", "'")
        bare = bare.removesuffix("'s").removesuffix("'")
        yield _Token(bare, bare.casefold(), match.start(), match.start() + len(bare))


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
