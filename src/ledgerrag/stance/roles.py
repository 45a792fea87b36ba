"""Who does what to whom, as far as the order of words shows it."""

from __future__ import annotations

import re
from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.parsed import Parsed, parse
from ledgerrag.stance.scope import predicate
from ledgerrag.stance.subjects import denied

_BE: Final = frozenset(("is", "are", "was", "were", "am", "be", "been"))
_BEFORE: Final = frozenset(
    ("of", "for", "to", "by", "with", "from", "against", "in", "on", "at", "near", "than", "like")
)
_PLAIN: Final = frozenset(("the", "a", "an", "this", "that", "its", "their", "our", "any", "all"))


def reversed_roles(claim: str, sentence: str) -> bool:
    """Whether the doer of the claim follows its verb or its object: `dogs chase cats`."""
    said, text = parse(claim), parse(sentence)
    if _BE & set(said.words):
        return False
    content = [n for n, name in enumerate(said.stems) if name in said.content]
    if len(content) < 2:
        return False
    doer, verb, last = (_places(text, said.stems[content[k]]) for k in (0, 1, -1))
    if not doer or not verb or (_BE & set(text.words) and "by" in text.words):
        return False
    if min(doer) > min(verb):
        return True
    plain = len(content) > 2 and not _placed(said, content[-1])
    return plain and bool(last) and max(last) < min(doer)


def within_another(claim: str, sentence: str) -> bool:
    """Whether what the claim opens with only describes another subject: `the rival of the firm`."""
    said, text = parse(claim), parse(sentence)
    opens = next((n for n, name in enumerate(said.stems) if name in said.content), None)
    if opens is None or _placed(said, opens):
        return False
    key = said.stems[opens]
    where = [n for n, name in enumerate(text.stems) if name == key]
    return bool(where) and all(_describes(said, text, n) or _epithet(said, text, n) for n in where)


def _epithet(said: Parsed, text: Parsed, n: int) -> bool:
    """Whether what the claim says of the subject is only its epithet: `the free service`."""
    return bool(n) and text.stems[n - 1] == said.stems[-1] and bool(_BE & set(said.words[-4:]))


def _describes(said: Parsed, text: Parsed, n: int) -> bool:
    k = n - 1
    while k >= 0 and text.words[k] in _PLAIN:
        k -= 1
    if k < 1 or text.words[k] != "of":
        return False
    return text.stems[k - 1] in text.content and text.stems[k - 1] not in said.at


def reported_negation(claim: str, sentence: str) -> bool:
    """Whether a negation stands before a `that` that leads to the claim: `never said that`."""
    said, text = parse(claim), parse(sentence)
    if denied(sentence) or said.negations or not text.negations:
        return False
    led = [
        place
        for word, place in zip(text.words, text.places, strict=True)
        if word in ("that", "whether") and place > text.negations[0]
    ]
    return bool(led) and any(at > led[0] for key in said.content for at in _places(text, key))


# The lead-in of a list ends in none of these: what it denies, the item belongs to.
_WHOLE: Final = re.compile(r"[^.!?\n]+[.!?](?=\s|$)")


DENIED_BEFORE: Final = "told there as denied, heard or open"
"""What the text around takes back, or does not stand for; no model reads it otherwise."""


def denied_before(claim: Claim, passage: Passage) -> bool:
    """Whether what the claim tells stands only in a sentence before, which denies it.

    `The office will not close. It moves on 1 May.` gives no date on which the office closes.
    """
    if parse(claim.text).negations:
        return False
    told = predicate(claim.text) - parse(passage.text).at.keys()
    earlier = map(parse, _WHOLE.findall(passage.before)) if told else ()
    return any(told & one.at.keys() and (one.negations or denied(one.text)) for one in earlier)


def _places(text: Parsed, key: str) -> tuple[int, ...]:
    return text.at.get(key, ())


def _placed(text: Parsed, n: int) -> bool:
    """Whether a preposition stands before a word of a text."""
    return any(word in _BEFORE for word in text.words[max(0, n - 3) : n])
