from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ledgerrag.dykbench import provenance
from ledgerrag.dykbench.conducting import Order, conduct
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.kept import Cost
from ledgerrag.dykbench.metrics import Measure
from ledgerrag.dykbench.reporting import Facts, gather, render, write
from ledgerrag.dykbench.reporting.aims import aims, failing, reasons
from ledgerrag.dykbench.reporting.main_tables import table_1, table_2
from ledgerrag.dykbench.reporting.more_tables import confusion, indexes
from ledgerrag.dykbench.reporting.page import condition
from ledgerrag.dykbench.reporting.properties import slices
from ledgerrag.dykbench.reporting.tables import Cell, Table, number, p_value, plain_rows, signed
from ledgerrag.dykbench.results import RESULTS, file_of
from ledgerrag.dykbench.scoring import SCORES, score_run
from ledgerrag.errors import InputError, StoreBusyError
from tests.dykbench.small import FEE_2, Parrot, Product, find, frozen

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)


class Ours(Product):
    """The product under the name of our defaults."""

    name = "ledgerrag"
    title = "LedgerRAG (our defaults)"


class Base(Parrot):
    """A parrot under the name of the baseline."""

    name = "query-rag-bm25"
    title = "Query-RAG (BM25)"


def _find(names: object) -> tuple[Ours, Base]:
    del names
    return Ours(), Base()


SYSTEMS = ("ledgerrag", "query-rag-bm25")


def _order(bench: Bench, out: Path) -> Order:
    return Order(bench, out, SYSTEMS, bench.tasks)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Path, Facts]:
    folder = tmp_path_factory.mktemp("report")
    bench = frozen(folder / "bench")
    run = folder / "run"
    ran = conduct(_order(bench, run), _find, now=lambda: NOW, timer=lambda: 0)
    assert (ran.answered, ran.before, ran.failed) == (20, 0, 0)
    rows = score_run(bench, run, SYSTEMS, bench.tasks)
    return bench, run, gather(bench, run, provenance.read(run), rows, resamples=200)


