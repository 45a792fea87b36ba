"""Ten ways in which systems of this kind fail in the field, each as a whole story."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ledgerrag.api import LedgerRAG
from ledgerrag.model import Verdict
from tests.product.newsroom import Newsroom, cited

PERIOD = "How long is the reporting period?"
RULE = {
    "doc_id": "rule-12",
    "series": "rule-12",
    "title": "Rule 12 Reporting period",
    "source": "regulator",
}
BASE = {
    **RULE,
    "text": "12\nThe reporting period is 180 days.",
    "published": "2025-01-01",
}
AMENDED = {
    **RULE,
    "text": "12\nThe reporting period is 270 days.",
    "published": "2026-05-15",
    "effective_from": "2026-07-01",
}


def test_1_an_announced_amendment_is_not_yet_the_rule(room: Newsroom) -> None:
    room.take_in(BASE, AMENDED)
    before = room.ask(PERIOD, "2026-06-01")
    assert "180" in before.text
    assert [(p.effective_from, "270" in p.summary) for p in before.pending] == [
        ("2026-07-01", True)
    ]
    after = room.ask(PERIOD, "2026-08-01")
    assert "270" in after.text
    assert cited(after) == ["rule-12@2"]
    assert any("180 -> 270" in change.summary for change in after.changes)
    assert "180" in room.ask(PERIOD, "2026-08-01", "2026-04-01").text


def test_1b_the_same_issuer_may_announce_it_in_a_notice_of_its_own(room: Newsroom) -> None:
    notice = {
        "doc_id": "notice-44",
        "title": "Notice 44",
        "source": "regulator",
        "text": "From 1 July 2026 the reporting period is 270 days.",
        "published": "2026-05-15",
        "effective_from": "2026-07-01",
    }
    room.take_in(BASE, notice)
    before = room.ask(PERIOD, "2026-06-01")
    assert "180" in before.text
    assert [p.key for p in before.pending] == ["notice-44@1"]
    assert "270" in room.ask(PERIOD, "2026-08-01").text


def test_2_the_same_name_with_other_bytes_is_a_new_version(room: Newsroom) -> None:
    policy = room.folder / "policy.md"
    policy.write_text("# Upload policy\n\nThe upload limit is 50 files.\n", "utf-8")
    first = room.take_in_paths(policy, published="2026-01-10")
    assert first.counts["accepted"] == 1
    assert room.take_in_paths(policy, published="2026-01-10").counts["unchanged"] == 1
    policy.write_text("# Upload policy\n\nThe upload limit is 80 files.\n", "utf-8")
    second = room.take_in_paths(policy, published="2026-03-10")
    assert second.counts["new_version"] == 1
    now = room.ask("What is the upload limit?", "2026-11-30")
    assert "80" in now.text
    assert "50 -> 80 files" in now.changes[0].summary
    assert "50" in room.ask("What is the upload limit?", "2026-02-01").text
    with room.open() as rag:
        steps = rag.diff("policy.md", "2026-02-01", "2026-04-01")
    assert "50 -> 80" in steps[0].summary


def test_3_an_archived_page_is_not_cited_and_its_answers_are_listed(room: Newsroom) -> None:
    page = {
        "doc_id": "guide-a",
        "title": "Visitor guide",
        "source": "ministry",
        "text": "The museum opens at 9:00 and the visitor fee is 12 EUR.",
        "published": "2025-05-01",
    }
    other = {
        **page,
        "doc_id": "guide-b",
        "title": "Visitor information",
        "text": "For visitors of the museum the fee is 12 EUR, payable at the desk.",
        "published": "2025-06-01",
    }
    room.take_in(page, other)
    before = room.ask("What is the visitor fee of the museum?", "2026-11-30")
    assert cited(before)
    archived = cited(before)[0].rpartition("@")[0]
    room.take_in(
        {
            "act": "withdraw",
            "target": archived,
            "source": "ministry",
            "published": "2026-11-29",
            "effective_from": "2026-11-29",
            "note": "archived",
        }
    )
    after = room.ask("What is the visitor fee of the museum?", "2026-11-30")
    assert archived not in {key.rpartition("@")[0] for key in cited(after)}
    assert cited(after)
    with room.open() as rag:
        assert before.run in {one.run for one in rag.affected().runs}
        types = [line for _, line in rag.store.entries() if b'"withdraw"' in line]
    assert types


def test_4_a_repealed_text_does_not_stand_and_a_renumbered_one_is_found(room: Newsroom) -> None:
    room.take_in(
        {
            "doc_id": "section-7",
            "title": "Section 7 Deposit (current)",
            "source": "regulator",
            "text": "7\nThe deposit is 500 EUR.",
            "published": "2015-01-01",
        },
        {
            "act": "repeal",
            "target": "section-7",
            "source": "regulator",
            "published": "2026-02-01",
            "effective_from": "2026-03-01",
        },
        {
            "doc_id": "section-12",
            "title": "Section 12 Notice of closure",
            "source": "regulator",
            "text": "12\nThe notice of closure is given 30 days before.",
            "published": "2018-01-01",
        },
        {
            "doc_id": "section-14",
            "title": "Section 14 Notice of closure",
            "source": "regulator",
            "text": "14\nThe notice of closure is given 45 days before.",
            "published": "2024-01-01",
        },
        {
            "act": "supersede",
            "target": "section-12",
            "by": "section-14",
            "source": "regulator",
            "published": "2024-01-01",
            "effective_from": "2024-01-01",
        },
    )
    gone = room.ask("What is the deposit under section 7?", "2026-11-30")
    assert not gone.citations
    assert [str(one.status) for one in gone.nearest] == ["repealed"]
    assert "500" in room.ask("What is the deposit under section 7?", "2026-02-15").text
    question = "How many days before is the notice of closure given under section 12?"
    assert cited(room.ask(question, "2023-06-01")) == ["section-12@1"]
    assert cited(room.ask(question, "2025-06-01")) == ["section-14@1"]


def test_5_backfill_keeps_its_date_and_zones_are_kept_or_tagged(room: Newsroom) -> None:
    room.take_in(
        {
            "doc_id": "old",
            "title": "Harbour tariff",
            "source": "regulator",
            "text": "The harbour tariff is 40 EUR.",
            "published": "2019-04-02",
        },
        {
            "doc_id": "late",
            "title": "Storm warning",
            "source": "ministry",
            "text": "The storm warning level is 3.",
            "published": "2026-03-01T23:30-08:00",
        },
        {
            "doc_id": "naive",
            "title": "Ferry notice",
            "source": "ministry",
            "text": "The ferry leaves 2 hours later.",
            "published": "2026-03-01T10:00",
        },
    )
    old = room.ask("What is the harbour tariff?", "2019-05-01", "2019-05-01")
    assert old.citations[0].published == "2019-04-02"
    late = room.ask("What is the storm warning level?", "2026-03-01", "2026-03-01")
    assert late.citations[0].published.startswith("2026-03-01")
    naive = room.ask("How many hours later does the ferry leave?", "2026-03-02")
    assert "time-zone" in {item.kind for item in naive.checklist}


def test_6_unrelated_facts_do_not_retire_each_other(room: Newsroom) -> None:
    traits = [
        "height", "mass", "age", "width", "cost", "depth", "speed", "volume", "capacity",
        "length", "power", "range", "staffing", "budget", "area", "pressure", "diameter",
        "temperature", "payload", "radius", "inventory", "frequency", "voltage", "current",
        "torque", "density", "slope", "elevation", "turnover", "income", "debt", "ranking",
        "latitude", "longitude", "humidity", "noise", "output", "yield", "margin", "tonnage",
        "draught", "wingspan", "altitude", "mileage", "thickness", "clearance", "lifespan",
        "headcount", "footprint", "quota",
    ]  # fmt: skip
    assert len(traits) == 50
    facts = [
        {
            "doc_id": f"fact-{trait}",
            "title": "Tower Kestrel",
            "source": "ministry",
            "text": f"The {trait} of Tower Kestrel is {number + 100} units.",
            "published": "2026-01-05",
        }
        for number, trait in enumerate(traits)
    ]
    for start in range(0, 50, 5):
        room.take_in(*facts[start : start + 5])
    with room.open() as rag:
        standings = [found for fact in facts for _, found in rag.standing(str(fact["doc_id"]))]
    assert all(found.stands for found in standings)
    for number in (0, 17, 49):
        answer = room.ask(f"What is the {traits[number]} of Tower Kestrel?", "2026-02-01")
        assert str(number + 100) in answer.text
        assert not answer.disputed
    room.take_in(
        {
            **facts[0],
            "text": "The height of Tower Kestrel is 900 units.",
            "published": "2026-02-05",
        }
    )
    with room.open() as rag:
        gone = [
            found
            for fact in facts
            for _, found in rag.standing(str(fact["doc_id"]))
            if not found.stands
        ]
    assert [str(found.key) for found in gone] == ["fact-height@1"]


def test_7_one_wire_story_in_ten_feeds_is_one_source(room: Newsroom) -> None:
    desks = ("north", "south", "east", "west", "river", "harbour", "market", "night", "city", "sea")
    copies = [
        {
            "doc_id": f"feed-{number}",
            "title": "Bank under water",
            "source": "forum" if number % 2 else "courier",
            "text": (
                "(Meridian Wire) The capital ratio of Harbour Bank fell to 3 percent after the"
                f" flood, people close to the bank said on Monday. From our {desk} desk."
            ),
            "published": "2026-04-02",
            "domain": "news",
        }
        for number, desk in enumerate(desks)
    ]
    official = {
        "doc_id": "statement",
        "title": "Statement on Harbour Bank",
        "source": "regulator",
        "text": "The capital ratio of Harbour Bank is 11 percent.",
        "published": "2026-04-01",
        "domain": "news",
    }
    room.take_in(*copies, official)
    answer = room.ask("What is the capital ratio of Harbour Bank?", "2026-04-03")
    assert "11 percent" in answer.text
    assert cited(answer) == ["statement@1"]
    assert answer.disputed
    assert sum(one.clusters for one in answer.disputed) == 1
    assert all(one.outranked for one in answer.disputed)


CHILD = """
import os, sys
from pathlib import Path
from ledgerrag.api import LedgerRAG
def watch(done, total, name):
    print(done, flush=True)
