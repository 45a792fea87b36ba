"""What a passage must say to answer a slot: its verb, its subject, how often, for whom."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, ClaimKind, Passage, Value, ValueKind
from ledgerrag.reading.anchors import anchors
from ledgerrag.reading.asking import Ask, ask, words
from ledgerrag.reading.declarative import subject_end
from ledgerrag.reading.deeds import deed
from ledgerrag.reading.keys import keys
from ledgerrag.stance.parsed import Parsed, bag, content_stems, stem, stop_words
from ledgerrag.stance.units import aliases, comparable, singular
from ledgerrag.stance.values import figures

_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_OF: Final = re.compile(r"\s(?:of|in|for|under|on|at|with|by|from|to)\s")
_FOR: Final = re.compile(r"\bfor\s+(?:an?\s+|the\s+)?((?:[\w-]+\s+){0,2}[\w-]+)\s*\?*$")
_GOES_ON: Final = re.compile(
    r"\s*(?:\(\w{1,5}\)|[-•*–]|\d+\W*$|(?-i:[a-z])"
    r"|(?:it|they|this|these|those|such|he|she|both|each)\b)",
    re.IGNORECASE,
)
_FREQUENCY: Final = re.compile(
    r"\b(?:once|twice|thrice|(?:one|two|three|four|five|six|\d+)\s+times|daily|weekly|monthly|yearly"
    r"|annually|annual|quarterly|biennially|biannually|hourly|nightly|every|each\s+(?:day|week|month"
    r"|year|quarter)|(?:a|per)\s+(?:day|week|month|year|quarter)|only\s+one\s+time|at\s+any\s+time"
    r"|from\s+time\s+to\s+time|never|at\s+(?:regular\s+)?intervals?)\b",
    re.IGNORECASE,
)
_EVERY: Final = re.compile(r"\b(?:every|each|per|intervals\s+of)\s+$", re.IGNORECASE)
_WHO: Final = re.compile(r"^\W*(?:and\s+)?who\s+(must|shall|may|can|will|should)\s+(.+?)\W*$", re.I)
_TOLD: Final = (ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DURATION, ValueKind.DATE)
# Units that count what may have other names as well: ballots, goals.
_TALLIES: Final = frozenset(("vote", "share", "point", "time"))
_COUNTED: Final = ("person", "personnel", "child", "woman", "man")
# Without an object such a verb says something of its subject itself.
_OF_ITSELF: Final = frozenset(
    ("begin", "start", "end", "expire", "cease", "close", "open", "last", "be")
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question's words require of the passage that answers it.

    Args:
        said: stems of which at least one must stand there; empty: no such requirement.
        verb: the stem of a counted noun's verb, which must stand there; may be empty.
        subject: the stem of what the question is about; may be empty.
        often: whether a frequency is asked for.
        who: modal, verb and objects of `who must prepare a plan`; empty otherwise.
        holder: stems of a closing `for ...`.
        measured: the unit of measure asked for; empty for counted things.
        number: whether it asks for the number of something.
        counts: whether it asks how many of a thing there are: acres are no houses.
        sized: whether it asks how big a thing is: no number of others is its size.
        deed: the stem of the verb whose time or amount is asked for; may be empty.
    """

    said: tuple[str, ...] = ()
    verb: str = ""
    subject: str = ""
    often: bool = False
    who: tuple[str, tuple[str, ...]] | None = None
    holder: tuple[str, ...] = ()
    measured: str = ""
    deed: str = ""
    number: bool = False
    counts: bool = False
    sized: bool = False


def frame(claim: Claim) -> Frame:
    """The requirements of a slot; an assertion has none."""
    if claim.kind is not ClaimKind.SLOT:
        return Frame()
    return _frame(claim.text, claim.query or claim.text, claim.keys)


