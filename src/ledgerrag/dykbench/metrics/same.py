"""When two values are the same: by kind, unit and amount where they are figures, by words else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledgerrag.dykbench.metrics.tokens import run_in, tokens
from ledgerrag.model import ValueKind
from ledgerrag.stance.compare import Relation, is_comparable, relate
from ledgerrag.stance.parsed import parse, stop_words
from ledgerrag.stance.units import comparable
from ledgerrag.stance.values import Figure, figures


def same_value(gold: str, said: str) -> bool:
    """Whether the words of an answered value state the value of a gold spelling.

    Figures: as many as in the gold, one after the other of the same kind, of units that are the
    same or convert exactly, of equal amount (`stance.compare`); `at least` and `more than` part
    them, and a date is the same where it lies within the gold's (`May 2024` in `2024`), not the
    other way round. Words: the gold's words stand in the answered ones, in order, without
    punctuation and article, denied in both or in neither. Everything else, and an empty spelling
    or answer, is not the same.

    Args:
        gold: a spelling of the value, in words.
        said: the answered value, in words.
    """
    wanted, found = figures(gold), figures(said)
    if _is_figure(gold, wanted):
        return len(wanted) == len(found) and all(
            _same_figure(one, other) for one, other in zip(wanted, found, strict=True)
        )
    if _denied(gold) != _denied(said):
        return False
    return run_in(_words(gold), _words(said))


def any_same(spellings: Iterable[str], said: str) -> bool:
    """Whether a value is that of one of the spellings."""
    return any(same_value(one, said) for one in spellings)


def states(spellings: Iterable[str], text: str) -> bool:
    """Whether a sentence states a value: of the figures that compare with it, every one is it.

    A sentence that also states another figure of the same kind and unit does not say which of
    both is its answer, and does not count.
    """
    return any(_states(one, text) for one in spellings)


def same_answer(spellings: Iterable[str], one: str, two: str) -> bool:
    """Whether two answers in sentences give the same value, whatever their other words.

    Where the item's value is a figure, their figures of its kind and unit are compared; elsewhere
    their words, in order.

    Args:
        spellings: of the gold's value: they tell the kind that is asked for, not what is right.
        one: an answer in words.
        two: another one.
    """
    if same_value(one, two) or same_value(two, one) or tokens(one) == tokens(two):
        return True
    for gold in spellings:
        wanted = figures(gold)
        if _is_figure(gold, wanted):
            first, second = _comparing(wanted, one), _comparing(wanted, two)
            return bool(first) and _all_in(first, second) and _all_in(second, first)
    return False


def _all_in(some: Sequence[Figure], others: Sequence[Figure]) -> bool:
    return all(same_figure_in(one, others) for one in some)


def _comparing(wanted: Sequence[Figure], text: str) -> list[Figure]:
    """The figures of a text of the kind and unit that is asked for."""
    return [one for one in figures(text) if any(is_comparable(w.value, one.value) for w in wanted)]


def _states(gold: str, text: str) -> bool:
    wanted = figures(gold)
    if not _is_figure(gold, wanted):
        return same_value(gold, text)
    rivals = _comparing(wanted, text)
    return (
        bool(rivals)
        and all(any(_same_figure(w, one) for w in wanted) for one in rivals)
        and all(any(_same_figure(w, one) for one in rivals) for w in wanted)
    )


def same_figure_in(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether one of several figures is the same."""
    return any(_same_figure(figure, one) for one in others)


def _is_figure(text: str, found: tuple[Figure, ...]) -> bool:
    """Whether a spelling is its figures: `270 days` is, `Rule 12 of the harbour` is words."""
    if not found:
        return False
    covered = set[int]()
    for one in found:
        covered |= set(range(one.value.start, one.end))
    rest = "".join(" " if at in covered else sign for at, sign in enumerate(text))
    return not parse(rest).content


def _same_figure(gold: Figure, said: Figure) -> bool:
    apart = gold.bound and said.bound and gold.bound != said.bound
    if apart and gold.value.kind is not ValueKind.DATE:
        return False
    if not is_comparable(gold.value, said.value):
        return False
    if gold.value.kind is ValueKind.DATE:
        return relate(gold.value, "", said.value, "", norm=False) is Relation.AGREES
    pair = comparable(gold.value, said.value)
    return pair is not None and pair[0] == pair[1]


def _words(text: str) -> tuple[str, ...]:
    return tuple(one for one in tokens(text) if one not in ("a", "an", "the"))


def _denied(text: str) -> bool:
    return bool(parse(text).negations)


def content(text: str) -> frozenset[str]:
    """Stems of a text that carry a subject, figures apart."""
    found = parse(text)
    return frozenset(one for one in found.content if one not in stop_words())
