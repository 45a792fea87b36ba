"""Other words for the same slot: `a berth costs`, `the fee for a berth is`, `is charged for it`.

The words that say that a thing has a value are no part of the thing. They are set aside only where
the rest is the same to the word: `the fee for a lost card` is not what a card costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Final

from ledgerrag.model import UNIT, Claim, Passage, ValueKind
from ledgerrag.stance.match import topic
from ledgerrag.stance.parsed import Parsed, parse, stem, synonyms
from ledgerrag.stance.subjects import Subject
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import comparable
from ledgerrag.stance.values import Figure

_EVENT: Final = frozenset(("of", "from", "after", "on", "since"))
_COUNTED: Final = frozenset(
    ("counted", "reckoned", "calculated", "beginning", "starting", "running")
)
_ENDS: Final = frozenset(("to", "is", "are", "and", "or", "for", "must", "shall"))
_FAR: Final = 10
"""A fee and a price of which one is ten times the other may be of two things."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Words of one meaning for values of some kinds; see the data file."""

    kinds: frozenset[str]
    words: frozenset[str]
    stems: frozenset[str]
    bounds: frozenset[str]
    before: frozenset[str]
    after: frozenset[str]
    needs: frozenset[str]
    counted: bool
    event: bool


@cache
def _groups() -> tuple[_Group, ...]:
    return tuple(map(_group, table("wordings.toml")["group"]))


def _group(row: Mapping[str, Sequence[str]]) -> _Group:
    def names(name: str) -> frozenset[str]:
        return frozenset(row.get(name, ()))

    return _Group(
        names("kinds"),
        names("words"),
        frozenset(map(stem, row["words"])),
        names("bounds"),
        names("before"),
        names("after"),
        names("needs"),
        bool(row.get("counted")),
        bool(row.get("event")),
    )


def reworded(claim: Claim, passage: Passage, about: Subject, best: Figure) -> Subject:
    """The subjects compared again without the words of a group that both sides use.

    Unchanged where neither side has a word of a group too many, where anything else differs, or
    where the two amounts are far apart.

    Args:
        claim: a statement with a figure.
        passage: a sentence.
        about: what they share as it stands.
        best: the figure of the sentence that is compared.
    """
    text = parse(passage.text)
    for group in _groups():
        if best.value.kind.value not in group.kinds or not _used(claim, text, group, about, best):
            continue
        left = about.own - group.stems - _counted(claim, text, group, best)
        left -= _event(text, best) if group.event else frozenset()
        if (
            about.missing - group.stems
            or left
            or _far(claim, best)
            or _narrowed(claim, text, group)
        ):
            continue
        keys = tuple(key for key in about.keys if key not in group.stems) or about.keys
        covered = topic(keys, text, passage.before, passage.title, passage.after)
        return replace(
            about, keys=keys, coverage_u=min(covered, UNIT), missing=frozenset(), own=frozenset(),
            extra=frozenset(),
        )  # fmt: skip
    return about


def _used(claim: Claim, text: Parsed, group: _Group, about: Subject, best: Figure) -> bool:
    """Whether a word of the group stands on one side alone, and the other says the same."""
    if not (about.missing | about.own) & group.stems:
        return False
    said = parse(claim.text)
    mine, theirs = group.words & set(said.words), group.words & set(text.words)
    if group.needs and not group.needs & (mine | theirs):
        return False
    own = next((one for one in said.figures if claim.value and one.value.same(claim.value)), None)
    return all((
        bool(mine) or _says(said, group, own),
        bool(theirs) or _says(text, group, best),
    ))  # fmt: skip


def _says(text: Parsed, group: _Group, figure: Figure | None) -> bool:
    """Whether a bound, the word beside the figure or its counted noun stands for the group."""
    if figure is None:
        return False
    at = sum(1 for start in text.starts if start < figure.value.start)
    end = sum(1 for start in text.starts if start < figure.end)
    return (
        figure.bound in group.bounds
        or bool(at and text.words[at - 1] in group.before)
        or bool(text.words[end : end + 1] and text.words[end] in group.after)
        or (group.counted and bool(figure.value.unit))
    )


@cache
def said_by_value(kind: ValueKind) -> frozenset[str]:
    """Stems of the words that a value of a kind says itself: `price` of a sum of money.

    Args:
        kind: of the value.
    """
    return frozenset(name for one in _groups() if kind.value in one.kinds for name in one.stems)


def count_words() -> frozenset[str]:
    """Words that say that a bare number counts what is named: `the number of farms`."""
    return frozenset(word for group in _groups() if group.counted for word in group.words)


def _narrowed(claim: Claim, text: Parsed, group: _Group) -> bool:
    """Whether a word before one of the group makes it another thing: `the renewal fee`."""
    said, spare = parse(claim.text).at, frozenset(table("wordings.toml")["beside"]["words"])
    return any(
        word in group.words
        and text.places[n - 1] + 1 == text.places[n]
        and text.stems[n - 1] in text.content
        and text.stems[n - 1] not in said
        and text.stems[n - 1] not in group.stems
        and text.words[n - 1] not in spare
        for n, word in enumerate(text.words)
        if n
    )


def _counted(claim: Claim, text: Parsed, group: _Group, best: Figure) -> frozenset[str]:
    """Stems of the noun that the claim's figure counts: `the number of homes` for `9 homes`."""
    if not group.counted or claim.value is None:
        return frozenset()
    units = [word for word in (claim.value.unit, best.value.unit) if word]
    return frozenset(name for name in text.stems if any(_same(name, unit) for unit in units))


def _same(name: str, unit: str) -> bool:
    return name == stem(unit) or name in synonyms().get(stem(unit), ())


def _event(text: Parsed, best: Figure) -> frozenset[str]:
    """Stems of what follows a figure and says from when it is counted, or of what it is a part."""
    end = sum(1 for start in text.starts if start < best.end)
    # `Two hours, counted from the close`: the same as `two hours from the close`.
    if text.words[end : end + 1] and text.words[end] in _COUNTED:
        end += 1
    if end >= len(text.words) or text.words[end] not in _EVENT:
        return frozenset()
    last = end + 1
    while last < len(text.words) and text.words[last] not in _ENDS:
        last += 1
    return frozenset(text.stems[end:last])


def _far(claim: Claim, best: Figure) -> bool:
    if best.value.kind is ValueKind.DATE:
        return False
    pair = comparable(claim.value, best.value) if claim.value is not None else None
    if pair is None:
        return True
    low, high = sorted(map(abs, pair))
    return low * Decimal(_FAR) < high
