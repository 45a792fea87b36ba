"""Any text is a question or is refused in one line; a date of any precision is a date or is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import DateError, InputError
from tests.product.newsroom import Newsroom, cited

RULE = {
    "doc_id": "rule-12",
    "title": "Rule 12 Reporting period",
    "source": "regulator",
    "text": "12\nThe reporting period is 180 days.",
    "published": "2025-01-01",
}
PERIOD = "How long is the reporting period?"
MILLION = 1_000_000

TEXTS = {
    "nothing": "",
    "blanks": " \n\t\v\f ",
    "quotes": "\"how long\" is 'the' “reporting” «period»?",
    "operators": 'title:rule* AND NOT (period OR +days -weeks)~2^3 [a TO b] {c} "',
    "field": "body:reporting level:3 row:[0 TO 9]",
    "regular expression": "(a+)+$ .*?[^x]{9999} \\d\\Z(?P<x>",
    "SQL": "'; DROP TABLE document; -- SELECT * FROM run WHERE '1'='1",
    "template": "{{ 7*7 }} {% for x in y %} ${HOME} %s %n {0}",
    "markup": "<script>alert(1)</script> <!-- & &amp; ]]> [bold]x[/bold]",
    "NUL": "How long\x00 is the\x00 reporting period?",
    "NUL alone": "\x00",
    "controls": "".join(map(chr, range(32))) + "\x7f\x80\x9f reporting period",
    "escapes": "\x1b[31mreporting\x1b]0;x\x07 period\r\rspoof",
    "line ends": "a\u2028b\u2029c\x85d\r\ne",
    "punctuation": "?!.,;:—…()[]{}<>\"'`~@#$%^&*_-+=|\\/",
    "emoji": "🎉👩‍👩‍👧‍👦🇩🇪👍🏽",
    "right to left": "\u202eما هي مدة الإبلاغ؟\u202c מהי תקופת הדיווח",
    "bidirectional isolates": "\u2066\u2067\u2068reporting\u2069 period",
    "no joiner": "re\u200bport\u200d\ufeffing period",
    "combining": "a" + "\u0301" * 10_000,
    "folds": "İıßŒﬁǅΣς Å Å ｆｕｌｌ ①",
    "Chinese": "报告期有多长？",
    "digits": "Is it ٣٦٥ days, ½, 5² or 999999999999999999999999999999 days?",
    "numbers that overflow": "Is it 1e999999 %, Infinity EUR, NaN, -0 or 0x7f days?",
    "dates that cannot be": "Is it from 31 February 2026, 99/99/9999 or 0000-00-00?",
    "long number": "The fee is " + "9" * 5_000 + " EUR.",
    "many questions": "What is it? " * 2_000,
    "private and unassigned": "\ue000\U000f0000\U0010ffff\uffff\ufdd0",
    "1 MB of one letter": "x" * MILLION,
    "1 MB of words": "reporting period " * (MILLION // 17),
    "1 MB of marks": "?" * MILLION,
    "1 MB of brackets": "([{<" * (MILLION // 4),
    "1 MB of blanks": " " * MILLION + "reporting period",
    "1 MB of emphasis": "_a " * (MILLION // 3),
    "1 MB of conjunctions": "what is a and " * (MILLION // 14),
    "1 MB of lines": "a\n" * (MILLION // 2),
}
HALVES = ("\ud800", "reporting \udfff period", "\ud83d\ude00", "a" * 100_000 + "\udc80")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, LedgerRAG]]:
    """An empty store and one with a rule, open for the whole module."""
    empty, full = (Newsroom(tmp_path_factory.mktemp(name)) for name in ("empty", "full"))
    full.take_in(RULE)
    with empty.open() as one, full.open() as other:
        yield {"empty": one, "full": other}


@pytest.mark.parametrize("store", ["empty", "full"])
@pytest.mark.parametrize("name", TEXTS)
def test_any_text_is_a_question(opened: dict[str, LedgerRAG], name: str, store: str) -> None:
    rag = opened[store]
    answer = rag.ask(TEXTS[name])
    assert answer.sentences
    assert rag.answer(answer.run).text == answer.text
    if store == "empty":
        assert not answer.citations
        assert "unverified" in {item.kind for item in answer.checklist}


@pytest.mark.parametrize("store", ["empty", "full"])
@pytest.mark.parametrize("name", TEXTS)
def test_any_text_is_a_draft_or_is_empty(
    opened: dict[str, LedgerRAG], name: str, store: str
) -> None:
    if TEXTS[name].strip():
        assert opened[store].check(TEXTS[name]).paragraphs
    else:
        with pytest.raises(InputError, match="the draft is empty"):
            opened[store].check(TEXTS[name])


@pytest.mark.parametrize("text", HALVES, ids=range(len(HALVES)))
def test_half_of_a_surrogate_pair_is_refused_in_one_line(
    opened: dict[str, LedgerRAG], text: str
) -> None:
    rag = opened["full"]
    runs = rag.counts()["runs"]
    for refuse in (
        lambda: rag.ask(text),
        lambda: rag.check(text),
        lambda: rag.ask(PERIOD, actor=text),
        lambda: rag.ask(PERIOD, idem=text),
    ):
        with pytest.raises(InputError, match="half of a surrogate pair") as caught:
            refuse()
        assert len(str(caught.value)) < 120
    assert rag.counts()["runs"] == runs


def test_marks_around_the_words_do_not_hide_the_answer(opened: dict[str, LedgerRAG]) -> None:
    for text in (f'"{PERIOD}"', f"{PERIOD}\x00", f"  {PERIOD} 🎉", f"\u2068{PERIOD}\u2069"):
        assert cited(opened["full"].ask(text)) == ["rule-12@1"]


def test_all_that_was_asked_is_on_record_and_replays(opened: dict[str, LedgerRAG]) -> None:
    for rag in opened.values():
        for name in ("SQL", "NUL", "right to left", "emoji", "nothing", "1 MB of words"):
            answer = rag.ask(TEXTS[name])
            assert rag.replay(answer.run, "R1").identical, name
        assert rag.verify().ok


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=200))
def test_a_generated_text_is_answered_or_refused(opened: dict[str, LedgerRAG], text: str) -> None:
    rag = opened["full"]
    for call in (rag.ask, rag.check):
        with suppress(InputError):
            call(text)


WORDS = st.sampled_from([
    "reporting", "period", "180", "days", "is", "not", "how long", "?", ".", "and", "\n", "-", "#",
    "of", "12", "2025", "%", "EUR", "since", "July", '"', "\x00", "1.5", "total", "rule", "|",
])  # fmt: skip


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(words=st.lists(WORDS, max_size=30))
def test_words_of_the_corpus_in_any_order_are_answered(
    opened: dict[str, LedgerRAG], words: list[str]
) -> None:
    text = " ".join(words)
    assert opened["full"].ask(text).sentences
    if text.replace("\x00", " ").strip():
        opened["full"].check(text + " x")


DATES = {
    "0001": ("", ""),
    "0001-01-01": ("", ""),
    "2024": ("", ""),
    "2025": ("rule-12@1", "rule-12@1"),
    "2025-01": ("rule-12@1", "rule-12@1"),
    "2025-01-01": ("rule-12@1", "rule-12@1"),
    "2024-12-31": ("", ""),
    "2025-01-01T00:00Z": ("rule-12@1", "rule-12@1"),
    "2024-12-31T23:59:59Z": ("", ""),
    "2025-01-01T01:00+02:00": ("", ""),
    "2024-12-31T23:00-02:00": ("rule-12@1", "rule-12@1"),
    "9999": ("rule-12@1", "rule-12@1"),
    "9999-12-31": ("rule-12@1", "rule-12@1"),
    "9999-12-31T23:59:59Z": ("rule-12@1", "rule-12@1"),
    " 2025-06-01 ": ("rule-12@1", "rule-12@1"),
}


@pytest.mark.parametrize("date", DATES)
def test_a_date_of_any_precision_is_a_date(opened: dict[str, LedgerRAG], date: str) -> None:
    rag = opened["full"]
    as_of, known_at = DATES[date]
    assert cited(rag.ask(PERIOD, as_of=date)) == [as_of][: bool(as_of)]
    assert cited(rag.ask(PERIOD, known_at=date)) == [known_at][: bool(known_at)]
    both = rag.ask(PERIOD, as_of=date, no_hindsight=True)
    assert (both.as_of, both.known_at) == (both.known_at, both.as_of)
    assert rag.replay(both.run, "R1").identical
    assert rag.ask(PERIOD, period=date).period
    assert len(rag.standing("rule-12", as_of=date)) == 1
    assert rag.diff("rule-12", "0001", date) is not None
    assert rag.diff("rule-12", date, "9999-12-31T23:59:59Z") is not None
    rag.check("The reporting period is 180 days.", as_of=date)
    assert opened["empty"].ask(PERIOD, as_of=date, known_at=date).sentences


IMPOSSIBLE = [
    "0000", "0000-01-01", "10000", "99999-01-01", "-0001", "2026-00", "2026-13", "2026-02-29",
    "2026-02-30", "2026-04-31", "2026-1-1", "26-01-01", "01.02.2026", "01/02/2026", "1 May 2026",
    "today", "now", "tomorrow", "2026-05-01T24:01Z", "2026-05-01T10:60Z", "2026-05-01T10:00+25:00",
    "2026-05-01T10:00+10:75", "2026-W01", "2026-001", "１９９９", "٢٠٢٦", "NaN", "inf", "1e3",
    "0x10", "2026-05-01\x00", "\x00", "2026\n-05", "\ud800", "9" * 100_000, "2026-05-01T10:00:00.Z",
    "--", "0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00",
]  # fmt: skip


@pytest.mark.parametrize("date", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_date_that_cannot_be_is_refused_by_name(opened: dict[str, LedgerRAG], date: str) -> None:
    rag = opened["full"]
    runs = rag.counts()["runs"]
    for name, refuse in (
        ("as_of", lambda: rag.ask(PERIOD, as_of=date)),
        ("known_at", lambda: rag.ask(PERIOD, known_at=date)),
        ("period", lambda: rag.ask(PERIOD, period=date)),
        ("as_of", lambda: rag.check(PERIOD, as_of=date)),
        ("known_at", lambda: rag.standing("rule-12", known_at=date)),
        ("from", lambda: rag.diff("rule-12", date, "2026")),
        ("to", lambda: rag.diff("rule-12", "2026", date)),
    ):
        with pytest.raises(DateError) as caught:
            refuse()
        assert str(caught.value).startswith(name)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
    assert rag.counts()["runs"] == runs


def test_an_empty_store_lists_nothing_and_verifies(opened: dict[str, LedgerRAG]) -> None:
    rag = opened["empty"]
    assert rag.counts()["documents"] == 0
    assert not rag.pending_acts()
    assert not rag.incomplete()
    assert not rag.affected().runs
    assert rag.rebuild_index() == 0
    assert rag.ask(PERIOD).text.startswith("Nothing was found")
    assert rag.verify().ok
