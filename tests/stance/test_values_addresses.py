import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.stance.codes import without_addresses
from ledgerrag.stance.names import names
from ledgerrag.stance.values import values


@pytest.mark.parametrize(
    "text",
    [
        "See https://harbour.example.org/2031/05/04/item-77.",
        "Visit www.port44.example.com/9 today",
        "Write to desk7@port.example.org",
        "Phone 555-301-7788",
        "Phone (555) 301-7788",
        "Phone 1-800-301-7788",
        "Phone +44 20 7946 0958",
        "harbour12.example.ca/88",
    ],
)
def test_an_address_holds_no_value(text: str) -> None:
    assert values(text) == ()


def test_values_beside_an_address_keep_their_places() -> None:
    text = "At https://x.example.org/12 the toll is $9 from 4 May 2031."
    found = {value.text: value.start for value in values(text)}
    assert found == {"$9": text.index("$9"), "4 May 2031": text.index("4 May")}


def test_an_address_names_nobody() -> None:
    found = names("He met Ann Lee, see https://x.org/Bob-Ray.")
    assert [name.text for name in found] == ["Ann Lee"]


@pytest.mark.parametrize("text", ["$1.500.000", "1,200-1,300 tonnes", "2031-05-04", "4.5 km"])
def test_figures_are_no_addresses(text: str) -> None:
    assert without_addresses(text) == text


@given(st.text(max_size=80))
def test_the_length_of_a_text_stays(text: str) -> None:
    assert len(without_addresses(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("Acres burned: 3.0412e+05.", "304120", "acre"),
        ("Hectares burned: 1.5E3", "1500", "hectare"),
        ("Acres burned: 2e-1", "0.2", "acre"),
    ],
)
def test_an_exponent_is_a_number_of_its_label(text: str, amount: str, unit: str) -> None:
    (value,) = values(text)
    assert (value.amount, value.unit) == (amount, unit)


def test_a_listed_provision_at_the_end_of_a_sentence_is_no_amount() -> None:
    assert values("A penalty set under sections 12.1 and 12.11.") == ()
