"""A run can be executed again, on another machine's settings and after the corpus has grown."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import pytest

from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from tests.product import town
from tests.product.newsroom import Newsroom

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, dict[str, str]] = {
    "one": {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "C"},
    "two": {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"},
    "three": {"PYTHONHASHSEED": "random", "TZ": "Asia/Kathmandu", "LANG": "de_DE.UTF-8"},
}
LEVELS = ("R0", "R1", "R2")


def elsewhere(settings: dict[str, str], cwd: Path, *arguments: str) -> object:
    """Run `town` in a process with other settings and another working directory."""
    cwd.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.product.town", *arguments],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Newsroom:
    return town.build(tmp_path_factory.mktemp("town"))


@pytest.fixture
def copy(built: Newsroom, tmp_path: Path) -> Newsroom:
    """A copy that a test may spoil."""
    folder = tmp_path / "copy"
    shutil.copytree(built.folder, folder)
    return Newsroom(folder, today=built.today)


def test_every_level_is_identical_at_home(built: Newsroom) -> None:
    assert town.replays(built, LEVELS) == {}


@pytest.mark.parametrize("name", SETTINGS)
def test_every_level_is_identical_elsewhere_after_a_fifth_more_was_ingested(
    copy: Newsroom, tmp_path: Path, name: str
) -> None:
    documents = counted(copy)
    copy.today = "2026-08-20"
    copy.take_in(*town.later())
    assert counted(copy) >= documents * 1.2
    folder = str(copy.folder)
    assert elsewhere(SETTINGS[name], tmp_path / name, "replay", folder, *LEVELS) == {}


def counted(room: Newsroom) -> int:
    with room.open() as rag:
        return rag.counts()["documents"]


def test_the_same_questions_leave_the_same_record_wherever_they_are_asked(
    built: Newsroom, tmp_path: Path
) -> None:
    expected = list(town.told(built))
    for name in ("one", "two"):
        folder = tmp_path / f"store of {name}"
        folder.mkdir()
        assert elsewhere(SETTINGS[name], tmp_path / name, "build", str(folder)) == expected


def test_what_is_compared_holds_no_time_host_or_path(built: Newsroom) -> None:
    with built.open() as rag:
        entries = [json.loads(line) for _, line in rag.store.entries()]
    assert {entry["type"] for entry in entries} >= {"run", "step", "answer", "ingest", "act"}
    for entry in entries:
        det = json.dumps(entry["det"])
        assert socket.gethostname() not in det
        assert str(built.folder) not in det
        assert str(Path.home()) not in det
        assert not re.search(r"2026-07-20T\d\d:\d\d", det), "the clock of the machine"
        # Wall clock is compared only where it decides: where no limit was set it is nothing.
        if entry["type"] == "step":
            assert entry["det"]["wall_ms"] == 0
        assert entry["obs"]["at"].startswith("2026-07-20T12:00")


def test_r3_tells_whether_today_agrees(copy: Newsroom) -> None:
    question = "How long is the reporting period and how long is the appeal window?"
    with copy.open() as rag:
        run = rag.ask(question, as_of="2026-08-10").run
        assert rag.replay(run, "R3").identical
    copy.today = "2026-08-20"
    copy.take_in(*town.versions((3,), "2026-08-02", 99))
    with copy.open() as rag:
        # The dates stay as they were asked, so what was published later is not known.
        assert rag.replay(run, "R3").identical
        known = rag.ask(question, as_of="2026-08-10").run
    copy.take_in({"act": "retract", "target": "rule-3@2", "source": "regulator",
                  "published": "2026-08-11"})  # fmt: skip
    with copy.open() as rag:
        report = rag.replay(known, "R3")
        assert not report.identical
        assert report.differences == ("c2: supported 297 days then, supported 30 days now",)
        assert rag.replay(known, "R1").identical
        assert rag.replay(known, "R2").identical


def test_a_run_or_level_that_is_not_there_is_named(built: Newsroom) -> None:
    with built.open() as rag:
        run = rag.runs(1)[0].run
        for level in (*LEVELS, "R3"):
            with pytest.raises(NotFoundError, match="run"):
                rag.replay("01M8P570G0TYDSGSFFRTSQWT6X", level)
        for level in ("", "R4", "r1", "R"):
            with pytest.raises(InputError, match="choose R0, R1, R2 or R3"):
                rag.replay(run, level)


def swapped(*values: Any) -> bytes:
    body, old, new = values
    return bytes(body).replace(old.encode(), new.encode())


def spoil(room: Newsroom, sql: str, *values: str) -> None:
    """Change a row as someone with the file in hand could: triggers and all checks gone."""
    connection = apsw.Connection(str(room.store))
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.create_scalar_function("swap", swapped, 3)
    connection.execute(sql.format(**WHERE), values)
    assert connection.changes() > 0, sql
    connection.close()


def detected(room: Newsroom, run: str) -> dict[str, list[str]]:
    """What R0 and R1 say of a run; an error that says so counts."""
    found = {}
    for level in ("R0", "R1"):
        try:
            with room.open() as rag:
                found[level] = list(rag.replay(run, level).differences)
        except IntegrityError as error:
            found[level] = [str(error)]
    return found


SPOILS: dict[str, tuple[str, set[str]]] = {
    "answer": ("UPDATE run SET answer = swap(answer, '10 days', '11 days') {run}", {"R0", "R1"}),
    "ledger": ("UPDATE run SET ledger = swap(ledger, 'support', 'refute') {run}", {"R0", "R1"}),
    "question": ("UPDATE run SET request = swap(request, 'reporting', 'review') {run}", {"R1"}),
    "date": ("UPDATE run SET request = swap(request, '2026-07-15', '2024-07-15') {run}", {"R1"}),
    "parameter": ("UPDATE run SET request = swap(request, 'top_k\":', 'top_k\":1') {run}", {"R1"}),
    "what was found": ("UPDATE record SET body = swap(body, 'rule-1\"', 'rule-2\"') {key}", {"R1"}),
    "that it was found": ("DELETE FROM record {key}", {"R1"}),
    "document": ("UPDATE document SET text = replace(text, ' is ', ' was ')", {"R1"}),
    "journal": ("UPDATE entry SET body = swap(body, '\"support\"', '\"refute\"')", {"R0", "R1"}),
    "place in the journal": ("UPDATE run SET entry = entry - 1 {run}", {"R0", "R1"}),
    "payload": ("UPDATE payload SET body = swap(body, 'days', 'weeks')", {"R0"}),
}
WHERE = {"run": "WHERE run = ?1", "key": "WHERE key GLOB ?1 || ':*'"}


@pytest.mark.parametrize("name", SPOILS)
def test_a_changed_record_is_detected(copy: Newsroom, name: str) -> None:
    sql, levels = SPOILS[name]
    with copy.open() as rag:
        # The first question under the preset `auto`, renewed by nobody.
        run = rag.runs(10_000)[-1].run
        assert not any(detected(copy, run).values())
    spoil(copy, sql, *([run] if "{" in sql else []))
    found = detected(copy, run)
    assert {level for level, said in found.items() if said} >= levels, found


PLACES = ("run.answer", "run.ledger", "run.request", "record.body", "entry.body")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rubbish", ["", "[]", "{{}}", "not JSON", '{{"a":1}}'])
def test_rubbish_in_a_record_is_told_in_one_line(copy: Newsroom, place: str, rubbish: str) -> None:
    table, column = place.split(".")
    with copy.open() as rag:
        run = rag.runs(10_000)[-1].run
    spoil(copy, f"UPDATE {table} SET {column} = CAST('{rubbish}' AS BLOB)")  # noqa: S608
    said = [line for lines in detected(copy, run).values() for line in lines]
    assert said
    assert not any("\n" in line for line in said)
    with copy.open() as rag:
        for read in (rag.answer, rag.ledger):
            with suppress(IntegrityError):
                read(run)
