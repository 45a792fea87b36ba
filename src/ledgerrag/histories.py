"""What a question about the history of a text is answered from: the record, never the text's words.

"What changed in the Toll Act?", "When was rule 12 repealed?" ask about a series. It is found by its
title; its versions and what stands of them at (V, K) are the evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.corpus import Corpus
from ledgerrag.dates import parse
from ledgerrag.force import is_tombstone
from ledgerrag.heads import dated
from ledgerrag.model import (
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Domain,
    Passage,
    Standing,
    Status,
    Value,
    ValueKind,
)
from ledgerrag.reading.provisions import provisions, without
from ledgerrag.reading.records import History, Wants, amended, history
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.values import values
from ledgerrag.titles import Named, headed, series_named

_CHANGES: Final = (Wants.CHANGE, Wants.AMENDED, Wants.COMING)
_VOID: Final = (Status.RETRACTED, Status.WITHDRAWN, Status.NOT_YET)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The version that a question about a history is answered with.

    Args:
        document: the version.
        standing: what it is at (V, K).
        passage: what is cited of it: where it differs from the version before, if there is one.
        value: the figure that is new in it; None where there is none, or more than one.
    """

    document: Document
    standing: Standing
    passage: Passage
    value: Value | None = None


def asks(claim: Claim) -> History | None:
    """What a claim asks of the record; None where it asks what a text says."""
    asked = history(claim.text) if claim.kind is ClaimKind.SLOT else None
    return None if asked is None or asked.wants is Wants.SOURCE else asked


def only_recorded(claim: Claim) -> bool:
    """Whether the words of a text never answer a claim: a date in it is not since when it holds."""
    asked = asks(claim)
    return asked is not None and asked.strict


def recorded(
    asked: History,
    provisions: Sequence[str],
    seen: Sequence[Passage],
    corpus: Corpus,
) -> Recorded | None:
    """The version that answers; None where no title, or more than one, names what is asked about.

    Args:
        asked: what is asked.
        provisions: numbers that the question names.
        seen: passages that the search brought up.
        corpus: documents and what stands.
    """
    documents = tuple(corpus.documents(sorted({one.span.key for one in seen})).values())
    named = Named(asked.keys, tuple(provisions), asked.topic_keys)
    if asked.wants is Wants.DATED:
        return _dated(named, documents, corpus)
    series = series_named(named, seen, documents)
    if not series:
        return None
    versions = corpus.versions(series)
    standings = corpus.standings([series])
    key = _version(versions, standings, asked.on)
    if key is None or not _told(asked, versions, key, standings):
        return None
    document = corpus.documents([key])[key]
    if asked.wants is Wants.ACT:
        return _amending(document, documents, corpus)
    before = previous(document, versions, standings, asked.since)
    spoken = _speaking(asked, document, corpus)
    passage, value = spoken or _differs(document, before, corpus)
    # A figure of the text is the answer only to what changed.
    told = value if asked.wants in _CHANGES else _day(asked, document, standings[key])
    return Recorded(document, standings[key], passage, told)


def _day(asked: History, document: Document, standing: Standing) -> Value | None:
    """The day on record since which a text holds, or holds no more, as it is asked for."""
    gone = not standing.stands or is_tombstone(document.text)
    if asked.wants not in (Wants.ENDED, Wants.SINCE) or gone is not (asked.wants is Wants.ENDED):
        return None
    whole = len(standing.since) == len("2026-07-01")
    return Value(ValueKind.DATE, standing.since, "", standing.since) if whole else None


def _dated(named: Named, documents: Sequence[Document], corpus: Corpus) -> Recorded | None:
    """The line at the head of the text, in whichever of its parts in force it stands."""
    standings = corpus.standings(sorted({one.series for one in documents}))
    standing = [one for one in documents if standings[one.key].stands]
    for parts in headed(named, standing):
        found = dated(parts, corpus)
        if found is not None:
            document, passage, value = found
            return Recorded(document, standings[document.key], passage, value)
    return None


