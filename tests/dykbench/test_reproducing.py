from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledgerrag import baselines
from ledgerrag.dykbench import reproducing
from ledgerrag.dykbench.building import build_small
from ledgerrag.dykbench.conducting import Order, conduct
from ledgerrag.dykbench.metrics import Scored
from ledgerrag.dykbench.scoring import score_run
from tests.dykbench.test_reporting import NOW

FILE = Path(reproducing.__file__).with_name("rows.toml")


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scored, ...]:
    """The small instance, built, run and scored as the command of its rows does."""
    folder = tmp_path_factory.mktemp("small")
    bench = build_small(folder / "bench")
    assert reproducing.instance(bench.manifest) == "small"
    systems = tuple(dict.fromkeys(row.system for row in reproducing.rows()))
    order = Order(bench, folder / "run", systems, bench.tasks)
    ran = conduct(order, baselines.systems, now=lambda: NOW, timer=lambda: 0)
    assert ran.failed == 0
    return score_run(bench, folder / "run", systems, bench.tasks)


def test_the_figures_that_are_claimed_of_the_small_instance_come_out_again(
    scored: tuple[Scored, ...], regenerate: bool
) -> None:
    found = reproducing.checked(reproducing.rows(), scored)
    if regenerate:
        text = FILE.read_text("utf-8")
        values = iter(found)
        new = re.sub(r"(?m)^expected = .*$", lambda _: f"expected = {next(values).value:.4f}", text)
        FILE.write_text(new, "utf-8")
        return
    off = [(one.row, one.value) for one in found if not one.holds]
    assert off == []


def test_a_row_without_a_value_or_beyond_its_tolerance_does_not_hold() -> None:
    row = reproducing.rows()[0]
    assert not reproducing.Checked(row, None).holds
    assert reproducing.Checked(row, row.expected + row.tolerance / 2).holds
    assert not reproducing.Checked(row, row.expected + 2 * row.tolerance).holds
    assert all(
        one.command.startswith("ledgerrag dykbench build --small") for one in reproducing.rows()
    )
