"""Names that a question turns on: a passage that shares none of them speaks of something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ledgerrag.model import UNIT, Claim, ClaimKind, Passage, ValueKind
from ledgerrag.reading.asking import asking_stems, words
from ledgerrag.reading.provisions import provisions
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import stem, stop_words
from ledgerrag.stance.posts import holder
from ledgerrag.stance.values import figures

# As it stands between blanks, so that `D.C.` is analysed as it is in a title.
_WORD = re.compile(r"[^\W\d_][^\s,;:!?()\[\]\"“”]*")
_SENTENCE = re.compile(r"(?:^|[.!?:;\n\"“(]\s*)$")
_LONGEST = 20_000
# A question written In Title Case Throughout names nothing by its capitals.
_SHOUTED_U = 600_000
ENOUGH_U = 510_000


@lru_cache(maxsize=1024)
def anchors(text: str) -> tuple[str, ...]:
    """Stems of the words that a text capitalises inside a sentence, in order.

    Args:
        text: a question or statement.
    """
    return tuple(dict.fromkeys(stem for word in capitals(text) for stem in analyze(word)))


@lru_cache(maxsize=1024)
def capitals(text: str) -> tuple[str, ...]:
    """The words that a text capitalises inside a sentence, as they stand."""
    words = list(_WORD.finditer(text[:_LONGEST]))
    told = [(one.value.start, one.end) for one in figures(text[:_LONGEST])]
    named = tuple(
        word.group()
        for word in words
        if word.group()[0].isupper()
        and not _SENTENCE.search(text[: word.start()][-4:])
        # The month of a date and the currency of a sum name nothing.
        and not any(start <= word.start() < end for start, end in told)
    )
    return () if len(named) * UNIT > len(words) * _SHOUTED_U else named


def turned_on(claim: Claim, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Stems of the names that a claim turns on, as the texts that were seen write them.

    The word that opens a sentence has its capital from there. It is a name where the texts write
    it with a capital inside of theirs, or a colon makes it a label (`Westport: what is the toll?`),
    and nobody writes it small. A name that a statement gives as its value is none of them: the
    text that gives another name is the one that speaks against it.

    Args:
        claim: a slot or statement.
        passages: what was seen for it.
    """
    text = claim.query or claim.text
    own = frozenset(stem for name in _given(claim) for stem in analyze(name))
    inside = [name for name in anchors(text) if name not in own]
    opens = [
        name
        for word, label in _openings(text)
        if (name := analyze(word)[0]) not in own and _is_name(word, passages, label=label)
    ]
    return tuple(dict.fromkeys((*inside, *opens)))


def _given(claim: Claim) -> Iterator[str]:
    """The name that a statement gives as its value, and that of whoever fills a post by it."""
    if claim.value is not None and claim.value.kind is ValueKind.NAME:
        yield claim.value.text
    filled = holder(claim.text) if claim.kind is ClaimKind.ASSERTION else None
    if filled is not None:
        yield filled.name.text


@lru_cache(maxsize=1024)
def _openings(text: str) -> tuple[tuple[str, bool], ...]:
    """The capitalised words that open a sentence and may name something, and if a colon follows."""
    return tuple(
        (word.group(), text[word.end() : word.end() + 1] == ":")
        for word in _WORD.finditer(text[:_LONGEST])
        if word.group()[0].isupper()
        and _SENTENCE.search(text[: word.start()][-4:])
        and _may_name(word.group())
    )


def _may_name(word: str) -> bool:
    folded = word.casefold()
    known = folded in words("auxiliary") or folded in stop_words() or stem(word) in asking_stems()
    return not known and len(analyze(word)) == 1


def _is_name(word: str, passages: Iterable[Passage], *, label: bool) -> bool:
    folded, found = word.casefold(), label
    for passage in passages:
        for text in (passage.text, passage.before, passage.title):
            if folded in text and _small(folded).search(text):
                return False
        if not found:
            found = word in passage.text and word in _inside(passage.text)
    return found


@lru_cache(maxsize=1024)
def _inside(text: str) -> frozenset[str]:
    """The capitalised words of a text, as they stand and without the stop behind them."""
    found = capitals(text)
    return frozenset((*found, *(word.rstrip(".") for word in found)))


@lru_cache(maxsize=256)
def _small(folded: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(folded)}\b")


def naming(text: str) -> str:
    """The names of a question, with the provision numbers, as search words.

    Empty without a name, and for a single word without a number: that names too little.
    """
    names = dict.fromkeys(capitals(text))
    numbers = provisions(text[:_LONGEST])
    return " ".join([*names, *numbers]) if len(names) + len(numbers) > 1 and names else ""


def named_u(names: Sequence[str], passage: Passage, source: str) -> int:
    """How many of the names a passage, its context, title, document or source has, in millionths.

    Args:
        names: stems, as `anchors` gives them.
        passage: a sentence with its context.
        source: name of the source.
    """
    if not names:
        return UNIT
    where = f"{passage.text}\n{passage.title}\n{passage.before}\n{passage.span.doc_id}\n{source}"
    there = _terms(where)
    return UNIT * sum(name in there for name in names) // len(names)


@lru_cache(maxsize=2_048)
def _terms(text: str) -> frozenset[str]:
    """The terms of a passage: a question looks at the same ones for each claim and step."""
    return frozenset(analyze(text))
