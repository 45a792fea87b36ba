"""Provisions that a text names by number and title."""

from __future__ import annotations

import pytest

from ledgerrag.reading.cited import Cited, cited


@pytest.mark.parametrize(
    ("text", "title", "number"),
    [
        ("Under section 21 of the Ferry Act, the council may close it.", "Ferry Act", "21"),
        (
            "Pursuant to section 205.06 of the Dorn–Lind Harbour and Offshore Rights Act, a plea",
            "Dorn–Lind Harbour and Offshore Rights Act",
            "205.06",
        ),
        ("Is the Ferry Student Rules, section 38 in force?", "Ferry Student Rules", "38"),
        ("What does § 31-3415 of the D.L. Code say?", "D.L. Code", "31-3415"),
        ("By which law was the D.L. Code, § 16-1053(a)(9) amended?", "D.L. Code", "16-1053"),
        ("Ferry Act s. 12: how long?", "Ferry Act", "12"),
        ("The time named by the Ferry Rules, 2013 at section 8 is 3 years.", "Ferry Rules", "8"),
        ("The sum that the Ferry Act (section 9) names is 5 euros.", "Ferry Act", "9"),
    ],
)
def test_a_provision_is_named_by_its_number_beside_a_title(
    text: str, title: str, number: str
) -> None:
    found = cited(text)
    assert found is not None
    assert (found.title, found.number) == (title, number)


@pytest.mark.parametrize(
    "text",
    [
        "What does section 5 say?",
        "What does section 5 of the Act say?",
        "What does section 5 of the by-laws say?",
        "How long is the annual period under the Ferry Act?",
        "",
    ],
)
def test_a_number_without_a_title_and_a_title_without_a_number_name_no_provision(
    text: str,
) -> None:
    assert cited(text) is None


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Ferry Act, section 21: Closing", True),
        ("Ferry Act (consolidated), s. 21(3)", True),
        ("Ferry Act, section 22: Closing under section 9", False),
        ("Lock Act, section 21: Closing", False),
        ("Ferry Act 21", False),
    ],
)
def test_a_title_is_that_of_the_provision_with_its_number_and_all_words(
    title: str, named: bool
) -> None:
    assert Cited("Ferry Act", "21").names(title) is named
