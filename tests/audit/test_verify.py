from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.audit.erasure import erase
from ledgerrag.audit.journal import Journal
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.merkle import Frontier, leaf_hash
from ledgerrag.audit.note import SigningKey
from ledgerrag.audit.report import MAX_PROBLEMS
from ledgerrag.audit.verify import verify
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.store import Store
from tests.audit.logs import Log, clock, entropy, fill


def kinds(log: Log) -> set[str]:
    report = verify(log.store, checkpoints=log.notes, keys=[log.key.public])
    assert report.ok == (not report.problems)
    return {problem.kind for problem in report.problems}


def memory(tmp_path: Path, entries: int = 24) -> tuple[Log, MemoryJournal]:
    store = MemoryJournal()
    return fill(store, tmp_path / "outside", entries), store


def test_a_log_as_it_was_written_verifies_and_counts_what_was_erased(log: Log) -> None:
    report = verify(log.store, checkpoints=log.notes, keys=[log.key.public])
    assert report.ok
    assert report.problems == ()
    assert report.notes == ()
    assert report.entries == report.size == report.covered == 25
    assert report.erased == 1
    assert report.payloads == len(log.commits) - 1
    assert report.head == log.store.head()[1].hex()


def test_an_empty_log_verifies() -> None:
    report = verify(MemoryJournal())
    assert report.ok
    assert report.entries == 0


def test_without_a_checkpoint_the_report_says_what_it_cannot_see(log: Log) -> None:
    report = verify(log.store)
    assert report.ok
    assert "no checkpoint" in report.notes[0]


def test_without_a_key_the_report_says_that_signatures_were_not_checked(log: Log) -> None:
    report = verify(log.store, checkpoints=log.notes)
    assert report.ok
    assert "no public key" in report.notes[0]


def test_entries_after_the_last_checkpoint_are_pointed_out(log: Log) -> None:
    with log.store.write() as tx:
        Journal(log.store, entropy()).recorder(tx, clock()).append("late", {})
    report = verify(log.store, checkpoints=log.notes, keys=[log.key.public])
    assert report.ok
    assert report.covered == 25
    assert "1 entries are newer" in report.notes[0]


def rewrite(store: MemoryJournal, seq: int, old: bytes, new: bytes) -> None:
    assert old in store.lines[seq]
    store.lines[seq] = store.lines[seq].replace(old, new)


def rechain(store: MemoryJournal) -> None:
    """What a forger with write access does: all hashes computed anew."""
    frontier, prev = Frontier(), bytes(32)
    store.nodes.clear()
    for seq, line in enumerate(store.lines):
        entry = loads(line)
        assert isinstance(entry, dict)
        entry["prev"] = prev.hex()
        entry["seq"] = seq
        store.lines[seq] = dumps(entry)
        prev = leaf_hash(store.lines[seq])
        store.leaves[seq] = prev
        store.nodes.update({(level, at): value for level, at, value in frontier.append(prev)})
    del store.leaves[len(store.lines) :]


def edit(store: MemoryJournal) -> None:
    rewrite(store, 5, b'"n":5', b'"n":6')


def edit_last(store: MemoryJournal) -> None:
    rewrite(store, 24, b"person", b"parson")


def edit_time(store: MemoryJournal) -> None:
    rewrite(store, 7, b"2026-08-01T", b"2026-08-02T")


def spaces(store: MemoryJournal) -> None:
    rewrite(store, 5, b'"n":5', b'"n": 5')


def duplicate_key(store: MemoryJournal) -> None:
    rewrite(store, 5, b'"n":5', b'"n":4,"n":5')


def extra_field(store: MemoryJournal) -> None:
    rewrite(store, 5, b'"v":1}', b'"v":1,"w":1}')


def truth_for_number(store: MemoryJournal) -> None:
    rewrite(store, 5, b'"v":1', b'"v":true')


def drop(store: MemoryJournal) -> None:
    del store.lines[8], store.leaves[8]


def cut(store: MemoryJournal) -> None:
    del store.lines[20:], store.leaves[20:]


def swap(store: MemoryJournal) -> None:
    store.lines[4], store.lines[5] = store.lines[5], store.lines[4]


def insert(store: MemoryJournal) -> None:
    store.lines.insert(4, store.lines[3])
    store.leaves.insert(4, store.leaves[3])


def edit_and_rechain(store: MemoryJournal) -> None:
    edit(store)
    rechain(store)


def drop_and_rechain(store: MemoryJournal) -> None:
    drop(store)
    rechain(store)


def edit_last_and_rechain(store: MemoryJournal) -> None:
    edit_last(store)
    rechain(store)


def node(store: MemoryJournal) -> None:
    store.nodes[2, 1] = bytes(32)


def lost_node(store: MemoryJournal) -> None:
    del store.nodes[0, 3]


def head(store: MemoryJournal) -> None:
    store.leaves[-1] = bytes(32)


def payload(store: MemoryJournal) -> None:
    commit = sorted(store.payloads)[0]
    salt, body = store.payloads[commit]
    store.payloads[commit] = (salt, body + b".")


def salt(store: MemoryJournal) -> None:
    commit = sorted(store.payloads)[0]
    salt, body = store.payloads[commit]
    store.payloads[commit] = (salt + body[:1], body[1:]) if body else (bytes(32), body)


