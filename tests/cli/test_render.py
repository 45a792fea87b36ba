from __future__ import annotations

import pytest
from rich.cells import cell_len

from ledgerrag.cli import render
from ledgerrag.model import Status, Verdict
from tests.cli.made import QUOTE, answer, citation, nothing_stands, printed, verdict

WIDE = """\
The reporting period is 270 days [1].
  [1] Market Regulator · official · published 2026-05-15 · in force since 2026-07-01 · \
Notice 44 · notice-44@1 [212:268]
      "the period referred to in rule 12 is two hundred and seventy (270) days"
Changed    180 -> 270 days from 2026-07-01 (before: rule-12@3)
Disputed   2 posts say 180 days (user-generated, 1 independent source): outranked by [1]
Checklist  nothing open
As of      2026-08-01 · known at 2026-08-01 · regulation
Run        01JDQ6 · 2 steps, 4 retrieval calls, 38 ms, journal entry 18231
"""


def shown(answer_: object, width: int, **how: bool) -> str:
    page, out = printed(width, **how)
    render.answer(page, answer_)  # type: ignore[arg-type]
    return out.getvalue()


def test_the_view_says_who_since_when_and_where_exactly() -> None:
    assert shown(answer(), 120) == WIDE


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("found", [answer(), nothing_stands()])
def test_no_line_is_wider_than_the_terminal_and_none_ends_in_blanks(
    found: object, width: int
) -> None:
    lines = shown(found, width).splitlines()
    assert all(cell_len(line) <= width for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_wrapped_lines_stay_indented_under_their_citation() -> None:
    lines = shown(answer(), 60).splitlines()
    assert lines[1].startswith("  [1] Market Regulator")
    assert lines[2].startswith("      ")
    assert " ".join(" ".join(lines).split()).count(QUOTE) == 1


def test_where_nothing_stands_the_nearest_thing_is_named_with_its_status() -> None:
    text = shown(nothing_stands(), 120)
    assert "Claims     c1 unverified: no evidence that stands" in text
    assert "withdrawn since 2026-04-20 · Notice 44 · circular-9@1" in " ".join(text.split())
    assert "note: withdrawn before it began" in text
    assert "Pending    500 euros from 2027-01-01 (rule-13@1)" in text
    assert "Checklist  unverified: the penalty: ask the Market Regulator" in text


def test_an_answer_without_a_sentence_says_that_nothing_stands() -> None:
    assert shown(answer(sentences=()), 80).startswith("Nothing stands")


def test_the_title_says_what_a_quote_is_about_unless_it_is_the_identifier() -> None:
    assert " · Notice 44 · notice-44@1" in shown(answer(), 200)
    named = citation(title="notice-44")
    assert shown(answer(citations=(named,)), 200).count("notice-44") == 1


def test_a_page_number_is_given_where_there_are_pages() -> None:
    assert "[212:268] · page 3" in shown(answer(citations=(citation(page=3),)), 200)


def test_a_known_end_is_shown_with_the_status() -> None:
    cited = citation(until="2026-10-01", status=Status.IN_FORCE)
    assert "in force since 2026-07-01 until 2026-10-01" in shown(answer(citations=(cited,)), 120)


def test_a_refuted_claim_is_listed_with_its_reason() -> None:
    found = answer(verdicts=(verdict(Verdict.REFUTED, "[1] says 3"),))
    assert "Claims     c1 refuted: [1] says 3" in shown(found, 80)


def test_times_can_be_left_out_for_a_text_that_is_the_same_each_time() -> None:
    assert " ms" not in shown(answer(), 120, live=False)


def test_a_document_cannot_write_markup_escapes_or_links() -> None:
    evil = "[bold red]x[/] [link=https://a.example]y[/link] \x1b]8;;https://a.example\x07z :smile:"
    text = shown(answer(citations=(citation(quote=evil, title=evil, source_name=evil),)), 200)
    assert "[bold red]x[/] [link=https://a.example]y[/link] <U+001B>]8;;" in text
    assert ":smile:" in text
    assert "\x1b" not in text


def test_a_terminal_gets_colours_and_the_same_words() -> None:
    text = shown(answer(), 120, terminal=True)
    assert "\x1b[" in text
    assert "\x1b]8" not in text


@pytest.mark.parametrize(
    ("end", "stands"), [(Verdict.CONTESTED, True), (Verdict.UNVERIFIED, False)]
)
def test_answered_means_that_some_claim_has_evidence(end: Verdict, *, stands: bool) -> None:
    assert render.answered(answer(verdicts=(verdict(end),))) is stands
