from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from ledgerrag.dykbench.items import Label, Task
from ledgerrag.dykbench.metrics import Measure, MissKind, Outcome, Ratio, Scored, Time, summarise
from ledgerrag.dykbench.metrics.counts import Counts
from ledgerrag.dykbench.metrics.misses import Miss
from ledgerrag.dykbench.metrics.summary import Value, total

F = Fraction


def row(
    item_id: str,
    *,
    system: str = "ours",
    task: Task = Task.STREAM,
    step: int = 0,
    update: Counts | None = None,
    right: bool = True,
    us: int = 0,
    value: Ratio | None = None,
    misses: tuple[Miss, ...] = (),
) -> Scored:
    measures = {Measure.ANSWER_ACCURACY: Ratio.of(right)}
    if value is not None:
        measures[Measure.CALLS_PER_CLAIM] = value
    if update is not None:
        measures[Measure.UPDATE_F1] = update.ratio
    return Scored(
        system=system,
        item_id=item_id,
        task=task,
        kind="after",
        source="made up",
        split="plain",
        group="g",
        trajectory="t" if step else "",
        claim=item_id,
        step=step,
        gold=Label.SUPPORTED,
        outcome=Outcome.SUPPORTED if right else Outcome.OTHER,
        update=update or Counts(),
        measures=measures,
        misses=misses,
        time=Time(us, (("retrieve", us),)),
        judge="rules",
        judge_kind="local stance model",
    )


def test_means_sums_and_steps_are_added_up_by_hand() -> None:
    rows = [
        row("a", step=1, us=10, value=Ratio(F(4), F(1))),
        row("b", step=2, update=Counts(hits=1), us=20, value=Ratio(F(2), F(2))),
        row("c", step=2, update=Counts(extra=1), right=False, us=90),
    ]
    (line,) = summarise(rows).lines
    assert line.values[Measure.ANSWER_ACCURACY] == Value(F(2, 3), 3)
    assert line.values[Measure.CALLS_PER_CLAIM] == Value(F(6, 3), 2)
    assert line.values[Measure.UPDATE_F1] == Value(F(2, 3), 2)
    assert line.update_by_step == Value(F(2, 3), 1)
    assert line.confusion.accuracy == F(2, 3)
    assert (line.latency.p50, line.latency.p95, line.latency.mean) == (20, 90, 40)
    assert line.latency.stages == (("retrieve", 40),)
    assert line.judges == ("rules (local stance model)",)
    assert line.value(Measure.DIFF_F1) is None


def test_lines_are_divided_as_asked_and_steps_sorted_as_numbers() -> None:
    rows = [row(f"i{n}", step=n) for n in (10, 2, 1)]
    rows += [replace(one, system="base") for one in rows]
    table = summarise(rows, ["task", "step"])
    assert [(one.system, dict(one.where)["step"]) for one in table.lines] == [
        *(("ours", "1"), ("ours", "2"), ("ours", "10")),
        *(("base", "1"), ("base", "2"), ("base", "10")),
    ]
    assert table.line("base", task="stream", step="10").items == 1
    with pytest.raises(KeyError):
        table.line("base", task="regchange", step="10")


def test_outside_of_streams_there_are_no_steps() -> None:
    (line,) = summarise([row("a", task=Task.CONFLICT)]).lines
    assert line.update_by_step is None
    assert json.loads(json.dumps(line.plain()))["update_by_step"] is None


def test_failures_are_counted_and_the_first_few_of_each_kind_shown() -> None:
    many = tuple(Miss(MissKind.CIT_MIS, f"sentence {n}") for n in range(7))
    rows = [row("a", misses=many), row("b", misses=(Miss(MissKind.FMT_MIS, "none"),))]
    (line,) = summarise(rows).lines
    assert line.misses == {MissKind.RET_FAIL: 0, MissKind.CIT_MIS: 7, MissKind.FMT_MIS: 1}
    assert [one.text for _, one in line.examples] == [
        *(f"sentence {n}" for n in range(5)),
        "none",
    ]
    assert line.examples[-1][0] == "b"


def test_a_measure_without_weight_has_no_value_but_an_update_f1_over_nothing_is_1() -> None:
    idle = row("a", value=Ratio(F(0), F(0)), update=Counts())
    assert total([idle], Measure.CALLS_PER_CLAIM) is None
    assert total([idle], Measure.UPDATE_F1) == Value(F(1), 1)
    assert total([], Measure.UPDATE_F1) is None


def test_a_table_can_be_written_as_json() -> None:
    table = summarise([row("a"), row("b", right=False)], ["task", "kind", "source", "split"])
    plain = json.loads(json.dumps(table.plain()))
    assert plain["by"] == ["task", "kind", "source", "split"]
    assert plain["lines"][0]["values"]["answer_accuracy"] == {"value": 0.5, "items": 2}
    assert plain["lines"][0]["kind"] == "after"
