from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.pachon.sketch import PERMUTATIONS, Sketch, agree, credits_of, sketch, sketch_all
from tests.pachon.channel import Desk, row

STORY = (
    "The harbour board will close the northern bridge to lorries from Monday after inspectors"
    " found cracks in 14 of its 62 girders, the board said on Friday. Repairs are expected to"
    " take nine weeks and to cost 3,400,000 crowns. Drivers are asked to use the tunnel, where"
    " the toll of 25 crowns is waived until the bridge opens again. The board had put off the"
    " inspection twice since spring, according to minutes that were seen by reporters."
)


def clusters(desk: Desk, *rows: dict[str, object]) -> list[str]:
    desk.lines("rows.jsonl", *rows)
    assert desk.ingest().ok
    found = (desk.store.latest(str(stated["doc_id"])) for stated in rows)
    return [document.cluster for document in found if document is not None]


def post(number: int, text: str, source: str = "") -> dict[str, object]:
    return row(f"p{number}", text, source=source or f"feed-{number}")


@given(st.text(max_size=120), st.text(max_size=10), st.text(max_size=10))
def test_a_sketch_is_the_same_packed_and_unpacked(text: str, source: str, title: str) -> None:
    found = sketch(text, source, title)
    assert Sketch.unpack(found.pack()) == found
    assert found.similarity(found) == PERMUTATIONS


def test_many_sketches_equal_each_alone() -> None:
    items = [(STORY, "a", "T"), ("short", "b", ""), ("", "c", ""), ("one two", "d", "U")]
    assert list(sketch_all(items)) == [sketch(*item) for item in items]


def test_ten_copies_of_one_wire_story_are_one_cluster(desk: Desk) -> None:
    heads = ["", "HARBOUR - ", "Breaking: ", "(X Wire) ", "Update. "]
    tails = ["", " (X Wire)", " Source: X News Agency", " Reported by X wire.", " Read more."]
    rows = [post(n, heads[n % 5] + STORY + tails[n // 2]) for n in range(10)]
    assert len(set(clusters(desk, *rows))) == 1


def test_a_shortened_copy_with_the_agencys_credit_joins_its_cluster(desk: Desk) -> None:
    short = "KELL (Reuters) - " + " ".join(STORY.split()[:46]) + "."
    own = " Local traders fear for their trade, as the market lies behind the bridge."
    found = clusters(desk, post(1, "KELL (Reuters) - " + STORY), post(2, short + own))
    assert found[0] == found[1]


def test_without_a_common_credit_half_a_story_stands_alone(desk: Desk) -> None:
    short = " ".join(STORY.split()[:46]) + "."
    own = " Local traders fear for their trade, as the market lies behind the bridge."
    found = clusters(desk, post(1, STORY), post(2, short + own))
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 50.", "The limit is 80."),
        ("The limit is 50.", "The limit is eighty."),
        ("The limit is 1,000 units.", "The limit is 10,000 units."),
        (STORY, STORY.replace("25 crowns", "35 crowns")),
        (STORY, STORY.replace("nine weeks", "six weeks")),
        (f"(Reuters) {STORY}", f"(Reuters) {STORY}".replace("14 of", "41 of")),
        ("The fee is due.", "The fee is not due."),
        (
            "The minister denied the report of a strike.",
            "The minister made the report of a strike.",
        ),
    ],
)
def test_statements_that_contradict_each_other_are_not_copies(
    desk: Desk, one: str, other: str
) -> None:
    found = clusters(desk, post(1, one), post(2, other))
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 50.", "the LIMIT is 50"),
        ("The limit is 1,000 units.", "The limit is 1000 units"),
        (STORY, STORY + " Published by us today."),
        (STORY, STORY),
    ],
)
def test_copies_are_found_whatever_their_case_and_punctuation(
    desk: Desk, one: str, other: str
) -> None:
    found = clusters(desk, post(1, one), post(2, other))
    assert found[0] == found[1]