def _amending(document: Document, seen: Sequence[Document], corpus: Corpus) -> Recorded | None:
    """The text that made the version: its title names what it amends, from the same day on.

    Where two do, or another day is on record for the only one, nothing is told.
    """
    name = set(analyze(without(document.title.partition(": ")[0])))
    numbers = set(provisions(document.title))
    found = {
        one.key: one
        for one in seen
        if one.series != document.series
        and one.effective_from.text == document.effective_from.text
        and name <= set(analyze(amended(one.title)))
        and numbers == set(provisions(amended(one.title)))
    }
    if len(found) != 1 or document.version == 1:
        return None
    ((key, act),) = found.items()
    standing = corpus.standings([act.series])[key]
    first = corpus.passages(act, 0, len(act.text))[0]
    return Recorded(act, standing, first) if standing.stands else None


def _speaking(
    asked: History, document: Document, corpus: Corpus
) -> tuple[Passage, Value | None] | None:
    """The sentence with every word of what the text is asked about."""
    if not asked.topic_keys or asked.wants is Wants.CHANGE:
        return None
    for one in corpus.passages(document, 0, len(document.text)):
        if all(key in bag(one.text) for key in asked.topic_keys):
            return one, None
    return None


def previous(
    document: Document,
    versions: Iterable[Document],
    standings: Mapping[DocKey, Standing],
    since: str = "",
) -> Document | None:
    """The version of a series that held before another one; None where there was none.

    Args:
        document: a version.
        versions: all known ones of its series.
        standings: what they are; what was void or has not begun held at no time.
        since: ISO date of the day that is compared with: the version that held on it, if one did;
            empty: the last one before.
    """
    earlier = [
        one
        for one in versions
        if one.key != document.key
        and _order(one) < _order(document)
        and standings[one.key].status not in _VOID
    ]
    day = parse(since) if since else None
    then = [one for one in earlier if day is not None and not one.effective_from.after(day)]
    return max(then or earlier, key=_order, default=None)


def began(document: Document, day: str) -> bool:
    """Whether a version began to hold on a day, an ISO date; never on an empty one."""
    return bool(day) and document.effective_from.text[: len(day)] == day


def _order(document: Document) -> tuple[int, int, int, int]:
    begins, published = document.effective_from.begins(), document.published.begins()
    return begins, published, document.version, document.seq


def _version(
    versions: Sequence[Document], standings: Mapping[DocKey, Standing], on: str = ""
) -> DocKey | None:
    """The version that stands; else the last one that held, else the first one to come.

    Of a change on a day it is the version that began on it, if one did.
    """
    known = sorted((one for one in versions if one.key in standings), key=_order)
    then = [one for one in known if began(one, on) and standings[one.key].status not in _VOID]
    if then:
        return then[-1].key
    standing = [one for one in known if standings[one.key].stands]
    held = [one for one in known if standings[one.key].status is not Status.NOT_YET]
    return next((some[-1].key for some in (standing, held, known[:1]) if some), None)


def _told(
    asked: History,
    versions: Sequence[Document],
    key: DocKey,
    standings: Mapping[DocKey, Standing],
) -> bool:
    """Whether the record answers: a story is no rule, and a word may be meant of something else."""
    document = next(one for one in versions if one.key == key)
    standing = standings[key]
    if standing.status is Status.UNKNOWN:
        return False
    if asked.wants in (Wants.CHANGE, Wants.COMING):
        several = len({one.key for one in versions}) > 1
        return several or document.domain is not Domain.NEWS
    if asked.wants is Wants.STOPPED:
        return document.domain is not Domain.NEWS and (not standing.stands or bool(standing.until))
    return document.domain is not Domain.NEWS


def _differs(
    document: Document, before: Document | None, corpus: Corpus
) -> tuple[Passage, Value | None]:
    """A sentence that the version before has not, one with a figure first; else the first one.

    With the figure that is new in it, if it is the only one.
    """
    found = corpus.passages(document, 0, len(document.text))
    if before is None:
        return found[0], None
    old = corpus.documents([before.key])[before.key].text
    new = [one for one in found if one.text not in old]
    told = [(one, _fresh(one.text, old)) for one in new]
    best, values = next((pair for pair in told if pair[1]), ((new or list(found))[0], ()))
    return best, values[0] if len(values) == 1 else None


def _fresh(text: str, old: str) -> tuple[Value, ...]:
    """The figures of a sentence that an older text does not state."""
    known = values(old)
    return tuple(one for one in values(text) if not any(one.same(other) for other in known))
