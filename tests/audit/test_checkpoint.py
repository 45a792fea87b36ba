from __future__ import annotations

import base64
import stat
from pathlib import Path

import pytest

from ledgerrag.audit.checkpoint import (
    Checkpoint,
    kept_notes,
    make_checkpoint,
    open_checkpoint,
    origin,
)
from ledgerrag.audit.journal import Journal
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.merkle import root
from ledgerrag.audit.note import PublicKey, SigningKey, parse_keys, parse_note
from ledgerrag.errors import InputError, IntegrityError
from tests.audit.logs import Log, clock, entropy, fill

# The published example of the first implementation of signed notes: keys, and what they sign.
KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SEED = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
SIGNATURE = (
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
)


def append(store: MemoryJournal, count: int = 1) -> None:
    write = Journal(store, entropy()).recorder(store, clock())
    for number in range(count):
        write.append("step", {"n": number})


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return fill(MemoryJournal(), tmp_path / "outside")


@pytest.fixture
def store(log: Log) -> MemoryJournal:
    assert isinstance(log.store, MemoryJournal)
    return log.store


def test_notes_are_those_of_other_implementations_byte_for_byte() -> None:
    note = f"{TEXT}\n\u2014 PeterNeumann {SIGNATURE}\n".encode()
    key = PublicKey.parse(KEY)
    assert key.text() == KEY
    assert parse_note(note).signed_by([key]) == key
    signer = SigningKey("PeterNeumann", base64.b64decode(SEED)[1:])
    assert signer.public == key
    assert signer.sign(TEXT) == note
    with pytest.raises(IntegrityError):
        parse_note(note.replace(b"answer", b"Answer")).signed_by([key])


def test_the_note_is_origin_size_root_and_one_signature_line(log: Log) -> None:
    lines = (log.folder / f"{log.store.log_id}.checkpoint").read_text("utf-8").split("\n")
    assert lines[0] == f"ledgerrag/{log.store.log_id}"
    assert lines[1] == "25"
    assert lines[3] == ""
    assert lines[4].startswith(f"\u2014 ledgerrag/{log.store.log_id} ")
    assert lines[5:] == [""]


def test_a_checkpoint_states_the_root_of_the_log(log: Log) -> None:
    last = open_checkpoint(log.notes[-1], [log.key.public], log.store.log_id)
    assert last == Checkpoint(origin(log.store.log_id), 25, root(log.store))
    assert [
        open_checkpoint(note, [log.key.public], log.store.log_id).size for note in log.notes
    ] == [17, 25]


def test_each_checkpoint_is_kept_and_the_newest_has_the_plain_name(log: Log) -> None:
    name = log.store.log_id
    assert sorted(path.name for path in log.folder.iterdir()) == [
        f"{name}.17.checkpoint",
        f"{name}.25.checkpoint",
        f"{name}.checkpoint",
    ]
    assert (log.folder / f"{name}.checkpoint").read_bytes() == log.notes[-1]


def test_an_unchanged_log_gets_no_new_checkpoint(log: Log) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in log.folder.iterdir()}
    assert make_checkpoint(log.store, log.key, log.folder).size == 25
    assert {path.name: path.stat().st_mtime_ns for path in log.folder.iterdir()} == before


def test_a_grown_log_gets_one(log: Log, store: MemoryJournal) -> None:
    append(store, 3)
    made = make_checkpoint(store, log.key, log.folder)
    assert (made.size, made.root) == (28, root(store))
    assert len(log.notes) == 3


def test_a_log_that_was_cut_off_is_not_signed(log: Log, store: MemoryJournal) -> None:
    del store.lines[20:], store.leaves[20:]
    with pytest.raises(IntegrityError, match="cut off"):
        make_checkpoint(store, log.key, log.folder)


def test_a_log_that_was_rewritten_is_not_signed(tmp_path: Path, log: Log) -> None:
    other = MemoryJournal()
    append(other, 40)
    with pytest.raises(IntegrityError, match="does not continue"):
        make_checkpoint(other, log.key, log.folder)