@lru_cache(maxsize=512)
def _frame(text: str, whole: str, had: tuple[str, ...]) -> Frame:
    wants = ask(text)
    names = {*anchors(whole), *(stem(word) for word in _WORD.findall(whole) if word[0].isupper())}
    said = tuple(key for key in had if key not in names and key.isalpha())
    measured = wants.unit in {unit for _, unit in aliases().values()} and wants.unit not in _COUNTED
    counts = wants.expects is ValueKind.QUANTITY and wants.unit != "" and not measured
    asked = text[wants.start : wants.end].casefold() if wants.start >= 0 else ""
    closing = _FOR.search(text)
    return Frame(
        said=() if measured else _left(said, wants, text),
        measured=wants.unit if measured and wants.expects is ValueKind.QUANTITY else "",
        verb=_only(_verb(text, wants), had) if counts and not _there(text) else "",
        subject=_only(_subject(text, wants), had, names),
        number=wants.expects is ValueKind.QUANTITY and asked.endswith(" number"),
        counts=counts,
        sized=asked in words("sized"),
        often="often" in asked or "frequently" in asked,
        who=_bearing(text),
        deed=deed(text, wants) if wants.expects in _TOLD else "",
        holder=tuple(s for s in keys(closing.group(1), asks=True) if s in had) if closing else (),
    )


