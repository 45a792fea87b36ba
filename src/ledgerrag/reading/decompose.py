"""From a question to weighted claims (paper section 3.2), by rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ledgerrag.model import Claim, ClaimKind, ValueKind
from ledgerrag.pachon.spans import sentences
from ledgerrag.reading.aggregates import parts
from ledgerrag.reading.asking import ask, nominal, tables, unit_tail, words
from ledgerrag.reading.assertions import assertion
from ledgerrag.reading.atoms import about, atoms
from ledgerrag.reading.declarative import declare
from ledgerrag.reading.joins import cut
from ledgerrag.reading.keys import keys
from ledgerrag.reading.measures import asking_only
from ledgerrag.reading.periods import period
from ledgerrag.reading.provisions import provisions
from ledgerrag.reading.question import Aggregate, Question
from ledgerrag.reading.records import Wants, history, search_words
from ledgerrag.reading.wrapping import wrapping

LIMIT: Final = 8_000
"""Longest question that is read; the rest of a pasted book asks nothing."""
MOST: Final = 12
"""Most claims of one question."""

_ASKS = re.compile(r"\b(?:how|what|which|when|who|whom|whose|where|why)\b", re.IGNORECASE)
_JOINED = re.compile(
    r"\s*[,;]?\s+(?:and|but|or)\s+(?=(?:(?:by|from|until|since|at|in|on|for|to)\s+)?"
    r"(?:how|what|when|who|whom|which|where|why)\s)"
    r"|\s*[,;]?\s+and\s+(?=(?:is|are|was|were|does|do|did|has|have|can|must|may|will)\s+"
    r"(?:the|a|an|it|they|there|this|these|any|anyone|anybody|nobody|no|some|many|people|its|their|his|her"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|\d[\d,]*)\s)",
    re.IGNORECASE,
)
_OF_RECORD: Final = (Wants.CHANGE, Wants.COMING, Wants.VERSION)
_SPACE = re.compile(r"\s+")


def decompose(question: str) -> Question:
    """Take a question apart.

    A question for a value becomes a slot, a yes/no question or a statement an assertion. Any text
    is a question; one that says nothing is a slot without keys.

    Args:
        question: any text.
    """
    text = _SPACE.sub(" ", question[:LIMIT].replace("\x00", " ")).strip()
    when = period(text)
    hidden = text if when is None else text[: when[1]] + " " * (when[2] - when[1]) + text[when[2] :]
    made = parts(hidden)
    if made is not None:
        operation, pieces = made
        kind = ValueKind.QUANTITY
        weight = int(tables()["weights"][kind.value])
        claims = tuple(
            replace(_slot(piece, text), expects=kind, weight_u=weight, keys=keys(f"x {piece}?"))
            for piece in pieces
        )
        numbered = _number(claims)
        aggregate = Aggregate(tuple(claim.claim_id for claim in numbered), operation)
        return Question(text, numbered, when[0] if when else None, aggregate, provisions(text))
    claims = _claims(hidden, text)
    return Question(text, _number(claims), when[0] if when else None, None, provisions(text))


def _number(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    return tuple(replace(claim, claim_id=f"c{n}") for n, claim in enumerate(claims, 1))


def _claims(text: str, whole: str) -> tuple[Claim, ...]:
    pieces = [
        _SPACE.sub(" ", piece).replace(" ?", "?")
        for start, end in sentences(text)
        for piece in _split(text[start:end])
    ]
    asked = [piece for piece in pieces if _is_question(piece)]
    context: list[str] = []
    found: list[Claim] = []
    for piece in pieces:
        if asked and piece not in asked and _is_context(piece):
            context.append(piece)
            continue
        for claim in _made(piece, whole):
            found.append(_with_subject(claim, piece, found, context))
        if len(found) >= MOST:
            break
    return tuple(found[:MOST]) or (_slot(text, whole),)


def _made(piece: str, whole: str) -> list[Claim]:
    """A slot, or the statements that a piece makes or asks about."""
    if _is_slot(piece):
        return [_slot(piece, whole)]
    said = declare(piece) or piece.strip()
    parts = atoms(said)
    return [assertion(part, piece if len(parts) == 1 else part) for part in parts]


def _split(sentence: str) -> list[str]:
    """The questions of a sentence: cut where both sides ask, never inside a name."""
    pieces = cut(sentence, _JOINED)
    whole = len(pieces) < 2 or any(len(piece.split()) < 2 for piece in pieces)
    return [sentence] if whole or not _asks(pieces[0]) else pieces


def _asks(piece: str) -> bool:
    return _ASKS.search(piece) is not None or _first_word(piece) in words("auxiliary")


def _first_word(piece: str) -> str:
    return piece.split(maxsplit=1)[0].casefold().strip(",:;¿") if piece.split() else ""


def _is_slot(piece: str) -> bool:
    if _first_word(piece) in words("auxiliary"):
        return _alternatives(piece)
    asking = _ASKS.search(piece)
    if asking is None:
        return not _states(piece)
    if _has_case(piece):
        return False
    return piece.rstrip().endswith("?") or _leads(piece, asking.start())


_CASE = re.compile(
    r"\W*(?:when|where)\s+(?P<first>[\w’'-]+)\s[^?]*?,\s+(?P<main>[^?]+)", re.IGNORECASE
)
_SHORTEST = 4


def _has_case(piece: str) -> bool:
    """Whether a statement only opens with its case: `When a boat is sold, the owner must ...`."""
    match = _CASE.fullmatch(piece)
    if match is None or match["first"].casefold() in words("auxiliary"):
        return False
    main = match["main"]
    asks = len(_ASKS.findall(piece)) > 1 or _first_word(main) in words("asking")
    return not asks and len(main.split()) >= _SHORTEST and _states(main)


def _leads(piece: str, start: int) -> bool:
    """Whether an asking word opens the piece or a clause of it, not a relative clause."""
    before = piece[:start].rstrip()
    opens = not before or before[-1] in ":,;—-" or len(before.split()) <= 2
    return not before or (opens and ask(piece).expects is not ValueKind.TEXT)


_ALTERNATIVES = re.compile(r"\bor (?:not\b|[a-z]+\s*\??$)", re.IGNORECASE)


def _alternatives(piece: str) -> bool:
    """`Is the bridge open or closed?` asks for a status; `is it open or not` is yes/no."""
    match = _ALTERNATIVES.search(piece)
    return match is not None and "not" not in match.group().casefold().split()


def _is_question(piece: str) -> bool:
    return (
        piece.rstrip().endswith("?") or _first_word(piece) in words("auxiliary") or _is_slot(piece)
    )


def _is_context(piece: str) -> bool:
    return _first_word(piece) in words("first_person") or not _states(piece)


_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|will|would|must|shall|may|can|could|should"
    r"|\w{3,}(?:ed|es|s))\b|[:=]|\d",
    re.IGNORECASE,
)


def _states(piece: str) -> bool:
    """Whether a piece without a question mark looks like a statement rather than search words."""
    return (
        len(piece.split()) >= 3
        and _VERB.search(piece) is not None
        and (
            piece.rstrip().endswith((".", "!", "”", '"'))
            or assertion(piece, piece).value is not None
            or re.search(
                r"\b(?:is|are|was|were|has|have|had|will|must|shall|may|can|does|did)\b", piece
            )
            is not None
        )
    )


# Who counts is no part of what is counted.
_REPORTED = re.compile(r"\b(?:counted|listed|given|recorded) as\b", re.IGNORECASE)


def _slot(piece: str, whole: str) -> Claim:
    wants = ask(piece)
    kind = wants.expects
    if kind is ValueKind.TEXT and _alternatives(piece):
        kind = ValueKind.STATUS
    counts = wants.unit and piece[wants.start : wants.start + 3].casefold() == "how"
    removed = [(wants.start, wants.end)] if counts else []
    removed += [match.span() for match in _REPORTED.finditer(piece)]
    removed += [*asking_only(piece), *wrapping(piece)]
    tail = unit_tail(piece)
    removed += [tail] if tail is not None else []
    asked = history(piece)
    found = keys(piece, removed, asks=True)
    if asked is not None and (asked.strict or asked.wants in _OF_RECORD):
        # That something changed, or holds, stands in no version of a text.
        found = tuple(dict.fromkeys((*asked.keys, *asked.topic_keys))) or found
    weights = tables()["weights"]
    return Claim(
        "c1",
        piece.strip(),
        int(
            weights["threshold"]
            if wants.bound and kind is not ValueKind.TEXT
            else weights[kind.value]
        ),
        ClaimKind.SLOT,
        kind,
        found,
        query=search_words(asked) if asked is not None else _search_words(piece, whole, found),
    )


def _search_words(piece: str, whole: str, found: Sequence[str]) -> str:
    """What to search with where the piece is not the whole question or asks with a verb."""
    added = [word for key in found for word in nominal().get(key, ())]
    if not added and len(piece) >= len(whole):
        return ""
    return " ".join([piece.strip(), *added])


def _with_subject(
    claim: Claim, piece: str, before: Sequence[Claim], context: Sequence[str]
) -> Claim:
    """Add what a pronoun or a bare follow-up question leaves unsaid."""
    refers = any(word.casefold().strip(",.?") in words("pronouns") for word in piece.split())
    bare = len(claim.keys) < 2 or refers
    if claim.kind is ClaimKind.ASSERTION and before and not (refers or context):
        # What another statement says of the subject is no part of this one: its names suffice.
        named = about(claim.text, before[0].text)
        return claim if named == claim.text else replace(claim, query=named)
    extra: list[str] = [key for text in context for key in keys(text, asks=True)]
    if bare and before:
        extra = [*before[0].keys, *extra]
    if not extra:
        return claim
    lead = " ".join([*(c.text for c in before[:1] if bare), *context])
    merged = tuple(dict.fromkeys((*claim.keys, *extra)))
    return replace(claim, keys=merged, query=f"{lead} {claim.query or claim.text}"[:1000])
