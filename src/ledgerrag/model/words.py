"""Levels, kinds and verdicts: the closed lists of words."""

from __future__ import annotations

from enum import IntEnum, StrEnum

UNIT = 1_000_000


class Authority(IntEnum):
    """Who speaks (paper section 5.1): `authority_level`; alpha_auth = level / 3."""

    USER = 1
    OUTLET = 2
    OFFICIAL = 3

    @property
    def alpha_u(self) -> int:
        """alpha_auth in millionths, rounded to nearest."""
        return (2 * UNIT * int(self) + 3) // 6

    @property
    def word(self) -> str:
        """The level as a reader is told it."""
        return ("user-generated", "outlet", "official")[int(self) - 1]


class Domain(StrEnum):
    """What kind of knowledge a document carries; it selects time validity and the preset."""

    REGULATION = "regulation"
    NEWS = "news"
    REFERENCE = "reference"


class ActKind(StrEnum):
    """What one document does to another."""

    SUPERSEDE = "supersede"
    CORRECT = "correct"
    REPEAL = "repeal"
    RETRACT = "retract"
    WITHDRAW = "withdraw"
    SUSPEND = "suspend"
    REINSTATE = "reinstate"


class Status(StrEnum):
    """What a document is at (V, K)."""

    IN_FORCE = "in force"
    NOT_YET = "not yet in force"
    LAPSED = "lapsed"
    SUPERSEDED = "superseded"
    REPEALED = "repealed"
    SUSPENDED = "suspended"
    RETRACTED = "retracted"
    WITHDRAWN = "withdrawn"
    UNKNOWN = "unknown"


class Stance(StrEnum):
    """y in equation (1), and neutral for a span that says nothing about the claim."""

    SUPPORT = "support"
    REFUTE = "refute"
    NEUTRAL = "neutral"


class Basis(StrEnum):
    """What a stance rests on where it is not the word of the rules, undisputed."""

    WORDS = "words"  # the rules decide, and words of the claim were read as others of one family
    DOUBTED = "doubted"  # the rules decide, and a model reads the opposite
    MODEL = "model"  # no rule decides: a model alone
    KIND = "kind"  # no words are the same: the only value of the kind that is asked for


class Verdict(StrEnum):
    """How a claim ends."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    CONTESTED = "contested"
    UNVERIFIED = "unverified"


class ValueKind(StrEnum):
    """What kind of value a question asks for or a span states."""

    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    DATE = "date"
    VERSION = "version"
    QUANTITY = "quantity"
    STATUS = "status"
    NAME = "name"
    TEXT = "text"


class ClaimKind(StrEnum):
    """A slot asks (its value is found), an assertion states (it is supported or refuted)."""

    SLOT = "slot"
    ASSERTION = "assertion"
