"""What is left to ask, in the order in which it must be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerrag.answer import Answer
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.results import RESULTS, Result, file_of, read_results


@dataclass(frozen=True, slots=True)
class Chain:
    """Items of one system in the order in which they must be asked.

    Args:
        system: its name.
        items: those that are still to be asked.
        before: the answer to the step before the first of them.
    """

    system: str
    items: tuple[Item, ...]
    before: Answer | None


def chains(system: str, items: Sequence[Item], known: Mapping[str, Result]) -> tuple[Chain, ...]:
    """What is left to ask a system, in an order that does not depend on what is known.

    Args:
        system: its name.
        items: of the benchmark.
        known: what it has answered; what failed is asked again, and so is what follows it.
    """
    grouped: dict[tuple[Task, str, str, str], list[Item]] = {}
    for item in items:
        alone = "" if item.trajectory else item.item_id
        grouped.setdefault((item.task, item.trajectory, item.claim, alone), []).append(item)
    found: list[Chain] = []
    for group in grouped.values():
        steps = sorted(group, key=lambda item: item.step)
        before: Answer | None = None
        for place, item in enumerate(steps):
            result = known.get(item.item_id)
            if result is None or result.answer is None:
                found.append(Chain(system, tuple(steps[place:]), before))
                break
            before = result.answer
    return tuple(found)


def plan(
    run: Path, bench: Bench, systems: Sequence[str], tasks: Sequence[Task], most: int = 0
) -> tuple[tuple[Chain, ...], int]:
    """What is left to ask, and how many items are done.

    Args:
        run: folder of the run.
        bench: the benchmark.
        systems: their names.
        tasks: which tasks.
        most: items (of a stream: whole trajectories' items) a task at most; 0: all.
    """
    left: list[Chain] = []
    done = 0
    for system in systems:
        known = read_results(file_of(run, RESULTS, system))
        for task in tasks:
            items = spread(bench.items(task), most)
            waiting = chains(system, items, known)
            left += waiting
            done += len(items) - sum(len(chain.items) for chain in waiting)
    return tuple(left), done


def spread(items: Sequence[Item], most: int) -> tuple[Item, ...]:
    """At most so many items, whole groups evenly over all of them; the same ones each time."""
    if not most or len(items) <= most:
        return tuple(items)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.trajectory or item.group, []).append(item)
    names = list(groups)
    wanted = max(1, most * len(names) // len(items))
    chosen = {names[number * len(names) // wanted] for number in range(wanted)}
    return tuple(item for item in items if (item.trajectory or item.group) in chosen)