def swapped_payloads(store: MemoryJournal) -> None:
    first, second = sorted(store.payloads)[:2]
    one, two = store.payloads[first], store.payloads[second]
    store.payloads[first], store.payloads[second] = two, one


def lost_payload(store: MemoryJournal) -> None:
    del store.payloads[sorted(store.payloads)[0]]


@pytest.mark.parametrize(
    ("tamper", "kind"),
    [
        (edit, "prev"),
        (edit_last, "tree"),
        (edit_time, "prev"),
        (spaces, "form"),
        (duplicate_key, "form"),
        (extra_field, "form"),
        (truth_for_number, "form"),
        (drop, "seq"),
        (cut, "checkpoint"),
        (swap, "seq"),
        (insert, "seq"),
        (edit_and_rechain, "checkpoint"),
        (drop_and_rechain, "checkpoint"),
        (edit_last_and_rechain, "checkpoint"),
        (node, "tree"),
        (lost_node, "tree"),
        (head, "tree"),
        (payload, "payload"),
        (salt, "payload"),
        (swapped_payloads, "payload"),
        (lost_payload, "missing"),
    ],
)
def test_tampering_with_the_store_shows(
    tmp_path: Path, tamper: Callable[[MemoryJournal], None], kind: str
) -> None:
    log, store = memory(tmp_path)
    assert kinds(log) == set()
    tamper(store)
    assert kind in kinds(log)


def test_rewriting_the_whole_log_shows_only_against_a_checkpoint(tmp_path: Path) -> None:
    log, store = memory(tmp_path)
    edit_and_rechain(store)
    assert verify(store).ok
    assert kinds(log) == {"checkpoint"}


def test_a_checkpoint_by_another_key_does_not_count(log: Log) -> None:
    other = SigningKey.generate(log.key.name, bytes)
    report = verify(log.store, checkpoints=log.notes, keys=[other.public])
    assert {problem.kind for problem in report.problems} == {"checkpoint"}
    assert report.covered == 0


def test_a_spoilt_log_names_a_hundred_problems_and_counts_the_rest(tmp_path: Path) -> None:
    log, store = memory(tmp_path, 150)
    for seq in range(len(store.lines)):
        store.lines[seq] += b" "
    report = verify(store, checkpoints=log.notes, keys=[log.key.public])
    assert len(report.problems) == MAX_PROBLEMS + 1
    assert "more problems" in report.problems[-1].text
    assert all("\n" not in str(problem) for problem in report.problems)


def test_an_erased_payload_leaves_the_chain_whole_and_is_on_record(log: Log) -> None:
    commit = log.commits[-1]
    assert log.store.payload(commit) is not None
    with log.store.write() as tx:
        recorder = Journal(log.store, entropy()).recorder(tx, clock())
        seq = erase(tx, recorder, commit, "by law", actor="editor")
    assert log.store.payload(commit) is None
    report = verify(log.store, checkpoints=log.notes, keys=[log.key.public])
    assert report.ok
    assert report.erased == 2
    entry = loads(next(line for at, line in log.store.entries(seq)))
    assert isinstance(entry, dict)
    assert (entry["type"], entry["actor"]) == ("erase", "editor")
    assert entry["det"] == {"commit": commit, "reason": "by law"}


def test_an_erasure_needs_a_reason_and_a_payload(log: Log) -> None:
    size = log.store.tree_size()
    for commit, reason, error in (
        (log.commits[-1], " ", InputError),
        ("0" * 64, "by law", NotFoundError),
        (log.commits[0], "again", NotFoundError),
    ):
        with log.store.write() as tx:
            recorder = Journal(log.store, entropy()).recorder(tx, clock())
            with pytest.raises(error):
                erase(tx, recorder, commit, reason)
    assert log.store.tree_size() == size


def test_a_payload_that_came_back_after_its_erasure_shows(tmp_path: Path) -> None:
    log, store = memory(tmp_path)
    kept = dict(store.payloads)
    commit = log.commits[-1]
    erase(store, Journal(store, entropy()).recorder(store, clock()), commit, "by law")
    store.payloads[commit] = kept[commit]
    assert kinds(log) == {"erasure"}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (
            "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'run-1', 'x') AS BLOB)",
            "prev",
        ),
        ("DELETE FROM entry WHERE seq = 9", "seq"),
        ("DELETE FROM entry WHERE seq >= 20", "checkpoint"),
        ("UPDATE entry SET leaf = zeroblob(32) WHERE seq = 24", "tree"),
        ("UPDATE node SET hash = zeroblob(32) WHERE level = 2 AND position = 1", "tree"),
        ("DELETE FROM node WHERE level = 1 AND position = 1", "tree"),
        ("UPDATE payload SET body = x'00' WHERE length(body) > 1", "payload"),
        ("DELETE FROM payload WHERE digest = (SELECT min(digest) FROM payload)", "missing"),
    ],
)
def test_tampering_with_the_database_file_shows(tmp_path: Path, change: str, kind: str) -> None:
    path = tmp_path / "store.db"
    with Store.open(path, entropy=entropy()) as store:
        log = fill(store, tmp_path / "outside")
    connection = apsw.Connection(str(path))
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(change)
    assert connection.changes() > 0
    connection.close()
    with Store.open(path, entropy=entropy()) as store:
        log.store = store
        assert kind in kinds(log)
