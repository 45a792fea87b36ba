"""Blind pairs: which items are compared, and which system stands on which side.

The key, which says so, is a file of its own; the page holds nothing that names a system.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.dykbench.items import Item
from ledgerrag.errors import InputError

FORM: Final = 1


@dataclass(frozen=True, slots=True)
class Side:
    """An answer and whose it is.

    Args:
        system: its name.
        answer: what it said.
    """

    system: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to one item, side by side.

    Args:
        name: `p001`, `p002`, ... in the order of the page.
        item: the question.
        a: on the left.
        b: on the right.
    """

    name: str
    item: Item
    a: Side
    b: Side


@dataclass(frozen=True, slots=True)
class Study:
    """Pairs in the order in which they are shown.

    Args:
        systems: the two that are compared.
        seed: that drew items, order and sides.
        pairs: in order.
    """

    systems: tuple[str, str]
    seed: int
    pairs: tuple[Pair, ...]

    @property
    def name(self) -> str:
        """Twelve hex digits of the key's content and of both answers' words: exports carry it."""
        words = [(one.a.answer.text, one.b.answer.text) for one in self.pairs]
        body = json.dumps([self._held(), words], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(body.encode("ascii")).hexdigest()[:12]

    def key(self) -> str:
        """The key as JSON: which system is A and which is B; not for raters."""
        held = {"form": FORM, "study": self.name, **self._held()}
        return json.dumps(held, indent=2, ensure_ascii=False, sort_keys=True) + "\n"

    def _held(self) -> dict[str, object]:
        return {
            "systems": list(self.systems),
            "seed": self.seed,
            "pairs": [
                {
                    "pair": one.name,
                    "item": one.item.item_id,
                    "a": one.a.system,
                    "b": one.b.system,
                }
                for one in self.pairs
            ],
        }


def draw(
    items: Sequence[Item],
    answers: Mapping[str, Mapping[str, Answer]],
    seed: int,
    count: int = 50,
) -> Study:
    """Draw items that both systems answered, at most one a group or trajectory, and their sides.

    Each task gets its share of the places. Half of the pairs, to one, show the one system on the
    left, the other half the other.

    Args:
        items: of the benchmark.
        answers: by system and item; of two systems.
        seed: the same seed gives the same study.
        count: pairs wanted; 50 in the paper (section 6.7).
    Raises:
        InputError: not two systems, or no item that both answered.
    """
    if len(answers) != 2:
        raise InputError(
            f"a comparison has two systems, not {len(answers)}", "name the two systems"
        )
    one, two = answers
    rng = random.Random(f"{seed} pairs of {one} and {two}")  # noqa: S311 - draws a sample
    both = [item for item in items if item.item_id in answers[one] and item.item_id in answers[two]]
    chosen = _sample(both, count, rng)
    if not chosen:
        raise InputError(f"no item was answered by both {one} and {two}", "run both systems")
    swapped = [place % 2 == 1 for place in range(len(chosen))]
    rng.shuffle(swapped)
    pairs = []
    for place, (item, swap) in enumerate(zip(chosen, swapped, strict=True), 1):
        left, right = (two, one) if swap else (one, two)
        pairs.append(
            Pair(
                f"p{place:03d}",
                item,
                Side(left, answers[left][item.item_id]),
                Side(right, answers[right][item.item_id]),
            )
        )
    return Study((one, two), seed, tuple(pairs))


def _sample(items: Sequence[Item], count: int, rng: random.Random) -> list[Item]:
    shuffled = sorted(items, key=lambda item: item.item_id)
    rng.shuffle(shuffled)
    single: dict[str, Item] = {}
    for item in shuffled:
        single.setdefault(item.trajectory or item.group or item.item_id, item)
    by_task: dict[str, list[Item]] = {}
    for item in single.values():
        by_task.setdefault(item.task, []).append(item)
    chosen: list[Item] = []
    # One of each task in turn: a task with few items leaves its places to the others.
    while len(chosen) < count and any(by_task.values()):
        for task in sorted(by_task):
            if by_task[task] and len(chosen) < count:
                chosen.append(by_task[task].pop(0))
    rng.shuffle(chosen)
    return chosen
