"""The metric of each task by what its items are: kind, source, wording, time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from ledgerrag.dykbench.items import Item
from ledgerrag.dykbench.reporting.facts import METRIC, Facts, share
from ledgerrag.dykbench.reporting.main_tables import fold
from ledgerrag.dykbench.reporting.tables import NONE, Cell, Table, note, number, task_title

_SLICES: Final = 6


def _split(
    facts: Facts, name: str, title: str, of: Mapping[str, Mapping[str, str]], systems: Sequence[str]
) -> Table:
    """The metric of each task by a property of the items: of[task][item] is its name."""
    rows = []
    for task, named in of.items():
        measure = METRIC[task]
        for value in dict.fromkeys(named.values()):
            cells = [Cell(task_title(task)), Cell(value)]
            count = 0
            for system in systems:
                held = [row for row in facts.of(system, task) if named.get(row.item_id) == value]
                count = max(count, len(held))
                found = share(held, measure)
                cells.append(
                    Cell(NONE) if found is None else Cell(number(found), link=fold(system, task))
                )
            rows.append((*cells[:2], Cell(f"{count:,}"), *cells[2:]))
    heads = ("Task", "", "Items", *(facts.title(one) for one in systems))
    return Table(name, title, note(name), heads, tuple(rows))


def shown(facts: Facts) -> tuple[str, ...]:
    """The systems of tables that would be too wide with all of them: no ablations."""
    return tuple(name for name in facts.systems if "-without-" not in name)


def by_property(facts: Facts) -> Iterator[Table]:
    """The metric of each task by kind, source, split and time slice."""
    systems = shown(facts)
    for name, title in (("kind", "By kind"), ("source", "By source"), ("split", "By split")):
        of = {task: _named(facts, task, name) for task in facts.tasks}
        yield _split(facts, f"{name}s", title, of, systems)
    yield _split(facts, "slices", "Time slices", slices(facts), systems)


def _named(facts: Facts, task: str, name: str) -> dict[str, str]:
    named = {item.item_id: str(getattr(item, name)) for item in _asked(facts, task)}
    return dict(sorted(named.items(), key=lambda pair: (pair[1], pair[0])))


def _asked(facts: Facts, task: str) -> list[Item]:
    return [item for item in facts.items.values() if item.task == task]


def slices(facts: Facts) -> dict[str, dict[str, str]]:
    """The items of each task by the stretch of time that their K lies in."""
    found: dict[str, dict[str, str]] = {}
    for task in facts.tasks:
        items = sorted(_asked(facts, task), key=lambda item: (item.known_at[:10], item.item_id))
        days = sorted({item.known_at[:10] for item in items})
        # A day is never torn apart; where there are few days, each is a slice.
        size = max(1, -(-len(items) // _SLICES))
        named: dict[str, str] = {}
        group: list[Item] = []
        groups: list[list[Item]] = []
        for _, of_day in groupby(items, key=lambda item: item.known_at[:10]):
            group = [*group, *of_day]
            if len(group) >= size:
                groups.append(group)
                group = []
        if group:
            groups.append(group)
        for one in groups:
            first, last = one[0].known_at[:10], one[-1].known_at[:10]
            named.update(
                {item.item_id: first if first == last else f"{first} to {last}" for item in one}
            )
        if days:
            found[task] = named
    return found
