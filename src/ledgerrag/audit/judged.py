"""A stance model on record: the odds that it gave, in millionths, and their replay.

What the model computes may differ in the last digit from one processor to the next; what it said in
a run does not change with the machine that replays it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.errors import InputError, ReplayError
from ledgerrag.model import UNIT
from ledgerrag.stance.combined import OddsModel
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.odds import Odds
from ledgerrag.store.seam import Json

KEY = "stance"
"""Under which the odds of a run are kept, all in one record."""


def pair_key(pair: Pair) -> str:
    """sha256 of what the model is given, hex."""
    texts: list[Json] = [
        hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        for text in (pair.claim, pair.text, pair.title, pair.before, pair.after)
    ]
    return hashlib.sha256(dumps(texts)).hexdigest()


def encode_odds(records: Mapping[str, Odds]) -> bytes:
    """The odds of a run as canonical JSON."""
    return dumps(
        {key: [odds.support_u, odds.refute_u, odds.neutral_u] for key, odds in records.items()}
    )


def decode_odds(body: bytes) -> dict[str, Odds]:
    """The odds that `encode_odds` wrote.

    Raises:
        InputError: it did not write that.
    """
    value = loads(body)
    if not isinstance(value, dict):
        raise InputError("the record of a stance model is no table")
    found = {}
    for key, row in value.items():
        numbers = [n for n in row if type(n) is int] if isinstance(row, list) else []
        if len(numbers) != 3 or sum(numbers) != UNIT:
            raise InputError("the record of a stance model has a row that is no odds")
        found[key] = Odds(*numbers)
    return found


@dataclass(slots=True)
class RecordingOdds:
    """Passes pairs on and keeps what the model said of them, to be stored with the run.

    Args:
        inner: the model.
        records: odds by `pair_key`; grows.
    """

    inner: OddsModel
    records: dict[str, Odds] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Of the model."""
        return self.inner.name

    @property
    def digest(self) -> str:
        """Of the model."""
        return self.inner.digest

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """Ask the model, and remember."""
        found = self.inner.odds(pairs)
        self.records.update(zip(map(pair_key, pairs), found, strict=True))
        return found


@dataclass(frozen=True, slots=True)
class ReplayedOdds:
    """Odds from the record of a run only.

    Args:
        name: of the model as it is now; a replay compares it with that of the run.
        digest: of the model as it is now.
        lookup: the stored body of the run's record; None where there is none.
    """

    name: str
    digest: str
    lookup: Callable[[], bytes | None]

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """Look each pair up.

        Raises:
            ReplayError: the record does not hold a pair.
        """
        if not pairs:
            return ()
        body = self.lookup()
        try:
            kept = decode_odds(body) if body is not None else {}
        except InputError:
            raise ReplayError(
                "the record of the stance model is not as it was written",
                "restore the store from a copy",
            ) from None
        keys = [pair_key(pair) for pair in pairs]
        if any(key not in kept for key in keys):
            raise ReplayError(
                "the record holds no word of the stance model on a passage that it would now judge",
                "replay with --level R3 to judge anew",
            )
        return tuple(kept[key] for key in keys)
