"""A claim that states a figure or a date, against a passage."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from ledgerrag.model import UNIT, Claim, Judgement, Passage, Stance, Value, ValueKind
from ledgerrag.stance.compare import Relation, is_comparable, relate
from ledgerrag.stance.holders import eligible, shared_out
from ledgerrag.stance.match import nearness, topic
from ledgerrag.stance.naming import longer_name
from ledgerrag.stance.parity import turned
from ledgerrag.stance.parsed import Parsed, parse
from ledgerrag.stance.periods import other_period
from ledgerrag.stance.roles import DENIED_BEFORE, denied_before
from ledgerrag.stance.scope import (
    conditions,
    denial,
    other_scope,
    unreal,
    whole,
)
from ledgerrag.stance.subjects import Subject, alike, denied, narrowing, other_item, subject
from ledgerrag.stance.tables import table
from ledgerrag.stance.things import other_thing
from ledgerrag.stance.values import Figure, figures
from ledgerrag.stance.wordings import reworded, said_by_value

NOTHING: Final = "nothing comparable"
OTHER: Final = "other slot"
OTHER_PERIOD: Final = "other period"
# A figure that may be of another slot decides nothing; whether it agrees is told all the same.
OTHER_AGREES: Final = "other slot, where the figure agrees"
OTHER_DIFFERS: Final = "other slot, where the figure differs"
SUPPORT_FROM: Final = 500_000
REFUTE_FROM: Final = 500_000
_WINDOW: Final = 14
_MARGIN: Final = 130  # in hundredths: how much better another figure must fit


def judge_figure(claim: Claim, passage: Passage) -> Judgement:
    """Support, refute or neutral for a claim that states a figure."""
    value = claim.value
    if value is None:
        return Judgement(Stance.NEUTRAL, 0, "no value")
    about = subject(claim, passage)
    if _covered(claim, passage, about) < SUPPORT_FROM or (about.keys and not about.here):
        return Judgement(Stance.NEUTRAL, 0, "other subject")
    text = parse(passage.text)
    found = [figure for figure in text.figures if is_comparable(value, figure.value)]
    if not found:
        return Judgement(Stance.NEUTRAL, 0, NOTHING)
    own = stated_figure(claim)
    dealt = shared_out(passage.text, found) and not claim.parent
    found = eligible(claim, own, text, _of_kind(claim, value, found))
    if not found or dealt:
        return Judgement(Stance.NEUTRAL, 0, "other time or holder")
    if longer_name(claim, passage):
        return Judgement(Stance.NEUTRAL, 0, "other subject")
    best = _aligned(claim, own, text, found)
    if other_thing(claim, passage, best.value.start):
        return Judgement(Stance.NEUTRAL, 0, "other subject")
    about = about if claim.parent else reworded(claim, passage, about, best)
    return _weigh(claim, own, passage, text, about, best)


def _covered(claim: Claim, passage: Passage, about: Subject) -> int:
    """How much of a claim a passage covers; of a statement without what its value says itself.

    `The fair takes place on 3 May` is about the fair.
    """
    said = said_by_value(claim.value.kind) if claim.value is not None else frozenset()
    keys = tuple(key for key in about.keys if key not in said)
    if claim.parent or not keys or len(keys) == len(about.keys):
        return about.coverage_u
    text = parse(passage.text)
    return max(about.coverage_u, topic(keys, text, passage.before, passage.title, passage.after))


def _of_kind(claim: Claim, value: Value, found: list[Figure]) -> list[Figure]:
    """Of a statement's bare number: the counts, where the sentence has counts and shares."""
    same = [figure for figure in found if figure.value.kind is value.kind]
    return found if claim.parent or value.unit or not same else same


def stated_figure(claim: Claim) -> Figure | None:
    """The figure of the claim's text that is its value."""
    value = claim.value
    if value is None:
        return None
    same = [figure for figure in figures(claim.text) if figure.value.same(value)]
    exact = [figure for figure in same if figure.value.text == value.text]
    return next(iter(exact or same), None)


