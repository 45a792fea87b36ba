"""Who must, may or shall: the subject before the modal of the sentence with that verb."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.parsed import bag, stem

_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_SAME: Final = {
    "must": "must|shall|has to|have to|is required to|are required to|is to|are to",
    "shall": "must|shall|has to|have to|is required to|are required to|is to|are to",
    "should": "should|must|shall",
    "may": "may|can|is permitted to|are permitted to|is allowed to|are allowed to",
    "can": "may|can|is permitted to|are permitted to|is allowed to|are allowed to",
    "will": "will|shall",
}
_BORDER: Final = re.compile(r"[.;:]\s|\n")
_LEAD: Final = re.compile(
    r"\s*(?:subject|if|where|when|despite|unless|for|in|on|under|before|after|notwithstanding|within"
    r"|at|by|from|until|upon|however|as|to)\b[^,]*,\s*",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\s*(?:\d+(?:\.\d+)*\s*)?(?:\(\w{1,5}(?:\.\d+)?\)\s*)*")
_NOT_A_SUBJECT: Final = frozenset(
    ("who", "which", "that", "whose", "it", "they", "he", "she", "this", "these", "there", "and",
     "or", "to", "what", "not")
)  # fmt: skip
_WORDS: Final = 20
_AHEAD: Final = 60
"""How far behind the modal its verb may stand: `must, without delay, prepare`."""


def bearer(source: str, modal: str, said: tuple[str, ...]) -> Value | None:
    """The noun phrase that a sentence says must, may or shall do something; None where unsure.

    Args:
        source: the sentence.
        modal: of the question.
        said: stems of the question's verb and objects, the verb first.
    """
    if not said or len([s for s in said if s in bag(source)]) * 3 < 2 * len(said):
        return None
    for match in re.finditer(rf"\b(?:{_SAME[modal]})\b", source, re.IGNORECASE):
        ahead = source[match.end() : match.end() + _AHEAD]
        border = _BORDER.search(ahead)
        following = _WORD.findall(ahead[: border.start()] if border else ahead)
        if not following or following[0].casefold() in ("not", "be"):
            continue
        if said[0] in [stem(word) for word in following]:
            return _subject(source, match.start())
    return None


def _subject(source: str, end: int) -> Value | None:
    start = max((match.end() for match in _BORDER.finditer(source, 0, end)), default=0)
    start = _skip(_NUMBER, source, start, end)
    while (after := _skip(_LEAD, source, start, end)) > start:
        start = after
    subject = source[start:end].rstrip(" ,")
    said = [word.casefold() for word in _WORD.findall(subject)]
    if not said or len(said) > _WORDS or said[0] in _NOT_A_SUBJECT or said[-1] in _NOT_A_SUBJECT:
        return None
    return Value(ValueKind.NAME, " ".join(subject.split()).casefold(), "", subject, start)


def _skip(pattern: re.Pattern[str], source: str, start: int, end: int) -> int:
    match = pattern.match(source, start, end)
    return match.end() if match is not None else start
