from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.errors import ConfigError, DateError, InputError
from tests.api.rulebook import BOTH, HOW_LONG, LONGER, PERIOD, RULEBOOK, WHAT_FEE, act
from tests.product.newsroom import Newsroom, cited


def ticking(step_ms: int) -> Callable[[], int]:
    """A timer that goes on by the same time whenever it is read."""
    now = 0

    def tick() -> int:
        nonlocal now
        now += step_ms * 1_000_000
        return now

    return tick


def kinds(answer: Answer) -> set[str]:
    return {item.kind for item in answer.checklist}


def test_both_dates_are_today_where_none_is_given(room: Newsroom) -> None:
    room.today = "2026-08-01"
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        answer = rag.ask(HOW_LONG)
        assert (answer.as_of, answer.known_at) == ("2026-08-01", "2026-08-01")
        assert cited(answer) == ["rule-12@2"]


def test_known_at_hides_what_was_published_later(room: Newsroom) -> None:
    room.take_in(PERIOD, LONGER)
    with room.open() as rag:
        assert cited(rag.ask(HOW_LONG, as_of="2026-08-01")) == ["rule-12@2"]
        unknowing = rag.ask(HOW_LONG, as_of="2026-08-01", known_at="2026-05-14")
        assert cited(unknowing) == ["rule-12@1"]
        assert not unknowing.pending


@pytest.mark.parametrize(
    ("known_at", "version"),
    [
        ("2026-05-15T08:59Z", 1),
        ("2026-05-15T09:00Z", 2),
        ("2026-05-15T10:59+02:00", 1),
        ("2026-05-15T11:00+02:00", 2),
        ("2026-05-15", 2),
        ("2026-05-14", 1),
        ("2026-05", 2),
        ("2026-04", 1),
        ("2026", 2),
        ("2025", 1),
    ],
)
def test_known_at_may_be_an_instant_or_less_than_a_day(
    room: Newsroom, known_at: str, version: int
) -> None:
    room.take_in(PERIOD, {**LONGER, "published": "2026-05-15T09:00Z"})
    with room.open() as rag:
        answer = rag.ask(HOW_LONG, as_of="2026-08-01", known_at=known_at)
        assert cited(answer) == [f"rule-12@{version}"]
        assert answer.known_at == known_at.replace("T08:59Z", "T08:59:00Z").replace(
            "T09:00Z", "T09:00:00Z"
        ).replace("T10:59+", "T10:59:00+").replace("T11:00+", "T11:00:00+")


def test_without_hindsight_the_answer_is_that_of_the_day(room: Newsroom) -> None:
    late = {**LONGER, "published": "2026-09-01", "effective_from": "2026-07-01"}
    room.take_in(PERIOD, late)
    with room.open() as rag:
        knowing = rag.ask(HOW_LONG, as_of="2026-08-01")
        assert cited(knowing) == ["rule-12@2"]
        assert "published-later" in kinds(knowing)
        then = rag.ask(HOW_LONG, as_of="2026-08-01", no_hindsight=True)
        assert then.known_at == "2026-08-01"
        assert cited(then) == ["rule-12@1"]
        # What is stated wins over the switch.
        stated = rag.ask(HOW_LONG, as_of="2026-08-01", known_at="2026-11-01", no_hindsight=True)
        assert cited(stated) == ["rule-12@2"]


def test_a_saved_period_may_be_given_instead_of_worded(room: Newsroom) -> None:
    saved = {
        **act("repeal", "rule-20", "2026-01-01"),
        "published": "2025-12-01",
        "saves": {"to": "2026-01-01"},
    }
    room.take_in(*RULEBOOK, saved)
    with room.open() as rag:
        inside = rag.ask(WHAT_FEE, as_of="2026-03-01", period="2025-11")
        assert cited(inside) == ["rule-20@1"]
        assert inside.period == "2025-11"
        assert not rag.ask(WHAT_FEE, as_of="2026-03-01", period="2026-02").citations
        assert not rag.ask(WHAT_FEE, as_of="2026-03-01").citations


