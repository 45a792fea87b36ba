"""The whole product on real documents: federal law, a news stream, a site's terms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.model import DocKey
from ledgerrag.pachon.report import IngestReport

pytestmark = pytest.mark.samples

# A question and, twice, a day with a word of the answer: facts of the record as of those days.
SECURITY = "the Air Travellers Security Charge Act, s. 20"
LABOUR = "the Canada Labour Standards Regulations, s. 10"
BEEF = "the Beef Cattle Research, Market Development and Promotion Levies Order, s. 16"
ASKED = (
    (f"What amount makes electronic payment compulsory under {SECURITY}?",
     ("2022-01-01", "50,000"), ("2024-01-01", "10,000")),
    ("After what date may banks not carry on business under the Bank Act, s. 21?",
     ("2024-08-01", "2026"), ("2026-06-01", "2033")),
    ("How old must a competent person be under the Explosives Regulations, 2013, s. 132?",
     ("2020-01-01", "17"), ("2025-01-01", "18")),
    (f"Under what age may an employer employ a person in an office under {LABOUR}?",
     ("2021-01-01", "17"), ("2024-01-01", "18")),
    ("How many acres did the Glass Fire burn?", ("2020-10-08", "67420"), ("2020-10-10", "67484")),
    ("What percent of the Glass Fire is contained?", ("2020-10-08", "66"), ("2020-10-15", "97")),
    ("How many structures were destroyed in the Glass Fire?",
     ("2020-10-08", "1536"), ("2020-10-15", "1555")),
    ("Is section 21 of the Bank Act in force?", ("2022-06-01", "Yes"), ("2026-06-01", "Yes")),
    ("How many days of notice does GitHub give before changes to the corporate terms?",
     ("2021-06-01", "30"), ("2026-06-01", "30")),
    (f"On what date do the levies of {BEEF}, cease to have effect?",
     ("2025-12-01", "2026"), ("2026-07-01", "2027")),
)  # fmt: skip


@pytest.fixture(scope="module")
def reports() -> dict[str, IngestReport]:
    return {}


@pytest.fixture(scope="module")
def rag(
    samples: Path, tmp_path_factory: pytest.TempPathFactory, reports: dict[str, IngestReport]
) -> Iterator[LedgerRAG]:
    with LedgerRAG.open(tmp_path_factory.mktemp("samples") / "store.db") as opened:
        for name in ("canada_laws.jsonl.gz", "calfire_stream.jsonl.gz", "site_policy"):
            reports[name] = opened.ingest(samples / name, sources=samples / "sources.toml")
        yield opened


def test_every_record_is_taken_in_or_named_with_its_reason(
    rag: LedgerRAG, reports: dict[str, IngestReport], samples: Path
) -> None:
    assert rag.counts()["documents"] == sum(
        report.counts["accepted"] + report.counts["new_version"] for report in reports.values()
    )
    assert reports["canada_laws.jsonl.gz"].counts["accepted"] == 19_080
    assert reports["calfire_stream.jsonl.gz"].counts["accepted"] == 2_686
    policy = reports["site_policy"]
    files = len(list((samples / "site_policy").iterdir()))
    assert sum(policy.counts[n] for n in ("accepted", "new_version", "rejected")) == files
    assert all("front matter" in line.reason for line in policy.rejected)


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_a_question_is_answered_as_of_two_dates_and_defended(rag: LedgerRAG, number: int) -> None:
    text, *dates = ASKED[number]
    for day, expected in dates:
        answer = rag.ask(text, as_of=day)
        assert expected in answer.text, (day, answer.text)
        for one in answer.citations:
            document = rag.store.document(DocKey(one.doc_id, one.version))
            assert document.text[one.start : one.end] == one.quote
            assert str(one.status) == "in force"
        assert rag.replay(answer.run, "R1").identical


def test_what_the_runs_left_verifies(rag: LedgerRAG) -> None:
    assert rag.verify().ok
    (run,) = [one.run for one in rag.runs(1)]
    assert rag.replay(run, "R2").identical


def test_at_least_a_hundred_changes_of_law_are_cited_in_force(
    rag: LedgerRAG, samples: Path
) -> None:
    from ledgerrag.bench.regulation_questions import question

    lines = (samples / "regulation_value_changes.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    entries = [entry for entry in entries if rag.store.has_series(entry["id"])]
    seen: dict[str, dict[str, str]] = {}
    for entry in entries:
        seen.setdefault(entry["id"], entry)
    found = right = 0
    for entry in list(seen.values())[:110]:
        answer = rag.ask(question(entry), as_of=entry["eff_new"])
        cited = [one for one in answer.citations if one.doc_id.startswith(f"{entry['id']}@")]
        found += bool(cited)
        right += any(one.effective_from == entry["eff_new"] for one in cited)
    assert len(seen) >= 100
    assert found >= 95
    assert right > 0.95 * found
