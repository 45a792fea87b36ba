"""How long a pair takes, by rules and by the model, on one thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerrag.bench.stance_verdict import verdict
from ledgerrag.reading import RuleReader
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.onnx import open_stance
from ledgerrag.stance.rules import RuleStance


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds for one pair on one thread, medians.

    Args:
        at_128: with 128 word pieces.
        typical: with the pairs of the sets.
        words: median length of these, claim and passage.
        rules: by the rules alone.
        load: reading the weights, once a process.
    """

    at_128: float
    typical: float
    words: int
    rules: float
    load: float


def speed_of(weights: Path | None, pairs: Sequence[Pair], timer: Callable[[], int]) -> Speed:
    """Measure on pairs of the sets, and on made-up ones of 128 pieces.

    Args:
        weights: folder of other weights than those that ship.
        pairs: of the sets.
        timer: monotonic nanoseconds.
    """
    model = open_stance(weights, threads=1)
    begun = timer()
    model.logits([Pair("one", "one")])
    load_ms = (timer() - begun) / 1e6
    # A claim of 21 pieces, a span of 104 and three marks: 128 in all, with a figure in each.
    long = [Pair("dam " * 20 + f"{n}", "river " * 103 + "7") for n in range(40)]
    rules, reader = RuleStance(), RuleReader()
    lengths = sorted(len(p.claim.split()) + len(p.text.split()) for p in pairs)
    return Speed(
        _median_ms(lambda pair: model.logits([pair]), long, timer),
        _median_ms(lambda pair: model.logits([pair]), pairs, timer),
        lengths[len(lengths) // 2] if lengths else 0,
        _median_ms(lambda pair: verdict(pair, rules, reader), pairs, timer),
        load_ms,
    )


def _median_ms(
    run: Callable[[Pair], object], pairs: Sequence[Pair], timer: Callable[[], int]
) -> float:
    times = []
    for pair in pairs:
        begun = timer()
        run(pair)
        times.append((timer() - begun) / 1e6)
    return sorted(times)[len(times) // 2] if times else 0.0
