"""What a stance model said, on record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.judged import (
    RecordingOdds,
    ReplayedOdds,
    decode_odds,
    encode_odds,
    pair_key,
)
from ledgerrag.errors import InputError, ReplayError
from ledgerrag.model import UNIT
from ledgerrag.stance.combined import FixedOdds
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.odds import Odds

SAID = Odds(700_000, 200_000, 100_000)
PAIR = Pair("The fee is $5.", "It costs five dollars.")
MODEL = FixedOdds({(PAIR.claim, PAIR.text): SAID}, "tiny", "abc")


def test_a_replay_gives_what_was_said_without_the_model() -> None:
    recording = RecordingOdds(MODEL)
    assert recording.odds([PAIR]) == (SAID,)
    body = encode_odds(recording.records)
    replayed = ReplayedOdds(recording.name, recording.digest, lambda: body)
    assert replayed.odds([PAIR, PAIR]) == (SAID, SAID)
    assert (replayed.name, replayed.digest) == ("tiny", "abc")


def test_a_pair_that_was_never_judged_ends_the_replay() -> None:
    for body in (None, encode_odds({}), encode_odds({pair_key(Pair("a", "b")): SAID})):
        replayed = ReplayedOdds("tiny", "abc", lambda body=body: body)  # type: ignore[misc]
        assert replayed.odds([]) == ()
        with pytest.raises(ReplayError, match="no word of the stance model"):
            replayed.odds([PAIR])


@pytest.mark.parametrize(
    "body",
    [b"[]", b"{", dumps({"k": [1, 2]}), dumps({"k": [1, 2, 3]}), dumps({"k": "x"})],
)
def test_a_record_that_was_changed_is_told(body: bytes) -> None:
    with pytest.raises(InputError):
        decode_odds(body)
    with pytest.raises(ReplayError, match="not as it was written"):
        ReplayedOdds("tiny", "abc", lambda: body).odds([PAIR])


@given(st.lists(st.tuples(st.integers(0, UNIT), st.integers(0, UNIT)), max_size=5))
def test_odds_come_back_as_they_were_written(rows: list[tuple[int, int]]) -> None:
    kept = {
        f"{n:064x}": Odds(min(a, b), abs(a - b), UNIT - max(a, b)) for n, (a, b) in enumerate(rows)
    }
    assert decode_odds(encode_odds(kept)) == kept


def test_every_part_of_a_pair_counts_for_its_key() -> None:
    parts = ("claim", "text", "title", "before", "after")
    keys = {pair_key(Pair("c", "t"))}
    for name in parts:
        keys.add(pair_key(Pair(**{"claim": "c", "text": "t", name: "other"})))
    assert len(keys) == 6
