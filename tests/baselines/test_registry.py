from __future__ import annotations

import pytest

from ledgerrag import baselines, config
from ledgerrag.errors import ConfigError


def test_every_system_that_is_listed_can_be_made_and_carries_its_name_and_title() -> None:
    made = baselines.systems()
    assert tuple(one.name for one in made) == baselines.names()
    assert [one.title for one in made] == [one.title for one in baselines.entries().values()]
    assert len({one.title for one in made}) == len(made)


def test_systems_come_in_the_order_asked_each_once() -> None:
    made = baselines.systems(["ledgerrag", "rule-only", "ledgerrag"])
    assert [one.name for one in made] == ["ledgerrag", "rule-only"]


def test_an_unknown_system_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError) as caught:
        baselines.systems(["query-rag"])
    assert "query-rag" in str(caught.value)
    assert "did you mean query-rag-bm25?" in caught.value.next_step


@pytest.mark.parametrize("name", baselines.names())
def test_a_setting_says_how_a_system_searches_and_each_names_what_it_follows(name: str) -> None:
    entry = baselines.entry(name)
    assert entry.retrieval == {"A": "lexical", "B": "dense"}[entry.setting]
    assert len(entry.reference) > 10


@pytest.mark.parametrize("name", baselines.names())
def test_every_parameter_that_a_system_sets_exists_and_changes_its_preset(name: str) -> None:
    entry = baselines.entry(name)
    if not entry.preset:
        assert not entry.params
        return
    plain = config.load(entry.preset).canonical()
    changed = config.load(entry.preset, None, entry.params).canonical()
    differ = {key for key in plain if plain[key] != changed[key]}
    # The default of the judge is stated on one side of its ablation, whichever it is.
    expected = set(entry.params) - ({"stance"} if "stance-model" in name else set())
    assert differ - {"stance"} == expected


def test_what_the_paper_reports_is_kept_as_it_stands_there() -> None:
    full = baselines.entry("ledgerrag").paper
    assert full is not None
    assert (full.table, full.conflict, full.calls_conflict) == (1, 0.9930, 3.0)
    without = baselines.entry("ledgerrag-without-conflict").paper
    assert without is not None
    assert (without.table, without.conflict, without.calls_conflict) == (5, 0.8267, None)
    assert baselines.entry("rule-only").paper is None
