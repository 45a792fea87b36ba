"""UpdateF1: which claims of a trajectory changed from one step to the next, as the system tells it.

A claim counts as told changed where the system's answer to it differs from the system's own answer
at the step before, in verdict or value. Other definitions were left aside: what a text says of
changing cannot be checked, and a comparison with the gold of the step before would reward a system
for correcting its own error as if the world had moved. Other words, other citations and another
source of the same value are no change. Whether the new answer is right is not asked here but by the
answer accuracy of the step, and by the strict variant, where a change told is a hit only if the
answer is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics.counts import Counts
from ledgerrag.dykbench.metrics.said import Said
from ledgerrag.dykbench.metrics.same import same_answer


def moved(now: Said, before: Said) -> bool:
    """Whether the answer differs from that at the step before: in verdict, or in a settled value.

    Of a statement that is checked the verdict alone counts: what is asked is whether it holds.
    An answer that cannot be read differs from every one that can. Where a system gives no value
    apart from its sentences, the figures of the kind asked for are compared (`same.same_answer`).
    """
    if now.label is not before.label:
        return True
    if now.item.form == "check" or now.label is not Label.SUPPORTED:
        return False
    one, two = now.values, before.values
    spellings = (*now.item.gold.values, *before.item.gold.values)
    return len(one) != len(two) or not all(
        same_answer(spellings, a, b) for a, b in zip(one, two, strict=True)
    )


def change(now: Said, before: Said | None, *, strict: bool = False, right: bool = True) -> Counts:
    """One claim at one step: hit, extra or missed; nothing at a first step and outside of streams.

    Args:
        now: the answer at the step.
        before: the same system's answer at the step before; None where there is no such step.
        strict: a change that was told counts only with a right answer.
        right: whether the answer is right.
    """
    if before is None or not now.item.trajectory:
        return Counts()
    told, there = moved(now, before), now.item.gold.changed
    if told and there:
        return Counts(hits=1) if right or not strict else Counts(extra=1, missed=1)
    return Counts(extra=int(told), missed=int(there))


class Stepped(Protocol):
    """What is known of one claim at one step."""

    @property
    def trajectory(self) -> str: ...

    @property
    def step(self) -> int: ...

    @property
    def update(self) -> Counts: ...


def steps(rows: Iterable[Stepped]) -> dict[tuple[str, int], Fraction]:
    """UpdateF1 of each step that has one before it: F1 over the sets of changed claims.

    2 |P ∩ G| / (|P| + |G|), P told changed and G changed among the step's claims; 1 where both
    are empty: nothing changed and nothing was told. The mean over steps rewards quiet on quiet
    steps; the micro average over all claims (`Counts.ratio`) does not, and is the one in Table 1.

    Args:
        rows: claims at steps of one system; first steps are left out.
    """
    found: dict[tuple[str, int], Counts] = {}
    for row in rows:
        if row.trajectory and row.step > 1:
            key = (row.trajectory, row.step)
            found[key] = found.get(key, Counts()) + row.update
    return {key: found[key].f1 for key in sorted(found)}


def reverified(now: Said) -> bool | None:
    """Whether a claim was searched for again at a later step; None at a first step or outside.

    The share over all claims is the re-verified share (paper section 5.2: refresh only affected
    claims): lower is cheaper, and worth something only beside the answer accuracy.
    """
    if not now.item.trajectory or now.item.step < 2 or now.answer is None:
        return None
    return now.answer.cost.retrieval_calls > 0
