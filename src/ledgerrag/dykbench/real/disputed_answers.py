"""Robustness sets: passages made to mislead beside right ones; no dates, so every day is one day.

What the set calls right or beside the point speaks as an outlet, what it calls misleading as users:
levels follow the set's own marks. Kinds begin with `robust:`, so that tables can keep them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ledgerrag.dykbench.items import Gold, Item, Label, Quote, Record, Task
from ledgerrag.dykbench.real.cases import (
    ACCOUNTS,
    PLANS,
    Case,
    account,
    chance,
    check,
    choice,
    record,
    unresolved,
)
from ledgerrag.dykbench.real.disputed_claims import BEGINS, PERSONS, words_of
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.passages import Passage, Puzzle

DAY: Final = "2025-06-02"
ASKED: Final = "2025-06-03"
REFERENCE: Final = Source("reference-works", "Reference Works", Authority.OUTLET)
_ROBUST: Final = {"poisonedrag": "robust: poisoned", "ramdocs": "robust: misinformation"}
_SHORTEST, _LONGEST = 6, 30


def kind_of(puzzle: Puzzle) -> str:
    """What makes a puzzle hard."""
    replaced = "robust: replaced" if puzzle.answers else "robust: edit war"
    return _ROBUST.get(puzzle.adapter, replaced)


def cases(puzzles: Sequence[Puzzle], seed: int) -> Iterator[Case]:
    """One case a puzzle, as far as there is room for its kind.

    Args:
        puzzles: in an order by chance.
        seed: of the build.
    """
    room = {kind: most for kind, most in PLANS["most"].items() if kind.startswith("robust:")}
    for puzzle in puzzles:
        kind = kind_of(puzzle)
        if room[kind] and _fits(puzzle):
            room[kind] -= 1
            yield _case(kind, puzzle, seed)


def _fits(puzzle: Puzzle) -> bool:
    """A statement is one sentence that says what it is about; a question asks for a thing."""
    if not puzzle.statement:
        return puzzle.answers[0].casefold() not in ("yes", "no")
    words = words_of(puzzle.statement)
    plain = not set(words) & PERSONS and words[0] not in BEGINS and ". " not in puzzle.statement
    return plain and _SHORTEST <= len(words) <= _LONGEST


def _case(kind: str, puzzle: Puzzle, seed: int) -> Case:
    group = f"conflict/{kind.replace(': ', '-').replace(' ', '-')}/{puzzle.puzzle_id}"
    rng = chance(seed, group)
    first = rng.randrange(ACCOUNTS)
    told: list[Record] = []
    sources: list[Source] = []
    passages = puzzle.passages
    if all(one.misleads for one in passages):
        key = choice(rng, PLANS["answers"], "key")
        text = key.format(question=puzzle.question, answer=puzzle.answers[0].rstrip("."))
        passages = (Passage(text, misleads=False), *passages)
    for number, passage in enumerate(passages):
        trusted = bool(puzzle.answers) and not passage.misleads
        source = REFERENCE if trusted else account((first + number) % ACCOUNTS)
        title = "Reference" if trusted else choice(rng, PLANS["posts"], "titles")
        told.append(record(f"passage/{group}/{number}", source.key, DAY, title, passage.text))
        sources.append(source)
    evidence = tuple(
        Quote(str(document["doc_id"]), 1, 0, len(passage.text))
        for document, passage in zip(told, passages, strict=True)
        if puzzle.answers and passage.states and not passage.misleads
    )
    item = _item(group, kind, puzzle, evidence)
    return Case(group, kind, (item,), tuple(told), sources=tuple(sources))


def _item(group: str, kind: str, puzzle: Puzzle, evidence: tuple[Quote, ...]) -> Item:
    if not puzzle.answers:
        gold = unresolved("Two editors put different words, and nobody says who is right.")
    else:
        answer = puzzle.statement or f"{puzzle.question} {puzzle.answers[0]}"
        values = () if puzzle.statement else puzzle.answers
        gold = Gold(
            Label.SUPPORTED, answer, values=values, evidence=evidence, nuggets=puzzle.answers[:1]
        )
    if puzzle.statement:
        text = puzzle.statement
        return check(group, 1, kind, puzzle.adapter, "plain", text, ASKED, gold)
    return Item(
        item_id=f"{group}/1",
        task=Task.CONFLICT,
        kind=kind,
        source=puzzle.adapter,
        group=group,
        split="plain",
        form="ask",
        text=puzzle.question,
        as_of=ASKED,
        known_at=ASKED,
        gold=gold,
    )
