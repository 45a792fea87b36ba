"""What held at (V, K), worked by hand."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from ledgerrag.dykbench.synthetic.courses import SCENARIOS, Probe
from ledgerrag.dykbench.synthetic.drafting import corrected, first, later
from ledgerrag.dykbench.synthetic.provisions import Course, Desk, Ending, truth
from ledgerrag.dykbench.synthetic.wording import matters


def desk(number: int = 0, *, near: bool = True) -> Desk:
    return Desk(
        f"case {number}", number, matters()[number % 20], (), date(2020, 1, 1), near, True, "By-law"
    )


def two_versions() -> Course:
    """One from 2020-01-01; one published 2021-03-01 that holds from 2021-06-01."""
    at, rng = desk(), Random(1)
    one = first(at, rng)
    two = later(at, (one,), rng, date(2021, 3, 1), date(2021, 6, 1))
    return Course(at, (one, two))


@pytest.mark.parametrize(
    ("v", "k", "version"),
    [
        (date(2020, 6, 1), date(2020, 6, 1), 0),
        (date(2021, 4, 1), date(2021, 4, 1), 0),
        (date(2021, 5, 31), date(2021, 12, 1), 0),
        (date(2021, 6, 1), date(2021, 6, 1), 1),
        # Nobody knew of it yet.
        (date(2021, 6, 1), date(2021, 2, 1), 0),
    ],
)
def test_a_later_version_holds_from_its_first_day_for_those_who_know_it(
    v: date, k: date, version: int
) -> None:
    course = two_versions()
    assert truth(course, v, k).version == course.versions[version]


def test_nothing_holds_before_the_first_day() -> None:
    assert truth(two_versions(), date(2019, 12, 31), date(2022, 1, 1)).version is None


def test_a_temporary_order_lapses_and_the_base_revives() -> None:
    at, rng = desk(3), Random(1)
    base = first(at, rng)
    order = later(at, (base,), rng, date(2021, 1, 1), date(2021, 2, 1), ends=date(2021, 4, 1))
    course = Course(at, (base, order))
    assert truth(course, date(2021, 3, 31), date(2021, 3, 31)).version == order
    assert truth(course, date(2021, 4, 1), date(2021, 4, 1)).version == base


def test_a_repeal_spares_old_cases_where_it_says_so() -> None:
    at = desk(2)
    base = first(at, Random(1))
    ends = Ending("repeal", None, date(2021, 1, 1), date(2021, 3, 1), saves=True)
    course = Course(at, (base,), (ends,))
    v = date(2021, 5, 1)
    assert truth(course, v, v).version is None
    assert truth(course, v, v, period=date(2021, 2, 15)).version == base
    assert truth(course, v, v, period=date(2021, 4, 15)).version is None
    assert truth(course, date(2021, 2, 1), v).version == base


def test_nobody_can_tell_after_a_repeal_without_a_date() -> None:
    at = desk(2)
    course = Course(at, (first(at, Random(1)),), (Ending("repeal", None, date(2021, 1, 1), None),))
    assert truth(course, date(2021, 1, 2), date(2021, 1, 2)).version is None
    assert truth(course, date(2020, 12, 31), date(2020, 12, 31)).version is not None


def test_a_suspension_ends() -> None:
    at = desk(4)
    pause = Ending("suspend", None, date(2021, 1, 1), date(2021, 1, 10), date(2021, 2, 1))
    course = Course(at, (first(at, Random(1)),), (pause,))
    assert truth(course, date(2021, 1, 31), date(2021, 1, 31)).ending == pause
    assert truth(course, date(2021, 2, 1), date(2021, 2, 1)).version is not None


def test_a_correction_holds_for_the_past_once_it_is_known() -> None:
    at, rng = desk(5), Random(1)
    wrong = first(at, rng)
    right, ending = corrected(at, (wrong,), wrong, rng, date(2020, 5, 1))
    course = Course(at, (wrong, right), (ending,))
    assert truth(course, date(2020, 2, 1), date(2020, 4, 30)).version == wrong
    assert truth(course, date(2020, 2, 1), date(2020, 5, 1)).version == right


def test_a_withdrawn_amendment_never_holds() -> None:
    course = two_versions()
    key = course.versions[1].document.key
    ending = Ending("withdraw", None, date(2021, 5, 1), date(2021, 5, 1), target=key)
    gone = Course(course.desk, course.versions, (ending,))
    assert truth(gone, date(2021, 7, 1), date(2021, 7, 1)).version == course.versions[0]


NOTHING = {"repealed", "not saved", "suspended", "undated repeal", "retracted"}


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
@pytest.mark.parametrize("number", range(12))
def test_each_moment_of_a_scenario_is_what_its_kind_says(scenario: str, number: int) -> None:
    course, probes = SCENARIOS[scenario](desk(number, near=number % 2 == 0), Random(number))
    for probe in probes:
        assert probe.k >= probe.v
        held = truth(course, probe.v, probe.k, probe.period)
        assert (held.version is None) == (probe.kind in NOTHING)
        if probe.kind in ("before", "between", "withdrawn", "lapsed"):
            assert held.version == course.versions[0]
        if probe.kind in ("after", "temporary", "changed", "corrected"):
            assert held.version == course.versions[1]


def test_between_announcement_and_effect_both_versions_are_known() -> None:
    course, probes = SCENARIOS["amended"](desk(1), Random(5))
    between = next(probe for probe in probes if probe.kind == "between")
    new = course.versions[1]
    assert new.published <= between.v < new.begins
    assert isinstance(between, Probe)


def test_versions_of_near_words_differ_in_their_value_only() -> None:
    course = two_versions()
    one, two = (version.document.record()["text"] for version in course.versions)
    assert isinstance(one, str)
    assert isinstance(two, str)
    style = course.versions[0].fact.style
    was, now = (version.value.spelled(style) for version in course.versions)
    assert one.replace(was, now) == two
