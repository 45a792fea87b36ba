from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.model import Passage, Span, quote_sha256
from ledgerrag.pachon.spans import CONTEXT, LONGEST, chunk, chunk_all, passages, sentences
from tests.making import document


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


_ALPHABET = st.sampled_from("aB é日本🙂12.,;:?!()-\n\t —sS")
TEXTS = st.one_of(st.text(_ALPHABET, max_size=400), st.text(max_size=200))


@given(TEXTS)
def test_sentences_lie_in_order_inside_the_text_without_blanks_at_their_ends(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert end - start <= LONGEST
        last = end


@given(TEXTS)
def test_everything_that_says_something_is_in_a_sentence(text: str) -> None:
    inside = {place for start, end in sentences(text) for place in range(start, end)}
    assert all(place in inside for place, sign in enumerate(text) if sign.isalnum())


@settings(max_examples=30)
@given(TEXTS, st.integers(1, 60))
def test_chunks_cover_the_text_but_for_blanks(text: str, times: int) -> None:
    long = " ".join([text] * times)
    inside = {place for start, end in chunk(long) for place in range(start, end)}
    assert all(place in inside for place, sign in enumerate(long) if not sign.isspace())


@given(TEXTS)
def test_every_sentence_is_a_passage_of_some_chunk_and_its_quote_verifies(text: str) -> None:
    whole = document("d", text)
    found = set()
    for start, end in chunk(text):
        for passage in passages(whole, start, end):
            span = passage.span
            assert passage.text == text[span.start : span.end]
            assert span.quote_sha256 == quote_sha256(passage.text)
            assert len(passage.before) <= CONTEXT
            found.add((span.start, span.end))
    assert found == set(sentences(text))


def test_chunks_of_many_texts_equal_the_chunks_of_each() -> None:
    texts = [
        "short",
        "",
        "A sentence of words. " * 300,
        "日本語の文です。" * 200,
        "x" * 512,
        "y" * 513,
    ]
    assert chunk_all(texts) == tuple(chunk(text) for text in texts)


@pytest.mark.parametrize("sign", ["x", "=", "_", " ", "é", "日", "\n", "7", "ab1", "-\n"])
def test_a_run_without_end_is_cut_at_once(sign: str) -> None:
    text = f"Before. {sign * 20_000} After."
    spans = chunk(text)
    inside = {place for start, end in spans for place in range(start, end)}
    assert all(place in inside for place, here in enumerate(text) if not here.isspace())
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)


def test_a_long_text_is_cut_into_overlapping_chunks() -> None:
    text = " ".join(f"Sentence number {n} says a little." for n in range(400))
    spans = chunk(text)
    assert len(spans) > 3
    assert all(later[0] < earlier[1] for earlier, later in pairwise(spans))


def test_offsets_are_code_points_not_bytes() -> None:
    text = "🙂 Größe «zwei». " * 200
    assert all(text[start:end] == text[start:end].strip() for start, end in chunk(text))
    assert said("🙂 Première phrase. 二番目の文。三番目。") == [
        "🙂 Première phrase.",
        "二番目の文。",
        "三番目。",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Under s. 12 of the Act, No. 5 applies.",
        "See Art. 3 and ss. 4 to 6, Sch. 2, Pt. 3 and para. (a).",
        "The U.S. Senate, e.g. this one, met.",
        "Mr. Smith v. Jones was decided on Jan. 5 by Dr. Lee.",
        "Fees rose from $5.00 to $7.50 (i.e. by half).",
    ],
)
def test_abbreviations_do_not_end_a_sentence(sentence: str) -> None:
    assert said(f"First. {sentence} Last one.") == ["First.", sentence, "Last one."]


def test_a_real_end_is_still_an_end_after_an_ordinary_short_word() -> None:
    assert said("The answer was no. The vote was lost.") == [
        "The answer was no.",
        "The vote was lost.",
    ]


def test_items_of_a_list_are_sentences_of_their_own() -> None:
    text = "An operator must\n(a) file within 30 days; and\n(b) keep records.\n(2) Next rule."
    assert said(text) == [
        "An operator must",
        "(a) file within 30 days; and",
        "(b) keep records.",
        "(2) Next rule.",
    ]


def test_a_bare_enumerator_belongs_to_what_follows() -> None:
    assert said("42\n(1) The limit is 50.\n(a)\nor less") == [
        "42\n(1) The limit is 50.",
        "(a)\nor less",
    ]


def test_a_bare_figure_below_its_name_is_not_an_enumerator() -> None:
    assert said("Limit\n50\nFee\n20") == ["Limit", "50", "Fee", "20"]


def test_lines_broken_by_the_width_of_the_page_are_put_together() -> None:
    text = (
        "Yesterday the crews secured the perimeter between the edge of the fire and the\n"
        "control lines. Temperatures will rise, and it will be dry north of the town of Red\n"
        "Lake. Work continues."
    )
    first, second, third = said(text)
    assert first.endswith("edge of the fire and the\ncontrol lines.")
    assert second.endswith("the town of Red\nLake.")
    assert third == "Work continues."


def test_a_sentence_beyond_measure_is_cut_at_clause_borders() -> None:
    text = "; ".join(f"clause {n} says that something holds" for n in range(120)) + "."
    parts = said(text)
    assert len(parts) > 2
    assert all(len(part) <= LONGEST for part in parts)
    assert all(part.endswith((";", ".")) for part in parts)


def test_an_item_carries_the_words_that_lead_it_in() -> None:
    text = (
        "Part 3\n(1) An operator must file the report\n(a) within\n(i) 30 days, or\n(ii) 60 days,\n"
        "(b) in writing.\n(2) Unrelated."
    )
    found = {p.text: p.before for p in passages(document("d", text), 0, len(text))}
    assert "An operator must file the report" in found["(ii) 60 days,"]
    assert "(a) within" in found["(ii) 60 days,"]
    assert "An operator must file the report" in found["(b) in writing."]
    assert "within" not in found["(b) in writing."].split("\n")[0]


def test_bullets_carry_the_line_with_the_colon() -> None:
    text = "Intro.\nThe fees are:\n- 20 for children\n- 50 for adults\n\nAfterwards."
    found = {p.text: p.before for p in passages(document("d", text), 0, len(text))}
    assert found["- 50 for adults"] == "The fees are:\n- 20 for children"
    assert found["Afterwards."] == "- 50 for adults"


def test_a_finished_sentence_leads_nothing_in() -> None:
    text = "All of this was settled.\n1. First rule.\n2. Second rule."
    found = {p.text: p.before for p in passages(document("d", text), 0, len(text))}
    assert found["2. Second rule."] == "1. First rule."


def test_a_passage_is_the_same_from_whichever_chunk_it_was_found() -> None:
    text = " ".join(f"Sentence number {n} says a little." for n in range(400))
    whole = document("d", text)
    by_span: dict[Span, Passage] = {}
    for start, end in chunk(text):
        for passage in passages(whole, start, end):
            assert by_span.setdefault(passage.span, passage) == passage


@pytest.mark.samples
def test_spans_of_real_law_verify(samples: Path) -> None:
    with gzip.open(samples / "canada_laws.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for n, line in enumerate(lines) if n % 60 == 0]
    for text in texts:
        whole = document("d", text)
        for start, end in chunk(text):
            for passage in passages(whole, start, end):
                assert text[passage.span.start : passage.span.end] == passage.text
