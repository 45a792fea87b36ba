from __future__ import annotations

from ledgerrag.cli import intake
from ledgerrag.pachon.report import IngestReport, Line
from tests.cli.made import printed


def test_an_ingest_lists_what_was_not_stored_and_cuts_a_long_list() -> None:
    page, out = printed(80)
    lines = tuple(Line(f"{n}.md", "text is empty; add it") for n in range(25))
    intake.ingested(page, IngestReport("i", "2026", rejected=lines, files=1, resumed=True))
    shown = out.getvalue()
    assert "Rejected   0.md: text is empty; add it" in shown
    assert "and 5 more in the report beside the store" in shown
    assert "Resumed" in shown


def test_one_reason_for_many_records_of_a_file_is_said_once_and_hides_no_other() -> None:
    page, out = printed(80)
    lines = [Line(f"a.jsonl:{n}", "doc_id is missing; add it") for n in range(1, 31)]
    lines += [Line("feed.xml#2", "text is empty; add it"), Line("b.md", "not closed; end it")]
    intake.ingested(page, IngestReport("i", "2026", rejected=tuple(lines), files=3))
    assert out.getvalue().splitlines()[1:] == [
        "Rejected   a.jsonl:1 and 29 more: doc_id is missing; add it",
        "           feed.xml#2: text is empty; add it",
        "           b.md: not closed; end it",
    ]
