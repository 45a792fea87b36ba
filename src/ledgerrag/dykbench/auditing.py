"""`dykbench audit`: what may not be in a benchmark is found, dropped and listed.

Everything here is counted from dates and texts of the benchmark itself, by code of its own: what
stands at a date is not asked of the product that is measured. The product only searches, for the
one question whether the evidence of an item can be found at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledgerrag.dates import parse
from ledgerrag.dykbench.folder import Bench, Event
from ledgerrag.dykbench.freezing import revise
from ledgerrag.dykbench.items import Dropped, Item, Label, Quote, Task
from ledgerrag.dykbench.leaking import Leak
from ledgerrag.dykbench.shelf import Shelf
from ledgerrag.pachon.sketch import Sketch, agree, sketch_all

TOP: Final = 20
_ALIKE: Final = 58  # of 64 minima: nearly every run of words is the same
_LOPSIDED: Final = 0.9
_NEAR: Final = 160

Search = Callable[[Item, str, int], Sequence[tuple[str, int, int]]]
"""Item, words, k -> stretches (`doc_id@version`, start, end) that a search of its slice brings."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    Args:
        items: how many were looked at.
        dropped: items that did not pass.
        notes: what a reader must know and no item is to blame for.
        leaks: of runs.
        checks: how often each check failed.
    """

    items: int
    dropped: tuple[Dropped, ...]
    notes: tuple[str, ...]
    leaks: tuple[Leak, ...] = ()
    checks: Mapping[str, int] = field(default_factory=dict)


def audit_task(items: Sequence[Item], shelf: Shelf, search: Search, k: int = TOP) -> Audit:
    """Look at every item of a task.

    Args:
        items: of the task.
        shelf: its documents.
        search: searches the slice of an item.
        k: how far down the evidence may be.
    """
    failed: dict[str, Dropped] = {}
    finders: tuple[Iterator[Dropped], ...] = (
        (one for item in items for one in leakage(item, shelf)),
        uniqueness(items, shelf),
        duplicates(items),
        (one for item in items for one in retrievability(item, shelf, search, k, failed)),
    )
    for finder in finders:
        for one in finder:
            failed.setdefault(one.item_id, one)
    counted = Counter(one.check for one in failed.values())
    whole = tuple(_chains(items, failed))
    return Audit(len(items), whole, tuple(balance(items)), (), dict(counted))


def _chains(items: Sequence[Item], failed: Mapping[str, Dropped]) -> Iterator[Dropped]:
    """What failed; of a stream the whole claim: a step that is missing would tear what follows."""
    torn = {
        (item.trajectory, item.claim): failed[item.item_id]
        for item in items
        if item.trajectory and item.item_id in failed
    }
    for item in items:
        if item.item_id in failed:
            yield failed[item.item_id]
        elif item.trajectory and (item.trajectory, item.claim) in torn:
            first = torn[item.trajectory, item.claim]
            reason = f"another step of the claim failed: {first.item_id}"
            yield Dropped(item.item_id, first.check, reason)


def leakage(item: Item, shelf: Shelf) -> Iterator[Dropped]:
    """Gold may rest on nothing that was not published by K; the version must have begun by V."""
    known, valid = parse(item.known_at).moment(), parse(item.as_of).moment()
    for quote in item.gold.evidence:
        key = f"{quote.doc_id}@{quote.version}"
        kept = shelf.by_key.get(key)
        if kept is None:
            yield Dropped(item.item_id, "leakage", f"evidence {key} is no document of the task")
        elif not kept.published.reached(known):
            told = f"evidence {key} was published {kept.published}, after {item.known_at}"
            yield Dropped(item.item_id, "leakage", told)
        elif not 0 <= quote.start < quote.end <= len(kept.text):
            yield Dropped(item.item_id, "leakage", f"evidence lies outside the text of {key}")
    version = item.gold.version
    if not version:
        return
    kept = shelf.by_key.get(version)
    if kept is None:
        yield Dropped(item.item_id, "leakage", f"version {version} is no document of the task")
    elif not kept.published.reached(known):
        told = f"version {version} was published {kept.published}, after {item.known_at}"
        yield Dropped(item.item_id, "leakage", told)
    elif not kept.begins.reached(valid):
        told = f"version {version} begins {kept.begins}, after {item.as_of}"
        yield Dropped(item.item_id, "leakage", told)


def uniqueness(items: Sequence[Item], shelf: Shelf) -> Iterator[Dropped]:
    """The same question at the same dates has one answer; a version in force has no equal."""
    golds: dict[tuple[str, str, str, str], list[Item]] = {}
    for item in items:
        golds.setdefault((item.form, _bare(item.text), item.as_of, item.known_at), []).append(item)
    for alike in golds.values():
        answers = {(one.gold.label, tuple(sorted(map(_bare, one.gold.values)))) for one in alike}
        if len(answers) > 1:
            names = ", ".join(one.item_id for one in alike)
            for one in alike:
                yield Dropped(one.item_id, "uniqueness", f"one question with two answers: {names}")
    for item in items:
        rival = _rival(item, shelf)
        if rival:
            told = f"{rival} begins with {item.gold.version} and says something else"
            yield Dropped(item.item_id, "uniqueness", told)


def _rival(item: Item, shelf: Shelf) -> str:
    """Another version of the same thing that began at the same moment, with another text."""
    mine = shelf.by_key.get(item.gold.version)
    if mine is None:
        return ""
    known = parse(item.known_at).moment()
    for key in shelf.by_series.get(mine.series, ()):
        other = shelf.by_key[key]
        same = (other.begins, other.published) == (mine.begins, mine.published)
        apart = key != item.gold.version and other.text != mine.text
        if same and apart and other.published.reached(known):
            return key
    return ""


def duplicates(items: Sequence[Item]) -> Iterator[Dropped]:
    """Questions that are nearly the same, at the same dates, with the same gold: one is enough."""
    kept: dict[tuple[object, ...], list[tuple[Item, Sketch]]] = {}
    sketches = sketch_all((item.text, "", "") for item in items)
    for item, sketch in zip(items, sketches, strict=True):
        gold = (item.gold.label, item.gold.values, item.gold.version, item.gold.evidence)
        place = (item.form, item.as_of, item.known_at, item.trajectory, item.claim, gold)
        for other, known in kept.setdefault(place, []):
            alike = sketch.similarity(known) >= _ALIKE and agree(sketch, known, credited=False)
            if alike or _bare(item.text) == _bare(other.text):
                told = f"nearly the same question as {other.item_id}"
                yield Dropped(item.item_id, "near-duplicate", told)
                break
        else:
            kept[place].append((item, sketch))


def retrievability(
    item: Item, shelf: Shelf, search: Search, k: int, failed: Mapping[str, Dropped]
) -> Iterator[Dropped]:
    """Evidence must be found among the first k by words taken from where it stands.

    A line of a list seldom names what it is about: its heading does, and is tried where the words
    of the line alone do not lead there.
    """
    if not item.gold.evidence or item.item_id in failed:
        return
    best = ""
    for quote in item.gold.evidence:
        kept = shelf.by_key[f"{quote.doc_id}@{quote.version}"]
        words = around(kept.text, quote)
        headed = f"{kept.title} {words}" if kept.title and len(words) < _NEAR else words
        for query in dict.fromkeys((words, headed)):
            hits = search(item, query, k)
            if any(_meets(quote, hit) for hit in hits):
                return
            best = best or (hits[0][0] if hits else "nothing")
    told = f"its evidence is not among the first {k}; first is {best}"
    yield Dropped(item.item_id, "retrievability", told)


def _meets(quote: Quote, hit: tuple[str, int, int]) -> bool:
    key, start, end = hit
    return key == f"{quote.doc_id}@{quote.version}" and start < quote.end and quote.start < end


def around(text: str, quote: Quote) -> str:
    """The quoted words; of a short quote the line that it stands in, as far as it is near."""
    if quote.end - quote.start >= _NEAR:
        return text[quote.start : quote.end]
    start = max(text.rfind("\n", 0, quote.start) + 1, quote.start - _NEAR)
    end = text.find("\n", quote.end)
    return text[start : min(len(text) if end < 0 else end, quote.end + _NEAR)]


def balance(items: Sequence[Item]) -> Iterator[str]:
    """Labels that are nearly always the same give the answer away."""
    for form in ("ask", "check"):
        held = [item for item in items if item.form == form]
        if not held:
            continue
        labels = Counter(item.gold.label for item in held)
        shares = ", ".join(f"{label} {labels[label] / len(held):.1%}" for label in Label)
        yield f"{held[0].task}, {form}: {len(held):,} items, {shares}"
        label, most = labels.most_common(1)[0]
        if form == "check" and most / len(held) > _LOPSIDED:
            share = f"{most / len(held):.1%}"
            yield f"{held[0].task}, check: {share} are {label}: who always says so scores that"


def _bare(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def apply(bench: Bench, found: Mapping[Task, Audit]) -> Bench:
    """The benchmark without what failed: a new revision, where anything did.

    Args:
        bench: as it is.
        found: by task.
    """
    if not any(one.dropped for one in found.values()):
        return bench
    parts, events = [], []
    for task in bench.tasks:
        part = bench.part(task)
        gone = found[task].dropped if task in found else ()
        names = {one.item_id for one in gone}
        items = tuple(item for item in part.items if item.item_id not in names)
        parts.append(replace(part, items=items, dropped=(*part.dropped, *gone)))
        events += [Event(0, "dropped", one.item_id, one.check, one.reason) for one in gone]
    counts = "; ".join(f"{task}: {len(one.dropped)} of {one.items}" for task, one in found.items())
    return revise(bench, parts, [Event(0, "audited", reason=f"dropped {counts}"), *events])
