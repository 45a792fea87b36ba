from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.bench.estimates import wilson
from ledgerrag.dykbench.human import Key, Rating, Ratings, read_key, read_ratings, score
from ledgerrag.dykbench.human.scoring import Choice, KeyPair
from ledgerrag.errors import InputError, NotFoundError
from tests.dykbench.human.test_pairs import study

# ours stands on the left of odd pairs.
KEY = Key(
    form=1,
    study="s",
    systems=("ours", "base"),
    seed=1,
    pairs=tuple(
        KeyPair(
            pair=f"p{n}",
            item=f"i{n}",
            a="ours" if n % 2 else "base",
            b="base" if n % 2 else "ours",
        )
        for n in range(1, 7)
    ),
)


def rated(rater: str, *choices: Choice, study: str = "s") -> Ratings:
    return Ratings(
        form=1,
        study=study,
        rater=rater,
        ratings=tuple(
            Rating(pair=f"p{n}", choice=choice, reasons=("right",) if choice else (), comment="")
            for n, choice in enumerate(choices, 1)
        ),
    )


def test_sides_are_turned_into_systems_and_counted_by_hand() -> None:
    # ours, ours, base, tie; two pairs left out.
    found = score(KEY, [rated("ann", "a", "b", "b", "tie", "")])
    held = found.majority.preferred
    assert {name: (one.hits, one.total) for name, one in held.items()} == {
        "ours": (2, 4),
        "base": (1, 4),
        "tie": (1, 4),
    }
    assert held["ours"].interval == wilson(2, 4)
    assert found.pairs == (4, 6)
    # 2 against 1: (C(3, 0) + C(3, 1)) * 2 / 8 = 1.
    assert found.majority.p == 1.0
    assert (found.left.hits, found.left.total) == (1, 3)
    assert found.agreement == {}


def test_the_papers_shares_have_these_intervals() -> None:
    # 33, 11 and 6 of 50 (section 6.7); Wilson's bounds worked by hand from the formula.
    low, high = wilson(33, 50)
    assert (round(low, 3), round(high, 3)) == (0.522, 0.776)


def test_the_sign_test_is_exact_and_leaves_ties_out() -> None:
    found = score(KEY, [rated("ann", "a", "b", "a", "b", "a", "tie")])
    # five to none: 2 / 32.
    assert found.majority.p == pytest.approx(2 / 32)


def test_a_pair_counts_once_by_most_of_its_raters() -> None:
    found = score(KEY, [rated("ann", "a", "b"), rated("bob", "a", "a"), rated("cyd", "b", "tie")])
    # p1: ours, ours, base -> ours. p2: ours, base, tie -> tie.
    assert found.majority.preferred["ours"].hits == 1
    assert found.majority.preferred["tie"].hits == 1
    assert found.majority.preferred["ours"].total == 2
    assert found.raters_shares["bob"].preferred["base"].hits == 1


def test_kappa_of_two_raters_by_hand_over_the_pairs_that_both_rated() -> None:
    # ours ours base tie against ours base base tie: 3 of 4; by chance (2*1 + 1*2 + 1*1) / 16.
    found = score(
        KEY, [rated("ann", "a", "b", "b", "tie", "a"), rated("bob", "a", "a", "b", "tie")]
    )
    agreed = found.agreement["ann", "bob"]
    assert float(agreed.value) == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert agreed.items == 4
    assert agreed.low < float(agreed.value) < agreed.high


def test_reasons_are_counted_for_the_system_they_were_given_for() -> None:
    ratings = Ratings(
        form=1,
        study="s",
        rater="ann",
        ratings=(
            Rating(pair="p1", choice="a", reasons=("right", "right", "clear"), comment="so"),
            Rating(pair="p2", choice="a", reasons=("right",), comment=""),
            Rating(pair="p3", choice="", reasons=("open",), comment="cannot tell"),
        ),
    )
    found = score(KEY, [ratings])
    assert found.reasons == {"ours": {"clear": 1, "right": 1}, "base": {"right": 1}, "tie": {}}
    assert found.comments == (("p1", "ann", "ours", "so"), ("p3", "ann", "", "cannot tell"))
    assert json.loads(json.dumps(found.plain()))["reasons"]["base"] == {"right": 1}


def test_a_study_without_a_preference_has_p_1() -> None:
    assert score(KEY, [rated("ann", "tie", "tie")]).majority.p == 1.0
    nobody = score(KEY, [rated("ann")])
    assert nobody.pairs == (0, 6)
    assert nobody.left.total == 0


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([], "no ratings are given"),
        ([rated("ann", "a", study="other")], "are of study other, the key is of s"),
        ([rated("ann", "a"), rated("ann", "b")], "rater ann is there twice"),
        ([rated("ann", "a", "a", "a", "a", "a", "a", "a")], "pair p7 twice or wrongly"),
    ],
)
def test_ratings_that_do_not_fit_the_key_are_named(files: list[Ratings], told: str) -> None:
    with pytest.raises(InputError, match=told):
        score(KEY, files)


def test_key_and_ratings_are_read_from_their_files(tmp_path: Path) -> None:
    made = study()
    (tmp_path / "key.json").write_text(made.key(), "utf-8")
    saved = {
        "form": 1,
        "study": made.name,
        "rater": "Ann B.",
        "ratings": [{"pair": "p001", "choice": "a", "reasons": ["right"], "comment": "ok"}],
    }
    (tmp_path / "ann.json").write_text(json.dumps(saved), "utf-8")
    found = score(read_key(tmp_path / "key.json"), [read_ratings(tmp_path / "ann.json")])
    assert found.majority.preferred[made.pairs[0].a.system].hits == 1
    assert found.raters == ("Ann B.",)


def test_a_file_that_is_none_is_named_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no key of a study at"):
        read_key(tmp_path / "none.json")
    bad = tmp_path / "bad.json"
    bad.write_text('{"form": 2}', "utf-8")
    with pytest.raises(InputError, match="is no file of ratings"):
        read_ratings(bad)
    with pytest.raises(InputError, match="cannot be read"):
        read_key(tmp_path)
