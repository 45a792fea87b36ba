from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.bench.figures import Aim, Figure, Measurement, writable, write
from ledgerrag.bench.machine import machine, peak_memory_mb, size_mb
from ledgerrag.errors import InputError


def test_an_aim_is_met_by_the_unrounded_value() -> None:
    assert Aim("<=", 3).met(3.0)
    assert not Aim("<=", 3).met(3.0004)
    assert Aim(">=", 500).met(500)
    assert not Aim(">", 95).met(95)


def test_a_figure_without_an_aim_is_neither_met_nor_missed() -> None:
    assert Figure("x", 1, "ms").met is None
    assert not Figure("x", 1, "ms").verdict
    assert Figure("x", 61, "ms", Aim("<=", 60)).verdict == "<= 60 ms: not met"


def test_the_file_of_a_measurement_holds_machine_parameters_figures_and_raw_samples() -> None:
    figures = (Figure("ask", 40.5, "ms", Aim("<=", 60), p95=70.25),)
    found = Measurement(
        "smoke", "2026-01-01", 1.5, machine(), {"seed": 1}, figures, {"ask_ms": [1]}
    )
    held = json.loads(found.json())
    assert held["format"] == 1
    assert {"python", "ledgerrag", "apsw", "sqlite", "tantivy", "numpy"} <= set(
        held["machine"]["versions"]
    )
    assert held["machine"]["cores"] >= 1
    assert held["parameters"] == {"seed": 1}
    assert held["figures"][0] == {
        "name": "ask",
        "value": 40.5,
        "p95": 70.25,
        "unit": "ms",
        "aim": "<= 60",
        "met": True,
        "note": "",
    }
    assert held["raw"] == {"ask_ms": [1]}
    with pytest.raises(KeyError):
        found.figure("no such figure")


def test_a_place_that_cannot_be_written_is_refused_before_the_measurement(tmp_path: Path) -> None:
    writable(None)
    writable(tmp_path / "out.json")
    with pytest.raises(InputError, match="cannot be written"):
        writable(tmp_path / "missing" / "out.json")
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path, "{}")


def test_memory_and_disk_are_measured(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(1_000_000))
    assert size_mb(tmp_path) == pytest.approx(1)
    assert peak_memory_mb() > 1