def _bearing(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Modal, verb and objects of `who must file a plan`; not of `who must I ask`."""
    match = _WHO.match(text)
    if match is None:
        return None
    first = match.group(2).split()[0].casefold()
    if first in words("subjects") or first in words("inside") or first in words("auxiliary"):
        return None
    return match.group(1).casefold(), content_stems(match.group(2))


def _left(said: tuple[str, ...], wants: Ask, text: str) -> tuple[str, ...]:
    """The stems without those that a value of the kind already says: `what is the toll`, `$6`."""
    if wants.start < 0 or wants.expects not in _TOLD:
        return said
    told = {stem(word) for word in _WORD.findall(text[wants.start : wants.end])}
    return tuple(key for key in said if key not in told)


def _only(found: str, had: tuple[str, ...], names: AbstractSet[str] = frozenset()) -> str:
    return found if found in had and found not in names else ""


def _verb(text: str, wants: Ask) -> str:
    """The stem of the verb after a counted noun: `how many people died`, `... were hurt`."""
    rest = text[wants.end :].strip()
    counted = rest.split()[:3]
    for n, word in enumerate(counted, 1):
        if singular(word.casefold().strip("?,.")) == wants.unit:
            rest = " ".join(rest.split()[n:])
            break
    said = _WORD.findall(rest)
    if not said:
        return ""
    first = said[0].casefold()
    if first not in words("auxiliary"):
        return stem(said[0]) if first not in stop_words() else ""
    following = [word for word in said[1:] if word.casefold() not in ("been", "be", "being")]
    if len(following) > 2 and following[1] == "as" and following[0] in words("reporting"):
        # `How many are counted as injured` asks for those who are injured.
        following = following[2:]
    if following and (following[0].endswith("ed") or following[0] in words("participles")):
        # `Reported missing`: who reports it is no matter of the question.
        next_to = following[1:2] if following[0].casefold() in stop_words() else []
        return stem(next_to[0]) if next_to else stem(following[0])
    at = subject_end(rest.split(maxsplit=1)[1], first) if len(said) > 1 else None
    predicate = rest.split(maxsplit=1)[1][at:] if at is not None else ""
    content = [w for w in _WORD.findall(predicate) if w.casefold() not in stop_words()]
    return stem(content[0]) if content else ""


def _there(text: str) -> bool:
    """Whether a question asks only what there is: `how many engines are assigned to the fire`.

    A record that counts them says so without the verb: `Engines: 38`.
    """
    return _present().search(text) is not None


@cache
def _present() -> re.Pattern[str]:
    verbs = "|".join(sorted(words("present")))
    return re.compile(
        rf"\b(?:are|were|is|was|been)\s+(?:now\s+|currently\s+)?(?:{verbs})\s+(?:to|on|at|in|for)\b",
        re.IGNORECASE,
    )


def _subject(text: str, wants: Ask) -> str:
    """The head noun of what something is said of: `by when must appeals be filed` -> `appeal`."""
    rest = text[max(0, wants.start) :].rstrip("?! ")
    for match in _WORD.finditer(rest):
        first = match.group().casefold()
        if first not in words("auxiliary"):
            continue
        left = rest[match.end() :].strip()
        at = subject_end(left, first) if left else None
        head = left.split()[0].casefold() if left else ""
        if at is None or head.endswith("ed") or head in words("participles"):
            return ""
        verb = left[at:].split()[0].casefold()
        if verb not in _OF_ITSELF and first not in ("is", "are", "was", "were"):
            return ""
        nouns = keys(_OF.split(left[:at])[0], asks=True)
        return nouns[-1] if nouns else ""
    return ""


def silent(need: Frame, text: Parsed, passage: Passage) -> bool:
    """Whether a passage says nothing of what the question asks: no verb or noun of it is there."""
    before, title = bag(passage.before), bag(passage.title)
    if need.said and not any(key in text.at or key in before or key in title for key in need.said):
        return True
    if not need.verb or need.verb in text.at or need.verb in title:
        return False
    return not (need.verb in before and _goes_on(passage))


def _goes_on(passage: Passage) -> bool:
    """Whether a sentence goes on with what the one before it says."""
    leads = passage.before.rstrip().endswith((":", "—"))
    return leads or _GOES_ON.match(passage.text) is not None


def speaks_of(need: Frame, text: Parsed, passage: Passage) -> bool:
    """Whether a sentence speaks of the question's subject: in its own words, or going on."""
    if not need.subject or need.subject in text.at or need.subject in bag(passage.title):
        return True
    return need.subject in bag(passage.before) and _goes_on(passage)


def held_by_other(need: Frame, text: Parsed, passage: Passage, found: Value) -> bool:
    """Whether a sentence tells holders apart and names others than the question does."""
    if not need.holder or " for " not in passage.text:
        return False
    like = [one for one in text.figures if one.value.kind is found.kind]
    there = text.at.keys() | bag(passage.before) | bag(passage.title)
    return len(like) > 1 and not any(key in there for key in need.holder)


def other_measure(need: Frame, found: Value) -> bool:
    """Whether a value counts something else than the unit of measure asked for."""
    if not found.unit or found.kind is not ValueKind.QUANTITY:
        return False
    if need.number:
        return found.unit.partition("/")[0] in _measures()
    if need.counts:
        return found.unit.partition("/")[0] in _measures() - _TALLIES
    if need.sized:
        return found.unit.partition("/")[0] not in _measures()
    if not need.measured:
        return False
    return comparable(Value(ValueKind.QUANTITY, "1", need.measured, ""), found) is None


@cache
def _measures() -> frozenset[str]:
    """Units of measure: what has one is no number of things."""
    return frozenset(unit for _, unit in aliases().values()) - frozenset(_COUNTED)


def is_frequency(source: str, value: Value) -> bool:
    """Whether a value says how often: `every 2 years`, `3 times`."""
    return value.unit == "time" or _EVERY.search(source, 0, value.start) is not None


def says_often(source: str) -> bool:
    """Whether a sentence says how often in words."""
    return _FREQUENCY.search(source) is not None


_WITHIN: Final = re.compile(r"\b(?:within|after|before|in)\s+$", re.IGNORECASE)
_UNTIL: Final = re.compile(r"\b(?:until|till|through|up to|ends? on|expires? on)\s+$", re.I)


def sets_time(source: str, expects: ValueKind) -> bool:
    """Whether a sentence sets a time in the other way than asked for.

    Args:
        source: the sentence.
        expects: DATE looks for `within 14 days`, DURATION for `until 3 May`.
    """
    cue = _WITHIN if expects is ValueKind.DATE else _UNTIL
    other = ValueKind.DURATION if expects is ValueKind.DATE else ValueKind.DATE
    return any(
        (one.bound and other is ValueKind.DURATION) or cue.search(source, 0, one.value.start)
        for one in figures(source)
        if one.value.kind is other
    )
