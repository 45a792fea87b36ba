from __future__ import annotations

from ledgerrag.api.views import LedgerRow, LedgerView
from ledgerrag.dykbench.items import Quote
from ledgerrag.dykbench.metrics.context import Context, Found
from ledgerrag.dykbench.metrics.judge import LocalJudge
from ledgerrag.dykbench.metrics.misses import (
    Miss,
    MissKind,
    citation,
    cited_sentences,
    every,
    form,
    retrieval,
)
from ledgerrag.dykbench.metrics.said import read
from ledgerrag.model import Status
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import OLD, RULE, answer, cite, gold, item, unverified
from tests.entries import entry

LOCAL = LocalJudge(RuleStance())
WANTED = item(gold(evidence=(Quote("mooring", 2, 0, 34), Quote("gazette", 1, 50, 90))))


def test_retrieval_fails_where_no_span_that_settles_it_was_found() -> None:
    assert retrieval(read(WANTED, answer()), Context()) == ()
    old = answer(citations=[cite(OLD, key="mooring@1")])
    (miss,) = retrieval(read(WANTED, old), Context()) or ()
    assert miss.kind is MissKind.RET_FAIL
    assert miss.text == "wanted mooring@2, gazette@1; found mooring@1"
    (none,) = retrieval(read(WANTED, unverified()), Context()) or ()
    assert none.text.endswith("found nothing")
    assert retrieval(read(item(), answer()), Context()) is None


def test_a_span_is_found_where_a_stretch_of_its_version_overlaps_it() -> None:
    said = read(WANTED, unverified())
    for found, fails in (
        (Found("gazette@1", 89, 120), False),
        (Found("gazette@1", 90, 120), True),
        (Found("gazette@1", 10, 50), True),
        (Found("gazette@1"), False),
        (Found("gazette@2"), True),
    ):
        assert bool(retrieval(said, Context(found=(found,)))) is fails


def test_what_the_searches_returned_counts_alone_where_it_is_on_record() -> None:
    assert retrieval(read(WANTED, answer()), Context(found=()))


def test_the_ledger_and_what_is_named_as_nearest_count_as_found() -> None:
    row = LedgerRow(entry("gazette", start=60), Status.IN_FORCE, "", "", "", 0)
    view = LedgerView("run", "q", "2026", "2026", (), (row,))
    assert retrieval(read(WANTED, unverified()), Context(ledger=view)) == ()
    near = answer((), citations=(), nearest=[cite()])
    assert retrieval(read(WANTED, near), Context()) == ()


def test_a_sentence_misses_where_its_citation_says_otherwise_or_is_out_of_time() -> None:
    cases = {
        "": answer(),
        "not held by mooring@1": answer(citations=[cite(OLD, key="mooring@1")]),
        "mooring@2 is superseded": answer(citations=[cite(status=Status.SUPERSEDED)]),
        "published 2026-12-01": answer(citations=[cite(published="2026-12-01")]),
        "a mark leads to no citation": answer([(RULE, (1, 2))]),
    }
    for told, said in cases.items():
        found = citation(read(item(), said), LOCAL)
        assert len(found) == bool(told)
        assert all(told in one.text and RULE in one.text for one in found)


def test_a_month_that_may_lie_before_k_is_not_after_it() -> None:
    assert not citation(read(item(), answer(citations=[cite(published="2026-11")])), LOCAL)
    assert citation(read(item(), answer(citations=[cite(published="2026-12")])), LOCAL)


def test_a_sentence_without_citations_is_counted_by_recall_and_not_here() -> None:
    said = read(item(), answer([(RULE, ()), (RULE, (1,))]))
    assert citation(said, LOCAL) == ()
    assert cited_sentences(said) == 1


def test_an_answer_without_verdict_or_sentence_is_malformed() -> None:
    assert form(read(item(), answer())) == form(read(item(), unverified())) == ()
    for said, told in (
        (None, "no answer: the server is gone"),
        (answer(verdicts=()), "no verdict in the answer"),
        (answer(()), "no sentence in the answer"),
        (answer([(" ", ())]), "no sentence in the answer"),
    ):
        (miss,) = form(read(item(), said), "the server is gone")
        assert (miss.kind, miss.text) == (MissKind.FMT_MIS, told)


def test_all_failures_of_an_answer_come_by_kind() -> None:
    said = answer(verdicts=(), citations=[cite(OLD, key="mooring@1")])
    kinds = [one.kind for one in every(read(WANTED, said), Context(), LOCAL)]
    assert kinds == [MissKind.FMT_MIS, MissKind.RET_FAIL, MissKind.CIT_MIS]
    found = list(every(read(WANTED, None), Context(), LOCAL, "it failed"))
    assert [one.kind for one in found] == [MissKind.FMT_MIS, MissKind.RET_FAIL]


def test_a_failure_comes_back_from_json() -> None:
    miss = Miss(MissKind.CIT_MIS, "not held")
    assert Miss.from_plain(miss.plain()) == miss
