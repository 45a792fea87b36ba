"""What a clause gives a value or a status to: its subject, or what is paid for.

`The ticket costs 4 euros` under the title `Harbour notice` tells nothing of what the harbour cost:
the sentence has a subject of its own, and only the title names the other one.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.parsed import Parsed, parse, stem, synonyms
from ledgerrag.stance.scope import clauses, named
from ledgerrag.stance.subjects import plain_stems, subject_keys
from ledgerrag.stance.tables import table

_BE: Final = frozenset(("is", "are", "was", "were", "be", "been"))
_AHEAD: Final = 3
"""How far behind a modal or `has` its `be` or carrying verb may stand."""


@cache
def _verbs(name: str) -> frozenset[str]:
    return frozenset(table("wordings.toml")["verbs"][name])


@cache
def _finite() -> frozenset[str]:
    return frozenset(table("words.toml")["finite"])


@cache
def wording_stems() -> frozenset[str]:
    """Stems of the words that say that something has a value: `fee`, `limit`, `number`."""
    rows = table("wordings.toml")
    words = [word for group in rows["group"] for word in group["words"]]
    return frozenset(stem(word) for word in (*words, *rows["verbs"]["carry"]))


def other_thing(claim: Claim, passage: Passage, start: int = -1) -> bool:
    """Whether a sentence speaks of a thing of its own, and of the claim's in its title at most.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
        start: where the value stands in the sentence; below 0: in its last clause with a subject.
    """
    own = told_of(claim.text, claim.value.start if claim.value is not None else -1)
    # "A swim in the lake at Dunarby" is about a swim, whatever else is said of Dunarby.
    own = own - named(claim.text) or own
    return bool(own) and apart_from(own, claim, passage.text, start)


def apart_from(own: frozenset[str], claim: Claim, text: str, start: int) -> bool:
    """Whether the clause of a value has a thing of its own, and none of the stems.

    Args:
        own: stems of what is looked for.
        claim: whose words are no things of another.
        text: a sentence.
        start: where the value stands in it.
    """
    theirs = told_of(text, start)
    known = frozenset((*subject_keys(claim), *parse(claim.text).stems))
    theirs = theirs - named(text) or theirs
    if not theirs or theirs & _meanings(known):
        return False
    first, last = _clause(text, start)
    return not own & parse(text[first:last]).at.keys()


@lru_cache(maxsize=1024)
def told_of(text: str, start: int = -1) -> frozenset[str]:
    """Stems of what the clause of a value is about; empty where that cannot be told.

    Args:
        text: a sentence.
        start: where the value stands; below 0: in the first clause.
    """
    first, last = _clause(text, start)
    part = parse(text[first:last])
    paid = next((n for n, word in enumerate(part.words) if word in _verbs("pay")), None)
    if paid is not None:
        return _things(part, *_paid_for(part, paid))
    verb = _verb(part)
    if verb is None:
        return frozenset()
    return _things(part, _opening(part, verb), verb)


def pays(text: str, start: int) -> bool:
    """Whether the clause of a value says who pays it or what is paid for."""
    first, last = _clause(text, start)
    return any(word in _verbs("pay") for word in parse(text[first:last]).words)


def _clause(text: str, start: int) -> tuple[int, int]:
    parts = clauses(text)
    return next((part for part in parts if part[0] <= max(start, 0) < part[1]), parts[0])


def _things(part: Parsed, first: int, last: int) -> frozenset[str]:
    """The content stems between two words that name a thing; none where one only refers."""
    if any(word in _verbs("refers") for word in part.words[first:last]):
        return frozenset()
    spare = plain_stems() | wording_stems()
    return frozenset(
        name for name in part.stems[first:last] if name in part.content and name not in spare
    )


def _verb(part: Parsed) -> int | None:
    """The place of the verb that gives its subject a value; None where another verb stands there.

    `Crews have contained 40 percent` gives crews none.
    """
    seen = False
    for n, word in enumerate(part.words):
        if word in _finite() and part.text[part.starts[n]].islower():  # not the month of May
            ahead = part.words[n : n + 1 + _AHEAD]
            return n if any(one in _BE or one in _verbs("carry") for one in ahead) else None
        if seen and word in _verbs("carry"):
            return n
        seen = seen or (part.stems[n] in part.content and part.stems[n] not in wording_stems())
    return None


def _opening(part: Parsed, verb: int) -> int:
    """Where the subject begins: behind a phrase of place, time or reason that a comma ends."""
    if not part.words or part.words[0] not in _verbs("lead"):
        return 0
    after = [n for n in range(1, verb + 1) if part.text[: part.starts[n]].rstrip().endswith(",")]
    return after[-1] if after else verb


def _paid_for(part: Parsed, paid: int) -> tuple[int, int]:
    """Where it says what is paid for: behind the last `for`, up to the next mark."""
    fors = [n for n, word in enumerate(part.words) if word == "for"]
    if not fors:
        return 0, 0
    first = fors[-1] + 1
    last = first
    while last < len(part.words) and (
        last == first or part.places[last] == part.places[last - 1] + 1
    ):
        last += 1
    return first, last if fors[-1] > paid else min(last, paid)


def _meanings(stems: frozenset[str]) -> frozenset[str]:
    groups = synonyms()
    return stems.union(*(groups[name] for name in stems if name in groups))
