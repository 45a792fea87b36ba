"""Reports of Stream-QA: each state of a thing as a version of one document, and where facts stand.

The sources give fields, not pages. A report states every field of one state, in a layout that a
thing keeps and in sentences that vary; what the source itself wrote beside them goes with it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledgerrag.dykbench.items import Quote, Record
from ledgerrag.dykbench.real.stream_wording import (
    Claim,
    layouts,
    line,
    opened,
    said,
    sentence,
    wording,
)
from ledgerrag.pachon.adapters.provisions import told
from ledgerrag.pachon.adapters.things import Fact, Kind, State, Thing

_BLOCK: Final = re.compile(r"\[(facts|list|first|rest)\]")


@dataclass(frozen=True, slots=True)
class Paper:
    """A report with its places.

    Args:
        title: heading.
        text: as ingest keeps it.
        spans: by claim, (start, end) of the sentence or line that states it.
    """

    title: str
    text: str
    spans: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Manner:
    """How the reports of a thing look: one layout, one way to write days.

    Args:
        seed: of the build.
        thing: whose reports.
        layout: of `stream.toml`.
        style: of days.
        title: of its reports.
        head: their opening line.
    """

    seed: int
    thing: Thing
    layout: str
    style: int
    title: str
    head: str


def manner(thing: Thing, seed: int) -> Manner:
    """The manner of a thing, by chance of the seed."""
    rng = random.Random(f"{seed} stream {thing.doc_id} manner")  # noqa: S311 - prose, not secrets
    words = wording(thing.adapter)
    return Manner(
        seed=seed,
        thing=thing,
        layout=rng.choice(layouts()),
        style=rng.randrange(3),
        title=opened(rng.choice(words.titles), thing, ""),
        head=rng.choice(words.heads),
    )


def paper(how: Manner, number: int) -> Paper:
    """The report of a state.

    Args:
        how: the manner of the thing.
        number: of the state, from 1.
    """
    state = how.thing.states[number - 1]
    name = f"{how.seed} stream {how.thing.doc_id} {number}"
    rng = random.Random(name)  # noqa: S311 - prose, not secrets
    known = wording(how.thing.adapter).claims
    facts = [(known[key], state.facts[key]) for key in known if key in state.facts]
    fields = {"title": how.title, "head": opened(how.head, how.thing, state.published)}
    text, spans = "", dict[str, tuple[int, int]]()
    at = 0
    for block in _BLOCK.finditer(how.layout):
        text += how.layout[at : block.start()].format_map(fields)
        for part, key in _block(block[1], facts, how, rng):
            if key:
                spans[key] = (len(text), len(text) + len(part))
            text += part
        at = block.end()
    text += how.layout[at:].format_map(fields)
    if state.remark:
        text = f"{text}\n\n{state.remark}"
    return Paper(how.title, text, spans)


def _block(
    name: str, facts: list[tuple[Claim, Fact]], how: Manner, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """The parts of a block; those that state a fact with its claim."""
    first = 1 if name == "rest" else 0
    last = 1 if name == "first" else len(facts)
    inline = name in ("facts", "first")
    for n, (claim, fact) in enumerate(facts[first:last]):
        if n:
            yield " " if inline else "\n", ""
        value = said(fact, how.style)
        # A yes or no has no sentence that would also take a day.
        if inline and fact.kind is not Kind.FLAG:
            yield sentence(rng.choice(claim.says), how.thing, value), claim.key
        else:
            yield f"{line(claim, value)}{'.' if inline else ''}", claim.key


def records(thing: Thing, seed: int) -> Iterator[Record]:
    """Its reports and narratives as `ledgerrag ingest` reads them from JSON Lines."""
    how = manner(thing, seed)
    narratives = 0
    for number, state in enumerate(thing.states, 1):
        found = paper(how, number)
        yield _record(thing, state, number, found.title, found.text)
        if state.narrative and thing.narrator is not None:
            narratives += 1
            yield _narrative(thing, state, narratives)


def _record(thing: Thing, state: State, number: int, title: str, text: str) -> Record:
    return {
        "doc_id": thing.doc_id,
        "version": number,
        "series": thing.series,
        "title": title,
        "text": told(text),
        "source": thing.issuer.key,
        "published": state.published,
        "effective_from": thing.about or state.published,
        "domain": thing.domain,
        "language": "en",
    }


def _narrative(thing: Thing, state: State, number: int) -> Record:
    name = f"{thing.doc_id}/narrative"
    title = opened(wording(thing.adapter).narrative, thing, "")
    record = {**_record(thing, state, number, title, state.narrative)}
    source = thing.narrator.key if thing.narrator is not None else ""
    return {**record, "doc_id": name, "series": name, "source": source}


def acts(thing: Thing) -> Iterator[Record]:
    """Corrections that the source declares, and its end where it was taken out."""
    for number, state in enumerate(thing.states, 1):
        if state.corrects and number > 1:
            yield {
                "act": "correct",
                "target": f"{thing.doc_id}@{number - 1}",
                "by": f"{thing.doc_id}@{number}",
                "source": thing.issuer.key,
                "published": state.published,
                "effective_from": state.published,
                "note": state.corrects,
            }
    if thing.ended:
        yield {
            "act": "withdraw",
            "target": thing.series,
            "source": thing.issuer.key,
            "published": thing.ended,
            "effective_from": thing.ended,
        }


def quote(thing: Thing, number: int, found: Paper, claim: str) -> Quote:
    """Where a report states a claim."""
    start, end = found.spans[claim]
    return Quote(thing.doc_id, number, start, end)
