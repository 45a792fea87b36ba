"""Threads of posts: what a verified account reports against replies, and verdicts found later.

Posts, replies, times and verdicts are the source's; posts that doubt a claim are made from plans. A
verified account counts as an outlet, any other as a user. A verdict of the annotators is a document
of its own, of an outlet, from the day by which it was public.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from ledgerrag.dykbench.items import Dropped, Gold, Label, Record
from ledgerrag.dykbench.real.cases import (
    PLANS,
    Case,
    chance,
    check,
    instant,
    last_of,
    record,
    unresolved,
    whole,
)
from ledgerrag.dykbench.real.disputed_claims import (
    checker,
    doubting,
    reason,
    sentence,
    verdict,
    words_of,
)
from ledgerrag.dykbench.real.postings import copies, flood
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters import pheme_sources, rumoureval17
from ledgerrag.pachon.adapters.claims import Checked, Post, Rating, Thread

_LINK: Final = re.compile(r"https?://\S*")
_LEAD: Final = re.compile(
    r"^\W*(?:#?(?:breaking(?:\snews)?|update\d*|just\sin|more|urgent|latest|developing|watch|live)"
    r"\b\W*)+",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"(?:(?<=[.!])(?:\s+#\w+)+|\s+(?:via\s+@\w+|@\w+|\([^)]*\)|-\s*@?\w+))+\s*$"
)
_SAME: Final = 0.5
_HOURS: Final = 2
_DOUBTS: Final = 40
_ANNOTATORS: Final = {
    one.NAME: (one.ANNOTATORS, one.PUBLIC) for one in (pheme_sources, rumoureval17)
}


def claim_of(post: Post) -> str:
    """What a post claims, without links, marks and lead words."""
    text = _LINK.sub("", html.unescape(post.text))
    text = _TAIL.sub("", _LEAD.sub("", text).strip())
    text = re.sub(r"#(\w+)", lambda tag: _spaced(tag.group(1)), text)
    text = " ".join(text.split()).strip(" -–—:|")
    return text[:1].upper() + text[1:]


def _spaced(tag: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", tag)


def speaker(post: Post, verified: frozenset[str]) -> Source:
    """Whose account it is; an outlet where the network had verified it whenever it was seen."""
    level = Authority.OUTLET if post.account in verified else Authority.USER
    return Source(f"net-{post.account}", f"@{post.account}", level)


def verified(threads: Sequence[Thread]) -> frozenset[str]:
    """Accounts that are verified in each of their posts."""
    seen: dict[str, bool] = {}
    for thread in threads:
        for post in (thread.first, *thread.replies):
            seen[post.account] = seen.get(post.account, True) and post.verified
    return frozenset(account for account, known in seen.items() if known)


def documents(thread: Thread, known: frozenset[str]) -> tuple[Record, ...]:
    """The posts of a thread."""
    return tuple(
        record(
            f"post/{one.post_id}",
            speaker(one, known).key,
            instant(datetime.fromisoformat(one.published)),
            "Post" if one is thread.first else "Reply",
            one.text,
        )
        for one in (thread.first, *thread.replies)
    )


def cases(threads: Sequence[Thread], seed: int) -> Iterator[Case | Dropped]:
    """Disputes in threads, each once; threads that make none, with the reason.

    Args:
        threads: of every adapter, in an order by chance.
        seed: of the build.
    """
    known = verified(threads)
    room = {kind: int(PLANS["most"][kind]) for kind in ("thread", "thread verdict", "thread open")}
    said: list[frozenset[str]] = []
    for thread in threads:
        claim = claim_of(thread.first)
        words = frozenset(words_of(claim))
        kind, why = _kind(thread, claim, threads, known)
        if not why and any(len(words & held) >= _SAME * len(words | held) for held in said):
            why = "stated before"
        if why:
            yield Dropped(thread.thread_id, "thread", why)
        elif room[kind]:
            said.append(words)
            room[kind] -= 1
            yield _case(kind, thread, claim, known, seed)


def _kind(
    thread: Thread, claim: str, every: Sequence[Thread], known: frozenset[str]
) -> tuple[str, str]:
    """Which dispute a thread makes, or why none."""
    words = set(words_of(claim))
    if why := reason(claim):
        return "", why
    if any(sign.isdigit() for sign in claim) or words & _COUNTS:
        return "", "states a figure, and those changed by the minute"
    if words & _DENIES:
        return "", "denies or guesses: a verdict on the rumour is none on it"
    if any(one.account in known and one.stance == "deny" for one in thread.replies):
        return "", "an outlet denies it"
    if thread.first.account in known:
        if thread.rating is Rating.TRUE:
            return "thread", ""
        return "", "an outlet says it, and it was not found to be true"
    if thread.rating is Rating.OPEN:
        if _echoed(claim, every, known):
            return "", "an outlet says nearly the same"
        return "thread open", ""
    if thread.rating is Rating.FALSE:
        return "", "posts of a rumour that was false say different things, not all of them false"
    return "thread verdict", ""


_DENIES: Final = frozenset(PLANS["claims"]["denies"])
_COUNTS: Final = frozenset(PLANS["claims"]["counts"])


def _echoed(claim: str, every: Sequence[Thread], known: frozenset[str]) -> bool:
    words = {word for word in words_of(claim) if len(word) > 3}
    return any(
        one.first.account in known
        and len(words & set(words_of(one.first.text))) >= _SAME * len(words)
        for one in every
    )


def _case(kind: str, thread: Thread, claim: str, known: frozenset[str], seed: int) -> Case:
    group = f"conflict/{kind.replace(' ', '-')}/{thread.thread_id}"
    rng = chance(seed, group)
    posts = documents(thread, known)
    start = datetime.fromisoformat(thread.first.published)
    doubts = flood(f"post/{group}", doubting(claim), start, copies(rng, _DOUBTS), rng)
    sources = [speaker(one, known) for one in (thread.first, *thread.replies)]
    sources += doubts.sources
    told = (*posts, *doubts.documents)
    at = last_of(told) + timedelta(hours=_HOURS)
    gold = unresolved("Users contradict each other, and nobody has settled it.")
    if kind == "thread":
        said = f"@{thread.first.account} reports: {sentence(claim)}"
        nuggets = (thread.first.account,)
        gold = Gold(Label.SUPPORTED, said, evidence=(whole(posts[0]),), nuggets=nuggets)
    if kind == "thread verdict":
        checked = _checked(thread, claim)
        found = verdict(checked, seed)
        told = (found, *told)
        sources.append(checker(checked))
        at = datetime.fromisoformat(f"{checked.checked}T12:00:00+00:00")
        at += timedelta(days=rng.randint(1, 30))
        gold = _gold(checked, found)
    item = check(group, 1, kind, thread.adapter, "plain", sentence(claim), instant(at), gold)
    return Case(group, kind, (item,), told, sources=tuple(sources))


def _checked(thread: Thread, claim: str) -> Checked:
    annotators, public = _ANNOTATORS[thread.adapter]
    return Checked(thread.thread_id, thread.adapter, claim, thread.rating, annotators, public)


def _gold(checked: Checked, found: Record) -> Gold:
    answer = f"{checked.checker} rate it {checked.rating}: {sentence(checked.text)}"
    return Gold(
        Label.SUPPORTED,
        answer,
        evidence=(whole(found),),
        nuggets=(checked.rating.value, checked.checker),
    )
