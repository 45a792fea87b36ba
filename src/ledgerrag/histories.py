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
from ledgerrag.force import names_provision
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
)
from ledgerrag.reading.records import History, Wants, history
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.stance.values import values

_ONE_WORD: Final = 1


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


def recorded(
    asked: History,
    provisions: Sequence[str],
    seen: Iterable[DocKey],
    corpus: Corpus,
) -> Recorded | None:
    """The version that answers; None where no title, or more than one, names what is asked about.

    Args:
        asked: what is asked.
        provisions: numbers that the question names.
        seen: documents that the search brought up.
        corpus: documents and what stands.
    """
    documents = corpus.documents(sorted(set(seen)))
    series = _named(asked, provisions, documents.values())
    if not series:
        return None
    versions = corpus.versions(series)
    standings = corpus.standings([series])
    key = _version(versions, standings)
    if key is None or not _told(asked, versions, key, standings):
        return None
    document = corpus.documents([key])[key]
    before = previous(document, versions, standings, asked.since)
    return Recorded(document, standings[key], *_differs(document, before, corpus))


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
    void = (Status.RETRACTED, Status.WITHDRAWN, Status.NOT_YET)
    earlier = [
        one
        for one in versions
        if one.key != document.key
        and _order(one) < _order(document)
        and standings[one.key].status not in void
    ]
    day = parse(since) if since else None
    then = [one for one in earlier if day is not None and not one.effective_from.after(day)]
    return max(then or earlier, key=_order, default=None)


def _order(document: Document) -> tuple[int, int, int, int]:
    begins, published = document.effective_from.begins(), document.published.begins()
    return begins, published, document.version, document.seq


def _named(asked: History, provisions: Sequence[str], documents: Iterable[Document]) -> str:
    """The one series with a title that has every word of the subject; empty where none or two do.

    A title of just those words goes before one that has more. One word alone names a text only
    where it is the whole title.
    """
    spare: dict[str, int] = {}
    stories: set[str] = set()
    for one in documents:
        title = f"{one.title} {one.doc_id}" if provisions else one.title
        stems = set(analyze(one.title))
        if not (asked.keys or provisions) or not set(asked.keys) <= stems:
            continue
        if provisions and not names_provision(provisions, title):
            continue
        more = len(stems - set(asked.keys))
        if len(asked.keys) == _ONE_WORD and more and not provisions:
            continue
        spare[one.series] = min(more, spare.get(one.series, more))
        if one.domain is Domain.NEWS:
            stories.add(one.series)
    # What is written about a text has its words in the title too, and no history of its own.
    texts = {series: more for series, more in spare.items() if series not in stories} or spare
    least = min(texts.values(), default=0)
    first = [series for series, more in texts.items() if more == least]
    return first[0] if len(first) == 1 and (least == 0 or len(texts) == 1) else ""


def _version(versions: Sequence[Document], standings: Mapping[DocKey, Standing]) -> DocKey | None:
    """The version that stands; else the last one that held, else the first one to come."""
    known = sorted((one for one in versions if one.key in standings), key=_order)
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
