"""Days at which a change has one answer: none that the source leaves open."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ledgerrag.dykbench.real.moments import in_force, moments
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import End, Provision, Version

ISSUER = Source("board", "Board of Dams", Authority.OFFICIAL)


def provision(*days: tuple[str, str], seen_until: str = "2024-12-31") -> Provision:
    versions = tuple(
        Version(n, published, effective, f"text {n}", seen_until if n == len(days) else "")
        for n, (published, effective) in enumerate(days, 1)
    )
    return Provision("s", "made", ISSUER, "Dam Act", "section 7", "Leaks", "t", versions)


AHEAD = provision(("2020-01-01", "2020-01-01"), ("2021-03-01", "2021-06-01"))
LATE = provision(("2020-01-01", "2015-01-01"), ("2021-06-01", "2021-03-01"))


def drawn(one: Provision, place: int = 0) -> list[tuple[str, str, str, bool]]:
    return [
        (found.kind, found.v, found.k, found.new)
        for seed in range(40)
        for found in moments(one, place, random.Random(seed))
    ]


def test_before_is_known_and_in_force_and_after_is_both_published_and_in_force() -> None:
    for kind, v, k, new in drawn(AHEAD):
        if kind == "before":
            assert "2020-01-01" <= v == k < "2021-03-01"
            assert not new
        if kind == "after":
            assert "2021-06-01" <= v == k <= "2024-12-31"
            assert new


def test_between_publication_and_effect_the_old_text_holds_and_the_new_is_known_ahead() -> None:
    found = [one for one in drawn(AHEAD) if one[0] == "between"]
    assert {new for _, _, _, new in found} == {True, False}
    for _, v, k, new in found:
        assert "2021-03-01" <= k < "2021-06-01"
        assert (v >= "2021-06-01") is new


def test_what_was_published_late_is_asked_only_with_what_was_known_later() -> None:
    kinds = {kind for kind, _, _, _ in drawn(LATE)}
    assert kinds == {"before", "after", "late"}
    for kind, v, k, _ in drawn(LATE):
        if kind == "late":
            assert "2021-03-01" <= v < "2021-06-01" <= k
        else:
            assert not "2021-03-01" <= v < "2021-06-01"


def test_nothing_is_asked_before_the_first_version_was_seen() -> None:
    assert min(v for _, v, _, _ in drawn(LATE)) >= "2020-01-01"


def test_a_change_of_which_the_source_is_not_sure_is_never_asked_about() -> None:
    unsure = replace(AHEAD.versions[1], sure=False)
    assert drawn(replace(AHEAD, versions=(AHEAD.versions[0], unsure))) == []


def test_after_ends_where_a_later_version_is_known_or_the_provision_ends() -> None:
    three = provision(
        ("2020-01-01", "2020-01-01"), ("2021-03-01", "2021-06-01"), ("2021-09-01", "2021-12-01")
    )
    assert max(v for kind, v, _, _ in drawn(three) if kind == "after") < "2021-09-01"
    ended = replace(AHEAD, end=End("2021-08-01", "2021-08-15"))
    assert max(v for kind, v, _, _ in drawn(ended) if kind == "after") < "2021-08-01"


@pytest.mark.parametrize(
    ("v", "k", "number"),
    [
        ("2019-12-31", "2019-12-31", None),
        ("2021-05-31", "2021-05-31", 1),
        ("2021-06-01", "2021-06-01", 2),
        ("2021-06-01", "2021-02-28", 1),
        ("2022-01-01", "2022-01-01", None),
        ("2022-01-01", "2021-11-30", 2),
    ],
)
def test_the_version_in_force_is_the_last_begun_by_then_of_those_known_by_then(
    v: str, k: str, number: int | None
) -> None:
    found = in_force(replace(AHEAD, end=End("2021-12-01", "2022-01-01")), v, k)
    assert (found.number if found else None) == number
