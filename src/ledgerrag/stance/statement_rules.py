"""Claims that state a status, a name or anything else without a figure, against a passage."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ledgerrag.model import UNIT, Claim, Judgement, Passage, Stance, Value
from ledgerrag.stance.match import LINKS
from ledgerrag.stance.names import names, same_name
from ledgerrag.stance.naming import longer_name, swapped
from ledgerrag.stance.parsed import Parsed, parse, stem
from ledgerrag.stance.roles import reported_negation, reversed_roles, within_another
from ledgerrag.stance.scope import (
    clause_of,
    conditions,
    denial,
    named,
    negations,
    other_scope,
    predicate,
    unreal,
    unsure_reach,
)
from ledgerrag.stance.status import Status
from ledgerrag.stance.subjects import denied, narrowing, subject
from ledgerrag.stance.tables import table
from ledgerrag.stance.things import other_thing

_NEAR: Final = 4


def _neutral(rule: str) -> Judgement:
    return Judgement(Stance.NEUTRAL, 0, rule)


@cache
def _hedges() -> frozenset[str]:
    return frozenset(table("words.toml")["hedges"])


def judge_status(claim: Claim, passage: Passage) -> Judgement:
    """A claim that something is open, repealed, alive, ... against a passage."""
    said, text = parse(claim.text), parse(passage.text)
    mine = [one for one in said.statuses if claim.value is not None and one.value.same(claim.value)]
    if not mine:
        return judge_statement(claim, passage)
    dimensions = {
        other.value.unit for other in said.statuses if other.value.start == mine[-1].value.start
    }
    there = [one for one in text.statuses if one.value.unit in dimensions]
    drop = frozenset(stem(word) for one in (*mine, *there) for word in one.value.text.split())
    about = subject(claim, passage, drop)
    if not about.keys or about.coverage_u < 600_000 or not about.here or about.apart:
        return _neutral("other subject")
    if not there:
        return _unsaid(claim, passage)
    reason = unsafe(claim, passage)
    if reason:
        return _neutral(reason)
    part = clause_of(
        frozenset(about.keys), text, (predicate(claim.text) | named(claim.text)) - drop
    )
    if part is None:
        return _neutral("several clauses")
    there = [one for one in there if part[0] <= one.value.start < part[1]]
    if not there:
        return _unsaid(claim, passage)
    best = min(there, key=lambda one: (_gap(about.keys, text, one), one.value.start))
    if _gap(about.keys, text, best) > 12:
        return _neutral("other subject")
    if hedged(parse(passage.text[slice(*part)])) and not hedged(said):
        return _neutral("uncertain")
    if other_thing(claim, passage, best.value.start):
        return _neutral("other subject")
    return _poles(claim, said, mine[-1], passage, text, best, about.coverage_u)


_TO_SOMETHING: Final = re.compile(r"\bappl(?:y|ies|icable)\s+to\b", re.IGNORECASE)


def _unsaid(claim: Claim, passage: Passage) -> Judgement:
    """A status that the passage has no word of: whether a rule is in force, no other words tell."""
    force = claim.value is not None and claim.value.unit == "force"
    if force and not _TO_SOMETHING.search(claim.text):
        return _neutral("standing is not said")
    return judge_statement(claim, passage)


def unsafe(claim: Claim, passage: Passage) -> str:
    """Why a sentence cannot be judged by rules; empty where it can.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
    """
    said, text = parse(claim.text), parse(passage.text)
    poles = _opposed(said, text) | {
        word for one in said.statuses for word in one.value.text.casefold().split()
    }
    spare = frozenset(
        one.value.text.casefold()
        for one in text.statuses
        if any(one.value.unit == mine.value.unit for mine in said.statuses)
    )
    if denial(passage.text) != denial(claim.text):
        return "a denial settles nothing"
    if conditions(claim.text, poles) != conditions(passage.text, spare | poles):
        return "condition, exception or intention"
    if other_scope(claim, passage):
        return "other scope"
    if longer_name(claim, passage):
        return "other subject"
    if swapped(claim, passage) or reversed_roles(claim.text, passage.text):
        return "names in another order"
    if within_another(claim.text, passage.text):
        return "other subject"
    if reported_negation(claim.text, passage.text):
        return "negation of a report"
    return ""


def _gap(keys: tuple[str, ...], text: Parsed, status: Status) -> int:
    place = text.place(status.value.start)
    return min(
        (abs(place - where) for key in keys for where in text.at.get(key, ())), default=10**6
    )


def _poles(
    claim: Claim,
    said: Parsed,
    mine: Status,
    passage: Passage,
    text: Parsed,
    found: Status,
    coverage_u: int,
) -> Judgement:
    flips = _negated(said, mine) + _negated(text, found)
    flips += denied(claim.text) + denied(passage.text)
    mine_in_dimension = next(
        one
        for one in said.statuses
        if one.value.unit == found.value.unit and one.value.start == mine.value.start
    )
    same = mine_in_dimension.value.amount == found.value.amount
    if same == (flips % 2 == 0):
        return Judgement(Stance.SUPPORT, 850_000 * coverage_u // UNIT, "status agrees", found.value)
    return Judgement(Stance.REFUTE, 850_000 * coverage_u // UNIT, "status differs", found.value)


def _negated(text: Parsed, status: Status) -> int:
    place = text.place(status.value.start)
    inner = set(status.value.text.casefold().split())
    if inner & {"not", "no"}:
        return 0
    return sum(1 for where in text.negations if 0 < place - where <= _NEAR) % 2


def judge_name(claim: Claim, passage: Passage) -> Judgement:
    """A claim that a named person or body fills a role, against a passage."""
    value = claim.value
    if value is None:
        return _neutral("no value")
    about = subject(claim, passage, frozenset(stem(word) for word in value.text.split()))
    if not about.keys or about.coverage_u < 600_000 or not about.here or about.missing:
        return _neutral("other subject")
    if denial(passage.text) != denial(claim.text) or unreal(passage.text) - unreal(claim.text):
        return _neutral("intention or exchange")
    text = parse(passage.text)
    found = [
        name
        for name in names(passage.text)
        if not all(stem(word) in about.keys for word in name.text.split())
    ]
    same = [name for name in found if same_name(name.text, value.text)]
    negated = (len(text.negations) + denied(passage.text)) % 2 != (
        len(parse(claim.text).negations) + denied(claim.text)
    ) % 2
    if same:
        stance = Stance.REFUTE if negated else Stance.SUPPORT
        return Judgement(stance, 800_000 * about.coverage_u // UNIT, "name stands there", same[0])
    other = _in_role(passage.text, found)
    if other is None or negated or narrowing(text, about.own - _stems_of(other), other.start):
        return _neutral("no name in the role")
    return Judgement(Stance.REFUTE, 650_000 * about.coverage_u // UNIT, "another name", other)


def _stems_of(value: Value) -> frozenset[str]:
    return frozenset(stem(word) for word in value.text.split())


def _in_role(text: str, found: list[Value]) -> Value | None:
    """The only name that stands beside a linking verb; None where that is not clear."""
    linked = [
        name
        for name in found
        if set(text[: name.start].casefold().replace(":", " : ").split()[-2:]) & LINKS
        or set(text[name.start + len(name.text) :].casefold().split()[:2]) & LINKS
    ]
    return linked[0] if len(linked) == 1 else None


def judge_statement(claim: Claim, passage: Passage) -> Judgement:
    """A claim without a value: nearly all of its words, with the same or opposite sense."""
    about = subject(claim, passage)
    text, said = parse(passage.text), parse(claim.text)
    if len(about.keys) < 2 or not about.here:
        return _neutral("other subject")
    opposed = _opposed(said, text)
    told = predicate(claim.text) - opposed
    # A heading or fragment says nothing: what the claim says stands in the sentence itself.
    if not (told or opposed) or any(key not in text.at for key in told):
        return _neutral("said elsewhere")
    if 2 * sum(key in text.at for key in about.keys) < len(about.keys):
        return _neutral("said elsewhere")
    missing = about.missing - opposed
    if len(missing) * 10 > len(about.keys) or about.coverage_u < 700_000:
        return _neutral("other subject")
    if hedged(text) and not hedged(said):
        return _neutral("uncertain")
    reason = unsafe(claim, passage)
    if reason:
        return _neutral(reason)
    return _sense(claim, passage, opposed, 750_000 * about.coverage_u // UNIT)


def _sense(claim: Claim, passage: Passage, opposed: frozenset[str], sure: int) -> Judgement:
    """Whether the clause that speaks of the claim says it or its opposite."""
    said, text = parse(claim.text), parse(passage.text)
    part = clause_of(said.content, text, predicate(claim.text) | named(claim.text))
    if part is None:
        return _neutral("several clauses")
    there, mine = len(negations(text, part)), len(said.negations)
    false_there, false_mine = denied(passage.text), denied(claim.text)
    # `it is not true that` holds its own negation.
    there -= 1 if false_there and there else 0
    mine -= 1 if false_mine and mine else 0
    flips = [there, mine, 1 if opposed else 0, int(false_there) + int(false_mine)]
    if max(there, mine) > 1 or there + bool(opposed) + false_there > 1:
        return _neutral("too many negations")
    if sum(flips) % 2 == 0:
        return Judgement(Stance.SUPPORT, sure, "statement agrees")
    if len(text.stems) > 3 * max(8, len(said.stems)):
        return _neutral("too long to tell what is negated")
    if there and unsure_reach(claim.text, text, part):
        return _neutral("negation of something else")
    return Judgement(Stance.REFUTE, sure, "statement negated")


def hedged(text: Parsed) -> bool:
    """Whether a word makes what a text says uncertain."""
    return any(
        word in _hedges() and (word != "may" or text.text[start].islower())  # not the month
        for word, start in zip(text.words, text.starts, strict=True)
    )


def _opposed(said: Parsed, text: Parsed) -> frozenset[str]:
    """Stems of the claim whose opposite stands in the passage."""
    found: set[str] = set()
    for mine in said.statuses:
        for other in text.statuses:
            if mine.value.unit == other.value.unit and mine.value.amount != other.value.amount:
                found.update(stem(word) for word in mine.value.text.split())
    return frozenset(found)
