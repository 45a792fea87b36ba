"""A case of ConFLICT-QA: one dispute with its documents and what is asked about it."""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from typing import Any, Final

from ledgerrag.dykbench.items import Gold, Item, Label, Quote, Record, Split, Task
from ledgerrag.model import Authority, Source

PLANS: Final[dict[str, Any]] = tomllib.loads(
    files("ledgerrag.dykbench.real").joinpath("conflict.toml").read_text("utf-8")
)
ACCOUNTS: Final = 300
MOST_COPIES: Final = 200
_NIGHT: Final = 6


@dataclass(frozen=True, slots=True)
class Case:
    """One dispute.

    Args:
        group: its id; also that of its items.
        kind: as `[most]` of the plans names it.
        items: what is asked.
        documents: that belong to it alone.
        series: provisions that must be in the corpus.
        withheld: provisions that must not be.
        sources: who speaks, besides the issuers of provisions.
    """

    group: str
    kind: str
    items: tuple[Item, ...]
    documents: tuple[Record, ...]
    series: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


def chance(seed: int, *what: object) -> random.Random:
    """Chance of its own for each use, so that one more item changes no other."""
    name = " ".join(str(one) for one in (seed, *what))
    return random.Random(name)  # noqa: S311 - a benchmark by seed, not secrets


def drawn(name: str, seed: int) -> str:
    """Where a name stands in an order by chance."""
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def account(number: int) -> Source:
    """Somebody who posts."""
    return Source(f"account-{number:03d}", f"Account {number}", Authority.USER)


def morning(day: str) -> datetime:
    """The beginning of a day of posting."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(
        hours=_NIGHT
    )


def instant(moment: datetime) -> str:
    """ISO, UTC."""
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def record(doc_id: str, source: str, published: str, title: str, text: str) -> Record:
    """A document of the news as `ledgerrag ingest` reads it from JSON Lines."""
    return {
        "doc_id": doc_id,
        "version": 1,
        "series": doc_id,
        "title": title,
        "text": text,
        "source": source,
        "published": published,
        "domain": "news",
        "language": "en",
    }


def check(
    group: str,
    number: int,
    kind: str,
    source: str,
    split: Split,
    text: str,
    at: str,
    gold: Gold,
) -> Item:
    """A statement to be checked at an instant with what was known then."""
    return Item(
        item_id=f"{group}/{number}",
        task=Task.CONFLICT,
        kind=kind,
        source=source,
        group=group,
        split=split,
        form="check",
        text=text,
        as_of=at,
        known_at=at,
        gold=gold,
    )


def unresolved(why: str) -> Gold:
    """Gold of what nobody may settle."""
    return Gold(Label.UNRESOLVED, why)


def whole(document: Record) -> Quote:
    """All of a document."""
    return Quote(
        str(document["doc_id"]), int(str(document["version"])), 0, len(str(document["text"]))
    )


def last_of(documents: Sequence[Record]) -> datetime:
    """When the last of some documents was published."""
    stated = max(str(one["published"]) for one in documents)
    moment = datetime.fromisoformat(stated)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def choice(rng: random.Random, plans: Mapping[str, Any], name: str) -> str:
    """One of the plans of a name."""
    return str(rng.choice(plans[name]))
