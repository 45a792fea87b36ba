"""How well passages answer a claim: subject, nearness, kind of value, provision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ledgerrag.model import UNIT, Claim, ClaimKind, Passage, Value, ValueKind
from ledgerrag.reading.answered import answered
from ledgerrag.reading.asking import Ask, ask
from ledgerrag.reading.bearers import bearer
from ledgerrag.reading.deeds import Bearing, bearing
from ledgerrag.reading.frames import (
    Frame,
    frame,
    held_by_other,
    is_frequency,
    other_measure,
    says_often,
    sets_time,
    silent,
    speaks_of,
)
from ledgerrag.reading.measures import measured
from ledgerrag.reading.neighbours import own
from ledgerrag.reading.provisions import named, root
from ledgerrag.reading.retelling import retold, whole
from ledgerrag.reading.scores import Scored
from ledgerrag.stance.codes import without_addresses
from ledgerrag.stance.commands import addressed
from ledgerrag.stance.match import Pick, pick, topic
from ledgerrag.stance.parsed import Parsed, bag, content_stems, parse, stem
from ledgerrag.stance.things import apart_from, pays, wording_stems
from ledgerrag.stance.units import NUMERIC
from ledgerrag.stance.values import LIMIT, figures
from ledgerrag.stance.wordings import said_by_value

on_topic_u: Final = 450_000
"""From this `topic_u` a passage speaks of the same subject as the claim."""

_SWAPPED: Final = {
    ValueKind.DATE: ValueKind.DURATION,
    ValueKind.DURATION: ValueKind.DATE,
}
_ASIDE_U: Final = 590_000
"""A date of another verb than the question's speaks to part of the question only."""
_RETOLD_U: Final = 950_000
"""What other words are worth: a passage in the claim's own words leads."""
_WORDS: Final = 8
"""A sentence with an address and fewer other words only says where to look."""


def rank(claim: Claim, passages: Sequence[Passage]) -> tuple[Scored, ...]:
    """Score passages for a claim, best first; ties by document, version and place.

    Args:
        claim: slot or assertion.
        passages: sentences with their context.
    """
    scored = measured(claim, own(claim, [_best(claim, passage) for passage in passages]))
    return tuple(sorted(scored, key=lambda one: (-one.score_u, one.passage.span)))


def _best(claim: Claim, passage: Passage) -> Scored:
    """The score by the claim's own words, or by the passage's words for them where that is more."""
    own = _scored(claim, passage)
    if own.topic_u == UNIT:
        return own
    other = retold(claim, passage)
    if other is None or not whole(other.claim, passage):
        return own
    read = _scored(other.claim, passage)
    score_u = read.score_u * _RETOLD_U // UNIT
    if (read.topic_u, score_u) <= (own.topic_u, own.score_u):
        return own
    return replace(read, score_u=score_u, retold=other)


# A run looks at the same passages in every step, and once more for what lies beside the answer.
@lru_cache(maxsize=8192)
def _scored(claim: Claim, passage: Passage) -> Scored:
    return _score(claim, *_asked(claim), passage)


@lru_cache(maxsize=256)
def _asked(claim: Claim) -> tuple[Ask, tuple[tuple[str, str, int, int], ...]]:
    return _wants(claim), tuple(named(claim.query or claim.text))


def _wants(claim: Claim) -> Ask:
    if claim.kind is ClaimKind.SLOT:
        found = ask(claim.text)
        if found.expects is claim.expects:
            return found
        return Ask(claim.expects)
    if claim.value is None:
        return Ask(claim.expects)
    bound = next((f.bound for f in figures(claim.text) if f.value.same(claim.value)), "")
    return Ask(claim.expects, claim.value.unit, bound)


