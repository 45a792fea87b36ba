from __future__ import annotations

from dataclasses import replace

from ledgerrag.api import drafts
from ledgerrag.cms.matching import ClaimIndex, Hearing, News, terms, touched
from ledgerrag.cms.watched import Found, Watched
from ledgerrag.model import Act, Document
from ledgerrag.reading import RuleReader
from ledgerrag.stance.rules import RuleStance
from ledgerrag.stance.seam import StanceModel
from tests.making import act, document

FEE = "The mooring fee for a fishing boat is 12 euros per day."
RAISED = "The mooring fee for a fishing boat is 15 euros per day."
RULES: StanceModel = RuleStance()


def watched(
    text: str, watch: str = "w", *, status: str = "verified", due: str = "", names: str = ""
) -> Watched:
    claim = drafts.claims(text, RuleReader())[0]
    found = Found(status, "", "", "", "")
    return Watched(watch, 1, claim, "r", "c1", 1, due, frozenset(names.split()), found)


def index(*claims: Watched) -> ClaimIndex:
    made = ClaimIndex()
    for one in claims:
        made.put(one)
    return made


def hit(
    held: ClaimIndex,
    *documents: Document,
    acts: tuple[Act, ...] = (),
    hearing: Hearing | None = None,
) -> set[str]:
    seen = dict.fromkeys(held.claims, 1)
    found = touched(held, News(documents, acts, seen), hearing or Hearing(RULES))
    return {watch for watch, _ in found}


def test_a_sentence_that_says_otherwise_touches_the_claim_wherever_it_stands() -> None:
    held = index(watched(FEE), watched("The toll for a loaded lorry is 30 euros.", "toll"))
    news = document("news", f"It rained in Velm. {RAISED} The market was open.", seq=2)
    assert hit(held, news) == {"w"}


def test_a_text_about_something_else_touches_nothing() -> None:
    held = index(watched(FEE))
    assert (
        hit(held, document("x", "The berth for a sailing yacht is 15 metres long.", seq=2)) == set()
    )


def test_who_says_what_is_verified_already_touches_it_only_where_that_is_asked() -> None:
    news = document("x", FEE, seq=2)
    assert hit(index(watched(FEE)), news) == set()
    assert hit(index(watched(FEE)), news, hearing=Hearing(RULES, confirming=True)) == {"w"}
    assert hit(index(watched(FEE, status="unverified")), news) == {"w"}


def test_where_a_model_judges_too_words_alone_decide_who_is_asked() -> None:
    news = document("x", "Every fishing boat pays a mooring fee.", seq=2)
    assert hit(index(watched(FEE)), news) == set()
    assert hit(index(watched(FEE)), news, hearing=Hearing(RULES, by_model=True)) == {"w"}


def test_a_claim_is_touched_by_what_it_rests_on_whatever_that_says() -> None:
    held = index(watched(FEE, names="fee fee@1 act-1"), watched(FEE, "other", names="toll"))
    assert hit(held, document("new", "Nothing at all.", series="fee", seq=2)) == {"w"}
    for target in ("fee", "fee@1", "act-1"):
        acts = (replace(act("repeal", target, published="2026-01-01"), seq=2),)
        assert hit(held, acts=acts) == {"w"}
    by = replace(act("supersede", "elsewhere", by="fee", published="2026-01-01"), seq=2)
    assert hit(held, acts=(by,)) == {"w"}


def test_what_a_claim_has_seen_before_touches_it_no_more() -> None:
    held = index(watched(FEE, names="fee"))
    assert hit(held, document("new", RAISED, series="fee", seq=1)) == set()


def test_claims_that_say_the_same_are_touched_together_and_forgotten_apart() -> None:
    held = index(watched(FEE, "a"), watched(FEE, "b"))
    news = document("x", RAISED, seq=2)
    assert hit(held, news) == {"a", "b"}
    held.drop("a")
    assert hit(held, news) == {"b"}
    held.drop("b")
    held.drop("never there")
    assert hit(held, news) == set()
    assert held == ClaimIndex()


def test_a_claim_that_moved_on_rests_on_what_it_rests_on_now() -> None:
    held = index(watched(FEE, names="old"))
    held.put(watched(FEE, names="new"))
    assert held.resting_on(["old"]) == set()
    assert held.resting_on(["new"]) == {("w", 1)}


def test_a_claim_is_due_from_the_day_on_which_something_changes() -> None:
    held = index(watched(FEE, due="2026-05-01"), watched(FEE, "never"))
    assert held.due("2026-04-30") == set()
    assert held.due("2026-05-01") == held.due("2026-06-01") == {("w", 1)}


def test_a_claim_without_keys_is_known_by_its_words() -> None:
    claim = replace(watched("It is 12 euros per day.").claim, keys=())
    assert terms(claim)
