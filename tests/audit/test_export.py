from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerrag.audit.export import export
from ledgerrag.audit.imported import verify_export
from ledgerrag.audit.journal import Journal
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.note import SigningKey
from ledgerrag.audit.report import Report
from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from tests.audit.logs import Log, clock, entropy, fill
from tests.audit.mutations import ANY, WHOLE, Mutation, mutated

Checked = Callable[[bytes], Report]


def written(log: Log, path: Path, run: str = "") -> list[bytes]:
    export(log.store, path, run=run, checkpoints=log.notes)
    return path.read_bytes().splitlines(keepends=True)


def check(log: Log, path: Path) -> Report:
    return verify_export(path, checkpoints=log.notes[-1:], keys=[log.key.public])


def is_found(log: Log, path: Path, content: bytes) -> bool:
    path.write_bytes(content)
    try:
        return not check(log, path).ok
    except InputError:
        return True


@pytest.fixture
def small(tmp_path: Path) -> Log:
    return fill(MemoryJournal(), tmp_path / "outside")


def test_a_whole_log_verifies_from_its_file_alone(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    done = export(log.store, path, checkpoints=log.notes)
    report = check(log, path)
    assert report.problems == ()
    assert report.notes == ()
    assert (report.entries, report.size, report.covered) == (25, 25, 25)
    assert (report.payloads, report.erased) == (done.payloads, 1)
    assert report.root == done.root
    assert report.head == log.store.head()[1].hex()


def test_one_run_verifies_with_a_proof_for_each_entry(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done = export(log.store, path, run="run-2", checkpoints=log.notes)
    for notes in (log.notes, log.notes[:1], log.notes[-1:]):
        report = verify_export(path, checkpoints=notes, keys=[log.key.public])
        assert report.problems == ()
    assert report.entries == done.entries == 8
    assert report.covered == report.size == 25
    runs = {json.loads(line)["entry"]["run"] for line in path.read_bytes().splitlines()[4:-1:3]}
    assert runs == {"run-2"}


def test_a_run_whose_payload_was_erased_takes_the_erasure_along(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert export(log.store, path, run="run-1", checkpoints=log.notes).entries == 9
    report = check(log, path)
    assert report.problems == ()
    assert report.erased == 1


def test_a_run_newer_than_the_last_checkpoint_rests_on_the_log_as_it_is(
    small: Log, tmp_path: Path
) -> None:
    write = Journal(small.store, entropy()).recorder(small.store, clock())  # type: ignore[arg-type]
    for number in range(5):
        write.append("step", {"n": number}, run="late")
    path = tmp_path / "run.jsonl"
    assert export(small.store, path, run="late", checkpoints=small.notes).size == 30
    report = check(small, path)
    assert report.problems == ()
    assert report.covered == 25
    assert any("newer than the last checkpoint" in note for note in report.notes)
    small.checkpoint()
    newer = check(small, path)
    assert newer.problems == ()
    assert newer.covered == 30


def test_a_checkpoint_that_the_run_has_no_proof_for_does_not_count(
    small: Log, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    export(small.store, path, run="run-1")
    assert check(small, path).ok
    write = Journal(small.store, entropy()).recorder(small.store, clock())  # type: ignore[arg-type]
    write.append("step", {})
    small.checkpoint()
    report = check(small, path)
    assert [problem.kind for problem in report.problems] == ["checkpoint"]
    assert report.covered == 0


def test_an_empty_log_can_be_exported(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    export(MemoryJournal(), path)
    report = verify_export(path)
    assert report.problems == ()
    assert report.entries == 0


def test_the_same_log_gives_the_same_bytes(log: Log, tmp_path: Path) -> None:
    assert written(log, tmp_path / "a.jsonl") == written(log, tmp_path / "b.jsonl")


def test_text_stays_readable_and_bytes_go_as_base64(small: Log, tmp_path: Path) -> None:
    whole = b"".join(written(small, tmp_path / "log.jsonl")).decode("utf-8")
    assert "The period is 180 days." in whole
    assert "Gr\u00f6\u00dfe" in whole
    assert '"encoding":"base64"' in whole


def test_an_export_is_there_whole_or_not_at_all(small: Log, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"before")
    assert isinstance(small.store, MemoryJournal)
    small.store.lines[9] = b"{}"
    with pytest.raises(IntegrityError, match="entry 9"):
        export(small.store, path)
    assert path.read_bytes() == b"before"
    assert [item.name for item in tmp_path.iterdir() if item.name.startswith(".")] == []


def test_a_changed_entry_of_a_run_is_not_exported(small: Log, tmp_path: Path) -> None:
    assert isinstance(small.store, MemoryJournal)
    small.store.lines[4] = small.store.lines[4].replace(b'"n":4', b'"n":5')
    with pytest.raises(IntegrityError, match="entry 4"):
        export(small.store, tmp_path / "run.jsonl", run="run-1")


def test_what_cannot_be_exported_is_said_in_one_line(small: Log, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no entry of run"):
        export(small.store, tmp_path / "x", run="nowhere")
    with pytest.raises(InputError, match="cannot be written"):
        export(small.store, tmp_path / "no" / "x")
    with pytest.raises(InputError, match="may be cut off"):
        export(MemoryJournal(), tmp_path / "x", checkpoints=small.notes)


@pytest.mark.parametrize("mutation", WHOLE, ids=lambda mutation: mutation.__name__)
def test_every_mutation_of_a_log_is_found(small: Log, tmp_path: Path, mutation: Mutation) -> None:
    lines = written(small, tmp_path / "log.jsonl")
    for seed in range(25):
        assert is_found(small, tmp_path / "bad.jsonl", mutated(lines, mutation, seed)), seed


@pytest.mark.parametrize("mutation", ANY, ids=lambda mutation: mutation.__name__)
def test_every_mutation_of_a_run_is_found(small: Log, tmp_path: Path, mutation: Mutation) -> None:
    lines = written(small, tmp_path / "run.jsonl", run="run-2")
    for seed in range(15):
        assert is_found(small, tmp_path / "bad.jsonl", mutated(lines, mutation, seed)), seed


def test_a_log_written_anew_is_found_only_by_the_checkpoint_outside(
    small: Log, tmp_path: Path
) -> None:
    from tests.audit.mutations import rechained_without_checkpoints

    path = tmp_path / "log.jsonl"
    path.write_bytes(mutated(written(small, path), rechained_without_checkpoints, 1))
    alone = verify_export(path, keys=[small.key.public])
    assert "no checkpoint" in alone.notes[0]
    assert {problem.kind for problem in check(small, path).problems} >= {"checkpoint"}


def test_a_checkpoint_by_another_key_does_not_count(small: Log, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    export(small.store, path, checkpoints=small.notes)
    other = SigningKey.generate(small.key.name, bytes)
    report = verify_export(path, checkpoints=small.notes, keys=[other.public])
    assert {problem.kind for problem in report.problems} == {"checkpoint"}


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}\n", b"\xff\n", b"[" * 100_000, b"x", b'{"kind":"header"}\n']
)
def test_a_file_that_is_no_export_is_unusable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is no export"):
        verify_export(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        verify_export(tmp_path / "nowhere")
    with pytest.raises(InputError, match="cannot be read"):
        verify_export(tmp_path)
