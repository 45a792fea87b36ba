from __future__ import annotations

from ledgerrag.service.door import Door
from tests.product.newsroom import seeded


def test_only_the_key_of_this_start_opens_and_only_what_was_made_of_it_is_known() -> None:
    first, second = Door.made(seeded("one")), Door.made(seeded("two"))
    assert first.fits(first.key)
    assert not first.fits(second.key)
    assert not first.fits("")
    assert first.knows(first.cookie)
    assert not first.knows(second.cookie)
    assert first.ours(first.forms)
    assert not first.ours(second.forms)


def test_neither_cookie_nor_form_gives_the_key_away_or_stands_for_the_other() -> None:
    door = Door.made(seeded("one"))
    assert len({door.key, door.cookie, door.forms}) == 3
    assert door.key not in door.cookie + door.forms
    assert not door.knows(door.forms)
    assert not door.ours(door.cookie)
    assert not door.knows(door.key)


def test_what_is_no_text_of_a_key_is_refused_and_breaks_nothing() -> None:
    door = Door.made(seeded("one"))
    for odd in ("é", "\ud800", "\x00", door.key + "0"):
        assert not door.fits(odd)
