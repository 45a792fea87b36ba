"""`dykbench report|calibrate`: what came of a run, and how far a judge is to be trusted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ledgerrag.cli import bench, dykbench, options, session
from ledgerrag.cli.dykbench_options import (
    ANSWERED,
    BENCH,
    CALIBRATION,
    HUMAN,
    JOBS,
    PLOTS,
    REPORT_OUT,
    RESAMPLES,
    RUN,
    TASKS,
    examples,
    folder_for,
    jobs_of,
    systems_of,
    tasks_named,
)
from ledgerrag.cli.page import Page
from ledgerrag.cli.speaking import Wanted, spoken
from ledgerrag.errors import ConfigError, InputError

if TYPE_CHECKING:
    from ledgerrag.dykbench.calibrating import Calibration
    from ledgerrag.dykbench.folder import Bench
    from ledgerrag.dykbench.metrics import Judge
    from ledgerrag.dykbench.reporting import Facts, Written

app = dykbench.app

JUDGE: TypeAlias = Annotated[
    str,
    typer.Option(
        "--judge", metavar="WHO", help="rules, stance (the model that ships) or model (--model's)."
    ),
]
_JUDGES = ("rules", "stance", "model")


@app.command(
    "report",
    epilog=examples(
        "ledgerrag dykbench report --bench bench --run run",
        "ledgerrag dykbench report --bench bench --run run --out report --judge stance",
        "ledgerrag dykbench report --bench bench --run run --human scores.json",
    ),
)
def report(
    bench_folder: BENCH,
    run_folder: RUN,
    out: REPORT_OUT = None,
    systems: ANSWERED = "",
    tasks: TASKS = "",
    jobs: JOBS = 0,
    resamples: RESAMPLES = 5_000,
    human: HUMAN = None,
    calibration: CALIBRATION = None,
    plots: PLOTS = True,
    judge: JUDGE = "rules",
    model: options.Model = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
    json: options.Json = False,
) -> None:
    """Write the report of a run: one self-contained page, and the same tables in Markdown."""
    from ledgerrag.dykbench import reporting
    from ledgerrag.dykbench.folder import open_bench

    folder, opened = out or run_folder, open_bench(bench_folder)
    folder_for(folder)
    extra = (
        *(reporting.study(human) if human is not None else ()),
        *(reporting.calibration(calibration) if calibration is not None else ()),
    )
    wanted = Wanted(use=model, record=record, replay_only=replay_only)
    maker = JudgeOf(_judge(judge, wanted), wanted)
    jobs = 1 if judge == "model" else jobs_of(jobs, wanted)
    with bench.saying() as say:
        facts = _facts(opened, run_folder, (systems, tasks), maker, jobs, resamples, say)
        written = reporting.write(folder, facts, extra, drawn=plots)
    session.show(written, lambda page: _reported(page, written), json=json)


def _facts(
    opened: Bench,
    run: Path,
    among: tuple[str, str],
    judge: JudgeOf,
    jobs: int,
    resamples: int,
    say: Callable[[str], None],
) -> Facts:
    """What the report tells: every answer scored, of the systems and tasks that are named."""
    from ledgerrag.dykbench import provenance, reporting
    from ledgerrag.dykbench.scoring import score_run

    manifest = provenance.read(run)
    provenance.over(manifest, run, opened)
    names = systems_of(among[0], run, manifest)
    tasks = tasks_named(among[1], manifest.tasks)
    rows = score_run(opened, run, names, tasks, judge=judge, jobs=jobs, say=say)
    if not rows:
        raise InputError("nothing has been answered yet", "run the systems first")
    say("drawing intervals")
    return reporting.gather(opened, run, manifest, rows, resamples=resamples)


def _judge(name: str, wanted: Wanted) -> str:
    if name not in _JUDGES:
        raise ConfigError(f"--judge {name} is not a choice", f"choose from {', '.join(_JUDGES)}")
    if name == "model" and not wanted.any:
        raise ConfigError("--judge model needs a language model", "give --model with it")
    return name


@dataclass(frozen=True, slots=True)
class JudgeOf:
    """Makes the judge that the options name, in whichever process it is needed.

    Args:
        name: rules, stance or model.
        wanted: the language model.
    """

    name: str
    wanted: Wanted

    def __call__(self) -> Judge:
        """Make it."""
        from ledgerrag.dykbench.metrics import LocalJudge
        from ledgerrag.stance.rules import RuleStance

        if self.name == "stance":
            from ledgerrag.stance.combined import Combined
            from ledgerrag.stance.onnx import open_stance

            return LocalJudge(Combined(RuleStance(), open_stance()))
        local = LocalJudge(RuleStance())
        if self.name == "rules":
            return local
        from ledgerrag.dykbench.judging import ModelJudge

        # Open until the command ends: the judge is asked throughout.
        language = spoken(self.wanted, Path("dykbench")).__enter__()
        if language is None:
            raise ConfigError("--judge model needs a language model", "give --model with it")
        return ModelJudge(language, local)


def _reported(page: Page, written: Written) -> None:
    page.row("Report", str(written.html))
    page.row("", str(written.markdown))
    page.row("Holds", f"{written.tables} tables, {written.items:,} items behind them")


@app.command(
    "calibrate",
    epilog=examples(
        "ledgerrag dykbench calibrate labels.jsonl",
        "ledgerrag dykbench calibrate labels.jsonl --judge model --model",
    ),
)
def calibrate(
    labels: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON Lines: questions and a person's label.")
    ],
    judge: JUDGE = "rules",
    model: options.Model = False,
    record: options.Record = None,
    replay_only: options.ReplayOnly = None,
    json: options.Json = False,
) -> None:
    """Compare a judge with people's labels: Pearson, Spearman, Cohen's kappa."""
    from ledgerrag.dykbench.calibrating import calibrate as compared
    from ledgerrag.dykbench.calibrating import load

    samples = load(labels)
    wanted = Wanted(use=model, record=record, replay_only=replay_only)
    with bench.saying() as say:
        say(f"asking the judge {len(samples):,} times")
        found: Calibration = compared(JudgeOf(_judge(judge, wanted), wanted)(), samples)
    session.show(found.plain(), lambda page: _calibrated(page, found), json=json, kind=dict)


def _calibrated(page: Page, found: Calibration) -> None:
    page.row("Judge", f"{found.judge} ({found.judge_kind})")
    if found.skipped:
        page.row("Left out", f"{found.skipped:,} grades: they need a language model")
    page.blank()
    rows = [
        [
            [one.kind],
            [f"{one.items:,}"],
            [_coefficient(one.pearson)],
            [_coefficient(one.spearman)],
            [f"{float(one.kappa.value):.2f}"],
            [f"{one.kappa.low:.2f} to {one.kappa.high:.2f}"],
        ]
        for one in found.kinds
    ]
    page.table(("Kind", "Items", "Pearson", "Spearman", "Kappa", "95 %"), rows)


def _coefficient(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
