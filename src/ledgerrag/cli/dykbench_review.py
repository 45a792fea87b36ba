"""`dykbench audit|review|human`: what may not stay in a benchmark, and what people say of it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledgerrag.cli import bench, dykbench_report, options, session
from ledgerrag.cli.dykbench_options import (
    BENCH,
    RUN,
    TASKS,
    examples,
    folder_for,
    systems_of,
    tasks_named,
)
from ledgerrag.cli.page import Page, Part
from ledgerrag.errors import InputError

if TYPE_CHECKING:
    from ledgerrag.dykbench.auditing import Audit
    from ledgerrag.dykbench.human import Preference, Shares
    from ledgerrag.dykbench.items import Task

app = dykbench_report.app
review_app = typer.Typer(rich_markup_mode=None)
human_app = typer.Typer(rich_markup_mode=None)
app.add_typer(review_app, name="review", help="An expert accepts, edits or rejects items.")
app.add_typer(human_app, name="human", help="People compare the answers of two systems.")
_SHOWN = 12


@app.command(
    "audit",
    epilog=examples(
        "ledgerrag dykbench audit --bench bench --keep",
        "ledgerrag dykbench audit --bench bench --run run",
    ),
)
def audit(
    bench_folder: BENCH,
    run_folder: Annotated[
        Path | None,
        typer.Option("--run", metavar="DIR", help="Look through the journals of a run, too."),
    ] = None,
    tasks: TASKS = "",
    k: Annotated[
        int, typer.Option("--top", min=1, help="How far down a search may have the evidence.")
    ] = 20,
    keep: Annotated[
        bool, typer.Option("--keep", help="Only tell; leave the benchmark as it is.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Find what may not be in a benchmark, drop it and list it: a new revision.

    Leakage, evidence that cannot be found, questions with two answers, near-duplicates, labels
    that give the answer away. With --run: whatever a system was shown or cites that was published
    after its question's date.

    Exit code 1: items failed, or a run was shown what it should not have been.
    """
    from ledgerrag.dykbench.auditing import apply
    from ledgerrag.dykbench.folder import open_bench
    from ledgerrag.dykbench.looking import audit as look

    with bench.saying() as say:
        say("reading the benchmark")
        opened = open_bench(bench_folder)
        found = look(opened, tasks_named(tasks, opened.tasks), run=run_folder, k=k, say=say)
        new = opened if keep else apply(opened, found)
    told = {
        "benchmark": new.digest,
        "revision": new.manifest.revision,
        "tasks": {str(task): asdict(one) for task, one in found.items()},
    }
    session.show(
        told,
        lambda page: _audited(page, found, new.manifest.revision, changed=new is not opened),
        json=json,
        kind=dict[str, object],
    )
    if any(one.dropped or one.leaks for one in found.values()):
        raise typer.Exit(1)


def _audited(page: Page, found: dict[Task, Audit], revision: int, *, changed: bool) -> None:
    for task, one in found.items():
        checks = ", ".join(f"{check} {number}" for check, number in sorted(one.checks.items()))
        page.row(
            task.capitalize().ljust(10),
            f"{one.items:,} items, {len(one.dropped):,} fail{f': {checks}' if checks else ''}",
        )
        for note in one.notes:
            page.row("", note)
        for dropped in one.dropped[:_SHOWN]:
            page.row("", (dropped.item_id, "yellow"), f" {dropped.check}: {dropped.reason}")
        if len(one.dropped) > _SHOWN:
            page.row("", f"and {len(one.dropped) - _SHOWN:,} more in dropped.jsonl")
        for leak in one.leaks[:_SHOWN]:
            page.row("", (leak.system, "red"), f" {leak.item_id}: {leak.what}")
        if len(one.leaks) > _SHOWN:
            page.row("", f"and {len(one.leaks) - _SHOWN:,} more leaks; --json lists them")
    page.blank()
    if changed:
        page.row("Revision", f"{revision}: what failed was dropped; run the systems anew")
    else:
        page.row("Revision", f"{revision}, as it was")


@review_app.command(
    "make",
    epilog=examples("ledgerrag dykbench review make --bench bench --out review.html --sample 50"),
)
def review_make(
    bench_folder: BENCH,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page to write.")],
    tasks: TASKS = "",
    sample: Annotated[
        int, typer.Option("--sample", min=0, help="Items a task, drawn by seed; 0: all.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed draws the same.")] = 1,
) -> None:
    """Write a page on which an expert decides about items; it works offline and saves a file."""
    from ledgerrag.bench.figures import writable, write
    from ledgerrag.dykbench.folder import open_bench
    from ledgerrag.dykbench.reviewing import page

    writable(out)
    opened = open_bench(bench_folder)
    write(out, page(opened, tasks_named(tasks, opened.tasks), sample, seed))
    shown = session.page()
    shown.row("Page", str(out))
    step = f"ledgerrag dykbench review apply --bench {bench_folder} decisions.json"
    shown.row("Next", f"let an expert open it and save a file, then {step}")


