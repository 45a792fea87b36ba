import pytest

from ledgerrag.reading.provisions import provisions, without


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When do sections 41 to 44 end?", ("41", "42", "43", "44")),
        ("Do rules 7, 9 and 12 apply?", ("7", "9", "12")),
        ("under ss. 3, 4(1) and 5", ("3", "4(1)", "5")),
        ("articles 8 or 9", ("8", "9")),
        ("section 5 or 6 days", ("5",)),
        ("sections 1 to 900", ("1", "900")),
        ("s. 46-403", ("46-403",)),
        ("sections 9 to 7", ("9", "7")),
    ],
)
def test_lists_and_ranges_name_every_provision(text: str, expected: tuple[str, ...]) -> None:
    assert provisions(text) == expected


def test_a_range_is_taken_out_whole() -> None:
    assert without("When do sections 41 to 43 end?").split() == ["When", "do", "end?"]
    assert without("sections 41 to 43 end", numbers=True).split() == ["41", "42", "43", "end"]
