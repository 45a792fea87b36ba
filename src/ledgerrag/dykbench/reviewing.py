"""`dykbench review`: a page for an expert to accept, edit or reject items, and what comes of it.

The page is one file that works offline and saves a JSON file. What an expert decides goes into the
history of the benchmark with reason and name; an item that was edited is told as it was before.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledgerrag.dykbench.folder import Bench, Event
from ledgerrag.dykbench.freezing import revise
from ledgerrag.dykbench.items import Dropped, Item, Label, Task
from ledgerrag.dykbench.shelf import Shelf
from ledgerrag.errors import InputError, NotFoundError

FORM: Final = 1
_BESIDE: Final = 240
_ROOM: Final = "ledgerrag.dykbench"


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Decision(_Form):
    """What an expert decided of one item.

    Args:
        item: its id.
        decision: accept, edit or reject.
        reason: in words; needed unless the item is accepted.
        text: the question as it should be; of an edit.
        label: the label as it should be.
        answer: the reference answer as it should be.
        values: the value in every spelling that counts.
    """

    item: str
    decision: Literal["accept", "edit", "reject"]
    reason: str = Field(default="", max_length=2_000)
    text: str = ""
    label: Label | None = None
    answer: str = ""
    values: tuple[str, ...] | None = None


class Decisions(_Form):
    """What a page saves."""

    form: Literal[1]
    benchmark: str
    expert: str = Field(min_length=1, max_length=200)
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence as the page shows it: the quoted words with what stands around them."""

    key: str
    source: str
    published: str
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True)
class Shown:
    """An item with its evidence."""

    item: Item
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of a review.

    Args:
        accepted: items that stay as they are.
        edited: items that were changed.
        rejected: items that were dropped.
        bench: the new revision.
    """

    accepted: int
    edited: int
    rejected: int
    bench: Bench


def page(bench: Bench, tasks: Sequence[Task], sample: int = 0, seed: int = 1) -> str:
    """The page of a review as HTML.

    Texts of documents and items are escaped; the page's own script and style are the only ones
    that a browser runs, by their hashes in its content security policy.

    Args:
        bench: the benchmark.
        tasks: whose items.
        sample: items a task, drawn by seed; 0: all.
        seed: the same seed draws the same items.
    """
    from jinja2 import Environment, StrictUndefined

    script, style = _file("review.js"), _file("review.css")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_hash(script)}'; style-src"
        f" 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'"
    )
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shown = [one for task in tasks for one in _shown(bench, task, sample, seed)]
    return environment.from_string(_file("review.html.j2")).render(
        bench=bench,
        shown=shown,
        labels=[label.value for label in Label],
        form=FORM,
        policy=policy,
        # Files of this package: the template does not escape them.
        script=script,
        style=style,
    )


def _shown(bench: Bench, task: Task, sample: int, seed: int) -> Iterator[Shown]:
    items = bench.items(task)
    if sample and sample < len(items):
        rng = random.Random(f"{seed} review {task}")  # noqa: S311 - draws a sample
        chosen = set(rng.sample([item.item_id for item in items], sample))
        items = tuple(item for item in items if item.item_id in chosen)
    records = list(bench.records(task))
    shelf = Shelf.of(records)
    speakers = {str(one["doc_id"]): str(one.get("source", "")) for one in records}
    for item in items:
        evidence = []
        for quote in item.gold.evidence:
            key = f"{quote.doc_id}@{quote.version}"
            kept = shelf.by_key.get(key)
            if kept is not None:
                evidence.append(
                    Evidence(
                        key,
                        speakers.get(quote.doc_id, ""),
                        kept.published.text,
                        kept.text[max(0, quote.start - _BESIDE) : quote.start],
                        kept.text[quote.start : quote.end],
                        kept.text[quote.end : quote.end + _BESIDE],
                    )
                )
        yield Shown(item, tuple(evidence))


def read(path: Path) -> Decisions:
    """What an expert saved.

    Raises:
        NotFoundError: there is no such file.
        InputError: it is no such file.
    """
    try:
        return Decisions.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        told = f"there are no decisions at {path}"
        raise NotFoundError(told, "name a file that the page saved") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise InputError(
            f"{path.name} is no file of decisions: {place}: {first['msg'].lower()}",
            "name a file that the page saved",
        ) from None


def apply(bench: Bench, files: Sequence[Decisions]) -> Applied:
    """Put decisions into the benchmark: its next revision, with all of it in the history.

    Args:
        bench: as it was shown.
        files: one an expert.
    Raises:
        InputError: decisions about another benchmark or revision, about an item that is not
            there, without a reason, or against each other; an edit that changes nothing.
    """
    known = {item.item_id: item for task in bench.tasks for item in bench.items(task)}
    decided = _decided(bench, files, known)
    parts, events = [], []
    for task in bench.tasks:
        part = bench.part(task)
        items: list[Item] = []
        gone: list[Dropped] = []
        for item in part.items:
            by, one = decided.get(item.item_id, ("", None))
            if one is None or one.decision == "accept":
                items.append(item)
            elif one.decision == "edit":
                items.append(_edited(item, one))
            else:
                gone.append(Dropped(item.item_id, "review", one.reason))
            if one is not None:
                events.append(_event(item, one, by))
        parts.append(replace(part, items=tuple(items), dropped=(*part.dropped, *gone)))
    if not events:
        raise InputError("no item was decided", "let an expert decide and save the page again")
    counts = {what: sum(1 for one in events if one.what == what) for what in _WHAT.values()}
    new = revise(bench, parts, events)
    return Applied(counts["accepted"], counts["edited"], counts["rejected"], new)


_WHAT: Final = {"accept": "accepted", "edit": "edited", "reject": "rejected"}


def _decided(
    bench: Bench, files: Sequence[Decisions], known: Mapping[str, Item]
) -> dict[str, tuple[str, Decision]]:
    found: dict[str, tuple[str, Decision]] = {}
    for file in files:
        if file.benchmark != bench.digest:
            raise InputError(
                f"the decisions of {file.expert} are about another benchmark or revision",
                "make a page of this one and let it be decided again",
            )
        for one in file.decisions:
            item = known.get(one.item)
            if item is None:
                raise InputError(f"there is no item {one.item}", "save the page again")
            if one.decision != "accept" and not one.reason.strip():
                raise InputError(
                    f"item {one.item} is to be {_WHAT[one.decision]} without a reason",
                    "write one on the page and save it again",
                )
            if one.decision == "edit" and _edited(item, one) == item:
                raise InputError(
                    f"item {one.item} is edited, and nothing is changed", "change it or accept it"
                )
            other = found.get(one.item)
            if other is not None and _content(other[1]) != _content(one):
                raise InputError(
                    f"{other[0]} and {file.expert} decide differently about {one.item}",
                    "let them agree and save again",
                )
            found.setdefault(one.item, (file.expert, one))
    return found


def _content(one: Decision) -> tuple[object, ...]:
    return (one.decision, one.text, one.label, one.answer, one.values)


def _edited(item: Item, one: Decision) -> Item:
    gold = replace(
        item.gold,
        label=one.label or item.gold.label,
        answer=one.answer.strip() or item.gold.answer,
        values=item.gold.values if one.values is None else one.values,
    )
    return replace(item, text=one.text.strip() or item.text, gold=gold)


def _event(item: Item, one: Decision, by: str) -> Event:
    before: dict[str, str] = {}
    if one.decision == "edit":
        new = _edited(item, one)
        told = (
            ("text", item.text, new.text),
            ("label", str(item.gold.label), str(new.gold.label)),
            ("answer", item.gold.answer, new.gold.answer),
            ("values", json.dumps(item.gold.values), json.dumps(new.gold.values)),
        )
        before = {name: was for name, was, now in told if was != now}
    return Event(0, _WHAT[one.decision], item.item_id, "review", one.reason.strip(), by, before)


def _file(name: str) -> str:
    return resources.files(_ROOM).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
