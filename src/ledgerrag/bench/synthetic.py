"""A made-up corpus by seed: provisions in versions, news about them, posts, copies.

Its shape follows real ones: most provisions have one version and few have several, most texts fit
into one chunk, word frequencies fall as in language (Zipf), one story in twenty is a copy, and
news does not state its language, so that it has to be found out.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from itertools import accumulate
from pathlib import Path

from ledgerrag.pachon.spans import chunk_all

FIRST = date(2015, 1, 1)
DAYS = 3_650
BATCH = 256
_UNITS = ("days", "weeks", "months", "dollars", "per cent", "persons", "tonnes")


@dataclass(frozen=True, slots=True)
class Written:
    """A corpus on disk.

    Args:
        records: files to ingest.
        sources: the registry.
        documents: number of documents.
        chunks: number of chunks that they make.
    """

    records: tuple[Path, ...]
    sources: Path | None
    documents: int
    chunks: int


def write_corpus(folder: Path, chunks: int, seed: int) -> Written:
    """Write as many documents as make exactly so many chunks, and the registry.

    Args:
        folder: where `corpus.jsonl` and `sources.toml` go.
        chunks: how many chunks.
        seed: the same seed writes the same bytes.
    """
    sources = folder / "sources.toml"
    sources.write_text(_registry(), encoding="utf-8")
    records = folder / "corpus.jsonl"
    documents, left = 0, chunks
    with records.open("w", encoding="utf-8") as file:
        stream = _records(random.Random(seed))  # noqa: S311 - cases, not secrets
        while left:
            batch = [next(stream) for _ in range(min(BATCH, left))]
            sizes = [len(spans) for spans in chunk_all([record["text"] for record in batch])]
            for record, size in zip(batch, sizes, strict=True):
                if size <= left:
                    file.write(json.dumps(record, ensure_ascii=False) + "\n")
                    documents, left = documents + 1, left - size
    return Written((records,), sources, documents, chunks)


@cache
def _words() -> dict[str, list[str]]:
    data = tomllib.loads(files("ledgerrag.bench").joinpath("synthetic.toml").read_text("utf-8"))
    return {key: one.split() if isinstance(one, str) else list(one) for key, one in data.items()}


@cache
def _vocabulary() -> tuple[list[str], list[float]]:
    """Words by falling frequency with their running weights."""
    words = [stem + ending for ending in _words()["endings"] for stem in _words()["stems"]]
    return words, list(accumulate(1 / (rank + 8) for rank in range(len(words))))


def _registry() -> str:
    levels = [(f"authority-{n}", f"Authority {n}", 3) for n in range(1, 5)]
    levels += [(name.casefold(), f"The {name}", 2) for name in _words()["outlets"]]
    levels += [(f"board-{n}", f"Board {n}", 1) for n in range(1, 4)]
    return "".join(
        f'[sources.{key}]\nname = "{name}"\nauthority_level = {level}\n'
        for key, name, level in levels
    )


@dataclass(frozen=True, slots=True)
class _Provision:
    series: str
    title: str
    duty: str
    amount: int
    unit: str
    since: date
    version: int = 1


def _records(rng: random.Random) -> Iterator[dict[str, str]]:
    """Documents without end: provisions, version by version, and what is said about them."""
    number = 0
    while True:
        number += 1
        provision = _provision(rng, number)
        versions = rng.choices((1, 2, 3, 5), (78, 14, 6, 2))[0]
        for _ in range(versions):
            yield _text_of(rng, provision)
            if rng.random() < 0.55:
                yield from _stories(rng, provision)
            provision = _changed(rng, provision)


def _provision(rng: random.Random, number: int) -> _Provision:
    words = _words()
    name = f"{_name(rng)} {rng.choice(words['kinds'])}"
    person, duty = rng.choice(words["persons"]), rng.choice(words["duties"])
    title = f"{name}, s. {rng.randint(1, 400)} {rng.choice(words['matters'])}"
    since = FIRST + timedelta(days=rng.randrange(DAYS * 3 // 4))
    duty = f"{person} must {duty} {rng.choice(words['events'])}"
    return _Provision(f"reg:{number}", title, duty, rng.randint(2, 900), rng.choice(_UNITS), since)


def _changed(rng: random.Random, old: _Provision) -> _Provision:
    since = _no_later(old.since + timedelta(days=rng.randint(90, 900)))
    amount = old.amount + rng.randint(1, 90)
    return replace(old, amount=amount, since=since, version=old.version + 1)


def _no_later(day: date) -> date:
    """The day, or the last of the corpus: none of it may lie in the future."""
    return min(day, FIRST + timedelta(days=DAYS))


def _limit(provision: _Provision) -> str:
    if provision.unit == "dollars":
        return f"on payment of ${provision.amount * 100:,}"
    if provision.unit in ("days", "weeks", "months"):
        return f"within {provision.amount} {provision.unit}"
    return f"up to {provision.amount} {provision.unit}"


def _text_of(rng: random.Random, provision: _Provision) -> dict[str, str]:
    paragraphs = [f"(1) {provision.duty[0].upper()}{provision.duty[1:]}, {_limit(provision)}."]
    last = 2 + min(int(rng.lognormvariate(1.1, 0.8)), 24)
    paragraphs += [f"({place}) {_filler(rng)}" for place in range(2, last + 1)]
    return {
        "doc_id": f"{provision.series}/{provision.version}",
        "series": provision.series,
        "title": provision.title,
        "text": "\n".join(paragraphs),
        "source": f"authority-{1 + int(provision.series[4:]) % 4}",
        "published": (provision.since - timedelta(days=rng.randrange(60))).isoformat(),
        "effective_from": provision.since.isoformat(),
        "domain": "regulation",
        "language": "en",
    }


def _stories(rng: random.Random, provision: _Provision) -> Iterator[dict[str, str]]:
    words = _words()
    amount = provision.amount if rng.random() < 0.8 else provision.amount + rng.randint(1, 30)
    limit = _limit(replace(provision, amount=amount))
    said = f"{provision.duty} {limit} under {provision.title}"
    body = [f"{rng.choice(words['openings'])} that {said}."]
    body += [_filler(rng) for _ in range(min(int(rng.lognormvariate(1.2, 0.6)), 20))]
    text = "\n\n".join(body)
    copies = 2 if rng.random() < 0.05 else 1
    for copy in range(copies):
        board = rng.random() < 0.25
        source = f"board-{rng.randint(1, 3)}" if board else rng.choice(words["outlets"]).casefold()
        day = _no_later(provision.since + timedelta(days=rng.randrange(200)))
        doc_id = f"{source}/{provision.series[4:]}/{provision.version}/{copy}"
        yield {
            "doc_id": doc_id,
            "series": doc_id,
            "title": f"{_name(rng)}: {rng.choice(words['matters']).lower()}",
            "text": text,
            "source": source,
            "published": day.isoformat(),
            "effective_from": day.isoformat(),
            "domain": "news",
        }


def _filler(rng: random.Random) -> str:
    """A sentence of 12 to 34 words with a name or a figure here and there."""
    vocabulary, weights = _vocabulary()
    words = rng.choices(vocabulary, cum_weights=weights, k=rng.randint(12, 34))
    words[rng.randrange(1, len(words))] = _name(rng)
    if rng.random() < 0.3:
        words.insert(rng.randrange(2, len(words)), f"{rng.randint(2, 5000):,}")
    for place in range(3, len(words), 5):
        words[place] = rng.choice(("the", "of", "and", "in", "to", "for", "by", "with"))
    return f"{words[0].capitalize()} {' '.join(words[1:])}."


def _name(rng: random.Random) -> str:
    words = _words()
    return rng.choice(words["heads"]) + rng.choice(words["middles"]) + rng.choice(words["tails"])
