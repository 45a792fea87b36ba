"""The last reading, when the rules find no answer: the only value of the kind that is asked for.

It speaks where one text in force names the whole subject of the question, and is told as what it
is: probable, with the words of the source. It never stands against a reading by the rules.
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

RULE: Final = "the only value of its kind"


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
    labelled = ":" in one.line and one.value.unit
    line = one.line.strip(" -•*")
    return line if labelled and len(line) <= 60 else one.value.text


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
    texts = _bearers(need, slot, pool, ledger, corpus)
    if not texts:
        return None
    passages = [one for text in texts for one in corpus.passages(text, 0, len(text.text))]
    return choose(slot, need, texts[0].title, passages)


def _bearers(
    need: Wanted, slot: Claim, pool: Sequence[Sighting], ledger: Ledger, corpus: Corpus
) -> tuple[Document, ...]:
    """The text in force that names the subject, where the texts of one series alone do.

    A text may be kept in parts, each a series of its own under one title. Not all of them have been
    seen: only an age is told by words that a search finds it by.
    """
    keys = sorted({one.passage.span.key for one in pool if one.root == slot.claim_id})
    documents = corpus.documents(keys)
    ranks = {key: _named(need, documents[key]) for key in keys}
    best = max(ranks.values(), default=0)
    bearing = [documents[key] for key in keys if ranks[key] == best > 0]
    series = sorted({document.series for document in bearing})
    whole = {(document.title, document.source) for document in bearing}
    if len(series) > 1 and (len(whole) > 1 or need.sort is not Sort.AGE):
        return ()
    standings = standings_of(pool, ledger, corpus)
    held = [one for one in bearing if one.key in standings and standings[one.key].stands]
    parts = (_last([one for one in held if one.series == name]) for name in series)
    return tuple(part for part in parts if part is not None)


def _last(versions: Iterable[Document]) -> Document | None:
    return max(
        versions,
        key=lambda one: (one.effective_from.lo, one.published.lo, one.version),
        default=None,
    )


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
