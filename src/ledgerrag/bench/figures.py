"""A figure beside its aim, and the file in which a measurement is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, Literal

from ledgerrag.bench.machine import Machine
from ledgerrag.errors import InputError

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure is meant to reach: `<= 60` or `>= 500`."""

    sign: Literal["<=", ">=", ">"]
    bound: float

    def met(self, value: float) -> bool:
        """Whether the value reaches it, unrounded."""
        if self.sign == "<=":
            return value <= self.bound
        return value >= self.bound if self.sign == ">=" else value > self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a table.

    Args:
        name: what was measured.
        value: in `unit`.
        unit: `ms`, `documents/s`, `%`, `MB`, ...
        aim: what it is meant to reach; None where nothing was set.
        note: how to read it; may be empty.
        p95: 95th percentile, where `value` is a median; None elsewhere.
    """

    name: str
    value: float
    unit: str
    aim: Aim | None = None
    note: str = ""
    p95: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none."""
        return None if self.aim is None else self.aim.met(self.value)

    @property
    def verdict(self) -> str:
        """The aim and whether it is met, in words."""
        if self.aim is None:
            return ""
        aim = f"{self.aim} {self.unit}".rstrip()
        return f"{aim}: {'met' if self.met else 'not met'}"


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a bench command found.

    Args:
        command: `smoke` or `regulation`.
        started: UTC instant.
        seconds: how long it took in all.
        machine: what it ran on.
        parameters: what it was told.
        figures: the table.
        raw: single samples and cases, from which the table can be made again.
    """

    command: str
    started: str
    seconds: float
    machine: Machine
    parameters: Mapping[str, object]
    figures: tuple[Figure, ...]
    raw: Mapping[str, Sequence[object]] = field(default_factory=dict)

    def figure(self, name: str) -> Figure:
        """A figure by its name.

        Raises:
            KeyError: there is none.
        """
        for one in self.figures:
            if one.name == name:
                return one
        raise KeyError(name)

    def json(self) -> str:
        """The content of `--out`."""
        return json.dumps(
            {
                "format": FORMAT,
                "command": self.command,
                "started": self.started,
                "seconds": round(self.seconds, 3),
                "machine": asdict(self.machine),
                "parameters": dict(self.parameters),
                "figures": [_plain(one) for one in self.figures],
                "raw": {name: list(samples) for name, samples in self.raw.items()},
            },
            indent=1,
            ensure_ascii=True,
        )


def write(path: Path, text: str) -> None:
    """Write a result where the user wants it.

    Raises:
        InputError: the folder is missing or cannot be written.
    """
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"{path} cannot be written: {reason}", "name a file in a folder that exists"
        ) from error


def writable(path: Path | None) -> None:
    """Make sure of it before a long measurement.

    Raises:
        InputError: the folder is missing or the path is one.
    """
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise InputError(f"{path} cannot be written", "name a file in a folder that exists")


def _plain(one: Figure) -> dict[str, object]:
    return {
        "name": one.name,
        "value": round(one.value, 4),
        "p95": None if one.p95 is None else round(one.p95, 4),
        "unit": one.unit,
        "aim": str(one.aim) if one.aim else "",
        "met": one.met,
        "note": one.note,
    }
