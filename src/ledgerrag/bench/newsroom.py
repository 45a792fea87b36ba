"""The drafts of `bench service` and the documents that settle them, by place and figure."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

OFFICIAL, POSTS = "harbour-authority", "town-board"
LEVELS = {OFFICIAL: 3, POSTS: 1}
SCENARIOS = ("rule_change", "conflict", "stream")
LONG = 30


@dataclass(frozen=True, slots=True)
class Case:
    """One draft of one paragraph, and what is stored before it is checked.

    Args:
        scenario: one of `SCENARIOS`.
        paragraph: what the draft states; the record says otherwise.
        records: documents that are in the store from the beginning.
        arriving: documents that arrive right before the check: the next report of a stream.
    """

    scenario: str
    paragraph: str
    records: tuple[dict[str, str], ...]
    arriving: tuple[dict[str, str], ...] = ()


@cache
def _texts() -> dict[str, Any]:
    text = (files("ledgerrag.bench") / "newsroom.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def places() -> tuple[str, ...]:
    """The invented places, one a case."""
    return tuple(_texts()["places"])


def cases(scenario: str) -> tuple[Case, ...]:
    """The drafts of a scenario, one a place."""
    make = {"rule_change": _rule_change, "conflict": _conflict, "stream": _stream}[scenario]
    return tuple(make(number, place) for number, place in enumerate(places()))


def _said(scenario: str, name: str, place: str, number: int, step: int = 1) -> str:
    old = 40 + number
    fields = {"place": place, "old": old, "new": old + 7 * step, "step": step}
    return str(_texts()[scenario][name]).format(**fields)


def _record(
    series: str, title: str, text: str, day: str, source: str = OFFICIAL, domain: str = "news"
) -> dict[str, str]:
    return {
        "doc_id": f"{series}/{day}",
        "series": series,
        "title": title,
        "text": text,
        "source": source,
        "published": day,
        "effective_from": day,
        "domain": domain,
        "language": "en",
    }


def _rule_change(number: int, place: str) -> Case:
    title = _said("rule_change", "title", place, number)
    versions = [
        _record(
            f"dues:{number}", title, _said("rule_change", name, place, number), day, OFFICIAL,
            "regulation",
        )
        for name, day in (("before", "2024-01-10"), ("after", "2025-06-01"))
    ]  # fmt: skip
    return Case("rule_change", _said("rule_change", "draft", place, number), tuple(versions))


def _conflict(number: int, place: str) -> Case:
    title = _said("conflict", "title", place, number)
    official = _said("conflict", "official", place, number)
    records = [_record(f"zone:{number}", title, official, "2025-03-01")]
    records += [
        _record(
            f"post:{number}:{copy}",
            title,
            _said("conflict", "rumour", place, number),
            f"2025-03-0{2 + copy}",
            POSTS,
        )
        for copy in range(3)
    ]
    return Case("conflict", _said("conflict", "draft", place, number), tuple(records))


def _stream(number: int, place: str) -> Case:
    reports = [
        _record(
            f"fire:{number}",
            _said("stream", "title", place, number, step),
            _said("stream", "report", place, number, step),
            f"2025-08-0{step}",
        )
        for step in (1, 2, 3)
    ]
    draft = _said("stream", "report", place, number, 2)
    return Case("stream", draft, tuple(reports[:2]), (reports[2],))


def long_draft(figure: int = 0) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """A draft of thirty paragraphs and the documents behind it.

    Args:
        figure: what the middle paragraph states instead of what is on record; 0: the same.
    """
    halves = [f"{place} {half}" for place in places() for half in ("East", "West")]
    paragraphs, records = [], []
    for at, place in enumerate(halves[:LONG]):
        told = _said("long", "draft", place, at)
        if figure and at == LONG // 2:
            told = str(_texts()["long"]["edited"]).format(place=place, figure=figure)
        paragraphs.append({"id": f"p{at}", "kind": "paragraph", "text": told})
        official = _said("long", "official", place, at)
        records.append(
            _record(f"permit:{at}", _said("long", "title", place, at), official, "2025-02-01")
        )
    return paragraphs, records


def write_records(folder: Path) -> Path:
    """What is in the store from the beginning, as JSON Lines."""
    file = folder / "newsroom.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in _all_records()), encoding="utf-8")
    return file


def _all_records() -> Iterator[dict[str, str]]:
    for scenario in SCENARIOS:
        for case in cases(scenario):
            yield from case.records
    yield from long_draft()[1]


def registry() -> str:
    """The source registry of the newsroom's documents, TOML."""
    return "".join(
        f'[sources.{key}]\nname = "{key.replace("-", " ").title()}"\nauthority_level = {level}\n'
        for key, level in LEVELS.items()
    )