with LedgerRAG.open(Path(sys.argv[1])) as rag:
    report = rag.ingest(Path(sys.argv[2]), domain="regulation", progress=watch)
print("ok", report.counts["accepted"] + report.counts["unchanged"], flush=True)
"""


def test_8_a_partial_ingest_says_so_and_resumes(room: Newsroom) -> None:
    records = [
        {
            "doc_id": f"d{number}",
            "title": f"Item {number}",
            "source": "regulator",
            "text": f"The quota of item {number} is {number} tonnes.",
            "published": "2026-01-01",
        }
        for number in range(1_000)
    ]
    path = room.write(records)
    command = [sys.executable, "-c", CHILD, str(room.store), str(path)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    with room.open() as rag:
        assert rag.incomplete()
        before = rag.counts()["documents"]
    assert 0 < before < 1_000
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert again.stdout.splitlines()[-1] == "ok 1000"
    with room.open() as rag:
        counts = rag.counts()
        assert counts["documents"] == 1_000
        assert not rag.incomplete()
        assert rag.verify().ok
        assert rag.rebuild_index() == counts["chunks"]
    assert "999" in room.ask("What is the quota of item 999?", "2026-02-01").text


def test_9_a_retracted_number_is_not_in_a_sum(room: Newsroom) -> None:
    budget = [
        {
            "doc_id": f"budget-{name}",
            "title": f"Budget {name.upper()}",
            "source": "ministry",
            "text": f"Budget {name.upper()} is {amount} million EUR.",
            "published": "2026-05-01",
        }
        for name, amount in (("a", 100), ("b", 40))
    ]
    room.take_in(*budget)
    total = "What is the total of Budget A and Budget B?"
    assert "140" in room.ask(total, "2026-05-01", "2026-05-01").text
    room.take_in(
        {
            "act": "retract",
            "target": "budget-a",
            "source": "ministry",
            "published": "2026-05-02",
        }
    )
    answer = room.ask(total, "2026-05-10")
    assert "140" not in answer.text
    assert [c.doc_id for c in answer.nearest if str(c.status) == "retracted"] == ["budget-a"]
    assert Verdict.UNVERIFIED in {one.verdict for one in answer.verdicts}


def test_10_repealed_but_saved(room: Newsroom) -> None:
    room.take_in(
        {
            "doc_id": "support-regulation",
            "title": "Housing Support Regulation",
            "source": "ministry",
            "text": "The Housing Support Regulation applies to housing support.",
            "published": "2020-01-01",
        },
        {
            "act": "repeal",
            "target": "support-regulation",
            "source": "ministry",
            "published": "2025-12-01",
            "effective_from": "2026-01-01",
            "saves": {"to": "2026-01-01"},
            "note": "still applies to support for periods before the end of 2025",
        },
    )
    question = "Does the Housing Support Regulation apply to housing support for a period in {}?"
    saved = room.ask(question.format("2025-11"), "2026-03-01")
    assert saved.verdicts[0].verdict is Verdict.SUPPORTED
    assert saved.text.startswith("Yes")
    gone = room.ask(question.format("2026-02"), "2026-03-01")
    assert gone.verdicts[0].verdict is not Verdict.SUPPORTED
    assert not gone.text.startswith("Yes")
    assert [str(one.status) for one in (*gone.nearest, *gone.citations)] == ["repealed"]


def test_10b_a_repeal_without_a_date_is_never_today(room: Newsroom) -> None:
    room.take_in(
        {
            "doc_id": "toll",
            "title": "Bridge Toll Order",
            "source": "ministry",
            "text": "The bridge toll is 4 EUR.",
            "published": "2020-01-01",
        },
        {"act": "repeal", "target": "toll", "source": "ministry", "published": "2026-02-01"},
    )
    assert "4 EUR" in room.ask("What is the bridge toll?", "2026-01-15").text
    unsure = room.ask("What is the bridge toll?", "2026-06-01")
    assert not unsure.citations
    assert [str(one.status) for one in unsure.nearest] == ["unknown"]
    assert "unknown-end" in {item.kind for item in unsure.checklist}


def test_the_clock_of_the_machine_plays_no_part(room: Newsroom) -> None:
    room.take_in(BASE, AMENDED)
    zone = os.environ.get("TZ")
    try:
        os.environ["TZ"] = "Pacific/Kiritimati"
        time.tzset()
        assert "180" in room.ask(PERIOD, "2026-06-30").text
    finally:
        os.environ.pop("TZ")
        if zone is not None:
            os.environ["TZ"] = zone
        time.tzset()


def test_ask_is_asked_once_under_an_idempotency_key(room: Newsroom, tmp_path: Path) -> None:
    room.take_in(BASE)
    with LedgerRAG.open(room.store, clock=room.clock) as rag:
        first = rag.ask(PERIOD, as_of="2025-06-01", idem="desk-7")
        entries = rag.counts()["entries"]
        again = rag.ask(PERIOD, as_of="2025-06-01", idem="desk-7")
        assert again.run == first.run
        assert rag.counts()["entries"] == entries


def test_a_day_before_anything_was_published_says_so(room: Newsroom) -> None:
    room.take_in(BASE)
    answer = room.ask(PERIOD, "2026-01-01", "1900-01-01")
    assert not answer.citations
    told = [item.text for item in answer.checklist if item.kind == "budget"]
    assert told == ["the search ended: nothing that is stored was published by 1900-01-01"]


def test_a_year_is_read_as_its_last_day_and_a_day_beyond_k_is_flagged(room: Newsroom) -> None:
    room.take_in(BASE)
    answer = room.ask(PERIOD, "2026", "2026-06-01")
    told = [item.text for item in answer.checklist if item.kind == "as-of"]
    assert len(told) == 2
    assert "2026-12-31" in told[0]
    assert "lies after known at 2026-06-01" in told[1]


def test_another_value_that_fits_nearly_as_well_is_named(room: Newsroom) -> None:
    room.take_in(
        {
            **BASE,
            "text": "The reporting period for banks is 180 days.\n"
            "The reporting period for brokers is 90 days.",
        }
    )
    answer = room.ask(PERIOD, "2026-01-01")
    (close,) = [item.text for item in answer.checklist if item.kind == "close-call"]
    assert "says 90 days" in close
