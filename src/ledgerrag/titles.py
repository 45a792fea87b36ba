"""Which series a question names: by the words of its title, by its number, by what it speaks of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ledgerrag.force import names_provision
from ledgerrag.model import Document, Domain, Passage
from ledgerrag.reading.asking import asking_stems
from ledgerrag.reading.provisions import provisions as numbers
from ledgerrag.reading.provisions import without
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import bag

_ONE_WORD = 1
_SHORT = 500
"""A text of up to so many characters is told whatever it is asked about."""
# What stands between the number of a provision and its heading.
_HEADING = ": "


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names a text by.

    Args:
        keys: stems of the words that name it.
        provisions: the numbers that it names.
        topic: stems of what the text is asked about; empty where it is asked about as a whole.
    """

    keys: tuple[str, ...]
    provisions: tuple[str, ...] = ()
    topic: tuple[str, ...] = ()


def series_named(named: Named, passages: Sequence[Passage], documents: Sequence[Document]) -> str:
    """The one series with a title that has every word of the name; empty where none or two do.

    A title of just those words goes before one that has more. One word alone names a text only
    where it is the whole title. Of provisions that bear one name, as those of a contract do, it is
    the one whose words speak of the topic.

    Args:
        named: the name.
        passages: what was seen.
        documents: in which they stand.
    """
    if named.topic:
        # `The rules on dogs` may be the title, and not a topic within the rules.
        whole = Named((*named.keys, *named.topic), named.provisions)
        found = _alone(_titled(whole, documents))
        if found:
            return found
    titled = _titled(named, documents)
    return _alone(titled) or _spoken(named, _first(titled), passages, documents)


def unspoken(keys: Sequence[str], passage: Passage, documents: Collection[Document]) -> bool:
    """Whether a sentence shares a title that is asked, and says too little of what is asked of it.

    "What does the Privacy Policy of Lind say about dogs?" names every clause under that title: the
    one that speaks of dogs answers, and none where no clause does. Where one text alone bears the
    title, it is asked whatever its words are.

    Args:
        keys: stems of the question.
        passage: the sentence.
        documents: those that were seen.
    """
    topic = _asked_of(keys, passage.title)
    if not topic or _alone_bears(passage.title, documents):
        return False
    if any(one.domain is Domain.NEWS for one in documents if one.key == passage.span.key):
        # Many reports of one thing bear its name: no clause of a text is meant.
        return False
    there = bag(passage.text)
    return 2 * sum(key in there for key in topic) <= len(topic)


def asked_itself(
    keys: Sequence[str], passage: Passage, text: str, documents: Iterable[Document]
) -> bool:
    """Whether a question names the text by its whole title, which no other bears, and asks of it.

    A short text is the answer then, whatever the words of the question are; of a longer one it is a
    sentence with one of them.

    Args:
        keys: stems of the question.
        passage: a sentence of the text.
        text: the whole text.
        documents: those that were seen.
    """
    topic = _asked_of(keys, passage.title)
    if not topic or not _alone_bears(passage.title, documents):
        return False
    there = bag(passage.text)
    return len(text) <= _SHORT or any(key in there for key in topic)


def _asked_of(keys: Sequence[str], title: str) -> tuple[str, ...]:
    """What is asked of the text with a title that the keys name whole; none where they do not."""
    named = _told(title)
    if len(named) <= _ONE_WORD or not named <= set(keys):
        return ()
    return tuple(key for key in keys if key not in named)


def _alone_bears(title: str, documents: Iterable[Document]) -> bool:
    return len({one.series for one in documents if one.title == title}) == 1


def headed(named: Named, documents: Sequence[Document]) -> Iterator[list[Document]]:
    """The documents whose title is the name; then those of which it is the title of the whole.

    Args:
        named: the name; its topic is not looked at.
        documents: those that may bear it.
    """
    own = set(named.keys)
    if not own:
        return
    yield [one for one in documents if _told(one.title) == own and one.domain is not Domain.NEWS]
    yield [one for one in documents if _HEADING in one.title and _told(_whole(one.title)) == own]


def _whole(title: str) -> str:
    return title.partition(_HEADING)[0]


def _alone(titled: dict[str, int]) -> str:
    first = _first(titled)
    least = min(titled.values(), default=0)
    return first[0] if len(first) == 1 and (least == 0 or len(titled) == 1) else ""


def _first(titled: dict[str, int]) -> list[str]:
    least = min(titled.values(), default=0)
    return [series for series, more in titled.items() if more == least]


def _titled(named: Named, documents: Iterable[Document]) -> dict[str, int]:
    """The series whose title has the name -> how many words it has besides."""
    spare: dict[str, int] = {}
    stories: set[str] = set()
    documents = _numbered(named, documents)
    for one in documents:
        more = _besides(named, one)
        if more is None:
            continue
        spare[one.series] = min(more, spare.get(one.series, more))
        if one.domain is Domain.NEWS:
            stories.add(one.series)
    # What is written about a text has its words in the title too, and no history of its own.
    return {series: more for series, more in spare.items() if series not in stories} or spare


def _numbered(named: Named, documents: Iterable[Document]) -> list[Document]:
    """The documents whose title has the number; one that has it whole goes before a part of it."""
    every = list(documents)
    if not named.provisions:
        return every
    whole = [one for one in every if set(named.provisions) & set(numbers(one.title))]
    return whole or [
        one for one in every if names_provision(named.provisions, f"{one.title} {one.doc_id}")
    ]


def _besides(named: Named, document: Document) -> int | None:
    """How many words a title has besides the name; None where it has not the whole name."""
    stems = set(analyze(document.title))
    own = set(named.keys)
    if not (own or named.provisions) or not own <= stems:
        return None
    more = len(_told(document.title) - own)
    if len(own) == _ONE_WORD and more and not named.provisions:
        return None
    if named.provisions:
        # A provision is named by its number: its heading need not be said.
        more = min(more, len(_told(_whole(document.title)) - own))
    return more


@lru_cache(maxsize=4096)
def _told(title: str) -> frozenset[str]:
    return frozenset(analyze(without(title))) - asking_stems()


def _spoken(
    named: Named,
    among: Sequence[str],
    passages: Sequence[Passage],
    documents: Sequence[Document],
) -> str:
    """Of series with one name: the only one that has a sentence with every word of the topic."""
    if not named.topic:
        return ""
    series = {one.key: one.series for one in documents}
    found = {
        series[one.span.key]
        for one in passages
        if series.get(one.span.key) in among and all(key in bag(one.text) for key in named.topic)
    }
    return found.pop() if len(found) == 1 else ""
