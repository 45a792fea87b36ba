"""Which figure of a sentence speaks of a subject: nearness, kind, unit, side of the bound.

All integers; UNIT is one. Nothing here knows whether a claim is right, only what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.model import UNIT, Value, ValueKind
from ledgerrag.stance.conjuncts import others
from ledgerrag.stance.names import names
from ledgerrag.stance.parsed import Parsed, bag, stem, stop_words
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import NUMERIC, comparable
from ledgerrag.stance.values import Figure

HALF: Final = 8
"""Distance at which a word counts half."""

_TITLE: Final = 850
_BEFORE: Final = 800
_AFTER: Final = 350

_AFFINITY: Final = {
    ValueKind.MONEY: {ValueKind.QUANTITY: 300, ValueKind.PERCENT: 300},
    ValueKind.PERCENT: {ValueKind.QUANTITY: 300},
    ValueKind.DURATION: {ValueKind.DATE: 250, ValueKind.QUANTITY: 250},
    ValueKind.DATE: {ValueKind.DURATION: 250, ValueKind.QUANTITY: 150},
    ValueKind.QUANTITY: {
        ValueKind.MONEY: 850,
        ValueKind.PERCENT: 850,
        ValueKind.DURATION: 850,
        ValueKind.DATE: 150,
    },
}


@dataclass(frozen=True, slots=True)
class Pick:
    """A value of a sentence, with how well it fits what is asked, in millionths."""

    value: Value
    end: int
    fit_u: int
    bound: str = ""


def topic(keys: Sequence[str], text: Parsed, before: str, title: str, after: str) -> int:
    """How much of the keys a passage covers, in millionths; context and title count less."""
    if not keys:
        return 0
    missing = [key for key in keys if key not in text.at]
    gained = 1000 * (len(keys) - len(missing))
    for place, share in ((title, _TITLE), (before, _BEFORE), (after, _AFTER)):
        if not missing or not place:
            continue
        there = bag(place)
        gained += share * sum(1 for key in missing if key in there)
        missing = [key for key in missing if key not in there]
    return gained * UNIT // (1000 * len(keys))


def nearness(keys: Sequence[str], text: Parsed, start: int, end: int, head: int = 0) -> int:
    """How near the keys of a sentence stand to [start, end), in thousandths.

    Args:
        keys: stems of the subject.
        text: the sentence.
        start: first code point of the value.
        end: first code point after it.
        head: where the first value of the kind begins: what stands before it only is said of all
            of them ("the fine is $50 for a person and $90 for a firm").
    """
    first = text.place(start)
    last = max(first, text.place_before(end))
    lead = text.place(head) if head < start else first
    total, count = 0, 0
    for key in keys:
        places = text.at.get(key)
        if places is None:
            continue
        gap = min(max(first - place, place - last, 0) for place in places)
        if lead < first and max(places) < lead:
            gap = min(gap, lead - max(places) + (first - lead) // 4)
        total += 1000 * HALF // (HALF + gap)
        count += 1
    return total // count if count else 0


def affinity(expects: ValueKind, unit: str, figure: Figure) -> int:
    """How well kind and unit of a figure fit what is asked, in thousandths."""
    value = figure.value
    if value.kind is not expects:
        if expects is ValueKind.QUANTITY and unit and value.kind is ValueKind.PERCENT:
            return 0  # a share of the ballots is no number of them
        if expects is ValueKind.TEXT or (expects is ValueKind.QUANTITY and unit):
            return 100
        return _AFFINITY.get(expects, {}).get(value.kind, 0)
    if not unit or value.unit == unit:
        return 1000
    if value.unit.partition("/")[0] == unit.partition("/")[0]:
        return 950
    asked = Value(expects, "1", unit, "")
    if expects in NUMERIC and value.unit and comparable(asked, value) is not None:
        return 800
    if not value.unit:
        return 500
    return 350 if expects is not ValueKind.QUANTITY else 150


_SIDES: Final = {">=": "lower", ">": "lower", "<=": "upper", "<": "upper"}


def side(asked: str, found: str) -> int:
    """How well the bound of a figure fits the bound asked for, in thousandths."""
    if not asked or not found or "~" in (asked, found):
        return 500
    if asked == found:
        return 1000
    return 800 if _SIDES[asked] == _SIDES[found] else 150


def pick(  # what is asked, and what of the sentence may answer
    keys: Sequence[str],
    text: Parsed,
    source: str,
    expects: ValueKind,
    unit: str,
    bound: str,
    apart: frozenset[int] = frozenset(),
) -> Pick | None:
    """The value of a sentence that answers best; None where nothing of the kind stands there.

    Args:
        keys: stems of the subject.
        text: the sentence, parsed.
        source: the sentence.
        expects: kind of value.
        unit: canonical unit asked for; may be empty.
        bound: side of a bound asked for; may be empty.
        apart: starts of figures that do not answer: what the sentence denies.
    """
    if expects is ValueKind.NAME:
        return _pick_name(keys, text, source)
    if expects is ValueKind.STATUS:
        return _pick_status(keys, text)
    if expects is ValueKind.TEXT:
        return None
    best: Pick | None = None
    fits = [(affinity(expects, unit, figure), figure) for figure in text.figures]
    top = max((fit for fit, _ in fits), default=0)
    head = min((figure.value.start for fit, figure in fits if fit == top), default=0)
    # Two figures that the words share out between holders: only the one of this holder answers.
    alike = [figure for fit, figure in fits if fit == top and figure.value.kind in NUMERIC]
    away = others(keys, source, alike)
    for suits, figure in fits:
        if suits == 0 or figure.value.start in away | apart:
            continue
        fit = suits
        near = nearness(keys, text, figure.value.start, figure.end, head)
        if figure.label and _labels(figure.label, keys):
            near, fit = max(near, 900), max(fit, 800)
        weight = 400 if figure.value.kind is ValueKind.DATE else 150
        total = fit * (300_000 + (700 - weight) * near + weight * side(bound, figure.bound))
        if best is None or total > best.fit_u * 1000:
            best = Pick(figure.value, figure.end, total // 1000, figure.bound)
    return best


def _labels(label: str, keys: Sequence[str]) -> bool:
    """Whether a label before a colon speaks of one of the keys."""
    there = bag(label)
    return any(key in there for key in keys)


_PLACED: Final = frozenset(("of", "in", "at", "from", "near", "for", "to", "on", "with"))
LINKS: Final = frozenset(("is", "was", "became", "named", "appointed", "elected", ":", "as", "by"))
"""Words between a name and the role that it fills."""


def _pick_name(keys: Sequence[str], text: Parsed, source: str) -> Pick | None:
    best: Pick | None = None
    for value in names(source):
        if _asked(value.text, keys) or _of_a_people(value, source):
            continue
        end = value.start + len(value.text)
        total = 1000 * (300 + 5 * nearness(keys, text, value.start, end) // 10)
        before, after = source[: value.start].split()[-1:], source[end:].split()[:1]
        if any(word.casefold() in _PLACED for word in before):
            total //= 2
        elif any(word.casefold() in LINKS for word in (*before, *after)):
            total += 200_000
        if best is None or total > best.fit_u:
            best = Pick(value, end, total)
    return best


_COMMON: Final = re.compile(r"[ -][a-z]")


def _of_a_people(name: Value, source: str) -> bool:
    """Whether a capital only tells of which people something is: `the American duo`."""
    end = name.start + len(name.text)
    return name.amount in table("words.toml")["peoples"] and bool(_COMMON.match(source, end))


def _asked(name: str, keys: Sequence[str]) -> bool:
    """Whether a name is one that the subject states itself: it is what is asked about."""
    words = name.split()
    known = [stem(word) in keys for word in words]
    small = [word.casefold() in stop_words() for word in words]
    return any(known) and all(a or b for a, b in zip(known, small, strict=True))


def _pick_status(keys: Sequence[str], text: Parsed) -> Pick | None:
    best: Pick | None = None
    for status in text.statuses:
        near = nearness(keys, text, status.value.start, status.end)
        asked = any(stem(word) in keys for word in (status.value.amount, status.opposite))
        total = 1000 * (200 + 3 * near // 10 + (500 if asked else 200))
        if best is None or total > best.fit_u:
            best = Pick(status.value, status.end, total)
    return best
