from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.errors import ConfigError
from ledgerrag.language.settings import ModelSettings, settings_from

BASE = {"LEDGERRAG_LM_BASE_URL": "http://127.0.0.1:8080/v1/", "LEDGERRAG_LM_MODEL": "tiny"}


def test_an_environment_without_a_server_sets_up_none() -> None:
    assert settings_from({}) is None
    assert settings_from({"LEDGERRAG_LM_MODEL": "tiny", "OPENAI_API_KEY": "key"}) is None


def test_every_setting_is_read_from_its_variable() -> None:
    stated = {
        "API_KEY": " key ",
        "SERVED": "tiny-2",
        "DEADLINE": "5",
        "MAX_BYTES": "9",
        "ATTEMPTS": "2",
        "CONCURRENCY": "1",
        "MAX_TOKENS": "7",
        "PROXY": "http://127.0.0.1:3128",
    }
    found = settings_from({**BASE, **{f"LEDGERRAG_LM_{k}": v for k, v in stated.items()}})
    assert found == ModelSettings(
        "http://127.0.0.1:8080/v1", "tiny", "key", "tiny-2", 5_000, 9, 2, 1, 7,
        "http://127.0.0.1:3128",
    )  # fmt: skip


def test_a_key_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("key-1\n", "utf-8")
    found = settings_from({**BASE, "LEDGERRAG_LM_API_KEY_FILE": str(file)})
    assert found is not None
    assert found.api_key == "key-1"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"BASE_URL": "localhost:8080"}, "no address of a server"),
        ({"BASE_URL": "ftp://host/v1"}, "no address of a server"),
        ({"BASE_URL": "http://host:port/v1"}, "no address of a server"),
        ({"BASE_URL": "http://host/v1?key=1"}, "no address of a server"),
        ({"BASE_URL": "http://[::1/v1"}, "no address of a server"),
        ({"MODEL": ""}, "no model is named"),
        ({"MODEL": "a\nb"}, "no model is named"),
        ({"DEADLINE": "soon"}, "LEDGERRAG_LM_DEADLINE is 'soon'"),
        ({"DEADLINE": "-1"}, "LEDGERRAG_LM_DEADLINE is '-1'"),
        ({"CONCURRENCY": "0"}, "concurrency of the language model is below 1"),
        ({"API_KEY": "a\nb"}, "no key has"),
        ({"API_KEY_FILE": "/nowhere/at/all"}, "API_KEY_FILE /nowhere/at/all: no such file"),
        ({"API_KEY": "a", "API_KEY_FILE": "b"}, "both set"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(changes: dict[str, str], told: str) -> None:
    stated = {**BASE, **{f"LEDGERRAG_LM_{name}": value for name, value in changes.items()}}
    with pytest.raises(ConfigError, match=told):
        settings_from(stated)


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ConfigError, match="user name or password") as told:
        ModelSettings("https://me:hunter2@host/v1", "tiny")
    assert "hunter2" not in str(told.value)


def test_a_key_is_in_no_text_of_the_settings_and_changes_no_digest() -> None:
    plain = ModelSettings("http://host/v1", "tiny")
    keyed = ModelSettings("http://host/v1", "tiny", api_key="key-1")
    assert "key-1" not in repr(keyed)
    assert keyed.redacted("wrong: key-1") == "wrong: [key]"
    assert keyed.digest == plain.digest


def test_another_server_or_model_has_another_digest() -> None:
    digests = {
        ModelSettings(url, model).digest
        for url in ("http://a/v1", "http://b/v1")
        for model in ("tiny", "small")
    }
    assert len(digests) == 4