def test_one_key_is_one_question(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        first = rag.ask(HOW_LONG, as_of="2026-03-01", idem="desk-1")
        entries = rag.counts()["entries"]
        room.today = "2026-12-01"
        assert rag.ask(HOW_LONG, as_of="2026-03-01", idem="desk-1").run == first.run
        assert rag.ask(HOW_LONG, idem="desk-1").run == first.run
        assert rag.counts()["entries"] == entries
        for text, as_of in ((WHAT_FEE, ""), (HOW_LONG, "2026-04-01")):
            with pytest.raises(InputError, match="'desk-1' was used for another question"):
                rag.ask(text, as_of=as_of, idem="desk-1")
        assert rag.ask(WHAT_FEE, idem="desk-2").run != first.run
        said = [json.loads(line) for _, line in rag.store.entries(entries - 3)]
        assert {entry["idem"] for entry in said if entry["run"] == first.run} == {"desk-1"}


def test_who_asked_is_in_the_journal(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        run = rag.ask(HOW_LONG, actor="editor-7").run
        said = [json.loads(line) for _, line in rag.store.entries()]
        assert {entry["actor"] for entry in said if entry["run"] == run} == {"editor-7"}


def test_the_preset_is_that_of_the_store_the_question_or_the_evidence(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with LedgerRAG.open(room.store, preset="paper", clock=room.clock) as rag:
        assert rag.ask(HOW_LONG).preset == "paper"
        assert rag.ask(HOW_LONG, preset="news").preset == "news"
        assert rag.ask(HOW_LONG, preset="regulation").preset == "regulation"
    report = {
        "doc_id": "fire",
        "title": "Ridge fire",
        "source": "courier",
        "text": "The Ridge fire has burned 900 acres.",
        "published": "2026-11-29",
        "domain": "news",
    }
    room.take_in(report)
    with room.open() as rag:
        assert rag.ask(HOW_LONG).preset == "regulation"
        assert rag.ask("How many acres has the Ridge fire burned?").preset == "news"


def test_single_parameters_change_one_question_only(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with LedgerRAG.open(room.store, params={"s_max": 4}, clock=room.clock) as rag:
        stored = rag.store
        one = rag.ask(HOW_LONG, params={"tau_cov": "0.5", "top-k": 3})
        two = rag.ask(HOW_LONG)
        said = {row.run: json.loads(row.request)["params"] for row in stored.runs()}
        assert (said[one.run]["tau_cov_u"], said[one.run]["top_k"]) == (500_000, 3)
        assert said[one.run]["s_max"] == said[two.run]["s_max"] == 4
        assert said[two.run]["top_k"] != 3


def test_a_config_file_sets_preset_and_parameters(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    file = room.folder / "ledgerrag.toml"
    file.write_text('preset = "news"\n[params]\nmax_retrieval_calls = 1\n', "utf-8")
    with LedgerRAG.open(room.store, config=file, clock=room.clock) as rag:
        answer = rag.ask(BOTH)
        assert answer.preset == "news"
        assert answer.cost.retrieval_calls == 1
    file.write_text("[params]\nmax_retrieval_cals = 1\n", "utf-8")
    with pytest.raises(ConfigError, match="did you mean max_retrieval_calls"):
        LedgerRAG.open(room.store, config=file, clock=room.clock)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"preset": "regulatoin"}, "no preset 'regulatoin'; did you mean regulation"),
        ({"params": {"tau_conv": 1}}, "no parameter 'tau_conv'; did you mean tau_cov"),
        ({"params": {"tau_cov": "2"}}, "out of range"),
        ({"params": {"stats": "as-of"}}, "is not a choice"),
        ({"as_of": "2026-02-30"}, "as_of '2026-02-30' cannot be"),
        ({"known_at": "yesterday"}, "known_at 'yesterday' is not a date"),
        ({"period": "2026-13"}, "period '2026-13' cannot be"),
    ],
)
def test_what_cannot_be_is_refused_by_name_and_leaves_nothing(
    room: Newsroom, arguments: dict[str, object], complaint: str
) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        entries = rag.counts()["entries"]
        with pytest.raises((ConfigError, DateError), match=complaint):
            rag.ask(HOW_LONG, **arguments)  # type: ignore[arg-type]
        assert rag.counts()["entries"] == entries


def test_a_budget_of_calls_shows_in_the_checklist(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        short = rag.ask(BOTH, params={"max_retrieval_calls": 1})
        assert short.cost.retrieval_calls == 1
        assert any("retrieval calls used up" in item.text for item in short.checklist)
        assert rag.replay(short.run, "R1").identical
        ample = rag.ask(BOTH, params={"max_retrieval_calls": 50})
        assert "budget" not in kinds(ample)


def test_a_budget_of_time_is_recorded_and_replayed(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    missing = "What is the colour of the harbour flag?"
    with LedgerRAG.open(room.store, clock=room.clock, timer=ticking(40)) as rag:
        slow = rag.ask(missing, params={"max_wall_ms": 1})
        assert any("time used up" in item.text for item in slow.checklist)
        steps = [json.loads(line) for _, line in rag.store.entries()]
        walls = [
            entry["det"]["wall_ms"]
            for entry in steps
            if entry["run"] == slow.run and entry["type"] == "step"
        ]
        assert walls[0] > 1
        unhurried = rag.ask(missing)
        assert slow.cost.steps == 1 < unhurried.cost.steps
    # The replaying machine's own time plays no part.
    with LedgerRAG.open(room.store, clock=room.clock, timer=ticking(0)) as rag:
        for level in ("R1", "R2"):
            assert rag.replay(slow.run, level).identical
        assert not rag.replay(slow.run, "R3").differences


def test_the_cost_names_its_stages_and_stays_out_of_the_record(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with LedgerRAG.open(room.store, clock=room.clock, timer=ticking(1)) as rag:
        answer = rag.ask(HOW_LONG)
        assert {"retrieve", "judge", "journal"} <= dict(answer.cost.stage_us).keys()
        assert rag.answer(answer.run).cost.stage_us == ()
        assert rag.answer(answer.run).journal_seq == answer.journal_seq >= 0
