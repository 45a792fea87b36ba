"""What a sentence says of a claim: in which clause, with which negation, under which condition.

Rules read no grammar. Where a sentence holds more than they can tell apart, it decides nothing.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, Passage, ValueKind
from ledgerrag.stance.backgrounds import beside
from ledgerrag.stance.names import names
from ledgerrag.stance.parsed import Parsed, parse, stem
from ledgerrag.stance.phrases import Phrases
from ledgerrag.stance.status import statuses
from ledgerrag.stance.tables import table
from ledgerrag.stance.units import NUMERIC

_BORDER: Final = re.compile(
    r";|,?\s\b(?P<sure>but|while|whereas|although|though|yet|because)\b|,?\s\b(?P<and>and|or)\b",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(r"\s*(?:we|you|they|he|she|it|i)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W_]+)?")
_INVERTED: Final = re.compile(r"\s*(?:Had|Were|Should)\s[^?]*,")
_OPENING: Final = 3
_PHRASE_END: Final = re.compile(r"[,;:.!?]|\b(?:and|or|but|that|which|who)\b", re.IGNORECASE)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table("words.toml")[name])


@cache
def _outer() -> Phrases:
    return Phrases(table("words.toml")["outer"])


@cache
def _everywhere() -> Phrases:
    return Phrases(table("wordings.toml")["everywhere"]["phrases"])


@cache
def _exceptions() -> Phrases:
    return Phrases(table("words.toml")["exceptions"])


def _finite(text: str) -> bool:
    return any(
        word in _words("finite") or word.endswith(("n't", "n’t")) for word in _WORD.findall(text)
    )


@lru_cache(maxsize=1024)
def clauses(text: str) -> tuple[tuple[int, int], ...]:
    """The clauses of a sentence: cut at `;`, `but` and at an `and` with a verb on both sides."""
    borders = list(_BORDER.finditer(text))
    cuts = [0]
    for n, border in enumerate(borders):
        until = borders[n + 1].start() if n + 1 < len(borders) else len(text)
        right, left = text[border.end() : until], text[cuts[-1] : border.start()]
        sure = border.group("and") is None and bool(_WORD.search(right))
        verbs = _finite(left) and (_finite(right) or _PRONOUN.match(right) is not None)
        if sure or verbs or _contrasts(left, right):
            cuts.append(border.start())
    return tuple(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _contrasts(left: str, right: str) -> bool:
    """Whether both halves of an `and` state a status, with opposite poles or a negation of its own.

    `Smoking is forbidden in bars and allowed outside.`
    """
    one, two = statuses(left), statuses(right)
    if any(
        a.value.unit == b.value.unit and a.value.amount != b.value.amount for a in one for b in two
    ):
        return True
    return bool(one and two and parse(right).negations)


def clause_of(
    keys: frozenset[str], text: Parsed, told: frozenset[str] = frozenset()
) -> tuple[int, int] | None:
    """The clause with most of the stems; None where two have as many and only one is negated.

    Args:
        keys: stems of the claim.
        text: the sentence.
        told: those of them that say something of the subject; they count twice.
    """
    parts = clauses(text.text)
    if len(parts) == 1:
        return parts[0]
    ranked = sorted(
        (
            (_holds(keys, text, part) + _holds(told, text, part), -n, part)
            for n, part in enumerate(parts)
        ),
        reverse=True,
    )
    best = ranked[0]
    equal = [part for held, _, part in ranked if held == best[0]]
    if len({len(negations(text, part)) for part in equal}) > 1:
        return None
    return best[2] if _all_said(told, text, best[2]) else None


def _all_said(told: frozenset[str], text: Parsed, part: tuple[int, int]) -> bool:
    """Whether nothing of what is told stands in another clause alone; a shared subject may."""
    first, last = text.place(part[0]), text.place_before(part[1])
    places = [text.at[key] for key in told if key in text.at]
    return all(any(first <= at <= last or at <= _OPENING for at in where) for where in places)


def _holds(keys: frozenset[str], text: Parsed, part: tuple[int, int]) -> int:
    first, last = text.place(part[0]), text.place_before(part[1])
    return sum(1 for key in keys if any(first <= at <= last for at in text.at.get(key, ())))


def negations(text: Parsed, part: tuple[int, int]) -> tuple[int, ...]:
    """Places of the negations of one clause."""
    first, last = text.place(part[0]), text.place_before(part[1])
    return tuple(place for place in text.negations if first <= place <= last)


def unsure_reach(claim: str, text: Parsed, part: tuple[int, int]) -> bool:
    """Whether the negation of a clause may be of something else than what the claim says.

    An `and` may end it before it reaches the claim, or the verb of the claim stands before it.
    """
    negated = negations(text, part)
    if not negated:
        return False
    told = predicate(claim)
    verb = next((name for name in parse(claim).stems if name in told), "")
    if not any(at > negated[-1] for at in text.at.get(verb, ())):
        return True
    where = [at for key in told for at in text.at.get(key, ()) if at > negated[-1]]
    ends = [
        place
        for word, place in zip(text.words, text.places, strict=True)
        if word == "and" and place > negated[-1]
    ]
    return bool(ends) and min(where) > min(ends)


@lru_cache(maxsize=2048)
def conditions(text: str, spare: frozenset[str] = frozenset()) -> frozenset[str]:
    """What takes a text out of the plain fact, or makes it hold in part: `plans to`, `except`.

    Args:
        text: a sentence.
        spare: words that are judged as a status themselves.
    """
    limits = [(start, end) for _, start, end in _everywhere().find(text)]
    found = {
        phrase
        for phrase, start, _ in _exceptions().find(text)
        if not any(first <= start < last for first, last in limits)
    }
    if _INVERTED.match(text):
        found.add("if")
    return unreal(text, spare) | {_short(phrase) for phrase in found - spare}


@lru_cache(maxsize=2048)
def unreal(text: str, spare: frozenset[str] = frozenset()) -> frozenset[str]:
    """What takes a text out of the plain fact: `refused to`, `plans to`, `instead`."""
    found = {phrase for phrase, _, _ in _outer().find(text)}
    return frozenset(_short(phrase) for phrase in found - spare)


def _short(phrase: str) -> str:
    return phrase if " " in phrase else stem(phrase)


def denial(text: str) -> bool:
    """Whether someone speaks against a report; that settles nothing of the report."""
    folded = text.casefold()
    return any(phrase in folded for phrase in _words("deniers"))


def named(text: str) -> frozenset[str]:
    """Stems of the names of a text."""
    found = (word for name in names(text) for word in name.text.split())
    return frozenset(map(stem, found)) - {stem(word) for word in _words("titles")}


@lru_cache(maxsize=1024)
def predicate(text: str) -> frozenset[str]:
    """Stems of what a statement says of its subject: all content but names and the subject."""
    parsed = parse(text)
    bearers = named(text)
    content = [
        (name, n)
        for n, name in enumerate(parsed.stems)
        if name in parsed.content and name not in bearers
    ]
    verb = next(
        (
            n
            for n, word in enumerate(parsed.words)
            if word in _words("finite") and text[parsed.starts[n]].islower()  # not the month of May
        ),
        None,
    )
    if verb is None:
        opening = next((name for name in parsed.stems if name in parsed.content), "")
        first = 0 if opening in bearers or _PRONOUN.match(text) else 1
        return frozenset(name for name, _ in content[first:])
    return frozenset(name for name, n in content if n > verb)


def other_scope(claim: Claim, passage: Passage) -> bool:
    """Whether the sentence puts another place, time or purpose where the claim has its own."""
    said, text = parse(claim.text), parse(passage.text)
    # What the whole text is about is no place or time of its own: `after the flood`.
    mine = {
        (kind, name)
        for kind, name in _scoped(claim.text, said)
        if name not in beside(claim.text, passage.title)
    }
    if not mine or all(name in text.at for _, name in mine):
        return False
    around = beside(passage.text, passage.title)
    theirs = [(kind, name) for kind, name in _scoped(passage.text, text) if name not in around]
    # What the title names, with the claim's own place, is no other: "In Lind" under "Lind: pools".
    titled = parse(passage.title).at.keys()
    return any(
        name not in text.at
        and any(
            (kind == "for") == (other == "for")
            and o not in said.at
            and not (name in titled and o in titled)
            for other, o in theirs
        )
        for kind, name in mine
    )


def _scoped(source: str, text: Parsed) -> frozenset[tuple[str, str]]:
    """(preposition, stem) for the content words of every phrase of place, time or purpose."""
    found = set()
    limitless = [(start, end) for _, start, end in _everywhere().find(source)]
    for n, word in enumerate(text.words):
        if word not in _words("scopes") or _of_figure(text, n):
            continue
        if any(start <= text.starts[n] < end for start, end in limitless):
            continue
        start = text.starts[n] + len(word)
        end = _PHRASE_END.search(source, start)
        stop = end.start() if end is not None else len(source)
        for k in range(n + 1, len(text.words)):
            ends = _words("scopes") | _words("finite") | _carrying()
            if text.starts[k] >= stop or text.words[k] in ends:
                break
            if text.stems[k] in text.content:
                found.add((word, text.stems[k]))
    return frozenset(found)


@cache
def _carrying() -> frozenset[str]:
    verbs = table("wordings.toml")["verbs"]
    return frozenset((*verbs["carry"], *verbs["tell"]))


def _of_figure(text: Parsed, n: int) -> bool:
    """Whether a preposition belongs to a figure: `within 20 days`, `20 days after`, `at 5 %`."""
    at = text.starts[n]
    for one in text.figures:
        before = 0 < one.value.start - at - len(text.words[n]) <= 1
        if one.value.kind is ValueKind.DURATION and (before or 0 < at - one.end <= 1):
            return True
        if before and text.words[n] == "at" and one.value.kind in NUMERIC:
            return True
    return False


def whole(claim: Claim, text: Parsed) -> bool:
    """Whether every content word of the claim stands in the sentence itself."""
    return all(name in text.at for name in parse(claim.text).content)
