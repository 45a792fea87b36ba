from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.errors import ConfigError, NotFoundError
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.sources import Registry, load, parse

GOOD = '[sources.b]\nname = "B"\nauthority_level = 1\n[sources.a]\nauthority_level = 3\n'


def test_a_registry_is_read_in_the_order_of_its_keys() -> None:
    assert parse(GOOD) == (
        Source("a", "a", Authority.OFFICIAL),
        Source("b", "B", Authority.USER),
    )


def test_a_source_that_nobody_registered_has_no_level() -> None:
    registry = Registry.of(parse(GOOD))
    assert registry.level("a") is Authority.OFFICIAL
    assert registry.level("c") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[sources.a]\nauthority_level = 4\n", "source 'a': authority_level"),
        ("[sources.a]\nauthority_level = 0\n", "authority_level"),
        ('[sources.a]\nauthority_level = "3"\n', "authority_level"),
        ("[sources.a]\nauthority_level = true\n", "authority_level"),
        ('[sources.a]\nname = "A"\n', "authority_level"),
        ("[sources.a]\nauthority_level = 1\nlevel = 3\n", "level"),
        ("[sources.a]\nauthority_level = 1\n[sources.a]\nauthority_level = 3\n", "twice"),
        ("[sources.a]\nauthority_level = 1\nauthority_level = 3\n", "twice"),
        ("sources = 3\n", "registers no source"),
        ("", "registers no source"),
        ("[source.a]\nauthority_level = 1\n", "'source' beside"),
        ("[sources]\na = 3\n", "source 'a'"),
        ('[sources."a\\u0000b"]\nauthority_level = 1\n', "source key"),
        ("not toml", "is not TOML"),
        ("x = " + "[" * 5000, "is not TOML"),
    ],
)
def test_a_bad_registry_is_refused_by_name_and_with_the_next_step(text: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text, name="mine.toml")
    assert says in str(caught.value)
    assert "mine.toml" in str(caught.value)
    assert caught.value.next_step
    assert "\n" not in str(caught.value)


def test_a_missing_or_unreadable_registry_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"no\.toml"):
        load(tmp_path / "no.toml")
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(bad)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


@pytest.mark.samples
def test_the_sample_registry_is_read(samples: Path) -> None:
    assert all(
        source.authority_level is Authority.OFFICIAL for source in load(samples / "sources.toml")
    )
