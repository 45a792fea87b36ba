"""A notice tells by its own words from which day it speaks, and gives itself no force by them."""

from __future__ import annotations

import pytest

from ledgerrag.reading.announcing import holds_from


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The toll is 6 euros. The change takes effect on 3 May 2026.", "2026-05-03"),
        ("The new rules apply from 3 May 2026.", "2026-05-03"),
        ("This order enters into force as of May 3, 2026.", "2026-05-03"),
        ("Until 3 May 2026 nothing changes.", "2026-05-03"),
        ("Until 3 May 2026, the present toll remains as it is.", ""),
        ("Until 3 May 2026 the present rates remain in place.", "2026-05-03"),
        ("The change takes effect on 9 June 2026. The rule applies from 3 May 2026.", "2026-05-03"),
    ],
)  # fmt: skip
def test_the_earliest_day_that_a_notice_names_for_itself_counts(text: str, day: str) -> None:
    found = holds_from(text)
    assert (found.text if found else "") == day


@pytest.mark.parametrize(
    "text",
    [
        "The bridge closes on 3 May 2026.",
        "The pool is open until 3 May 2026.",
        "The change takes effect at once.",
        "The change takes effect on 3 May.",
        "Appeals must be filed from 3 May 2026.",
        "",
    ],
)
def test_a_day_of_something_else_is_none(text: str) -> None:
    assert holds_from(text) is None
