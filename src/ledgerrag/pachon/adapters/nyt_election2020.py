"""The count of the United States' presidential election of 2020, contest by contest.

Traps. Instants are UTC and have no zone. The leader's and the other's figures change places with
the lead. Where a figure of the same candidate, or the total, goes down, the counting authorities
had corrected the state before: the source says so of every decrease. Votes that remain are the
paper's estimate, may be zero when nobody estimates any more, or below zero, and then are not
stated. Licence: MIT.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import field, rows
from ledgerrag.pachon.adapters.things import (
    TWO_VALUES,
    Fact,
    Kind,
    State,
    Thing,
    counted,
    instant,
    slug,
    stated,
)

NAME: Final = "nyt_election2020"
ISSUER: Final = Source("nyt-count", "The New York Times, vote count", Authority.OUTLET)
CORRECTED: Final = "The count of the state before is corrected downwards."
_COUNTED: Final = ("biden", "trump", "total")


def read(folder: Path) -> Iterator[Thing]:
    """Every contest.

    Args:
        folder: the folder that holds `nyt_election2020`.
    Raises:
        InputError: a file is missing or damaged.
    """
    path = folder / NAME / "state_changes.jsonl.gz"
    contests: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(path):
        contests[str(field(row, "state", path)).partition(" (")[0]].append(row)
    for name, found in contests.items():
        yield Thing(
            doc_id=f"nyt-count/{slug(name)}",
            series=f"nyt-count/{slug(name)}",
            adapter=NAME,
            issuer=ISSUER,
            domain="news",
            words={"thing": name},
            states=tuple(_states(found, path)),
        )


def _states(found: Sequence[Mapping[str, Any]], path: Path) -> Iterator[State]:
    at = [instant(field(one, "timestamp", path), NAME) for one in found]
    order = sorted(range(len(found)), key=lambda n: at[n])
    before: dict[str, Fact] = {}
    for n in order:
        facts = _facts(found[n], path)
        doubts = dict.fromkeys(facts, TWO_VALUES) if at.count(at[n]) > 1 else {}
        fell = any(_below(facts.get(one), before.get(one)) for one in _COUNTED)
        yield State(at[n], facts, doubts, corrects=CORRECTED if fell else "")
        before = facts


def _facts(row: Mapping[str, Any], path: Path) -> dict[str, Fact]:
    found: dict[str, Fact | None] = {}
    for side in ("leading", "trailing"):
        name = str(field(row, f"{side}_candidate_name", path))
        found[name.casefold()] = counted(field(row, f"{side}_candidate_votes", path))
    found |= {
        "leader": Fact(Kind.NAME, str(row["leading_candidate_name"])),
        "margin": counted(field(row, "vote_differential", path)),
        "total": counted(field(row, "total_votes_count", path)),
        "precincts": counted(field(row, "precincts_reporting", path)),
    }
    left = counted(field(row, "votes_remaining", path))
    return stated({**found, "left": left if left != Fact(Kind.COUNT, "0") else None})


def _below(now: Fact | None, before: Fact | None) -> bool:
    return now is not None and before is not None and int(now.amount) < int(before.amount)
