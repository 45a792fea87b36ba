"""What stands beside a run: a human study and the calibration of a judge, as tables.

Both are read from the files that `dykbench human score --json` and `dykbench calibrate --json`
print, so that a report can be made again without the raters' own files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ledgerrag.dykbench.reporting.tables import NONE, Cell, Table, bounds, note, number, p_value
from ledgerrag.errors import InputError, NotFoundError

_SCORE: Final = "`ledgerrag dykbench human score --json`"
_CALIBRATE: Final = "`ledgerrag dykbench calibrate --json`"


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Counted(_Form):
    hits: int
    of: int
    share: float
    interval: tuple[float, float]


class _Shares(_Form):
    preferred: Mapping[str, _Counted]
    p: float


class _Left(_Form):
    share: float
    interval: tuple[float, float]


class _Kappa(_Form):
    raters: tuple[str, str]
    items: int
    kappa: float
    low: float
    high: float


class Study(_Form):
    """What `human score --json` prints."""

    study: str
    raters: tuple[str, ...]
    pairs_rated: int
    pairs: int
    majority: _Shares
    by_rater: Mapping[str, _Shares]
    left: _Left
    reasons: Mapping[str, Mapping[str, int]]
    kappa: tuple[_Kappa, ...]


class _Kind(_Form):
    kind: str
    items: int
    pearson: float | None
    spearman: float | None
    kappa: float
    kappa_low: float
    kappa_high: float


class Calibrated(_Form):
    """What `calibrate --json` prints."""

    judge: str
    judge_kind: str
    skipped: int
    kinds: tuple[_Kind, ...]


F = TypeVar("F", bound=_Form)


def study(path: Path) -> tuple[Table, ...]:
    """A human study as tables: what was preferred, why, and how far raters agree.

    Raises:
        NotFoundError: there is no such file.
        InputError: it is not what `human score --json` prints.
    """
    found = _read(path, Study, "scores of a human study", _SCORE)
    told = f"Study {found.study}: {found.pairs_rated} of {found.pairs} pairs rated. {note('human')}"
    tables = (
        Table("human", "Human study: preferred answers", told,
              ("Rater", "Preferred", "Pairs", "Share", "Sign test, p"), _preferences(found)),
        Table("human-reasons", "Human study: reasons", note("reasons"),
              ("Preferred", "Reason", "Times"), _reasons(found)),
        Table("human-kappa", "Human study: agreement of raters", note("agreement"),
              ("Raters", "Pairs", "Cohen's kappa"), _agreement(found)),
    )  # fmt: skip
    return tuple(table for table in tables if table.rows)


def calibration(path: Path) -> tuple[Table, ...]:
    """The calibration of a judge as a table: how its word goes with people's labels.

    Raises:
        NotFoundError: there is no such file.
        InputError: it is not what `calibrate --json` prints.
    """
    found = _read(path, Calibrated, "calibration of a judge", _CALIBRATE)
    rows = tuple(
        (
            Cell(one.kind),
            Cell(f"{one.items:,}"),
            Cell(_coefficient(one.pearson)),
            Cell(_coefficient(one.spearman)),
            Cell(number(one.kappa), bounds(one.kappa_low, one.kappa_high)),
        )
        for one in found.kinds
    )
    left = f" {found.skipped:,} labels were left out: they need a language model."
    told = f"{found.judge} ({found.judge_kind}). {note('calibration')}"
    heads = ("Question", "Labels", "Pearson", "Spearman", "Cohen's kappa")
    title = "Calibration of the judge"
    return (Table("calibration", title, told + (left if found.skipped else ""), heads, rows),)


def _preferences(found: Study) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for rater, shares in (("together", found.majority), *found.by_rater.items()):
        for place, (name, one) in enumerate(shares.preferred.items()):
            share = Cell(number(one.share), bounds(*one.interval))
            p = Cell("" if place else p_value(shares.p))
            rows.append((Cell(rater), Cell(name), Cell(f"{one.hits:,}"), share, p))
    left = Cell(number(found.left.share), bounds(*found.left.interval))
    rows.append((Cell("together"), Cell("left side of the page"), Cell(""), left, Cell("")))
    return tuple(rows)


def _reasons(found: Study) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (Cell(name), Cell(reason), Cell(f"{times:,}"))
        for name, held in found.reasons.items()
        for reason, times in sorted(held.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _agreement(found: Study) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (
            Cell(", ".join(one.raters)),
            Cell(f"{one.items:,}"),
            Cell(number(one.kappa), bounds(one.low, one.high)),
        )
        for one in found.kappa
    )


def _coefficient(value: float | None) -> str:
    return NONE if value is None else number(value)


def _read(path: Path, form: type[F], what: str, command: str) -> F:
    step = f"name the file to which the output of {command} was written"
    try:
        return form.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise NotFoundError(f"there is no file {path} with the {what}", step) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path} cannot be read: {reason}", "check the path") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise InputError(f"{path} holds no {what} ({where})", step) from None