def _score(
    claim: Claim, wants: Ask, numbers: Sequence[tuple[str, str, int, int]], passage: Passage
) -> Scored:
    source = without_addresses(passage.text)
    text = parse(source)
    need = frame(claim)
    subject = _covered(claim.keys, text, passage)
    subject = _provision(subject, numbers, passage)
    # What commands the machine that reads it is no side of anything.
    if addressed(passage):
        return Scored(passage, 0, None, 0)
    told = answered(claim, passage)
    if told is not None:
        return Scored(passage, UNIT, told, UNIT)
    if _says_nothing(claim, need, numbers, text, passage):
        return Scored(passage, 0, None, 0)
    if wants.expects is ValueKind.TEXT:
        return Scored(passage, subject * 3 // 4, None, subject)
    denied = _denied(claim, need, text, passage) | _repeated(claim, text)
    found = _found(claim, wants, need, text, source, denied)
    subject = max(subject, _worded(claim, wants, numbers, text, passage, found))
    fits = found is not None and speaks_of(need, text, passage)
    another = found is not None and _of_another(claim, passage, found.value)
    if found is not None and another and pays(passage.text, found.value.start):
        return Scored(passage, subject // 2, None, subject)
    if found is not None and fits and not _refused(need, text, passage, found):
        if claim.kind is ClaimKind.SLOT:
            said = bearing(need.deed, claim.keys, passage, found.value)
            if said is Bearing.DENIED:
                return Scored(passage, subject // 2, None, subject)
            subject = min(subject, _ASIDE_U) if another or said is Bearing.ASIDE else subject
        if _leads(claim, wants, text, passage, found):
            return Scored(passage, UNIT, found.value, UNIT)
        return Scored(
            passage, subject // 2 + subject * found.fit_u // (2 * UNIT), found.value, subject
        )
    fits = not denied and speaks_of(need, text, passage)
    answers = fits and _in_words(claim, wants, need, text, source)
    score = subject * 3 // 4 if answers else subject // 2
    return Scored(passage, score, None, subject, answers)


def _covered(keys: Sequence[str], text: Parsed, passage: Passage) -> int:
    """How much of the keys a passage covers; a labelled line takes no word of another one.

    `Margin: 12` says all that it says of a margin: the total in the next line is none.
    """
    labelled = any(one.label for one in text.figures)
    before = "" if labelled and _labelled(passage.before) else passage.before
    after = "" if labelled and _labelled(passage.after) else passage.after
    return topic(keys, text, before, passage.title, after)


def _labelled(line: str) -> bool:
    return any(one.label for one in figures(line))


def _of_another(claim: Claim, passage: Passage, found: Value) -> bool:
    """Whether the clause of a value has a thing of its own and no word of what a slot asks.

    `Residents pay 3 euros for parking` tells not what a visit costs, whatever the title is.
    """
    if claim.kind is not ClaimKind.SLOT or found.kind not in NUMERIC:  # dates: see `bearing`
        return False
    own = frozenset(key for key in claim.keys if key not in wording_stems())
    return bool(own) and apart_from(own, claim, passage.text, found.start)


def _denied(claim: Claim, need: Frame, text: Parsed, passage: Passage) -> frozenset[int]:
    """Starts of the figures of which a sentence says that they are not what a slot asks."""
    if claim.kind is not ClaimKind.SLOT:
        return frozenset()
    return frozenset(
        one.value.start
        for one in text.figures
        if bearing(need.deed, claim.keys, passage, one.value) is Bearing.DENIED
    )


def _repeated(claim: Claim, text: Parsed) -> frozenset[int]:
    """Starts of the figures that the question states itself: `the harvest of one person`."""
    if claim.kind is not ClaimKind.SLOT:
        return frozenset()
    asked = [one.value for one in figures(claim.text)]
    same = [one for one in text.figures if any(one.value.same(value) for value in asked)]
    return (
        frozenset(one.value.start for one in same) if len(same) < len(text.figures) else frozenset()
    )


def _worded(
    claim: Claim,
    wants: Ask,
    numbers: Sequence[tuple[str, str, int, int]],
    text: Parsed,
    passage: Passage,
    found: Pick | None,
) -> int:
    """The subject without the words that a value of the kind says itself: `the price of`, `€5`."""
    if claim.kind is not ClaimKind.SLOT or found is None or found.value.kind is not wants.expects:
        return 0
    said = said_by_value(found.value.kind)
    keys = tuple(key for key in claim.keys if key not in said or key in text.at)
    if not keys or len(keys) == len(claim.keys):
        return 0
    subject = _covered(keys, text, passage)
    return _provision(subject, numbers, passage)


def _found(
    claim: Claim, wants: Ask, need: Frame, text: Parsed, source: str, denied: frozenset[int]
) -> Pick | None:
    if need.who is not None:
        value = bearer(source, *need.who)
        return None if value is None else Pick(value, value.start + len(value.text), UNIT)
    found = pick(claim.keys, text, source, wants.expects, wants.unit, wants.bound, denied)
    # A length of time is no date, nor the reverse: such a sentence answers in words or not at all.
    swapped = found is not None and _SWAPPED.get(wants.expects) is found.value.kind
    if found is not None and found.value.kind is ValueKind.DATE and _asks_how(claim, wants):
        return None
    return None if swapped and claim.kind is ClaimKind.SLOT else found


def _asks_how(claim: Claim, wants: Ask) -> bool:
    """Whether a slot asks how many or how high: no day answers that."""
    asked = claim.text[wants.start : wants.start + 4].casefold() if wants.start >= 0 else ""
    return claim.kind is ClaimKind.SLOT and wants.expects in NUMERIC and asked.startswith("how ")


def _refused(need: Frame, text: Parsed, passage: Passage, found: Pick) -> bool:
    """Whether a value is of another holder, or says how long where the question asks how often."""
    if need.often and not is_frequency(passage.text, found.value):
        return True
    return other_measure(need, found.value) or held_by_other(need, text, passage, found.value)


def _in_words(claim: Claim, wants: Ask, need: Frame, text: Parsed, source: str) -> bool:
    """Whether the sentence answers as it stands, without a value of the kind asked for."""
    if need.often:
        return says_often(source)
    timed = wants.expects in _SWAPPED and bool(claim.keys)
    return timed and all(key in text.at for key in claim.keys) and sets_time(source, wants.expects)


def _says_nothing(
    claim: Claim,
    need: Frame,
    numbers: Sequence[tuple[str, str, int, int]],
    text: Parsed,
    passage: Passage,
) -> bool:
    """Whether a sentence has no word of what a slot asks, or only says where to look."""
    if claim.kind is not ClaimKind.SLOT:
        return False
    if text.text != passage.text[:LIMIT] and len(text.text.split()) < _WORDS:
        return True
    # The provision that the question names by number needs no further word of it.
    titled = {root(number) for _, number, _, _ in named(passage.title)}
    return not any(root(n) in titled for _, n, _, _ in numbers) and silent(need, text, passage)


def _leads(claim: Claim, wants: Ask, text: Parsed, passage: Passage, found: Pick) -> bool:
    """Whether a label says just what is asked: `Acres burned: 120` under the subject's title."""
    label = next((one.label for one in text.figures if one.value is found.value), "")
    if not label or not wants.unit or found.value.unit != wants.unit:
        return False
    there = bag(label)
    own = set(content_stems(label)) - set(bag(" ".join(claim.keys))) - {stem(wants.unit)}
    own -= set(bag(wants.unit))
    known = there | bag(passage.title) | bag(passage.before)
    return not own and any(k in there for k in claim.keys) and all(k in known for k in claim.keys)


def _provision(subject: int, numbers: Sequence[tuple[str, str, int, int]], passage: Passage) -> int:
    """Raise what the question names by number, lower what is named otherwise."""
    if not numbers:
        return subject
    asked = {root(number) for _, number, _, _ in numbers}
    in_title = {root(number) for _, number, _, _ in named(passage.title)}
    if asked & in_title:
        return subject + (UNIT - subject) * 3 // 10
    here = {root(number) for _, number, _, _ in named(passage.text)}
    if asked & here:
        return subject + (UNIT - subject) // 10
    return subject * 7 // 10 if in_title else subject
