"""`The passengers on board number 412`: a verb that counts its subject, and no name of a thing."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.stance.tables import table
from ledgerrag.stance.units import aliases, is_plural, singular

_SUBJECT: Final = re.compile(
    r"(?:^|[.!?:;\n]\s*|[-•*]\s+|,\s+|\bthat\s+)(?:the|those|these|all|its|their|our)\s+"
    r"(?P<said>[^.!?:;,\n\d]{3,90}?)\s+(?:now\s+|already\s+|still\s+)?number\s+$",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"[\d.,]*\d\b(?=\s*(?:[.,;:!?)]|$)|\s+(?:in|at|so|as|and|after|since|today|now)\b)"
)
_FAR: Final = 110


def numbered(text: str, at: int) -> str:
    """What a number counts whose verb is `number`: `passenger`; empty where it is no such verb.

    The subject has a plural noun and no verb of its own, and the number ends the clause:
    `the seats in row number 12 are taken` counts nothing.

    Args:
        text: a text.
        at: where the digits begin.
    """
    match = _SUBJECT.search(text, max(0, at - _FAR), at)
    if match is None or _ENDS.match(text, at) is None:
        return ""
    words = match.group("said").casefold().split()
    named = words[-1] in table("units.toml")["references"]["words"]
    if named or any(word in table("words.toml")["finite"] for word in words):
        return ""
    noun = next((word for word in words[:4] if is_plural(word) or word in aliases()), "")
    return aliases()[noun][1] if noun in aliases() else singular(noun)
