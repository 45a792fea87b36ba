from __future__ import annotations

import pytest

from wagtail_ledgerrag.options import OptionsError, read_options

GOOD = {
    "URL": "http://127.0.0.1:8000/",
    "TOKEN": "lr_1_abcdefgh",
    "SITE": "post",
    "MODELS": ["news.StoryPage"],
}


def problems(raw: dict[str, object], environment: dict[str, str] | None = None) -> list[str]:
    with pytest.raises(OptionsError) as caught:
        read_options(raw, environment or {})
    return list(caught.value.problems)


def test_four_keys_are_enough() -> None:
    options = read_options(GOOD, {})
    assert (options.url, options.policy, options.when_down) == (
        "http://127.0.0.1:8000",
        "warn",
        "warn",
    )


def test_the_environment_fills_in_what_the_dictionary_leaves_out() -> None:
    stated = {
        "LEDGERRAG_URL": "https://ledger.example",
        "LEDGERRAG_TOKEN": "lr_2_zyxwvuts",
        "LEDGERRAG_SITE": "other",
    }
    options = read_options({"MODELS": ["news.StoryPage"], "SITE": "post"}, stated)
    assert options.url == "https://ledger.example"
    assert options.site == "post"


def test_each_missing_key_is_named_with_the_next_step() -> None:
    told = problems({})
    assert [line.split(" ")[0] for line in told] == [
        "LEDGERRAG['URL']",
        "LEDGERRAG['TOKEN']",
        "LEDGERRAG['SITE']",
        "LEDGERRAG['MODELS']",
    ]
    assert "ledgerrag token create" in told[1]


def test_an_unknown_key_is_named_with_those_that_there_are() -> None:
    (told,) = problems({**GOOD, "POLICE": "block"})
    assert told.startswith("LEDGERRAG['POLICE'] is no setting")
    assert "POLICY" in told


def test_a_key_in_small_letters_is_named() -> None:
    assert problems({**GOOD, "policy": "block"}) == [
        "LEDGERRAG['policy'] is no setting; keys are in capitals"
    ]


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8000", "ftp://host", "http://", "http://me:secret@host", "http://h/?a=1"]
)
def test_an_address_that_cannot_be_is_refused(address: str) -> None:
    (told,) = problems({**GOOD, "URL": address})
    assert told.startswith("LEDGERRAG['URL']: ")


def test_a_token_never_stands_in_a_message_or_in_the_options_as_they_are_printed() -> None:
    assert "abcdefgh" not in repr(read_options(GOOD, {}))
    (told,) = problems({**GOOD, "TOKEN": "short"})
    assert "short" not in told


def test_a_time_or_a_policy_that_cannot_be_is_named() -> None:
    told = problems({**GOOD, "GATE_SECONDS": 0, "POLICY": "never"})
    assert [line.split(":")[0] for line in told] == [
        "LEDGERRAG['POLICY']",
        "LEDGERRAG['GATE_SECONDS']",
    ]