class _Page(HTMLParser):
    """Ids, links, and what would be loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self.ids += [held["id"] or ""] if "id" in held else []
        if tag == "a":
            self.links.append(held.get("href") or "")
        self.loads += [held[name] or "" for name in ("src", "srcset", "data") if name in held]
        if tag == "link":
            self.loads.append(held.get("href") or "")


def test_the_page_loads_nothing_and_every_link_leads_to_something_on_it(
    made: tuple[Bench, Path, Facts],
) -> None:
    html, _ = render(made[2])
    page = _Page()
    page.feed(html)
    assert page.loads == []
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert {f"items-{system}-{task}" for system in SYSTEMS for task in Task} <= set(page.ids)
    assert html.count("<svg") == 4
    assert "url(" not in html


def test_the_tables_of_the_paper_stand_in_page_and_markdown_with_its_figures(
    made: tuple[Bench, Path, Facts],
) -> None:
    html, markdown = render(made[2], drawn=False)
    for number_ in range(1, 7):
        assert f"Table {number_}." in html
        assert f"### Table {number_}." in markdown
    assert "(paper: 0.5357)" in markdown
    assert "0.9930" in html
    assert "<svg" not in html


def test_texts_of_documents_cannot_become_part_of_the_page(
    made: tuple[Bench, Path, Facts],
) -> None:
    facts = made[2]
    evil = "<script>alert(1)</script><img src=x>"
    items = {key: replace(item, text=evil) for key, item in facts.items.items()}
    said = dict.fromkeys(facts.said, evil)
    html, _ = render(replace(facts, items=items, said=said), drawn=False)
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_the_overall_table_marks_the_best_and_says_what_is_tied(
    made: tuple[Bench, Path, Facts],
) -> None:
    table = table_1(made[2])
    rows = {row[0].text: row for row in table.rows}
    ours, base = rows["LedgerRAG (our defaults)"], rows["Query-RAG (BM25)"]
    assert table.heads[2] == "ConFLICT: CRAcc"
    assert (ours[2].text, ours[2].mark, ours[2].link) == (
        "1.000",
        "best",
        "items-ledgerrag-conflict",
    )
    assert base[2].text == "0.333"
    assert base[2].mark in ("", "tied")
    assert ours[2].paper == "0.9930"


def test_a_change_of_a_task_is_ours_minus_base_with_its_interval(
    made: tuple[Bench, Path, Facts],
) -> None:
    conflict = table_2(made[2]).rows[1]
    assert (conflict[2].text, conflict[3].text, conflict[4].text) == ("0.333", "1.000", "+0.667")
    assert conflict[4].paper == "+0.3188"
    assert re.fullmatch(r"\[.+, .+\]", conflict[4].small)


def test_aims_that_are_missed_say_by_how_much_and_what_the_items_have_in_common(
    made: tuple[Bench, Path, Facts],
) -> None:
    facts = made[2]
    met = {row[2].text: row[5].text for row in aims(facts).rows if row[3].text.startswith("≥")}
    assert met["CRAcc, resolvable items"] == "met"
    rows = facts.of("query-rag-bm25", "conflict")
    told = reasons(rows, Measure.CRACC)
    assert len(failing(rows, Measure.CRACC)) == 2
    assert told.startswith("2 of 3 items; flood 1 of 2, no official 1 of 1")
    assert "refuted → supported: 1" in told


def test_a_confusion_matrix_counts_every_item_once(made: tuple[Bench, Path, Facts]) -> None:
    table = confusion(made[2], "query-rag-bm25")
    assert table is not None
    assert [row[0].text for row in table.rows] == ["supported", "refuted", "unresolved"]
    assert [row[1].text for row in table.rows] == ["1", "1", "1"]
    assert confusion(made[2], "nobody") is None


def test_time_slices_hold_every_item_and_tear_no_day_apart(
    made: tuple[Bench, Path, Facts],
) -> None:
    facts = made[2]
    for task, named in slices(facts).items():
        items = {item.item_id: item for item in facts.items.values() if item.task == task}
        assert named.keys() == items.keys()
        days: dict[str, set[str]] = {}
        for item_id, name in named.items():
            days.setdefault(items[item_id].known_at[:10], set()).add(name)
        assert all(len(names) == 1 for names in days.values())


def test_scores_are_kept_and_made_anew_only_where_an_answer_changed(
    made: tuple[Bench, Path, Facts],
) -> None:
    bench, run, facts = made
    file = file_of(run, SCORES, "query-rag-bm25")
    before = file.read_bytes()
    again = score_run(bench, run, SYSTEMS, bench.tasks)
    assert again == facts.rows
    assert file.read_bytes() == before
    file.write_bytes(before[: len(before) // 2])
    assert score_run(bench, run, SYSTEMS, bench.tasks) == facts.rows
    assert file.read_bytes() == before


def test_a_manifest_says_what_ran_on_what_and_refuses_another_benchmark(
    made: tuple[Bench, Path, Facts], tmp_path: Path
) -> None:
    bench, run, _ = made
    manifest = provenance.read(run)
    assert manifest.benchmark == bench.digest
    assert [one.name for one in manifest.systems] == list(SYSTEMS)
    assert manifest.sessions[0].started == NOW.isoformat(timespec="seconds")
    assert len(manifest.codes[0]) == 64
    assert manifest.sessions[0].machine.cores >= 1
    other = frozen(tmp_path / "other")
    other = replace(other, digest="0" * 64)
    with pytest.raises(InputError, match="begun with benchmark"):
        conduct(_order(other, run), _find, now=lambda: NOW, timer=lambda: 0)


def test_a_run_goes_on_after_a_change_of_the_program_only_if_told_to(
    made: tuple[Bench, Path, Facts], tmp_path: Path
) -> None:
    bench, run, _ = made
    old = provenance.read(run)
    aged = replace(old, sessions=tuple(replace(one, code="0" * 64) for one in old.sessions))
    new = provenance.begun(
        bench, mode=old.mode, embedding=old.embedding, stance=old.stance, language=""
    )
    with pytest.raises(InputError, match="program has changed"):
        provenance.going_on(aged, new, "1" * 64, mixed=False)
    assert provenance.going_on(aged, new, "1" * 64, mixed=True) is aged
    assert provenance.going_on(aged, new, "0" * 64, mixed=False) is aged


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        provenance.alone(tmp_path),
        pytest.raises(StoreBusyError, match="another run is writing"),
        provenance.alone(tmp_path),
    ):
        pass


def test_a_run_does_not_come_between_somebody_else_s_files(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear all")
    for place in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(InputError, match="taken, and not by a run"), provenance.alone(place):
            pass
    assert [one.name for one in tmp_path.iterdir()] == ["letter.txt"]
    # One that was killed before its manifest was there goes on.
    (tmp_path / "stores").mkdir()
    with provenance.alone(tmp_path):
        pass


def test_a_report_of_a_part_of_the_systems_and_tasks_is_a_report(
    made: tuple[Bench, Path, Facts], tmp_path: Path
) -> None:
    bench, run, facts = made
    rows = [row for row in facts.rows if (row.system, row.task) == ("ledgerrag", Task.CONFLICT)]
    part = gather(bench, run, facts.manifest, rows, resamples=200)
    written = write(tmp_path / "out", part)
    assert written.html.read_text("utf-8").startswith("<!doctype html>")
    assert FEE_2 in written.html.read_text("utf-8")
    assert written.items == 3


def test_a_failure_is_scored_as_no_answer_and_shown_with_its_reason(
    made: tuple[Bench, Path, Facts], tmp_path: Path
) -> None:
    bench = made[0]
    order = Order(bench, tmp_path, ("mute",), (Task.CONFLICT,))
    assert conduct(order, find, now=lambda: NOW, timer=lambda: 0).failed == 3
    rows = score_run(bench, tmp_path, ("mute",), (Task.CONFLICT,))
    assert all(row.ratio(Measure.FMT_MIS) is not None and row.misses for row in rows)
    facts = gather(bench, tmp_path, provenance.read(tmp_path), rows, resamples=200)
    html, _ = render(facts, drawn=False)
    assert "nothing to say; ask another" in html
    assert file_of(tmp_path, RESULTS, "mute").is_file()


def test_figures_are_written_as_a_reader_expects() -> None:
    assert (signed(0.1234), signed(-0.1234), signed(-0.0001)) == ("+0.123", "−0.123", "0.000")
    assert (p_value(0.0002), p_value(0.04)) == ("< 0.001", "0.040")
    assert number(2.5, Measure.RETRIEVAL_CALLS) == "2.50"
    table = Table("t", "T", "", ("A", "B"), ((Cell("x"), Cell("−0.5")), (Cell("y"), Cell("–"))))
    assert table.figures == (False, True)
    assert plain_rows(table)[0] == ["x", "−0.5"]


def test_the_index_is_told_once_for_all_systems_with_vectors_whenever_they_were_made(
    made: tuple[Bench, Path, Facts],
) -> None:
    bench, _, facts = made
    table = indexes(facts)
    assert [row[0].text for row in table.rows] == ["RegChange", "ConFLICT", "Stream"]
    known = [bench.manifest.counts[task]["documents"] for task in bench.tasks]
    assert [row[1].text for row in table.rows] == [str(number) for number in known]
    assert {row[3].text for row in table.rows} == {"–"}
    first = facts.manifest.indexes[0]
    kept = replace(first, seconds=30.0, embedding="m", vectors=Cost(10, 12_000_000, 5, 6_000_000))
    again = replace(facts, manifest=replace(facts.manifest, indexes=(kept,)))
    assert [cell.text for cell in indexes(again).rows[0][2:]] == ["18", "15", "18"]
    assert "5 of them were kept" in indexes(again).rows[0][3].small


def test_a_start_that_was_killed_is_told_as_one(made: tuple[Bench, Path, Facts]) -> None:
    _, _, facts = made
    (session,) = facts.manifest.sessions
    for seconds, answered, told in (
        (0.0, 0, "killed before its end"),
        (61.2, 7, "7 answers in 61"),
    ):
        one = replace(session, seconds=seconds, answered=answered)
        shown = condition(replace(facts, manifest=replace(facts.manifest, sessions=(one,))))
        assert told in dict(shown)["Started"]


def test_of_a_run_over_some_items_only_these_are_told(made: tuple[Bench, Path, Facts]) -> None:
    bench, run, facts = made
    some = [row for row in facts.rows if row.task == Task.STREAM and row.step <= 2]
    found = gather(bench, run, facts.manifest, some, resamples=200)
    assert set(found.items) == {row.item_id for row in some}
    assert set(slices(found)[Task.STREAM]) == set(found.items)