def test_a_line_changed_since_the_last_checkpoint_is_signed_as_it_is_and_shows(
    log: Log, store: MemoryJournal
) -> None:
    append(store, 4)
    store.lines[26] = store.lines[26].replace(b'"n":1', b'"n":9')
    with pytest.raises(IntegrityError):
        make_checkpoint(store, log.key, log.folder)
    assert len(log.notes) == 2


def test_a_spoilt_checkpoint_stops_the_next(log: Log, store: MemoryJournal) -> None:
    append(store)
    path = log.folder / f"{store.log_id}.25.checkpoint"
    path.write_bytes(path.read_bytes().replace(b"\n25\n", b"\n26\n"))
    with pytest.raises(IntegrityError):
        make_checkpoint(store, log.key, log.folder)


def test_a_new_key_needs_the_old_one_to_be_trusted(log: Log, store: MemoryJournal) -> None:
    append(store)
    new = SigningKey.generate("desk.example/log", entropy())
    with pytest.raises(IntegrityError, match="not signed by a key given"):
        make_checkpoint(store, new, log.folder)
    assert make_checkpoint(store, new, log.folder, trusted=[log.key.public]).size == 26
    assert len(kept_notes(log.folder, store.log_id)) == 3


def test_a_checkpoint_of_another_log_is_refused(log: Log) -> None:
    with pytest.raises(IntegrityError, match="is of ledgerrag/"):
        open_checkpoint(log.notes[0], [log.key.public], "f" * 16)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\n25\n", b"\n025\n"),
        (b"\n25\n", b"\n+25\n"),
        (b"\n25\n", b"\n\n"),
        (b"\n\n", b"\n"),
        (b"\xe2\x80\x94 ", b"-- "),
        (b"\xe2\x80\x94 ", b"\xff "),
        (b"=\n", b"=\r\n"),
        (b"\n25\n", b"\n99999999999999999999\n"),
    ],
)
def test_a_note_that_is_written_otherwise_is_refused(log: Log, old: bytes, new: bytes) -> None:
    note = log.notes[-1]
    assert old in note
    for keys in ([], [log.key.public]):
        with pytest.raises(IntegrityError) as caught:
            open_checkpoint(note.replace(old, new), keys, log.store.log_id)
        assert "\n" not in str(caught.value)


def test_every_cut_of_a_note_is_refused(log: Log) -> None:
    for end in range(len(log.notes[-1])):
        with pytest.raises(IntegrityError):
            open_checkpoint(log.notes[-1][:end], [log.key.public], log.store.log_id)


def test_the_private_key_is_for_its_owner_only_and_comes_back(tmp_path: Path, log: Log) -> None:
    path = tmp_path / "log.key"
    log.key.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert SigningKey.load(path) == log.key
    assert path.read_text("ascii").startswith("PRIVATE+KEY+ledgerrag/")
    with pytest.raises(InputError, match="exists already"):
        log.key.save(path)
    path.chmod(0o644)
    with pytest.raises(InputError, match="chmod 600"):
        SigningKey.load(path)


def test_a_private_key_does_not_show_in_a_traceback(log: Log) -> None:
    assert log.key.seed.hex() not in repr(log.key)
    assert str(log.key.seed) not in repr(log.key)


def test_keys_come_from_the_entropy_given() -> None:
    first, second = (SigningKey.generate("a", entropy()) for _ in range(2))
    assert first == second
    with pytest.raises(InputError):
        SigningKey.generate("a b", entropy())


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"a+b+c", b"PRIVATE+KEY+a+00000000+AAAA", KEY[:-4].encode()]
)
def test_files_that_hold_no_key_are_refused_in_one_line(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        parse_keys(data)
    assert "\n" not in str(caught.value)
    path = tmp_path / "x.key"
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(InputError, match="holds no private key"):
        SigningKey.load(path)


def test_a_folder_that_cannot_be_made_is_named(log: Log, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(InputError, match="cannot be made"):
        make_checkpoint(log.store, log.key, tmp_path / "file" / "folder")


def test_an_empty_log_can_be_signed_and_continued(tmp_path: Path) -> None:
    store, key = MemoryJournal(), SigningKey.generate("empty", entropy())
    assert make_checkpoint(store, key, tmp_path / "outside").size == 0
    append(store, 3)
    assert make_checkpoint(store, key, tmp_path / "outside").size == 3