def test_copies_are_found_across_ingests_and_batches(desk: Desk) -> None:
    desk.lines("a.jsonl", post(1, STORY))
    desk.ingest()
    desk.lines("b.jsonl", *(post(n, STORY + f" {'x' * n}") for n in range(2, 8)))
    desk.ingest(batch=2)
    assert desk.store.counts()["clusters"] == 1


def test_an_official_text_and_its_copies_by_others_are_one_cluster(desk: Desk) -> None:
    found = clusters(desk, post(1, STORY, "regulator"), post(2, STORY, "daily"))
    assert found[0] == found[1]


def test_alike_provisions_of_one_official_source_stay_apart(desk: Desk) -> None:
    other = STORY.replace("girders", "pillars")
    found = clusters(desk, post(1, STORY, "regulator"), post(2, other, "regulator"))
    assert found[0] != found[1]


def test_one_text_of_an_official_source_about_two_things_is_no_copy(desk: Desk) -> None:
    text = "This Act is binding on the Crown."
    rows = [row(name, text, title=f"{name}, s. 3") for name in ("Bank Act", "Road Act")]
    found = clusters(desk, *rows, row("mirror", text, title="Bank Act, s. 3", url="u"))
    assert found[0] == found[2] != found[1]


def test_versions_of_a_series_by_one_source_share_its_cluster(desk: Desk) -> None:
    rows = [
        row("a", "The limit is 50.", series="s"),
        row("b", "Quite another text with 7 words of its own.", series="s", published="2025-02-01"),
        row("c", "A third text.", series="s", source="daily", published="2025-03-01"),
    ]
    found = clusters(desk, *rows)
    assert found[0] == found[1] != found[2]


def test_a_cluster_once_given_is_never_changed(desk: Desk) -> None:
    first = clusters(desk, post(1, STORY), post(2, "Something else entirely, in 5 words."))
    desk.lines("more.jsonl", *(post(n, STORY) for n in range(3, 6)))
    desk.ingest()
    documents = (desk.store.latest("p1"), desk.store.latest("p2"))
    assert [document.cluster for document in documents if document] == first


def test_thousands_of_alike_short_texts_do_not_fill_the_bands(desk: Desk) -> None:
    rows = [row(f"r{n}", "[Repealed]", source="regulator") for n in range(300)]
    assert len(set(clusters(desk, *rows))) == 1
    key = sketch("[Repealed]", "regulator").bands()[0]
    assert len(desk.store.bands([key])[key]) == 1


def test_figures_left_out_of_a_copy_do_not_part_it_from_its_source() -> None:
    one, other = sketch("It costs 50 and 20 in all.", "a"), sketch("It costs 50 in all.", "b")
    assert agree(one, other, credited=False)
    assert not agree(one, sketch("It costs 50 and 30 in all.", "c"), credited=False)


def test_every_agency_and_service_has_a_word_that_hints_at_it() -> None:
    listing = files("ledgerrag.pachon").joinpath("syndication.toml").read_text("utf-8")
    agencies = tomllib.loads(listing)["agencies"]
    for names in agencies.values():
        for name in names:
            text = f"A story. ({name})"
            words = text.casefold().replace("(", "").replace(")", "").replace("-", " ").split()
            assert credits_of(text, words), name


@pytest.mark.parametrize(
    "text",
    [
        "LONDON, June 3 (Reuters) - Text.",
        "Text. Source: Reuters",
        "Reuters — Text.",
        "Text. © 2026 Thomson Reuters",
        "Text, reported by Reuters.",
    ],
)
def test_credits_of_one_agency_are_one(text: str) -> None:
    assert sketch(text, "a").credits == sketch("(Reuters) Other.", "b").credits != ()


def test_an_agency_that_is_only_spoken_of_is_no_credit() -> None:
    assert sketch("Reuters is a company with a wire.", "a").credits == ()
