from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.dates import parse
from ledgerrag.errors import InputError, StoreError
from ledgerrag.model import Authority, DocKey, Domain, Source
from ledgerrag.pachon.report import report_path
from ledgerrag.pachon.spans import chunk
from ledgerrag.retrieval.analyzer import analyze
from tests.pachon.channel import SOURCES, Desk, row


def written(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(report_path(desk.store.path).read_text("utf-8"))
    return found


def act(target: str, **fields: object) -> dict[str, object]:
    return {
        "act": "repeal",
        "target": target,
        "published": "2026-01-01",
        "source": "regulator",
        **fields,
    }


def test_documents_of_folders_and_files_are_stored_with_chunks_terms_and_entry(desk: Desk) -> None:
    desk.file(
        "policy.md",
        "---\ntitle: The limit\nsource: regulator\npublished: 2025-01-01\n---\nThe limit is 50.\n",
    )
    desk.lines("rows.jsonl", row("a"), row("b", "Another text of its own."))
    report = desk.ingest()
    assert report.ok
    assert report.complete
    assert report.counts["accepted"] == 3
    document = desk.store.document(DocKey("policy.md", 1))
    assert document.authority_level is Authority.OFFICIAL
    chunks = [desk.store.chunks([n])[n] for n in range(1, desk.store.last_row() + 1)]
    mine = [c for c in chunks if c.key == document.key]
    assert [(c.start, c.end) for c in mine] == list(chunk(document.text))
    title, body = analyze("The limit"), analyze(document.text)
    assert mine[0].tokens.split() == [*title, *title, *body]
    assert mine[0].length == len(mine[0].tokens.split())
    entries = list(desk.entries("ingest"))
    assert [entry["doc_id"] for entry in entries] == ["policy.md", "a", "b"]
    assert [entry["seq"] for entry in entries] == [1, 2, 3]
    assert entries[0]["sha256"] == document.content_sha256
    assert entries[0]["cluster"] == document.cluster


def test_the_same_bytes_twice_are_no_change(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a"), row("b", "Another text of its own."), act("a"))
    first = desk.ingest()
    before = desk.store.counts()
    again = desk.ingest()
    touched = desk.lines("copy.jsonl", row("a"), row("b", "Another text of its own."), act("a"))
    third = desk.ingest(touched)
    after = desk.store.counts()
    assert first.counts["accepted"] == 2
    for report in (again, third):
        assert report.ok
        assert (report.counts["unchanged"], report.counts["acts_unchanged"]) == (2, 1)
        assert report.documents == report.counts["acts_accepted"] == 0
    assert {k: after[k] for k in ("documents", "acts", "chunks")} == {
        k: before[k] for k in ("documents", "acts", "chunks")
    }
    assert len(list(desk.entries("ingest"))) == 2


def test_other_bytes_under_a_name_are_a_new_version_and_the_old_one_stays(desk: Desk) -> None:
    head = "---\nsource: regulator\npublished: 2025-01-01\n---\n"
    desk.file("policy.md", head + "The limit is 50.\n")
    desk.ingest()
    desk.file("policy.md", head + "The limit is 80.\n")
    report = desk.ingest()
    assert report.counts["new_version"] == 1
    assert report.new_versions[0].where == "policy.md"
    assert "differs from version 1 in text" in report.new_versions[0].reason
    texts = [desk.store.document(DocKey("policy.md", n)).text.strip() for n in (1, 2)]
    assert texts == ["The limit is 50.", "The limit is 80."]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"title": "Limits"}, "title"),
        ({"published": "2025-01-02"}, "published, effective_from"),
        ({"effective_from": "2026"}, "effective_from"),
        ({"effective_to": "unknown"}, "end"),
        ({"source": "daily"}, "source, authority"),
    ],
)
def test_other_dates_or_words_about_a_text_are_a_new_version(
    desk: Desk, change: dict[str, object], named: str
) -> None:
    desk.lines("rows.jsonl", row("a"))
    desk.ingest()
    desk.lines("rows.jsonl", row("a", **change))
    report = desk.ingest()
    assert report.counts["new_version"] == 1
    assert report.new_versions[0].reason.endswith(f"differs from version 1 in {named}")


def test_a_stated_version_is_used_where_it_is_free(desk: Desk) -> None:
    rows = [
        row("a", "Text three.", version=3),
        row("a", "Text one.", version=1, published="2024-01-01"),
        row("a", "Text four."),
        row("a", "Text five, stated as three.", version=3),
    ]
    desk.lines("rows.jsonl", *rows)
    report = desk.ingest()
    texts = {n: desk.store.document(DocKey("a", n)).text for n in (1, 3, 4, 5)}
    assert texts == {n: rows[at]["text"] for n, at in ((3, 0), (1, 1), (4, 2), (5, 3))}
    assert "(version 3 is taken)" in report.new_versions[-1].reason
    desk.lines("again.jsonl", *rows)
    assert desk.ingest().counts["unchanged"] == 8


