"""Who fills a post, whatever the sentence: `Ann Lee is the clerk`, `they made Ann Lee their clerk`.

A post has one holder at a time where its words are those of one: `the clerk`, not `a member`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from ledgerrag.model import Claim, Judgement, Passage, Stance, Value, ValueKind
from ledgerrag.stance.names import same_name
from ledgerrag.stance.parsed import bag, parse, stem
from ledgerrag.stance.scope import conditions, denial
from ledgerrag.stance.subjects import denied
from ledgerrag.stance.tables import table

SAME: Final = "the same holder"
OTHER: Final = "another holder"
_NAME: Final = (
    r"(?P<name>[A-Z][\w'’.-]+(?:\s+(?:(?:van|von|de|der|den|la|al|bin)\s+)?[A-Z][\w'’.-]+){1,3})"
)
_ROLE: Final = r"(?P<role>(?:the |its |their |our |an? )?[a-z][\w'’-]*(?:\s[\w'’-]+){0,9}?)"
_PLACE: Final = re.compile(r"\s(?:of|in|at|for)\s+(?:the\s+)?(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Holder:
    """A person in a post.

    Args:
        name: the person, with its place in the text.
        role: stems of the post, without the place that it is of.
        place: stems of the body or place, as far as the sentence names it.
    """

    name: Value
    role: frozenset[str]
    place: frozenset[str]


@lru_cache(maxsize=2048)
def holder(text: str) -> Holder | None:
    """Who fills which post, as a sentence says; None where it says that of nobody, or of a kind.

    Args:
        text: a sentence.
    """
    for pattern in _patterns():
        match = pattern.search(text)
        if match is None:
            continue
        role, body = match.group("role"), match.groupdict().get("body") or ""
        at = _PLACE.search(role)
        post, of = (role[: at.start()], role[at.end() :]) if at is not None else (role, "")
        found = parse(post)
        if re.match(r"an?\s", post) or any(word in _many() for word in found.words):
            return None
        name = match.group("name").removesuffix("'s").removesuffix("’s").rstrip(".")
        stems = found.content
        if stems:
            value = Value(ValueKind.NAME, name.casefold(), "", name, match.start("name"))
            return Holder(value, stems, _stems(of) | _stems(body))
    return None


def judge_post(claim: Claim, passage: Passage) -> Judgement | None:
    """A judgement where claim and sentence both say who fills the same post; None where not.

    Args:
        claim: an assertion.
        passage: a sentence with its context.
    """
    mine, there = holder(claim.text), holder(passage.text)
    if mine is not None and there is None and _beside(mine, passage):
        return Judgement(Stance.NEUTRAL, 0, "another post")
    if mine is None or there is None or _role(mine) != _role(there):
        return None
    around = bag(passage.title) | bag(passage.before)
    apart = mine.place and there.place and not mine.place & there.place
    if apart or mine.place - there.place - around or there.place - mine.place - around:
        return None
    if _unsure(claim, passage):
        return None
    sure = 850_000 if mine.place <= there.place | bag(passage.title) else 700_000
    if same_name(mine.name.text, there.name.text):
        return Judgement(Stance.SUPPORT, sure, SAME, there.name)
    return Judgement(Stance.REFUTE, sure, OTHER, there.name)


_WAS: Final = re.compile(r"\bwas (?:the|its|their|our)\b", re.IGNORECASE)


def _beside(mine: Holder, passage: Passage) -> bool:
    """Whether a sentence speaks of a deputy, a member or a former holder of the post."""
    text = parse(passage.text)
    near = all(name in text.at for name in _role(mine))
    other = any(word in _many() for word in text.words) or _WAS.search(passage.text) is not None
    return near and other


def _role(one: Holder) -> frozenset[str]:
    return one.role - one.place


def _unsure(claim: Claim, passage: Passage) -> bool:
    """Whether one of the two negates, doubts or limits what it says."""
    return (
        bool(parse(claim.text).negations or parse(passage.text).negations)
        or denied(claim.text)
        or denied(passage.text)
        or denial(passage.text)
        or conditions(passage.text) != conditions(claim.text)
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in re.findall(r"[^\W_]+", text))


@cache
def _many() -> frozenset[str]:
    return frozenset(table("posts.toml")["many"])


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    # The longest first: `has been appointed` before `has been`.
    rows = {
        name: "|".join(sorted(found, key=len, reverse=True))
        for name, found in table("posts.toml").items()
    }
    verbs, linked, chooses = (f"(?i:{rows[name]})" for name in ("verbs", "linked", "chooses"))
    bare = f"(?i:{rows['bare']})"
    held, holds, posts = (f"(?i:{rows[name]})" for name in ("held", "holds", "posts"))
    body = r"(?P<body>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3})"
    end = r"(?=\s*(?:[.,;!?]|$))"
    own = r"(?:(?i:as|to be)\s+)?(?i:the|its|their|our)\s+(?:(?i:new)\s+)?"
    new = r"(?:(?i:new)\s+)?"
    article = rf"(?:(?i:the|its|their|our)\s+)?{new}"
    return tuple(
        re.compile(one)
        for one in (
            rf"(?i:the|a)\s+{posts}\s+of\s+{article}{_ROLE}\s+{held}\s+{_NAME}",
            rf"{_NAME}\s+{holds}\s+the\s+{posts}\s+of\s+{article}{_ROLE}{end}",
            rf"{body}\s+{chooses}\s+{_NAME}\s+{own}{_ROLE}{end}",
            rf"(?i:as)\s+{article}{_ROLE},\s+{body}\s+{chooses}\s+{_NAME}",
            rf"{_NAME}\s+{bare}\s+{article}{_ROLE}{end}",
            rf"{_NAME}\s+{verbs}\s+(?i:the|its|their|our)\s+{new}{_ROLE}{end}",
            rf"(?i:the)\s+{new}{_ROLE}\s+{linked}\s+{_NAME}{end}",
        )
    )
