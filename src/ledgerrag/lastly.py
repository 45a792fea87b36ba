"""The last reading, when the rules find no answer: the only value of the kind that is asked for.

It speaks where a text in force names the whole subject of the question, and no other such text
states anything else or nothing of the kind. It is told as what it is: probable, with the words of
the source. It never stands against a reading by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ledgerrag import force, histories
from ledgerrag.corpus import Corpus
from ledgerrag.gathering import evidence
from ledgerrag.generate.findings import Undecided
from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    UNIT,
    Basis,
    Claim,
    ClaimKind,
    Document,
    Judgement,
    Stance,
    ValueKind,
)
from ledgerrag.reading import Question, Scored
from ledgerrag.reading.bykind import Choice, Stated, choose
from ledgerrag.reading.called import names_whole
from ledgerrag.reading.hypothesis import stated
from ledgerrag.reading.kinds import Sort, Wanted, wanted
from ledgerrag.reading.provisions import provisions, root
from ledgerrag.sighting import Sighting, standings_of
from ledgerrag.stance.combined import UNCLEAR_U
from ledgerrag.stance.values import figures

RULE: Final = "value by its kind"
_LONGEST_LINE: Final = 60
_LONGEST_TEXT: Final = 100_000
"""Code points of a text that is read whole; a longer one has no only value of a kind."""


def by_kind(
    ledger: Ledger,
    pool: Sequence[Sighting],
    question: Question,
    claims: Iterable[Claim],
    corpus: Corpus,
) -> Ledger:
    """The ledger with an answer by its kind for each slot that nothing speaks to.

    Args:
        ledger: as the rules left it.
        pool: everything seen.
        question: what is asked.
        claims: the slots and assertions that this run looks after.
        corpus: documents and what stands.
    """
    for slot in claims:
        found = _found(ledger, slot, pool, question, corpus)
        if found is not None and found.answer is not None:
            ledger = _told(ledger, slot, pool, found.answer, corpus)
    return ledger


def undecided(
    ledger: Ledger,
    pool: Sequence[Sighting],
    question: Question,
    claims: Iterable[Claim],
    corpus: Corpus,
) -> tuple[Undecided, ...]:
    """For slots that nothing speaks to: what the record states of the kind, where that is more.

    Args:
        ledger: the final one.
        pool: everything seen.
        question: what is asked.
        claims: the slots and assertions that this run looks after.
        corpus: documents and what stands.
    """
    made = []
    for slot in claims:
        found = _found(ledger, slot, pool, question, corpus)
        if found is not None and found.others:
            made.append(Undecided(slot.claim_id, tuple(map(_words, found.others))))
    return tuple(made)


def _words(one: Stated) -> str:
    """A value with what it counts: `38 engines`, or the line that labels it."""
    line = " ".join(one.line.strip(" -•*").split())
    bare = ":" in line or not one.value.unit
    return line if bare and len(line) <= _LONGEST_LINE else one.value.text


def _found(
    ledger: Ledger, slot: Claim, pool: Sequence[Sighting], question: Question, corpus: Corpus
) -> Choice | None:
    need = wanted(slot) if slot.kind is ClaimKind.SLOT else None
    if need is None or histories.asks(slot) is not None or force.wanted(slot) is not None:
        return None
    own = {slot.claim_id} | {one.claim_id for one in ledger.claims if one.parent == slot.claim_id}
    if any(entry.claim_id in own for entry in ledger.entries):
        return None
    if question.period is not None:
        # "The fire that began in July 2021": the period was cut from the words of the slot.
        days = (*need.subject.days, question.period.text)
        need = replace(need, subject=replace(need.subject, days=days))
    groups = _bearers(need, slot, pool, ledger, corpus)
    found = [_chosen(slot, need, group, corpus) for group in groups]
    if len(found) < 2:
        return next(iter(found), None)
    first = next((one for one in found if one.answer is not None), None)
    if first is None or first.answer is None:
        return None
    value = first.answer.value
    return first if all(one.agrees(value) for one in found) else None


def _chosen(slot: Claim, need: Wanted, texts: Sequence[Document], corpus: Corpus) -> Choice:
    if not texts or sum(len(text.text) for text in texts) > _LONGEST_TEXT:
        return Choice(None)
    passages = [one for text in texts for one in corpus.passages(text, 0, len(text.text))]
    return choose(slot, need, texts[0].title, passages)


def _bearers(
    need: Wanted, slot: Claim, pool: Sequence[Sighting], ledger: Ledger, corpus: Corpus
) -> list[list[Document]]:
    """The texts in force that name the subject, by series; the highest authority first.

    A series of which nothing is in force is there without a text. A text may be kept in parts, each
    a series of its own under one title. Not all of them have been seen: only an age is told by
    words that a search finds it by.
    """
    keys = sorted({one.passage.span.key for one in pool if one.root == slot.claim_id})
    documents = corpus.documents(keys)
    ranks = {key: _named(need, documents[key]) for key in keys}
    best = max(ranks.values(), default=0)
    bearing = [documents[key] for key in keys if ranks[key] == best > 0]
    standings = standings_of(pool, ledger, corpus)
    series: dict[str, list[Document]] = {}
    for one in sorted(bearing, key=lambda one: (-one.authority_level, one.key)):
        held = series.setdefault(one.series, [])
        if one.key in standings and standings[one.key].stands:
            held.append(one)
    whole = {(one.title, one.source) for one in bearing}
    groups = [_last(versions) for versions in series.values()]
    if len(whole) == 1 and need.sort is Sort.AGE:
        return [[one for group in groups for one in group]]
    return groups


def _last(versions: Sequence[Document]) -> list[Document]:
    """The latest of the texts of a series that hold."""
    ordered = sorted(
        versions, key=lambda one: (one.effective_from.lo, one.published.lo, one.version)
    )
    return ordered[-1:]


def _named(need: Wanted, document: Document) -> int:
    """How much of the subject the title names; 0 where title and text together lack a part."""
    subject = need.subject
    titled = {root(number) for number in provisions(document.title)}
    if subject.provisions and not set(subject.provisions) <= titled:
        return 0
    runs = subject.runs
    by_title = [run for run in runs if names_whole(run, document.title, runs)]
    rest = [run for run in runs if run not in by_title]
    if not all(names_whole(run, document.text, runs) for run in rest):
        return 0
    days = _days(document.title) | _days(document.text)
    if not all(any(one.startswith(asked) for one in days) for asked in subject.days):
        return 0
    return 1 + len(by_title)


def _days(text: str) -> set[str]:
    return {one.value.amount for one in figures(text) if one.value.kind is ValueKind.DATE}


def _told(
    ledger: Ledger, slot: Claim, pool: Sequence[Sighting], said: Stated, corpus: Corpus
) -> Ledger:
    """The ledger with the value as the slot's hypothesis, and its sentence as evidence."""
    key = said.passage.span.key
    number = sum(one.parent == slot.claim_id for one in ledger.claims) + 1
    scored = Scored(said.passage, UNIT, said.value, UNIT)
    claim = stated(slot, scored, number)
    first = next(o for o in pool if o.root == slot.claim_id and o.passage.span.key == key)
    judged = Judgement(Stance.SUPPORT, UNCLEAR_U, RULE, said.value, Basis.KIND)
    entry = evidence(claim, scored, first, corpus.documents([key])[key], judged)
    return ledger.add_claim(claim).append([entry])
