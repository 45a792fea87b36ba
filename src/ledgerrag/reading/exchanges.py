"""What was exchanged when a claim was read in the words of a passage."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.model import Claim


@dataclass(frozen=True, slots=True)
class Exchange:
    """Words of a claim that were read as other words of their family.

    Args:
        asked: as the claim has them.
        read: as the passage has them.
    """

    asked: str
    read: str


@dataclass(frozen=True, slots=True)
class Retold:
    """A claim in a passage's words.

    Args:
        claim: with text, keys, search words and value exchanged.
        exchanges: what was read as what, in order.
    """

    claim: Claim
    exchanges: tuple[Exchange, ...]