def test_versions_of_one_document_in_one_file_are_stored_in_order_and_once(desk: Desk) -> None:
    rows = [row("a", f"The limit is {n}.", published=f"202{n}-01-01") for n in range(1, 5)]
    desk.lines("rows.jsonl", *rows)
    desk.ingest()
    desk.lines("other.jsonl", *rows)
    again = desk.ingest(batch=1)
    assert again.counts["unchanged"] == 8
    assert desk.store.counts()["documents"] == 4


def test_a_date_of_the_channel_alone_makes_no_new_version_but_restores_an_old_text(
    desk: Desk,
) -> None:
    desk.file("policy.md", "The limit is 50.\n")
    desk.ingest(published=parse("2025-01-01"), source="regulator")
    assert desk.ingest(published=parse("2025-02-01"), source="regulator").counts["unchanged"] == 1
    desk.file("policy.md", "The limit is 80.\n")
    desk.ingest(published=parse("2025-03-01"), source="regulator")
    desk.file("policy.md", "The limit is 50.\n")
    assert desk.ingest(published=parse("2025-04-01"), source="regulator").counts["new_version"] == 1
    restored = desk.store.document(DocKey("policy.md", 3))
    assert (restored.text.strip(), restored.published.text) == ("The limit is 50.", "2025-04-01")


def test_a_date_in_the_future_is_quarantined_and_taken_in_when_it_has_come(desk: Desk) -> None:
    desk.lines(
        "rows.jsonl", row("a"), row("b", published="2026-08-02"), act("a", published="2027-01")
    )
    report = desk.ingest()
    assert report.ok
    assert report.counts["quarantined"] == 2
    assert [line.where for line in report.quarantined] == ["rows.jsonl:2", "rows.jsonl:3"]
    assert "2026-08-02" in report.quarantined[0].reason
    assert desk.store.latest("b") is None
    desk.now += timedelta(days=1)
    later = desk.ingest()
    assert (later.counts["accepted"], later.counts["unchanged"]) == (1, 1)
    assert desk.store.latest("b") is not None


