import pytest

from ledgerrag.stance.conjuncts import others
from ledgerrag.stance.values import figures

AFTER = "The toll is $4 for a barge and $9 for a yacht."
BEFORE = "The toll for a barge is $4 and for a yacht $9."


@pytest.mark.parametrize(
    ("text", "keys", "left"),
    [
        (BEFORE, ("toll", "yacht"), ["$9"]),
        (BEFORE, ("toll", "barg"), ["$4"]),
        (AFTER, ("toll", "yacht"), ["$9"]),
        (AFTER, ("toll", "barg"), ["$4"]),
        (AFTER, ("toll",), ["$4", "$9"]),
        (AFTER, ("barg", "yacht"), []),
        ("a bid from $4 to $9", ("bid",), ["$4", "$9"]),
        ("The toll is $4.", ("toll",), ["$4"]),
    ],
)
def test_figures_of_another_holder_are_set_aside(
    text: str, keys: tuple[str, ...], left: list[str]
) -> None:
    found = figures(text)
    away = others(keys, text, found)
    assert [one.value.text for one in found if one.value.start not in away] == left
