"""Claims that go round, against the verdicts of those who checked them.

Claim, verdict, who gave it and the days are the source's; posts that pass a claim on or doubt it
are made from plans. A verdict is a document of its own that states in the organisation's name how
it rates the claim.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from ledgerrag.dykbench.items import Dropped, Gold, Item, Label, Record, Split
from ledgerrag.dykbench.real.cases import (
    PLANS,
    Case,
    chance,
    check,
    choice,
    instant,
    last_of,
    morning,
    record,
    unresolved,
    whole,
)
from ledgerrag.dykbench.real.postings import Flood, Say, copies, flood, together
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.claims import Checked, Rating, slug

_CLAIMS: Final = PLANS["claims"]
_TELLS: Final = frozenset(_CLAIMS["tells"])
PERSONS: Final = frozenset(_CLAIMS["persons"])
BEGINS: Final = frozenset(_CLAIMS["begins"])
_VERBS: Final = frozenset(_CLAIMS["verbs"])
_SYNONYMS: Final[dict[str, str]] = PLANS["synonyms"]
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FEWEST, _MOST = 4, 28
_NO_MORE_THAN_A_NOUN: Final = re.compile(r"(?:A|An|The)\s\S+\s(?:that|who|which)\b")
_OPEN_ENDS: Final = frozenset(_CLAIMS["open_ends"])
_ALIKE: Final = 0.6
_LEADS: Final = frozenset(_CLAIMS["leads"])


def reason(text: str) -> str:
    """Why a claim cannot be stated to be checked; empty where it can.

    Args:
        text: the claim on one line.
    """
    words = words_of(text)
    held = set(words)
    if not _FEWEST <= len(words) <= _MOST:
        return "too short or too long"
    if not text.isascii() and any(ord(sign) > 0x24F and sign not in "“”‘’–—…" for sign in text):
        return "signs that cannot be read"
    if any(sign in text for sign in '?!#@|"“”[]…;:') or "http" in text or "..." in text:
        return "more than a plain statement"
    if re.search(r"[.]\s+[A-Z]", text) or not text[:1].isupper():
        return "more than one sentence, or none"
    if held & _TELLS:
        return "tells of a telling"
    if held & PERSONS or words[0] in BEGINS:
        return "does not say by itself who or what it is about"
    if words[-1] in _OPEN_ENDS or _NO_MORE_THAN_A_NOUN.match(text):
        return "no whole sentence"
    return "" if held & _VERBS else "no verb that is known"


def words_of(text: str) -> list[str]:
    """The words of a text, lower case."""
    return [word.casefold() for word in _WORD.findall(text)]


def sentence(text: str) -> str:
    """A claim as a sentence."""
    return text.rstrip(" .,") + "."


def inner(text: str) -> str:
    """A claim as it stands within another sentence."""
    bare = text.rstrip(" .,")
    small = bare.partition(" ")[0].casefold() in _LEADS
    return bare[:1].lower() + bare[1:] if small else bare


def clear(claims: Sequence[Checked]) -> tuple[list[Checked], list[Dropped]]:
    """The claims that can be stated and that nobody rates otherwise; the others with reasons.

    Args:
        claims: of all sources; those without a checker only speak against.
    """
    by_word: dict[str, list[tuple[frozenset[str], Checked]]] = defaultdict(list)
    for one in claims:
        words = frozenset(words_of(one.text))
        for word in words:
            by_word[word].append((words, one))
    kept, dropped = [], []
    said: set[str] = set()
    for one in claims:
        if not one.checker:
            continue
        bare = " ".join(words_of(one.text))
        why = reason(one.text) or ("stated before" if bare in said else "")
        why = why or ("rated otherwise elsewhere" if _rated_otherwise(one, by_word) else "")
        said.add(bare)
        if why:
            dropped.append(Dropped(one.claim_id, "claim", why))
        else:
            kept.append(one)
    return kept, dropped


def _rated_otherwise(
    claim: Checked, by_word: dict[str, list[tuple[frozenset[str], Checked]]]
) -> bool:
    """Whether a claim in nearly the same words has another verdict."""
    words = frozenset(words_of(claim.text))
    rare = sorted(words, key=lambda word: (len(by_word[word]), word))[: len(words) // 2 + 1]
    near = {id(one): (held, one) for word in rare for held, one in by_word[word]}
    return any(
        one.rating is not claim.rating and len(words & held) >= _ALIKE * len(words | held)
        for held, one in near.values()
    )


def checker(claim: Checked) -> Source:
    """Who gave the verdict: an outlet."""
    return Source(f"checker-{slug(claim.checker)}", claim.checker, Authority.OUTLET)


def verdict(claim: Checked, seed: int) -> Record:
    """The verdict as a document in the name of its organisation."""
    rng = chance(seed, "verdict", claim.claim_id)
    plan = choice(rng, PLANS["verdicts"], claim.rating.value)
    text = plan.format(checker=claim.checker, inner=inner(claim.text))
    title = str(PLANS["verdicts"]["title"]).format(checker=claim.checker)
    name = f"verdict/{claim.claim_id}"
    return record(name, checker(claim).key, claim.checked, title, text[:1].upper() + text[1:])


def passing_on(text: str) -> Say:
    """Words of those who pass a claim on."""
    return lambda rng: choice(rng, PLANS["posts"], "spread").format(claim=sentence(text))


def doubting(text: str) -> Say:
    """Words of those who doubt a claim."""
    return lambda rng: choice(rng, PLANS["posts"], "doubt").format(inner=inner(text))


def reworded(text: str) -> str:
    """A claim with other words of the same meaning; empty where too few are known."""
    found = 0

    def swap(match: re.Match[str]) -> str:
        nonlocal found
        other = _SYNONYMS.get(match.group().casefold())
        if other is None:
            return match.group()
        found += 1
        return other

    told = _WORD.sub(swap, text)
    return sentence(told[:1].upper() + told[1:]) if found >= 2 else ""


def cases(claims: Iterable[Checked], seed: int) -> Iterator[Case]:
    """Disputes of every kind on claims, each claim once.

    Args:
        claims: that can be stated, in an order by chance.
        seed: of the build.
    """
    room = {
        kind: int(PLANS["most"][kind])
        for kind in ("verdict", "verdict true", "verdict open", "clarified", "users only")
    }
    for claim in claims:
        kind = _kind(claim, room)
        if kind:
            case = _case(kind, claim, seed)
            room[kind] -= len(case.items)
            yield case


def _kind(claim: Checked, room: dict[str, int]) -> str:
    if claim.rating is Rating.TRUE:
        return "verdict true" if room["verdict true"] > 0 else ""
    if not claim.social:
        return ""
    if claim.rating is Rating.OPEN:
        return next((one for one in ("verdict open", "users only") if room[one] > 0), "")
    wanting = [one for one in ("verdict", "clarified") if room[one] > 0]
    return max(wanting, key=lambda one: room[one] / int(PLANS["most"][one]), default="")


def _case(kind: str, claim: Checked, seed: int) -> Case:
    group = f"conflict/{kind.replace(' ', '-')}/{claim.claim_id}"
    rng = chance(seed, group)
    said = claim.said or (date.fromisoformat(claim.checked) - timedelta(days=9)).isoformat()
    early = flood(
        f"post/{group}/early", passing_on(claim.text), morning(said), copies(rng, 40), rng
    )
    early = _cut(early, claim.checked)
    against = _cut(
        flood(f"post/{group}/doubt", doubting(claim.text), morning(said), copies(rng, 6), rng),
        claim.checked,
    )
    if kind == "users only":
        item = _item(group, 1, kind, claim, early, rng, _open("Only users say so."))
        return Case(group, kind, (item,), early.documents, sources=early.sources)
    found = verdict(claim, seed)
    late = flood(
        f"post/{group}/late",
        passing_on(claim.text) if claim.rating is not Rating.TRUE else doubting(claim.text),
        morning(_after(claim.checked, rng)),
        copies(rng, 120),
        rng,
    )
    everything = together([early, against, late])
    items: tuple[Item, ...] = ()
    if kind == "clarified":
        before = together([early, against])
        why = "Users contradict each other, and nobody has checked the claim yet."
        items = (_item(group, 1, "before", claim, before, rng, _open(why)),)
    named = "after" if kind == "clarified" else "verdict"
    items = (*items, _item(group, 2, named, claim, late, rng, _gold(claim, found)))
    return Case(
        group,
        kind,
        items,
        (found, *everything.documents),
        sources=(checker(claim), *everything.sources),
    )


def _after(day: str, rng: random.Random) -> str:
    return (date.fromisoformat(day) + timedelta(days=rng.randint(1, 20))).isoformat()


def _cut(posts: Flood, day: str) -> Flood:
    """The posts from before a day."""
    kept = tuple(one for one in posts.documents if str(one["published"]) < day)
    return Flood(kept, posts.sources)


def _open(why: str) -> Gold:
    return unresolved(why)


def _item(
    group: str,
    number: int,
    kind: str,
    claim: Checked,
    posts: Flood,
    rng: random.Random,
    gold: Gold,
) -> Item:
    other = reworded(claim.text)
    split: Split = "paraphrased" if other else "plain"
    text = other or sentence(claim.text)
    at = instant(last_of(posts.documents) + timedelta(minutes=rng.randint(5, 90)))
    return check(group, number, kind, claim.adapter, split, text, at, gold)


def _gold(claim: Checked, found: Record) -> Gold:
    if claim.rating is Rating.OPEN:
        return unresolved(f"{claim.checker} found too little evidence to say.")
    true = claim.rating is Rating.TRUE
    label = Label.SUPPORTED if true else Label.REFUTED
    answer = f"{claim.checker} rates it {claim.rating}: {sentence(claim.text)}"
    nuggets = (claim.rating.value, claim.checker)
    return Gold(label, answer, evidence=(whole(found),), nuggets=nuggets)