def test_strict_sets_unregistered_sources_aside(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a", source="nobody"), row("b", "Other text here."))
    report = desk.ingest(strict=True)
    assert report.ok
    assert (report.counts["accepted"], report.counts["quarantined"]) == (1, 1)
    assert report.quarantined[0].where == "rows.jsonl:1"


def test_without_strict_they_are_user_generated_and_noted_once_with_their_number(
    desk: Desk,
) -> None:
    desk.lines("rows.jsonl", *(row(f"d{n}", source="nobody") for n in range(5)))
    report = desk.ingest()
    (note,) = report.notes
    assert (note.count, note.first) == (5, "rows.jsonl:1")
    assert "'nobody' is not registered" in note.text
    document = desk.store.latest("d0")
    assert document is not None
    assert document.authority_level is Authority.USER


def test_a_level_that_a_document_claims_is_noted_and_ignored(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a", source="forum", authority_level=3))
    report = desk.ingest()
    assert any("authority_level" in note.text for note in report.notes)
    document = desk.store.latest("a")
    assert document is not None
    assert document.authority_level is Authority.USER


def test_a_later_registry_gives_documents_their_rank_as_a_new_version(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a", source="court"))
    desk.ingest()
    court = Source("court", "The Court", Authority.OFFICIAL)
    report = desk.ingest(sources=(*SOURCES, court))
    assert report.counts["new_version"] == 1
    assert report.new_versions[0].reason.endswith("in authority")
    document = desk.store.latest("a")
    assert document is not None
    assert document.authority_level is Authority.OFFICIAL


def test_without_a_registry_the_one_of_the_store_stays(desk: Desk) -> None:
    desk.lines("a.jsonl", row("a"))
    desk.ingest()
    version, _ = desk.store.registry()
    desk.lines("b.jsonl", row("b"))
    assert desk.ingest(sources=None).notes == ()
    assert desk.store.registry()[0] == version


def test_other_options_read_a_finished_file_again(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a"))
    desk.ingest()
    assert desk.ingest(domain=Domain.NEWS).counts["new_version"] == 1


def test_an_act_on_something_unknown_is_kept_and_listed_until_its_target_comes(
    desk: Desk,
) -> None:
    acts = desk.lines("acts.jsonl", act("rule-12"), act("rule-13", effective_from="2026-05-01"))
    report = desk.ingest(acts)
    assert report.ok
    assert (report.counts["acts_accepted"], report.counts["acts_pending"]) == (2, 2)
    assert [line.where for line in report.pending] == ["acts.jsonl:1", "acts.jsonl:2"]
    assert "'rule-12' is not stored" in report.pending[0].reason
    assert [entry["effective_from"] for entry in desk.entries("act")] == ["", "2026-05-01"]
    later = desk.ingest(desk.lines("rows.jsonl", row("rule-12")))
    assert later.counts["acts_pending"] == 1
    assert later.pending[0].where == "stored earlier"
    assert "'rule-13'" in later.pending[0].reason


def test_an_act_that_stands_before_its_target_is_not_pending_in_the_end(desk: Desk) -> None:
    desk.lines("a-acts.jsonl", act("late"))
    desk.lines("b-rows.jsonl", row("late"))
    assert desk.ingest().pending == ()


def test_bad_records_are_named_by_file_and_line_and_the_others_are_taken(desk: Desk) -> None:
    desk.file(
        "rows.jsonl",
        "\n".join(
            (
                json.dumps(row("a")),
                '{"doc_id": "b", "doc_id": "b"}',
                json.dumps(row("c", published="2026-02-30")),
                json.dumps(row("d", published=None)),
                json.dumps(act("")),
                "not json",
                json.dumps(row("e", "Another text of its own.")),
            )
        ),
    )
    report = desk.ingest(desk.folder, desk.folder / "missing.md")
    assert not report.ok
    assert (report.counts["accepted"], report.counts["rejected"]) == (2, 6)
    places = [line.where for line in report.rejected]
    assert places[:5] == [f"rows.jsonl:{n}" for n in (2, 3, 4, 5, 6)]
    assert places[5].endswith("missing.md")
    assert "add `published: YYYY-MM-DD`" in report.rejected[2].reason
    assert all("\n" not in line.reason for line in report.rejected)
    # A file with a fault is read again until it is mended, and what is good of it stays.
    assert desk.ingest().counts["rejected"] == 5


def test_the_report_lies_beside_the_store_and_says_the_same(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a"), row("b", published="2027"), act("x"), {"doc_id": "c"})
    report = desk.ingest()
    found = written(desk)
    assert found["complete"] is True
    assert found["ok"] is False
    assert found["counts"] == report.counts
    assert found["counts"]["rejected"] == len(found["rejected"]) == 1
    assert found["quarantined"][0]["where"] == "rows.jsonl:2"
    assert found["pending_acts"][0]["where"] == "rows.jsonl:3"
    assert [p.name for p in desk.store.path.parent.iterdir() if p.name.endswith(".tmp")] == []


def test_a_report_that_cannot_be_written_says_so(desk: Desk) -> None:
    desk.lines("rows.jsonl", row("a"))
    report_path(desk.store.path).mkdir()
    with pytest.raises(StoreError, match="ingest report"):
        desk.ingest()


def test_progress_is_told_and_ends_at_what_was_expected(desk: Desk) -> None:
    desk.lines("rows.jsonl", *(row(f"d{n}", f"Text number {n}.") for n in range(7)))
    desk.file("one.md", "---\npublished: 2025\n---\nText.\n")
    told: list[tuple[int, int | None, str]] = []
    desk.ingest(batch=3, progress=lambda *seen: told.append(seen))
    assert [done for done, _, _ in told] == [3, 6, 8]
    assert all(total == 8 for _, total, _ in told)


def test_nothing_to_ingest_is_said(desk: Desk) -> None:
    from ledgerrag.pachon.ingest import IngestOptions, ingest

    with pytest.raises(InputError, match="nothing to ingest"):
        ingest([], desk.store, desk.recorder, options=IngestOptions(), clock=lambda: desk.now)


def test_a_record_of_a_list_without_a_name_is_refused(desk: Desk) -> None:
    desk.lines("rows.jsonl", {"text": "Text.", "published": "2025"})
    report = desk.ingest()
    assert "doc_id is missing" in report.rejected[0].reason


@pytest.mark.samples
def test_the_site_policy_is_taken_in_whole_and_again_unchanged(desk: Desk, samples: Path) -> None:
    number = len(list((samples / "site_policy").glob("*.md")))
    first = desk.ingest(samples / "site_policy")
    # Four of the files really have front matter that is no YAML: `doc_id: a: b`.
    assert all("broken front matter" in line.reason for line in first.rejected)
    assert first.documents + len(first.rejected) == number
    assert first.documents * 100 >= number * 99
    again = desk.ingest(samples / "site_policy")
    assert again.counts["unchanged"] == first.documents