def _aligned(claim: Claim, own: Figure | None, text: Parsed, found: list[Figure]) -> Figure:
    """The figure of the passage that stands where the claim's figure stands."""
    scored = sorted(
        ((_likeness(claim, own, text, figure), -n, figure) for n, figure in enumerate(found)),
        key=lambda row: (row[0], row[1]),
        reverse=True,
    )
    best, _, figure = scored[0]
    for score, _, other in scored[1:]:
        agrees = claim.value is not None and _equal(claim.value, other.value)
        if agrees and score * _MARGIN >= best * 100:
            return other
    return figure


def _equal(a: Value, b: Value) -> bool:
    return relate(a, "", b, "", True) is Relation.AGREES


def _likeness(claim: Claim, own: Figure | None, text: Parsed, figure: Figure) -> int:
    near = nearness(claim.keys, text, figure.value.start, figure.end)
    if own is None:
        return near
    said = parse(claim.text)
    total, shared = 1, 0
    middle = said.place(own.value.start)
    there = text.place(figure.value.start)
    for name, places in said.at.items():
        gap = min(abs(place - middle) for place in places)
        if gap > _WINDOW:
            continue
        weight = 8000 // (8 + gap) * (3 if name in said.content else 1)
        total += weight
        where = text.at.get(name)
        if where is not None:
            away = min(abs(place - there) for place in where)
            shared += min(weight, 8000 // (8 + away) * (3 if name in said.content else 1))
    bound = 100 if own.bound == figure.bound else 0
    return near + 2000 * shared // total + bound


def _weigh(
    claim: Claim, own: Figure | None, passage: Passage, text: Parsed, about: Subject, best: Figure
) -> Judgement:
    value = claim.value or best.value
    relation = relate(value, own.bound if own else "", best.value, best.bound, _is_norm(text, best))
    seen = replace(best.value)
    if relation is Relation.DIFFERS and _threshold(claim, own, text, best):
        relation = Relation.FITS
    if relation is Relation.AGREES and _only_within(claim, own, text, best):
        relation = Relation.FITS
    if relation is Relation.FITS and _meets(claim, own, text, best):
        return Judgement(Stance.SUPPORT, _sure(700_000, about), "figure meets the bound", seen)
    if relation in (Relation.APART, Relation.UNCLEAR):
        return Judgement(Stance.NEUTRAL, 0, "other unit or side", seen)
    if own is not None and other_period(claim, own, passage):
        return Judgement(Stance.NEUTRAL, 0, OTHER_PERIOD, seen)
    reason = _aside(claim, passage) or (_STEP if _is_step(claim, own, text, best) else "")
    if reason:
        return Judgement(Stance.NEUTRAL, 0, reason, seen)
    return _decide(claim, own, passage, about, best, relation)


def _decide(
    claim: Claim,
    own: Figure | None,
    passage: Passage,
    about: Subject,
    best: Figure,
    relation: Relation,
) -> Judgement:
    text, seen = parse(passage.text), replace(best.value)
    negated = denied(passage.text) != denied(claim.text) or turned(
        parse(claim.text), own, text, best
    )
    what = "date" if best.value.kind is ValueKind.DATE else "figure"
    if relation is Relation.EXCLUDES or (relation is Relation.FITS and _strict(claim, own, best)):
        if claim.parent or negated or about.apart or not whole(claim, text):
            return Judgement(Stance.NEUTRAL, 0, "other unit or side", seen)
        return Judgement(Stance.REFUTE, _sure(850_000, about), f"{what} outside the bound", seen)
    if relation is Relation.DIFFERS:
        if (
            negated
            or about.coverage_u < REFUTE_FROM
            or _other_slot(claim, own, passage, about, best)
        ):
            return Judgement(Stance.NEUTRAL, 0, OTHER_DIFFERS if not negated else OTHER, seen)
        return Judgement(Stance.REFUTE, _sure(900_000, about), f"{what} differs", seen)
    if negated:
        # The same value in another provision is no dispute, whatever else that one denies.
        if about.apart or relation is Relation.FITS or claim.parent:
            return Judgement(Stance.NEUTRAL, 0, OTHER, seen)
        return Judgement(Stance.REFUTE, _sure(850_000, about), f"{what} denied", seen)
    if relation is Relation.FITS:
        return Judgement(Stance.NEUTRAL, 0, f"{what} fits, and does not show it", seen)
    if about.apart and about.coverage_u < 800_000:
        return Judgement(Stance.NEUTRAL, 0, OTHER_AGREES, seen)
    return Judgement(Stance.SUPPORT, _sure(900_000, about), f"{what} agrees", seen)


def _aside(claim: Claim, passage: Passage) -> str:
    """Why a sentence does not state its figure as a fact of the claim; empty where it does."""
    if denial(passage.text) != denial(claim.text):
        return "a denial settles nothing"
    if unreal(passage.text) - unreal(claim.text):
        return "intention or undone"
    if not claim.parent and other_scope(claim, passage):
        return "other scope"
    return DENIED_BEFORE if denied_before(claim, passage) else ""


def _only_within(claim: Claim, own: Figure | None, text: Parsed, best: Figure) -> bool:
    """Whether a claim states a rule's bound, and the sentence only a figure within it.

    `May be up to 210 cm` is not shown by something that is 160 cm.
    """
    if own is None or own.bound not in ("<=", ">=") or best.bound or _equal(own.value, best.value):
        return False
    return _is_norm(parse(claim.text), own) and not _is_norm(text, best)


_STEP: Final = "a change, not what it led to"


def _is_step(claim: Claim, own: Figure | None, text: Parsed, best: Figure) -> bool:
    """Whether the sentence's figure is by how much a thing moved: `fell by 2 percent`."""
    moves = frozenset(table("words.toml")["moves"])
    by = best.value.kind is not ValueKind.DATE and _word_before(text, best) == "by"
    return (
        by
        and bool(moves & set(text.words))
        and not (own is not None and _word_before(parse(claim.text), own) == "by")
    )


def _word_before(text: Parsed, figure: Figure) -> str:
    at = sum(1 for start in text.starts if start < figure.value.start)
    return text.words[at - 1] if at else ""


_HAVING: Final = frozenset(("with", "of", "having", "for", "over", "above"))


def _threshold(claim: Claim, own: Figure | None, text: Parsed, best: Figure) -> bool:
    """Whether the passage's figure says to whom a rule applies: `events with more than 50`."""
    if claim.parent or own is None or own.bound or best.bound not in (">", ">=", "<", "<="):
        return False
    return bool(_led_by(parse(claim.text), own) & _HAVING and _led_by(text, best) & _HAVING)


def _led_by(text: Parsed, figure: Figure) -> frozenset[str]:
    """The words right before a figure and its bound."""
    at = sum(1 for start in text.starts if start < figure.value.start)
    return frozenset(text.words[max(0, at - (4 if figure.bound else 1)) : at])


def _meets(claim: Claim, own: Figure | None, text: Parsed, best: Figure) -> bool:
    """Whether a claim's plain figure satisfies the threshold of a rule it shares all words with."""
    if not _threshold(claim, own, text, best) or claim.value is None or not whole(claim, text):
        return False
    if text.negations or parse(claim.text).negations or conditions(text.text):
        return False
    return relate(best.value, best.bound, claim.value, "", False) is Relation.AGREES


def _strict(claim: Claim, own: Figure | None, best: Figure) -> bool:
    """Whether the claim states the very amount that a bound leaves out: three, fewer than three."""
    if own is None or own.bound or best.bound not in ("<", ">") or claim.value is None:
        return False
    return _equal(claim.value, best.value)


def _other_slot(
    claim: Claim, own: Figure | None, passage: Passage, about: Subject, best: Figure
) -> bool:
    if about.apart or other_item(claim, passage):
        return True
    text = parse(passage.text)
    start = best.value.start
    if own is not None and alike(parse(claim.text), own.value.start, text, start):
        return False
    comma = passage.text.find(",", start + len(best.value.text))
    return bool(narrowing(text, about.own, start, None if comma < 0 else comma))


def _sure(base: int, about: Subject) -> int:
    return base * about.coverage_u // UNIT if about.keys else base // 2


@cache
def _norms() -> frozenset[str]:
    return frozenset(table("words.toml")["norms"])


def _is_norm(text: Parsed, figure: Figure) -> bool:
    """Whether a word of a rule stands near: the word itself, a `rating` is no `rate`."""
    place = text.place(figure.value.start)
    return any(
        abs(where - place) <= 24 and (word in _norms() or word.removesuffix("s") in _norms())
        for word, where in zip(text.words, text.places, strict=True)
    )
