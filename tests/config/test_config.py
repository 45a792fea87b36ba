from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.config import PRESETS, Params, lexicon, load, resolve
from ledgerrag.errors import ConfigError
from ledgerrag.model import UNIT, Domain


def test_every_preset_loads_and_carries_its_name() -> None:
    assert [load(name).preset for name in PRESETS] == list(PRESETS)


def test_the_paper_preset_keeps_the_published_rules() -> None:
    paper = load("paper")
    assert not paper.strict_verified
    assert not paper.clusters
    assert not paper.hindsight
    assert paper.adjudication == "paper"
    assert paper.stats == "index"
    assert {paper.time_validity(domain) for domain in Domain} == {"decay"}
    assert (paper.places_official, paper.places_outlet, paper.per_cluster, paper.per_series) == (
        (0, 0, 0, 0)
    )


def test_law_is_fresh_while_in_force_and_news_decays() -> None:
    params = load()
    assert params.time_validity(Domain.REGULATION) == "in_force"
    assert params.time_validity(Domain.REFERENCE) == "in_force"
    assert params.time_validity(Domain.NEWS) == "decay"
    assert params.horizon_days(Domain.NEWS) < params.horizon_days(Domain.REFERENCE)


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("tau_cov", "0.85", "tau_cov_u", 850_000),
        ("tau_cov_u", 850_000, "tau_cov_u", 850_000),
        ("tau_cov", 1, "tau_cov_u", UNIT),
        ("S_max", "4", "s_max", 4),
        ("top-k", 7, "top_k", 7),
        ("epsilon", "1e-6", "epsilon_u", 1),
        ("tau_v", "-0.5", "tau_v_u", -500_000),
        ("clusters", "off", "clusters", False),
        ("stats", "index", "stats", "index"),
    ],
)
def test_a_value_is_read_exactly(name: str, value: str | int, field: str, expected: object) -> None:
    assert getattr(load(overrides={name: value}), field) == expected


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"tau_covv": "0.8"}, "did you mean tau_cov?"),
        ({"preset": "news"}, "there is no parameter 'preset'"),
        ({"tau_cov": "1.2"}, "give 0 to 1"),
        ({"tau_cov": "0.1234567"}, "at most six decimals"),
        ({"tau_cov": "much"}, "is not a number"),
        ({"tau_cov": "NaN"}, "is not a number"),
        ({"tau_cov": "Infinity"}, "is not a number"),
        ({"s_max": "0"}, "give 1 to 50"),
        ({"s_max": "2.5"}, "a whole number"),
        ({"clusters": "maybe"}, "write true or false"),
        ({"stats": "live"}, "choose from as_of, index"),
        ({"tau_cov": "0.8", "tau_cov_u": 1}, "is given twice"),
        ({"top_k": "2", "places_official": "3"}, "exceed top_k = 2"),
        ({"zzz": "1"}, "choose from s_max"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(
    overrides: dict[str, str | int], said: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(overrides=overrides)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_preset_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError, match="did you mean regulation"):
        load("regulations")


def test_a_file_changes_the_preset_and_a_value_given_by_hand_changes_the_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('preset = "news"\n[params]\ntau_cov = 0.9\ns_max = 5\n', encoding="utf-8")
    params = load(file=file, overrides={"s_max": "6"})
    assert (params.preset, params.tau_cov_u, params.s_max) == ("news", 900_000, 6)
    assert params.given == ("s_max", "tau_cov_u")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[params\n", "is not TOML"),
        (b"\xff\xfe", "is not TOML"),
        (b"tau_cov = 0.8\n", "unknown entry 'tau_cov'"),
        (b"params = 3\n", "preset is a word and"),
        (b"[params]\ntau = 0.1\n", "there is no parameter 'tau'"),
        (b"[params]\ns_max = true\n", "is not a number"),
        (b"[params]\ns_max = [1]\n", "is not a number"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load(file=file)
    assert said in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml cannot be read"):
        load(file=tmp_path / "none.toml")


def test_auto_becomes_the_preset_of_the_domain_and_keeps_what_was_set_by_hand() -> None:
    # top_k is set to what auto has anyway; it must survive all the same.
    auto = load(overrides={"s_max": "5", "places_outlet": "1"})
    news, law = resolve(auto, Domain.NEWS), resolve(auto, Domain.REFERENCE)
    assert (news.preset, news.s_max, news.places_outlet) == ("news", 5, 1)
    assert (law.preset, law.s_max) == ("regulation", 5)
    assert resolve(load("paper"), Domain.NEWS) == load("paper")


def test_reserved_places_of_a_preset_give_way_to_a_short_list() -> None:
    params = load("regulation", overrides={"top_k": "2"})
    assert (params.places_official, params.places_outlet) == (2, 0)


def test_the_canonical_form_holds_no_floats_and_every_deciding_field() -> None:
    form = load().canonical()
    assert {type(value) for value in form.values()} <= {int, str, bool}
    assert list(form) == sorted(form)
    assert set(form) == set(Params.__slots__) - {"given"}


def test_how_a_value_was_set_does_not_change_the_canonical_form() -> None:
    assert load(overrides={"tau_cov": "0.80"}).canonical() == load().canonical()


def test_every_parameter_is_described() -> None:
    described = load().describe()
    assert all(item.meaning for item in described)
    assert {item.name for item in described} == {
        name.removesuffix("_u") for name in load().canonical()
    }


def test_word_lists_ship_with_the_package() -> None:
    assert "debunk" in lexicon("actions")["counter"]
    assert "repealed" in lexicon("signals")["english"]
