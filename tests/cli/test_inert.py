from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.cli.inert import inert


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "<U+001B>[31mred<U+001B>[0m"),
        ("ab\u202edc", "ab<RIGHT-TO-LEFT OVERRIDE>dc"),
        ("a\u2066b\u2069", "a<LEFT-TO-RIGHT ISOLATE>b<POP DIRECTIONAL ISOLATE>"),
        ("zero\u200bwidth", "zero<ZERO WIDTH SPACE>width"),
        ("bell\x07", "bell<U+0007>"),
        ("half \ud800 pair", "half <U+D800> pair"),
    ],
)
def test_what_would_act_on_a_terminal_is_shown_by_name(text: str, shown: str) -> None:
    assert inert(text) == shown


def test_lines_and_tabs_become_blanks() -> None:
    assert inert("one\n\ttwo\r\nthree") == "one two three"


def test_letters_of_every_script_stay_as_they_are() -> None:
    text = "Größe 270 日 می‌خواهم ½ € [1]"
    assert inert(text) == text


@given(st.text())
def test_nothing_that_is_shown_can_act_and_showing_twice_changes_nothing(text: str) -> None:
    shown = inert(text)
    assert not any(
        ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E for c in shown
    )
    assert inert(shown) == shown
    shown.encode("utf-8")
