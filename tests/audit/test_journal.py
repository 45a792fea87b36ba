from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from ledgerrag.audit.canonical import loads
from ledgerrag.audit.journal import FIELDS, Journal, commitment
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.merkle import Frontier, leaf_hash, root
from ledgerrag.errors import InputError
from ledgerrag.store.seam import Recorder


def clock() -> datetime:
    return datetime(2026, 8, 1, 12, 0, 0, 7, tzinfo=timezone(timedelta(hours=2)))


def salts(count: int) -> bytes:
    return bytes(range(count))


@pytest.fixture
def store() -> MemoryJournal:
    return MemoryJournal()


def recorder(store: MemoryJournal) -> Recorder:
    return Journal(store, salts).recorder(store, clock)


def test_an_entry_has_the_twelve_fields_even_where_they_are_empty(store: MemoryJournal) -> None:
    assert recorder(store).append("ingest", {}) == 0
    entry = loads(store.lines[0], canonical=True)
    assert isinstance(entry, dict)
    assert set(entry) == FIELDS
    assert len(FIELDS) == 12
    assert entry["run"] == entry["actor"] == entry["idem"] == ""
    assert entry["step"] == 0
    assert entry["pay"] == {}
    assert entry["prev"] == "00" * 32
    assert entry["log"] == store.log_id


def test_obs_gets_the_utc_time_to_the_microsecond(store: MemoryJournal) -> None:
    recorder(store).append("ingest", {}, obs={"host": "here"})
    entry = loads(store.lines[0])
    assert isinstance(entry, dict)
    assert entry["obs"] == {"at": "2026-08-01T10:00:00.000007Z", "host": "here"}


def test_each_entry_names_the_leaf_hash_of_the_one_before(store: MemoryJournal) -> None:
    write = recorder(store)
    other = recorder(store)
    frontier = Frontier()
    for number in range(20):
        assert (write if number % 3 else other).append("step", {"n": number}) == number
        frontier.append(leaf_hash(store.lines[number]))
    for seq, line in enumerate(store.lines[1:], start=1):
        entry = loads(line)
        assert isinstance(entry, dict)
        assert entry["seq"] == seq
        assert entry["prev"] == leaf_hash(store.lines[seq - 1]).hex()
    assert root(store) == frontier.root()


def test_a_payload_is_committed_to_by_salted_hash_and_kept_apart(store: MemoryJournal) -> None:
    recorder(store).append("model", {"k": "v"}, pay={"raw": b"secret words", "empty": b""})
    entry = loads(store.lines[0])
    assert isinstance(entry, dict)
    pay = entry["pay"]
    assert isinstance(pay, dict)
    commit = hashlib.sha256(bytes(range(32)) + b"secret words").hexdigest()
    assert pay["raw"] == {"commit": commit, "size": 12}
    assert store.payload(commit) == (bytes(range(32)), b"secret words")
    assert pay["empty"] == {"commit": commitment(bytes(range(32)), b""), "size": 0}
    assert b"secret" not in store.lines[0]


def test_equal_payloads_do_not_show_as_equal() -> None:
    drawn = iter(range(100))
    store = MemoryJournal()
    write = Journal(store, lambda n: bytes([next(drawn)]) * n).recorder(store, clock)
    write.append("model", {}, pay={"raw": b"same"})
    write.append("model", {}, pay={"raw": b"same"})
    assert len(store.payloads) == 2


@pytest.mark.parametrize(
    ("kind", "det", "obs"),
    [
        ("", {}, {}),
        ("step", {}, {"at": "2020"}),
        ("step", {"x": 0.5}, {}),
        ("step", {"\u00fc": 1}, {}),
    ],
)
def test_a_refused_entry_leaves_the_log_as_it_was(
    store: MemoryJournal, kind: str, det: dict[str, object], obs: dict[str, object]
) -> None:
    write = recorder(store)
    write.append("ingest", {})
    with pytest.raises(InputError):
        write.append(kind, det, obs=obs, pay={"raw": b"x"})  # type: ignore[arg-type]
    assert store.head() == (1, leaf_hash(store.lines[0]))
    assert store.payloads == {}


def test_the_deterministic_part_does_not_depend_on_the_clock() -> None:
    dets = []
    for year in (2024, 2026):
        store = MemoryJournal()
        Journal(store, salts).recorder(
            store,
            lambda year=year: datetime(year, 1, 1, tzinfo=UTC),  # type: ignore[misc]
        ).append("run", {"b": 1, "a": [True]})
        entry = loads(store.lines[0])
        assert isinstance(entry, dict)
        dets.append(entry["det"])
    assert dets[0] == dets[1]


def test_a_clock_without_a_zone_is_refused(store: MemoryJournal) -> None:
    write = Journal(store, salts).recorder(store, lambda: datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(InputError, match="no time zone"):
        write.append("step", {})


def test_what_is_too_large_for_a_line_is_sent_to_the_payloads(
    store: MemoryJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledgerrag.audit.journal.MAX_ENTRY", 600)
    monkeypatch.setattr("ledgerrag.audit.journal.MAX_PAYLOAD", 600)
    with pytest.raises(InputError, match="`pay`"):
        recorder(store).append("step", {"long": "x" * 600})
    with pytest.raises(InputError, match="payload raw"):
        recorder(store).append("step", {}, pay={"raw": b"x" * 601})
    assert store.lines == []
