"""What `bench stance` found, as rows of words: the same for the terminal and the model card."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from ledgerrag.bench.stance import JUDGES, LAW, Result, Score, SetResult
from ledgerrag.bench.stance_pairs import PairSet, sets
from ledgerrag.errors import InputError

REFUTE: Final = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table in words.

    Args:
        title: what it shows.
        heads: of the columns.
        rows: as many cells each.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside what it is held against.

    Args:
        name: what was measured.
        value: what was found.
        bound: least that is asked for, or most for milliseconds.
    """

    name: str
    value: float
    bound: float

    @property
    def met(self) -> bool:
        """Whether it is reached, unrounded."""
        return self.value <= self.bound if self.name.startswith("ms ") else self.value >= self.bound


@cache
def _bars() -> Mapping[str, Mapping[str, float]]:
    text = resources.files("ledgerrag.bench").joinpath("stance_bars.toml").read_text("utf-8")
    table: dict[str, dict[str, float]] = tomllib.loads(text)
    return table


def bars(result: Result) -> tuple[Bar, ...]:
    """Everything that is held against something, for the sets that were measured."""
    return tuple(_held(result))


def _held(result: Result) -> Iterator[Bar]:
    table = _bars()
    by_name = {one.name: one for one in result.sets}
    for name, bound in table["both"].items():
        if name in by_name:
            yield Bar(f"{name}, both: accuracy", by_name[name].score("both").accuracy, bound)
    for name, bound in table["refute_precision"].items():
        if name in by_name:
            value = by_name[name].score("both").precision(REFUTE)
            yield Bar(f"{name}, both: precision of refuted", value, bound)
    for name, floor in table["floor"].items():
        if name in by_name:
            value = by_name[name].score("model").accuracy
            yield Bar(f"{name}, model: accuracy", value, floor + table["speed"]["margin"])
    yield Bar("ms a pair of 128 pieces", result.speed.at_128, table["speed"]["ms_at_128"])


def tables(result: Result) -> tuple[Table, ...]:
    """Bars, accuracy, confusion, calibration and speed."""
    return (
        _bar_table(result),
        _accuracy_table(result.sets),
        _confusion_table(result.sets),
        _calibration_table(result.sets),
        _speed_table(result),
    )


def _bar_table(result: Result) -> Table:
    rows = []
    for one in bars(result):
        digits = ".1f" if one.name.startswith("ms ") else ".3f"
        sign = "<=" if one.name.startswith("ms ") else ">="
        met = "met" if one.met else "not met"
        rows.append((one.name, format(one.value, digits), f"{sign} {one.bound:.3g}", met))
    return Table("Bars", ("Figure", "Found", "Bar", ""), tuple(rows))


def _accuracy_table(found: Sequence[SetResult]) -> Table:
    rows = []
    for one in found:
        for judge in JUDGES:
            score = one.score(judge)
            first = judge == JUDGES[0]
            rows.append(
                (
                    one.name if first else "",
                    f"{score.pairs:,}" if first else "",
                    judge,
                    f"{score.accuracy:.3f}",
                    f"{score.macro_f1:.3f}",
                    _or_none(score.precision(REFUTE), _given(score)),
                    _or_none(score.recall(REFUTE), sum(score.confusion[REFUTE])),
                )
            )
    heads = ("Set", "Pairs", "Judge", "Accuracy", "Macro-F1", "Refute precision", "Refute recall")
    return Table("Accuracy over three stances", heads, tuple(rows))


def _given(score: Score) -> int:
    return sum(row[REFUTE] for row in score.confusion)


def _or_none(value: float, count: int) -> str:
    return f"{value:.3f}" if count else "none"


def _confusion_table(found: Sequence[SetResult]) -> Table:
    rows = []
    for one in found:
        for judge in JUDGES:
            cells = [" / ".join(f"{n:,}" for n in row) for row in one.score(judge).confusion]
            rows.append((one.name if judge == JUDGES[0] else "", judge, *cells))
    heads = ("Set", "Judge", "Support is", "Refute is", "Neutral is")
    return Table("Confusion: called support / refute / neutral", heads, tuple(rows))


def _calibration_table(found: Sequence[SetResult]) -> Table:
    rows = [
        (one.name, f"{one.calibration.before:.3f}", f"{one.calibration.after:.3f}") for one in found
    ]
    title = (
        "Calibration error of the model alone, ten bins; temperature found on some of these pairs"
    )
    return Table(title, ("Set", "Raw", "With temperature"), tuple(rows))


def _speed_table(result: Result) -> Table:
    speed = result.speed
    rows = (
        ("model, 128 pieces", f"{speed.at_128:.1f}"),
        (f"model, pairs of the sets (median {speed.words} words)", f"{speed.typical:.1f}"),
        ("rules, pairs of the sets", f"{speed.rules:.1f}"),
        ("model, reading the weights once a process", f"{speed.load:.0f}"),
    )
    return Table("Milliseconds a pair, one thread, median", ("What", "ms"), rows)


def data_table() -> Table:
    """The public sets with licence and split, and the law pairs."""
    rows = [(one.name, one.licence, _split(one)) for one in sets()]
    rows.append(
        (
            LAW,
            "Open Government Licence - Canada 2.0; edict of government; ODC-By 1.0",
            "by instrument, section, service",
        )
    )
    return Table("Data", ("Set", "Licence", "Held out"), tuple(rows))


def _split(one: PairSet) -> str:
    if one.split:
        return f"its own {one.split} part"
    if one.held_out == 100:
        return "all of it"
    return f"{one.held_out} % of its groups, by {one.group}"


def curve_table(path: Path) -> Table:
    """The learning curve: accuracy of the model alone on some held-out pairs, step by step.

    Args:
        path: one JSON object a line: step, pairs, accuracy by set.
    Raises:
        InputError: the file cannot be read as that.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
        points: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
        names = [name for name in points[0] if name not in ("step", "pairs")]
        rows = tuple(
            (
                f"{point['step']:,}",
                f"{point['pairs']:,}",
                *(f"{point[name]:.3f}" if name in point else "" for name in names),
            )
            for point in points
        )
    except OSError as reason:
        raise InputError(f"{path} cannot be read: {reason.strerror}", "check the path") from None
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise InputError(
            f"{path} is no learning curve", "give the curve.jsonl of a training run"
        ) from None
    return Table("Learning curve", ("Step", "Pairs seen", *names), rows)
