"""A row of figures: one system, one item; exact, and the same after a way through JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ledgerrag.dykbench.items import Item, Label, Split, Task
from ledgerrag.dykbench.metrics.counts import Counts, Ratio
from ledgerrag.dykbench.metrics.measures import Measure
from ledgerrag.dykbench.metrics.misses import Miss
from ledgerrag.dykbench.metrics.verdicts import Outcome
from ledgerrag.errors import InputError


@dataclass(frozen=True, slots=True)
class Time:
    """How long an answer took; not deterministic.

    Args:
        us: wall time in microseconds.
        stages: microseconds by stage, by name.
    """

    us: int = 0
    stages: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """What one answer of one system to one item is worth.

    Args:
        system: who answered.
        item_id: the item; what follows is copied from it, so that rows can be grouped alone.
        task: of the item.
        kind: of the item.
        source: of the item.
        split: of the item.
        group: of the item.
        trajectory: of the item.
        claim: of the item.
        step: of the item.
        gold: what is right.
        outcome: what the answer comes to.
        update: told and real change of the claim since the step before.
        measures: those that apply to the item, with what it adds to each.
        misses: failures with examples.
        time: how long it took.
        judge: who judged; empty where nobody had to.
        judge_kind: `local stance model` or `language model`.
    """

    system: str
    item_id: str
    task: Task
    kind: str
    source: str
    split: Split
    group: str
    trajectory: str
    claim: str
    step: int
    gold: Label
    outcome: Outcome
    update: Counts
    measures: Mapping[Measure, Ratio]
    misses: tuple[Miss, ...] = ()
    time: Time = Time()
    judge: str = ""
    judge_kind: str = ""

    @property
    def cluster(self) -> str:
        """What is resampled whole: the trajectory, else the group, else the item alone."""
        return self.trajectory or self.group or self.item_id

    @property
    def right(self) -> bool:
        """Whether verdict and value are right."""
        return self.outcome.value == self.gold.value

    def ratio(self, measure: Measure) -> Ratio | None:
        """What the row adds to a measure; None where it does not apply."""
        return self.measures.get(measure)

    def plain(self) -> dict[str, object]:
        """As JSON."""
        return {
            "system": self.system,
            "item_id": self.item_id,
            "task": self.task.value,
            "kind": self.kind,
            "source": self.source,
            "split": self.split,
            "group": self.group,
            "trajectory": self.trajectory,
            "claim": self.claim,
            "step": self.step,
            "gold": self.gold.value,
            "outcome": self.outcome.value,
            "update": [self.update.hits, self.update.extra, self.update.missed],
            "measures": {one.value: self.measures[one].plain() for one in sorted(self.measures)},
            "misses": [one.plain() for one in self.misses],
            "time": {"us": self.time.us, "stages": [list(pair) for pair in self.time.stages]},
            "judge": self.judge,
            "judge_kind": self.judge_kind,
        }

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> Self:
        """Back from JSON.

        Raises:
            InputError: not a row as `plain` makes it.
        """
        try:
            return cls(
                system=str(value["system"]),
                item_id=str(value["item_id"]),
                task=Task(value["task"]),
                kind=str(value["kind"]),
                source=str(value["source"]),
                split=_split(value["split"]),
                group=str(value["group"]),
                trajectory=str(value["trajectory"]),
                claim=str(value["claim"]),
                step=int(value["step"]),
                gold=Label(value["gold"]),
                outcome=Outcome(value["outcome"]),
                update=Counts(*(int(one) for one in value["update"])),
                measures={
                    Measure(name): Ratio.from_plain(pair)
                    for name, pair in value["measures"].items()
                },
                misses=tuple(Miss.from_plain(one) for one in value["misses"]),
                time=Time(
                    int(value["time"]["us"]),
                    tuple((str(name), int(us)) for name, us in value["time"]["stages"]),
                ),
                judge=str(value["judge"]),
                judge_kind=str(value["judge_kind"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"a row of figures cannot be read: {error!r}", "score the run again"
            ) from None


def _split(value: object) -> Split:
    if value == "plain":
        return "plain"
    if value == "paraphrased":
        return "paraphrased"
    raise ValueError(f"split {value!r}")


def facts(item: Item) -> dict[str, Any]:
    """What a row copies from its item."""
    return {
        "item_id": item.item_id,
        "task": item.task,
        "kind": item.kind,
        "source": item.source,
        "split": item.split,
        "group": item.group,
        "trajectory": item.trajectory,
        "claim": item.claim,
        "step": item.step,
        "gold": item.gold.label,
    }
