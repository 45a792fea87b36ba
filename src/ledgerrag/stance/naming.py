"""Whether a sentence names what a claim names: bare, not in a longer name, in the same order."""

from __future__ import annotations

import re
from functools import cache

from ledgerrag.model import Claim, Passage
from ledgerrag.stance.names import names
from ledgerrag.stance.parsed import Parsed, parse, stem
from ledgerrag.stance.scope import predicate
from ledgerrag.stance.subjects import subject_keys
from ledgerrag.stance.tables import table


@cache
def _finite() -> frozenset[str]:
    return frozenset(table("words.toml")["finite"])


def longer_name(claim: Claim, passage: Passage) -> bool:
    """Whether a noun of the claim stands there only within a longer one: `bank holding company`."""
    said, text = parse(claim.text), parse(passage.text)
    return any(
        _heads(said, key) and key in text.stems and not _stands_bare(said, text, key)
        for key in subject_keys(claim)
        if key in said.content
    )


def _heads(said: Parsed, key: str) -> bool:
    return all(
        n + 1 == len(said.stems)
        or said.stems[n + 1] not in said.content
        or said.places[n + 1] > said.places[n] + 1
        for n, name in enumerate(said.stems)
        if name == key
    )


def _stands_bare(said: Parsed, text: Parsed, key: str) -> bool:
    """Whether the noun stands at least once without a longer noun phrase behind it."""
    for n, name in enumerate(text.stems):
        if name != key:
            continue
        run = n + 1
        while (
            run < len(text.stems)
            and run <= n + 3
            and text.places[run] == text.places[run - 1] + 1
            and text.stems[run] in text.content
            and text.stems[run] not in said.at
            and not text.words[run].endswith("ed")
        ):
            run += 1
        follows = text.words[run] if run < len(text.words) else ""
        plural = any(
            w.endswith("s") and s == key for w, s in zip(said.words, said.stems, strict=True)
        )
        shorter = plural and not text.words[n].endswith("s")
        if run == n + 1 or not (follows in _finite() or shorter):
            return True
    return False


def swapped(claim: Claim, passage: Passage) -> bool:
    """Whether the names stand in another order, or another name stands where the claim's does."""
    mine = [name.text for name in names(claim.text)]
    first = re.match(r"[A-Z][\w'’-]*", claim.text)
    if first is not None and not any(claim.text.startswith(name) for name in mine):
        mine.insert(0, first.group())
    where = [passage.text.find(name.split()[-1]) for name in mine]
    there = [at for at in where if at >= 0]
    if len(there) > 1 and there != sorted(there):
        return True
    return bool(there) and _displaced(claim, passage, mine[0], where[0])


def _displaced(claim: Claim, passage: Passage, name: str, at: int) -> bool:
    """Whether the name that opens the claim follows its verb, after another name, in the sentence.

    `Ann was elected after Bob left` is no sentence about an election of Bob.
    """
    if at < 0 or not claim.text.startswith(name):
        return False
    text, said = parse(passage.text), {stem(word) for word in name.split()}
    told = [k for key in predicate(claim.text) - said for k in text.at.get(key, ())]
    others = [o for o in names(passage.text) if o.text.split()[-1] not in claim.text]
    return bool(told and min(told) < text.place(at) and any(other.start < at for other in others))
