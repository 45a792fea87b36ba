"""Adapters of running reports: what they take from their sources, and the traps they know."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.errors import InputError
from ledgerrag.model import Authority
from ledgerrag.pachon.adapters import (
    breaking_wikipedia,
    calfire_incidents,
    cisa_kev,
    covid_uk,
    endoflife,
    nyt_election2020,
)
from ledgerrag.pachon.adapters.things import Kind, Thing, instant, number
from tests.rawlaw import packed
from tests.rawstream import (
    SHRUNK,
    articles,
    cases,
    count,
    fires,
    history,
    incident,
    releases,
    revision,
    ridge,
    update,
    vulnerabilities,
)


def amounts(thing: Thing, claim: str) -> list[str]:
    return [one.facts[claim].amount if claim in one.facts else "" for one in thing.states]


def test_a_fire_is_ordered_by_the_fetch_and_never_by_its_own_clock(tmp_path: Path) -> None:
    (fire,) = calfire_incidents.read(fires(tmp_path))
    assert fire.states[0].published == "2021-07-01T17:00:00Z"
    assert amounts(fire, "acres") == ["1000", "2500", "2500", "2400", "2400", "2380", ""]
    assert fire.words == {"thing": "Ridge Fire", "place": "Alder County", "when": "2021-07"}


def test_a_field_that_is_left_out_is_not_stated_and_not_carried_over(tmp_path: Path) -> None:
    (fire,) = calfire_incidents.read(fires(tmp_path))
    assert amounts(fire, "destroyed") == ["2", "", "", "", "", "", ""]


def test_a_smaller_area_is_a_correction_only_where_the_page_says_so(tmp_path: Path) -> None:
    (fire,) = calfire_incidents.read(fires(tmp_path))
    assert [one.corrects for one in fire.states] == ["", "", "", SHRUNK, "", "", ""]


@pytest.mark.parametrize(
    "words",
    [
        "Acreage was corrected after a flight.",
        "Better mapping shows less. Acreage change reflects improved mapping of the south side.",
        "The size was overstated last night.",
    ],
)
def test_a_correction_may_be_told_in_several_ways(tmp_path: Path, words: str) -> None:
    shrunk = incident(
        "a1",
        "Mill Fire",
        update("2021-08-01T10:00:00+00:00", 90, 5),
        update("2021-08-02T10:00:00+00:00", 80, 5, ConditionStatement=words),
    )
    found = {one.words["thing"]: one for one in calfire_incidents.read(fires(tmp_path, shrunk))}
    assert found["Mill Fire"].states[1].corrects


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (80, 90, SHRUNK),
        (90, 80, "Crews are mapping hazards. Acreage held overnight."),
        (90, 80, "A correction officer leads the crew."),
        (90, None, SHRUNK),
    ],
)
def test_growth_and_talk_of_maps_are_no_correction(
    tmp_path: Path, before: int, after: int | None, words: str
) -> None:
    grown = incident(
        "a1",
        "Mill Fire",
        update("2021-08-01T10:00:00+00:00", before, 5),
        update("2021-08-02T10:00:00+00:00", after, 5, ConditionStatement=words),
    )
    found = {one.words["thing"]: one for one in calfire_incidents.read(fires(tmp_path, grown))}
    assert not found["Mill Fire"].states[1].corrects


def test_a_narrative_comes_once_as_words_and_from_a_lower_source(tmp_path: Path) -> None:
    (fire,) = calfire_incidents.read(fires(tmp_path))
    told = [one.narrative for one in fire.states]
    assert told == ["", "At 1,000 acres &\n5%.", "", SHRUNK, "", "Crews go home.", ""]
    assert fire.narrator is not None
    assert fire.narrator.authority_level < fire.issuer.authority_level is Authority.OFFICIAL


def test_two_fires_of_one_name_place_and_month_are_not_asked_about(tmp_path: Path) -> None:
    twin = {**ridge(), "incident_id": "0f0f"}
    assert [one.asked for one in calfire_incidents.read(fires(tmp_path, twin))] == [False, False]


def test_an_exercise_is_no_incident(tmp_path: Path) -> None:
    drill = incident("9", "WST Test", update("2021-07-01T17:00:00+00:00", 1, 1))
    assert len(list(calfire_incidents.read(fires(tmp_path, drill)))) == 1


def test_a_candidates_figures_follow_the_name_when_the_lead_turns(tmp_path: Path) -> None:
    (contest,) = nyt_election2020.read(count(tmp_path))
    assert amounts(contest, "biden") == ["400", "800", "1000", "990"]
    assert amounts(contest, "leader") == ["Trump", "Biden", "Biden", "Biden"]
    assert contest.words == {"thing": "Westland"}
    assert contest.states[0].published == "2020-11-04T10:00:00Z"


def test_a_count_that_falls_corrects_the_one_before_it(tmp_path: Path) -> None:
    (contest,) = nyt_election2020.read(count(tmp_path))
    assert [bool(one.corrects) for one in contest.states] == [False, False, False, True]


def test_an_estimate_of_no_votes_left_is_no_estimate(tmp_path: Path) -> None:
    (contest,) = nyt_election2020.read(count(tmp_path))
    assert amounts(contest, "left") == ["900", "500", "", ""]


def test_a_yes_or_no_of_a_release_is_no_day(tmp_path: Path) -> None:
    (release,) = endoflife.read(releases(tmp_path))
    assert [one.facts["eol"].kind for one in release.states[:2]] == [Kind.FLAG, Kind.DAY]


def test_two_values_on_one_day_are_doubtful_until_the_next_edit(tmp_path: Path) -> None:
    (release,) = endoflife.read(releases(tmp_path))
    doubts = {one.published: sorted(one.doubts) for one in release.states}
    assert doubts["2023-03-01"] == []
    assert doubts["2023-08-01"] == doubts["2023-11-20"] == ["released"]


def test_a_release_with_a_field_under_its_old_and_new_name_is_doubtful(tmp_path: Path) -> None:
    old = history("osprey", "2.1", "support", ("2023-01-10", "2023-09-01"))
    new = history("osprey", "2.1", "eoas", ("2023-03-01", "2023-10-01"))
    (release,) = endoflife.read(releases(tmp_path, old, new))
    assert all("active" in one.doubts for one in release.states)


def test_a_release_known_by_no_number_is_not_asked_about(tmp_path: Path) -> None:
    named = history("osprey", "lark", "eol", ("2023-01-10", "2024-06-30"))
    found = {one.words["thing"]: one.asked for one in endoflife.read(releases(tmp_path, named))}
    assert found == {"Osprey 2.1": True, "Osprey lark": False}


def test_a_days_figures_keep_their_day_and_each_revision_its_instant(tmp_path: Path) -> None:
    first, second = covid_uk.read(cases(tmp_path))
    assert (first.about, second.about) == ("2020-04-01", "2020-04-02")
    assert first.series == second.series
    assert [one.published for one in first.states[:2]] == [
        "2020-04-01T17:00:00Z",
        "2020-04-03T17:00:00Z",
    ]
    assert amounts(first, "cases") == ["100", "130", "125", "190"]
    assert amounts(first, "deaths") == ["7", "7", "7", "7"]


def test_nothing_of_the_list_is_known_before_its_record_began(tmp_path: Path) -> None:
    found = list(cisa_kev.read(vulnerabilities(tmp_path)))
    assert {one.states[0].published for one in found} == {"2025-01-27T22:00:00Z"}


def test_an_edit_changes_its_field_alone_and_a_removal_ends_the_entry(tmp_path: Path) -> None:
    edited, removed, still = cisa_kev.read(vulnerabilities(tmp_path))
    assert amounts(edited, "ransomware") == ["Unknown", "Known", "Known"]
    assert amounts(edited, "due") == ["2025-02-20", "2025-02-20", "2025-05-01"]
    assert removed.ended == "2025-05-01T15:00:00Z"
    assert not still.ended


def test_a_box_is_read_by_its_braces_and_an_empty_field_is_not_stated(tmp_path: Path) -> None:
    (article,) = breaking_wikipedia.read(articles(tmp_path))
    assert amounts(article, "deaths") == ["2", "3", "3", "4"]
    assert amounts(article, "weapons")[0] == "Knife; Axe"
    assert amounts(article, "place")[0] == "the Old Quay, Lindhaven"
    assert amounts(article, "type")[-1] == "Mass stabbing"
    assert not any("attackers" in one.facts for one in article.states)


def test_a_bound_is_no_single_figure(tmp_path: Path) -> None:
    (article,) = breaking_wikipedia.read(articles(tmp_path))
    assert amounts(article, "injured") == ["", "", "5", "5"]
    assert ["injured" in one.doubts for one in article.states] == [False, True, False, False]


def test_two_revisions_of_one_instant_leave_every_field_in_doubt(tmp_path: Path) -> None:
    at = "2015-03-01T10:00:00Z"
    path = tmp_path / "breaking_wikipedia" / "revisions.jsonl.gz"
    packed(path, [revision(at, deaths="2"), revision(at, deaths="3")])
    (article,) = breaking_wikipedia.read(tmp_path)
    assert all("deaths" in one.doubts for one in article.states)


def test_an_article_is_prose_without_its_box_notes_and_marks(tmp_path: Path) -> None:
    (article,) = breaking_wikipedia.read(articles(tmp_path))
    (told, *rest) = [one.narrative for one in article.states]
    assert told.startswith("Early reports from Lindhaven spoke of nobody dead.")
    assert told.endswith("People were shocked.")
    assert not any(rest)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("2020-04-03T17:00:00+01:00", "2020-04-03T16:00:00Z"),
        ("2020-11-04 13:28:22.084000", "2020-11-04T13:28:22Z"),
    ],
)
def test_an_instant_is_told_in_utc(stated: str, told: str) -> None:
    assert instant(stated, "x") == told


@pytest.mark.parametrize(
    ("stated", "told"),
    [(7.0, "7"), ("0012", "12"), (0.5, "0.5"), (-3, ""), (True, ""), ("7-8", ""), (None, "")],
)
def test_a_number_is_plain_or_not_there(stated: object, told: str) -> None:
    assert number(stated) == told


def test_a_source_that_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="incident_updates"):
        list(calfire_incidents.read(tmp_path))
    packed(tmp_path / "nyt_election2020" / "state_changes.jsonl.gz", [{"state": "Westland"}])
    with pytest.raises(InputError, match="timestamp"):
        list(nyt_election2020.read(tmp_path))
    with pytest.raises(InputError, match="no instant"):
        instant("yesterday", "x")
