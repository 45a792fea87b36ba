"""Names in a text: runs of capitalised words that are no sentence opening."""

from __future__ import annotations

import re
from functools import lru_cache

from ledgerrag.model import Value, ValueKind
from ledgerrag.stance.calendar_dates import months
from ledgerrag.stance.codes import without_addresses
from ledgerrag.stance.parsed import stop_words
from ledgerrag.stance.tables import table

_RUN = re.compile(
    r"[A-Z][\w'’-]*(?:\.(?=\s[A-Z]))?"
    r"(?:\s+(?:(?:of|de|del|van|von|der|den|la|al|bin|da|the|for)\s+)*[A-Z][\w'’-]*(?:\.(?=\s[A-Z]))?)*"
)


@lru_cache(maxsize=1024)
def names(text: str) -> tuple[Value, ...]:
    """The names of a text, in order; titles such as `Mr.` are not part of them."""
    found = []
    text = without_addresses(text[:20_000])
    for match in _RUN.finditer(text):
        words = match.group().split()
        start = match.start()
        while words and _dull(words[0]):
            start = text.find(words[1], start + len(words[0])) if len(words) > 1 else start
            words = words[1:]
        opening = start == match.start() and not text[:start].rstrip(" \"“'(").rstrip()
        if not words or (opening and len(words) == 1):
            continue
        name = text[start : match.end()].removesuffix("'s").removesuffix("’s").rstrip(".,")
        found.append(Value(ValueKind.NAME, " ".join(name.split()).casefold(), "", name, start))
    return tuple(found)


def _dull(word: str) -> bool:
    bare = word.rstrip(".").casefold()
    return bare in stop_words() or bare in months() or bare in table("words.toml")["titles"]


def same_name(a: str, b: str) -> bool:
    """Whether two names may be of one bearer: one is the other, or its last words."""
    one, two = a.casefold().split(), b.casefold().split()
    shorter, longer = sorted((one, two), key=len)
    return bool(shorter) and (longer[-len(shorter) :] == shorter or set(shorter) <= set(longer))
