"""Adapters of law and terms: what they take from their sources, and the traps they know."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.errors import InputError
from ledgerrag.pachon.adapters import (
    canada_laws,
    dc_code,
    github_site_policy,
    mozilla_rootpolicy,
    ota_terms,
)
from ledgerrag.pachon.adapters.provisions import Provision, acts, records
from tests.rawlaw import (
    canada,
    clause,
    columbia,
    github,
    mozilla,
    packed,
    page,
    section,
    terms,
)


def days(provision: Provision) -> list[tuple[str, str]]:
    return [(one.published, one.effective) for one in provision.versions]


def test_a_section_is_published_when_it_was_first_seen_and_holds_from_its_own_day(
    tmp_path: Path,
) -> None:
    canada(tmp_path)
    changed, repealed, still = canada_laws.read(tmp_path)
    assert days(changed) == [("2021-02-26", "2015-03-01"), ("2023-08-01", "2023-06-22")]
    assert changed.title == "Dam Act, section 7: Leaks of dams"
    assert [one.gone for one in repealed.versions] == [False, True]
    assert len(still.versions) == 1


def test_a_text_that_only_mentions_a_repeal_is_not_gone(tmp_path: Path) -> None:
    text = "3 A ferry pays a fee.\n(2) [Repealed, 2019, c. 1, s. 2]"
    canada(tmp_path, [section("3", ("2020-01-01", "2021-02-26", text))])
    assert not next(iter(canada_laws.read(tmp_path))).versions[0].gone


def test_an_amending_law_is_a_document_of_its_own_with_the_days_of_the_law(tmp_path: Path) -> None:
    columbia(tmp_path)
    paragraph, law, still = dc_code.read(tmp_path)
    assert days(paragraph) == [("2016-03-10", "2016-03-10"), ("2019-03-01", "2019-05-10")]
    assert paragraph.versions[1].edits == (("$200", "$350"),)
    assert law.about == paragraph.series
    assert days(law) == [("2019-03-01", "2019-05-10")]
    assert "§ 40-12(a)(2)" in law.title
    assert still.section == "§ 40-30"


def test_a_section_that_was_amended_since_is_not_read_in_its_old_text(tmp_path: Path) -> None:
    columbia(tmp_path)
    assert "dc:40-12" not in {one.series for one in dc_code.read(tmp_path)}


def test_a_day_of_effect_counts_where_the_page_states_it_for_the_first_time(tmp_path: Path) -> None:
    github(tmp_path)
    closing = next(iter(github_site_policy.read(tmp_path)))
    assert days(closing) == [("2019-01-10", "2019-01-10"), ("2020-04-01", "2020-05-01")]


@pytest.mark.parametrize("stated", ["2019-02-01", "2018-12-01"])
def test_a_day_that_an_earlier_commit_stated_or_that_lies_before_it_is_no_day_of_this_change(
    tmp_path: Path, stated: str
) -> None:
    rows = [
        page(
            "a-policy", "A. One", ("2019-01-10", "2019-02-01", "x one"), ("2020-01-01", stated, "y")
        )
    ]
    github(tmp_path, rows)
    (one,) = github_site_policy.read(tmp_path)
    assert days(one)[1] == ("2020-01-01", "2020-01-01")


def test_a_section_that_was_taken_out_ends_by_an_act_and_its_versions_tell_nothing_of_it(
    tmp_path: Path,
) -> None:
    github(tmp_path)
    _, bells = github_site_policy.read(tmp_path)
    assert [one["published"] for one in acts(bells)] == ["2020-09-01"]
    assert [one.text for one in bells.versions] == ["Bells ring at noon in every hall."]
    assert all("effective_to" not in one for one in records(bells))


def test_a_section_that_came_back_after_it_was_taken_out_is_left_out(tmp_path: Path) -> None:
    states = [(f"2020-0{n}-01", "", text) for n, text in ((1, "a"), (2, "[Removed]"), (3, "a"))]
    github(tmp_path, [page("a-policy", "A. One", *states)])
    assert list(github_site_policy.read(tmp_path)) == []


def test_a_page_whose_sections_come_back_in_a_later_one_was_renamed_and_is_left_out(
    tmp_path: Path,
) -> None:
    old = [page("old-policy", f"A. Head {n}", ("2019-01-01", "", f"text {n}")) for n in "xyz"]
    new = [page("new-policy", f"B. Head {n}", ("2020-01-01", "", f"text {n}")) for n in "xyz"]
    other = [page("other-policy", "A. Head x", ("2019-01-01", "", "text"))]
    github(tmp_path, [*old, *new, *other])
    found = {one.instrument for one in github_site_policy.read(tmp_path)}
    assert found == {"New Policy", "Other Policy"}


def test_lines_that_the_width_broke_are_joined_and_items_stay_apart() -> None:
    broken = "An operator MUST\nkeep a list of:\n* names,\n in order\n* days."
    joined = "An operator MUST keep a list of:\n* names, in order\n* days."
    assert mozilla_rootpolicy.unbroken(broken) == joined


def test_a_release_is_published_with_its_commit_and_ends_with_the_eve_of_the_next(
    tmp_path: Path,
) -> None:
    mozilla(tmp_path)
    (lists,) = mozilla_rootpolicy.read(tmp_path)
    assert days(lists) == [("2017-06-23", "2017-06-23"), ("2019-12-09", "2020-01-01")]
    assert [one.seen_until for one in lists.versions] == ["2019-12-08", ""]
    assert lists.title == "Mozilla Root Store Policy, section 2.1: Lists"


def test_a_clause_has_the_declared_days_and_blocks_that_stay_are_clauses_too(
    tmp_path: Path,
) -> None:
    terms(tmp_path)
    changed, still = ota_terms.read(tmp_path)
    assert days(changed) == [("2021-03-02", "2021-03-01"), ("2022-05-03", "2022-05-10")]
    assert all(one.sure for one in changed.versions)
    assert still.versions[0].text.startswith("Cardhall keeps a list")


@pytest.mark.parametrize(
    ("state", "sure"),
    [
        (clause("2022-05-03", "2022-05-10", "A player must be 16."), True),
        (clause("2022-05-03", "2022-05-10", "A player must be 16.", technical=True), False),
        (clause("2022-05-03", "2021-03-02", "A player must be 16."), False),
    ],
)
def test_a_change_is_sure_only_where_its_day_lies_after_the_last_sight_of_the_old_text(
    tmp_path: Path, state: dict[str, object], *, sure: bool
) -> None:
    name = "ota:Cardhall/Terms of Service#c4"
    first = clause("2021-03-02", "2021-03-01", "A player must be 13.")
    terms(tmp_path, [{"id": name, "versions": [first, state]}])
    changed = next(iter(ota_terms.read(tmp_path)))
    assert changed.versions[1].sure is sure


@pytest.mark.parametrize(("text", "declared"), [("[Removed]", "2022-05-10"), ("A player.", "")])
def test_a_clause_that_was_lost_or_has_a_version_without_a_day_is_left_out(
    tmp_path: Path, text: str, declared: str
) -> None:
    name = "ota:Cardhall/Terms of Service#c4"
    states = [clause("2021-03-02", "2021-03-01", "A"), clause("2022-05-03", declared, text)]
    terms(tmp_path, [{"id": name, "versions": states}])
    assert name not in {one.series for one in ota_terms.read(tmp_path)}


def test_a_source_that_is_missing_or_damaged_is_named_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"canada_laws/provision_versions.jsonl.gz is missing"):
        list(canada_laws.read(tmp_path))
    path = tmp_path / "canada_laws" / "provision_versions.jsonl.gz"
    packed(path, [])
    path.write_bytes(b"no gzip")
    with pytest.raises(InputError, match="cannot be read"):
        list(canada_laws.read(tmp_path))
    packed(path, [{"id": "x"}])
    with pytest.raises(InputError, match="has no 'versions'"):
        list(canada_laws.read(tmp_path))
