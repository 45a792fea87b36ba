"""What leaves the product proves itself to a stranger who has one file of standard-library code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledgerrag.audit.erasure import erase
from ledgerrag.audit.journal import Journal
from ledgerrag.errors import InputError, NotFoundError
from tests.audit import mutations
from tests.audit.mutations import Mutation, mutated
from tests.product.newsroom import Newsroom, seeded

VERIFIER = Path(__file__).parents[2] / "verifier" / "ledgerrag_verify.py"
RULES = [
    {
        "doc_id": f"rule-{number}",
        "title": f"Rule {number} on the {name}",
        "source": "regulator",
        "text": f"{number}\nThe {name} is {number * 10} days.",
        "published": "2025-01-01",
    }
    for number, name in enumerate(("reporting period", "notice", "appeal window"), 1)
]
ABOUT_ANNA = "How long is the notice that Anna Example was given?"


@dataclass(frozen=True, slots=True)
class Verdict:
    code: int
    said: str


def verify(export: Path, *checkpoints: Path, key: Path | None = None) -> Verdict:
    """Run the verifier as a stranger would: isolated, with nothing of ours on its path."""
    command: Sequence[str | Path] = [
        *(sys.executable, "-I", "-S", VERIFIER, export),
        *(part for path in checkpoints for part in ("--checkpoint", path)),
        *(("--key", key) if key else ()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert not done.stderr or done.returncode == 2, done.stderr
    return Verdict(done.returncode, done.stdout + done.stderr)


@dataclass(frozen=True, slots=True)
class Desk:
    """A product that has been used, and what its keeper holds away from it."""

    room: Newsroom
    outside: Path
    runs: tuple[str, ...]

    @property
    def key(self) -> Path:
        return self.outside / "signing.key.pub"

    @property
    def note(self) -> Path:
        (newest,) = [p for p in self.outside.glob("*.checkpoint") if p.name.count(".") == 1]
        return newest

    def sign(self) -> int:
        with self.room.open() as rag:
            return rag.checkpoint(self.outside, self.outside / "signing.key").size

    def export(self, name: str, run: str = "") -> Path:
        path = self.room.folder / name
        with self.room.open() as rag:
            # A run's proofs reach the checkpoint that the reader holds only if it is named.
            rag.export(path, run=run, checkpoint=self.note if run else None)
        return path


@pytest.fixture
def desk(room: Newsroom, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    room.take_in(*RULES)
    with room.open() as rag:
        runs = [rag.ask(text).run for text in ("How long is the reporting period?", ABOUT_ANNA)]
        report = rag.check("The notice is 20 days.\n\nThe appeal window is 99 days.")
        runs += [part.answer.run for part in report.paragraphs]
    made = Desk(room, tmp_path_factory.mktemp("outside"), tuple(runs))
    made.sign()
    return made


def test_the_log_is_verified_against_a_checkpoint_kept_outside(desk: Desk) -> None:
    found = verify(desk.export("log.jsonl"), desk.note, key=desk.key)
    assert found.code == 0, found.said
    assert "VERIFIED" in found.said
    with desk.room.open() as rag:
        entries = rag.counts()["entries"]
        assert rag.verify(desk.outside, desk.key).covered == entries
        assert rag.verify(desk.note, desk.key).ok
    assert f"cover the first {entries} of {entries} entries" in found.said


def test_what_came_after_the_checkpoint_is_said_not_to_be_covered(desk: Desk) -> None:
    with desk.room.open() as rag:
        size = rag.counts()["entries"]
        rag.ask("How long is the appeal window?")
    found = verify(desk.export("log.jsonl"), desk.note, key=desk.key)
    assert found.code == 0
    assert f"cover the first {size} of" in found.said
    with desk.room.open() as rag:
        assert any("newer than the last checkpoint" in note for note in rag.verify(desk.note).notes)
    assert desk.sign() > size
    again = verify(desk.export("log.jsonl"), desk.note, key=desk.key)
    assert again.code == 0


def test_each_run_is_exported_alone_with_its_question_and_answer(desk: Desk) -> None:
    for run in desk.runs:
        path = desk.export(f"{run}.jsonl", run)
        found = verify(path, desk.note, key=desk.key)
        assert found.code == 0, found.said
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        entries = [line["entry"] for line in lines if line["kind"] == "entry"]
        assert {entry["run"] for entry in entries} == {run}
        assert [entry["type"] for entry in entries][:: len(entries) - 1] == ["run", "answer"]
        payloads = {line["name"]: line["body"] for line in lines if line["kind"] == "payload"}
        assert {"question", "queries", "answer", "ledger"} <= payloads.keys()
    text = (desk.room.folder / f"{desk.runs[0]}.jsonl").read_text("utf-8")
    assert "Anna Example" not in text


def test_an_export_is_the_same_whenever_it_is_made(desk: Desk) -> None:
    assert desk.export("a.jsonl").read_bytes() == desk.export("b.jsonl").read_bytes()


def test_before_any_run_there_is_a_log_to_export_and_no_run(room: Newsroom) -> None:
    for documents in (False, True):
        if documents:
            room.take_in(*RULES)
        with room.open() as rag:
            exported = rag.export(room.folder / "log.jsonl")
            assert exported.entries == rag.counts()["entries"]
            with pytest.raises(NotFoundError, match="no entry of run 'nothing'"):
                rag.export(room.folder / "run.jsonl", run="nothing")
        assert verify(room.folder / "log.jsonl").code == 0
        assert not (room.folder / "run.jsonl").exists()


MUTATIONS: list[Mutation] = [
    mutations.edit_byte,
    mutations.edit_value,
    mutations.delete_line,
    mutations.delete_entry_whole,
    mutations.insert_line,
    mutations.swap_lines,
    mutations.truncate_lines,
    mutations.swap_payloads,
    mutations.duplicate_key_in_entry,
    mutations.rechained,
    mutations.cut_and_rechained,
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_changed_export_does_not_verify(desk: Desk, mutation: Mutation) -> None:
    path = desk.export("log.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    for seed in range(3):
        path.write_bytes(mutated(lines, mutation, seed))
        found = verify(path, desk.note, key=desk.key)
        assert found.code in (1, 2), f"{mutation.__name__} {seed}: {found.said}"
        assert "Traceback" not in found.said


def test_a_log_that_is_cut_off_in_the_store_shows_against_the_checkpoint(desk: Desk) -> None:
    other = Newsroom(desk.outside / "other")
    other.folder.mkdir()
    other.take_in(*RULES)
    export = other.folder / "log.jsonl"
    with other.open() as rag:
        rag.export(export)
        assert not rag.verify(desk.note, desk.key).ok
    assert verify(export, desk.note, key=desk.key).code == 1


def test_an_erased_question_leaves_everything_verifiable_and_the_export_says_so(
    desk: Desk,
) -> None:
    run = desk.runs[1]
    with desk.room.open() as rag:
        (commit,) = [
            entry["pay"]["question"]["commit"]
            for entry in (json.loads(line) for _, line in rag.store.entries())
            if entry["run"] == run and entry["type"] == "run"
        ]
        journal = Journal(rag.store, seeded("erasure"))
        with rag.store.write() as tx:
            erase(tx, journal.recorder(tx, desk.room.clock), commit, "on request", actor="keeper")
        assert rag.store.payload(commit) is None
        report = rag.verify(desk.note, desk.key)
        assert report.ok
        assert report.erased == 1
        for level in ("R0", "R1", "R2"):
            assert rag.replay(run, level).identical
    for name in ("", run):
        path = desk.export("after.jsonl", name)
        found = verify(path, desk.note, key=desk.key)
        assert found.code == 0, found.said
        assert "1 erased on record" in found.said
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert commit not in {line["commit"] for line in lines if line["kind"] == "payload"}
        (gone,) = [line["entry"] for line in lines if line.get("entry", {}).get("type") == "erase"]
        assert gone["det"] == {"commit": commit, "reason": "on request"}


def test_places_that_cannot_be_written_or_read_are_refused_in_one_line(desk: Desk) -> None:
    with desk.room.open() as rag:
        with pytest.raises(InputError, match="cannot be written"):
            rag.export(desk.room.folder / "missing" / "log.jsonl")
        with pytest.raises(InputError):
            rag.verify(desk.outside / "nothing.checkpoint")
        with pytest.raises(InputError):
            rag.verify(desk.note, desk.outside / "nothing.pub")
