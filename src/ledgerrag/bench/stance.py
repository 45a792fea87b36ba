"""`bench stance`: rules, model and both together on pairs that nobody learnt from."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledgerrag.bench.law_pairs import load_law
from ledgerrag.bench.stance_pairs import Judged, load, sets
from ledgerrag.bench.stance_speed import Speed, speed_of
from ledgerrag.bench.stance_verdict import verdict
from ledgerrag.errors import InputError
from ledgerrag.model import UNIT, Stance
from ledgerrag.reading import RuleReader
from ledgerrag.stance.combined import Combined
from ledgerrag.stance.odds import STANCES, Odds, softmax
from ledgerrag.stance.onnx import Logits, Memory, OnnxStance, open_stance
from ledgerrag.stance.rules import RuleStance

LAW: Final = "law"
JUDGES: Final = ("rules", "model", "both")
SEED: Final = 20261201
BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure.

    Args:
        data: the folder that holds `nli`, `canada_laws`, `dc_code` and `ota_terms`.
        limit: most pairs of a set, drawn with a fixed seed; 0: all that are held out.
        weights: the folder of other weights than those that ship.
        only: names of sets; all where empty.
    """

    data: Path
    limit: int = 0
    weights: Path | None = None
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """How one judge did on one set.

    Args:
        judge: rules, model or both.
        confusion: counts by right stance (rows) and given stance (columns), both in the order
            support, refute, neutral.
    """

    judge: str
    confusion: tuple[tuple[int, int, int], ...]

    @property
    def pairs(self) -> int:
        """How many were judged."""
        return sum(map(sum, self.confusion))

    @property
    def accuracy(self) -> float:
        """Share that was judged right, over three stances."""
        return _share(sum(self.confusion[n][n] for n in range(3)), self.pairs)

    @property
    def macro_f1(self) -> float:
        """Mean of F1 over the stances that the set has."""
        found = [
            _f1(self.precision(n), self.recall(n)) for n in range(3) if sum(self.confusion[n]) > 0
        ]
        return sum(found) / len(found) if found else 0.0

    def precision(self, stance: int) -> float:
        """Share of what was given a stance that has it."""
        return _share(self.confusion[stance][stance], sum(row[stance] for row in self.confusion))

    def recall(self, stance: int) -> float:
        """Share of what has a stance that was given it."""
        return _share(self.confusion[stance][stance], sum(self.confusion[stance]))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Expected calibration error in ten bins (Guo et al. 2017), by the model alone.

    Args:
        before: without the temperature.
        after: with it.
    """

    before: float
    after: float


@dataclass(frozen=True, slots=True)
class SetResult:
    """What was measured on one set."""

    name: str
    scores: tuple[Score, ...]
    calibration: Calibration

    def score(self, judge: str) -> Score:
        """Of one judge."""
        return next(one for one in self.scores if one.judge == judge)


@dataclass(frozen=True, slots=True)
class Result:
    """All of it."""

    version: str
    digest: str
    sets: tuple[SetResult, ...]
    speed: Speed


def measure(
    options: Options,
    *,
    timer: Callable[[], int] = time.perf_counter_ns,
    say: Callable[[str], None] = lambda _: None,
) -> Result:
    """Judge the held-out pairs of every set.

    Args:
        options: where they are.
        timer: monotonic nanoseconds.
        say: told what is being done.
    Raises:
        InputError: a set is missing, or nobody knows it.
        UnavailableError: this installation has no stance model.
    """
    _known(options.only)
    model = open_stance(options.weights, memory=Memory(100_000))
    found: list[SetResult] = []
    some: list[Judged] = []
    for name, pairs in held_out(options, say):
        say(f"judging {name}: {len(pairs):,} pairs")
        found.append(judged(name, pairs, model))
        some += random.Random(SEED).sample(pairs, min(20, len(pairs)))  # noqa: S311 - a fixed draw
    say("measuring speed")
    speed = speed_of(options.weights, [one.pair for one in some], timer)
    return Result(model.weights.version, model.digest, tuple(found), speed)


def _known(only: Sequence[str]) -> None:
    names = (*(one.name for one in sets()), LAW)
    unknown = next((name for name in only if name not in names), None)
    if unknown is not None:
        raise InputError(f"there is no set {unknown!r}", f"choose from {', '.join(names)}")


def held_out(options: Options, say: Callable[[str], None]) -> Iterator[tuple[str, list[Judged]]]:
    """The held-out pairs of each set, in the order of the registry, the law pairs last."""
    chance = random.Random(SEED)  # noqa: S311 - a fixed draw
    for which in sets():
        if options.only and which.name not in options.only:
            continue
        pairs = [one for one in load(which, options.data / "nli") if one.held_out]
        if pairs:
            yield which.name, _drawn(pairs, options.limit, chance)
    if not options.only or LAW in options.only:
        say("comparing versions of law")
        pairs = [one for one in load_law(options.data) if one.held_out]
        yield LAW, _balanced(pairs, options.limit // 3, chance)


def _drawn(pairs: list[Judged], most: int, chance: random.Random) -> list[Judged]:
    return chance.sample(pairs, most) if 0 < most < len(pairs) else pairs


def _balanced(pairs: list[Judged], most: int, chance: random.Random) -> list[Judged]:
    """All refuted pairs, and as many of the two other stances."""
    by_stance = {stance: [one for one in pairs if one.stance is stance] for stance in STANCES}
    size = min(len(rows) for rows in by_stance.values())
    size = min(size, most) if most else size
    return [one for stance in STANCES for one in chance.sample(by_stance[stance], size)]


def judged(name: str, pairs: Sequence[Judged], model: OnnxStance) -> SetResult:
    """All judges on the pairs of one set."""
    logits = model.logits([one.pair for one in pairs])
    odds = [softmax(row, model.weights.temperature_u) for row in logits]
    rules = RuleStance()
    both = Combined(rules, model, most=0)
    reader = RuleReader()
    given = {
        "rules": [verdict(one.pair, rules, reader) for one in pairs],
        "model": [row.likeliest()[0] for row in odds],
        "both": [verdict(one.pair, both, reader) for one in pairs],
    }
    right = [one.stance for one in pairs]
    scores = tuple(Score(judge, _confusion(right, given[judge])) for judge in JUDGES)
    return SetResult(name, scores, _calibration(right, logits, odds))


def _confusion(
    right: Sequence[Stance], given: Sequence[Stance]
) -> tuple[tuple[int, int, int], ...]:
    counts: Mapping[tuple[Stance, Stance], int] = Counter(zip(right, given, strict=True))
    support, refute, neutral = STANCES
    return tuple(
        (counts[row, support], counts[row, refute], counts[row, neutral]) for row in STANCES
    )


def _calibration(
    right: Sequence[Stance], logits: Sequence[Logits], odds: Sequence[Odds]
) -> Calibration:
    raw = [softmax(row, UNIT) for row in logits]
    return Calibration(expected_error(right, raw), expected_error(right, odds))


def expected_error(right: Sequence[Stance], odds: Sequence[Odds]) -> float:
    """Mean distance between how sure a judge is and how often it is right, over ten bins."""
    bins: list[list[tuple[int, bool]]] = [[] for _ in range(BINS)]
    for stance, row in zip(right, odds, strict=True):
        said, sure = row.likeliest()
        bins[min(sure * BINS // UNIT, BINS - 1)].append((sure, said is stance))
    gaps = [abs(sum(u for u, _ in rows) - UNIT * sum(hit for _, hit in rows)) for rows in bins]
    return sum(gaps) / UNIT / len(right) if right else 0.0


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