@review_app.command(
    "apply", epilog=examples("ledgerrag dykbench review apply --bench bench decisions.json")
)
def review_apply(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="What experts saved on the page.")
    ],
    bench_folder: BENCH,
    json: options.Json = False,
) -> None:
    """Put decisions of experts into the benchmark: a new revision, with reasons in its history."""
    from ledgerrag.dykbench import reviewing
    from ledgerrag.dykbench.folder import open_bench

    decisions = [reviewing.read(file) for file in files]
    found = reviewing.apply(open_bench(bench_folder), decisions)
    told = {
        "accepted": found.accepted,
        "edited": found.edited,
        "rejected": found.rejected,
        "revision": found.bench.manifest.revision,
        "benchmark": found.bench.digest,
    }

    def view(page: Page) -> None:
        page.row(
            "Decided",
            f"{found.accepted:,} accepted, {found.edited:,} edited, {found.rejected:,} rejected",
        )
        page.row("Revision", f"{found.bench.manifest.revision} · {found.bench.digest}")

    session.show(told, view, json=json, kind=dict[str, object])


@human_app.command(
    "make",
    epilog=examples("ledgerrag dykbench human make --bench bench --run run --out study --seed 3"),
)
def human_make(
    bench_folder: BENCH,
    run_folder: RUN,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where study.html and key.json go.")
    ],
    systems: Annotated[
        str, typer.Option("--systems", metavar="A,B", help="The two that are compared.")
    ] = "ledgerrag,query-rag-bm25",
    pairs: Annotated[int, typer.Option("--pairs", min=1, help="Pairs of answers.")] = 50,
    seed: Annotated[int, typer.Option("--seed", help="Draws pairs, order and sides.")] = 1,
) -> None:
    """Write a page with blind pairs of answers for raters, and the key for whoever counts."""
    from ledgerrag.audit.atomic import write_atomically
    from ledgerrag.dykbench import provenance
    from ledgerrag.dykbench.folder import open_bench
    from ledgerrag.dykbench.human import make
    from ledgerrag.dykbench.results import RESULTS, file_of, read_results

    opened, manifest = open_bench(bench_folder), provenance.read(run_folder)
    provenance.over(manifest, run_folder, opened)
    names = systems_of(systems, run_folder, manifest)
    answers = {
        name: {
            item: result.answer
            for item, result in read_results(file_of(run_folder, RESULTS, name)).items()
            if result.answer is not None
        }
        for name in names
    }
    items = [item for task in opened.tasks for item in opened.items(task)]
    made = make(items, answers, seed, pairs)
    folder_for(out)
    if not out.exists() and not out.absolute().parent.is_dir():
        raise InputError(f"{out} cannot be made", "name a folder in one that exists")
    out.mkdir(exist_ok=True)
    write_atomically(out / "study.html", [made.page.encode("utf-8")])
    write_atomically(out / "key.json", [made.key.encode("utf-8")])
    page = session.page()
    page.row("Study", f"{made.name}, {made.pairs} pairs")
    page.row("Page", f"{out / 'study.html'}, for raters")
    page.row("Key", f"{out / 'key.json'}, not for raters")


@human_app.command(
    "score", epilog=examples("ledgerrag dykbench human score study/key.json anna.json ben.json")
)
def human_score(
    key: Annotated[Path, typer.Argument(metavar="KEY", help="key.json of the study.")],
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="What raters saved, one file a rater.")
    ],
    json: options.Json = False,
) -> None:
    """Count what raters preferred: shares with intervals, reasons, Cohen's kappa."""
    from ledgerrag.dykbench.human import read_key, read_ratings, score

    found = score(read_key(key), [read_ratings(file) for file in files])
    plain = found.plain()
    session.show(plain, lambda page: _preferred(page, found), json=json, kind=dict[str, object])


def _preferred(page: Page, found: Preference) -> None:
    rated, pairs = found.pairs
    page.row("Study", f"{found.study}: {rated} of {pairs} pairs rated by {', '.join(found.raters)}")
    page.row("Left", f"preferred in {found.left.share:.1%} of preferences {found.left.range}")
    page.blank()
    rows: list[list[list[Part]]] = _shares("together", found.majority)
    for rater, shares in found.raters_shares.items():
        rows += _shares(rater, shares)
    page.table(("Rater", "Preferred", "Share", "95 %"), rows)
    page.row("Sign test", f"p = {found.majority.p:.3f}")
    for (one, two), kappa in found.agreement.items():
        told = f"{float(kappa.value):.2f} [{kappa.low:.2f}, {kappa.high:.2f}] over {kappa.items}"
        page.row("Kappa", f"{one}, {two}: {told}")
    for name, reasons in found.reasons.items():
        if reasons:
            told = ", ".join(f"{reason} {number}" for reason, number in reasons.items())
            page.row("Reasons", f"{name}: {told}")


def _shares(rater: str, shares: Shares) -> list[list[list[Part]]]:
    return [
        [[rater], [name], [f"{share.share:.1%}"], [share.range]]
        for name, share in shares.preferred.items()
    ]
