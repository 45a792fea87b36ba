"""RegChange-QA of the real track: which text held on a day, what it said, and what changed.

Five public sources with real days: two of law, two of terms, one of a policy in releases. Gold is
the value and the version in force at (V, K), computed from the source's own days by `moments`;
questions are made from title and topic by `asking`. Each adapter tells the traps of its source.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ledgerrag.dykbench.items import Dropped, Item, Part, Record, Task, Wanted
from ledgerrag.dykbench.real.alterations import Sentence, sentences
from ledgerrag.dykbench.real.reggold import Change
from ledgerrag.dykbench.real.regitems import items
from ledgerrag.errors import InputError
from ledgerrag.pachon.adapters import (
    canada_laws,
    dc_code,
    github_site_policy,
    mozilla_rootpolicy,
    ota_terms,
)
from ledgerrag.pachon.adapters.provisions import Provision, acts, records

Read = Callable[[Path], Iterator[Provision]]
ADAPTERS: Final[tuple[Read, ...]] = (
    canada_laws.read,
    dc_code.read,
    github_site_policy.read,
    mozilla_rootpolicy.read,
    ota_terms.read,
)
PER_PROVISION: Final = 8
_OF_VALUES: Final = frozenset(("before", "after", "between", "late"))


def build(wanted: Wanted) -> Part:
    """The task from the raw sources.

    Args:
        wanted: folder of the raw data, seed and size.
    Raises:
        InputError: no folder, or a source that is missing or damaged.
    """
    if wanted.sources is None:
        raise InputError("regchange is made from raw data", "name their folder with --sources DIR")
    provisions = [one for read in ADAPTERS for one in read(wanted.sources)]
    laws: dict[str, dict[str, Provision]] = defaultdict(dict)
    for one in provisions:
        if one.about:
            laws[one.about][one.versions[0].by] = one
    every, dropped = _every(provisions, laws, wanted.seed)
    chosen = _chosen(every, wanted)
    return _part(chosen, dropped, provisions, wanted)


def _every(
    provisions: Sequence[Provision],
    laws: Mapping[str, dict[str, Provision]],
    seed: int,
) -> tuple[list[Item], list[Dropped]]:
    found: list[Item] = []
    dropped: list[Dropped] = []
    namesakes: dict[tuple[str, str], list[Provision]] = defaultdict(list)
    for one in provisions:
        namesakes[one.adapter, one.instrument].append(one)
    for one in provisions:
        if len(one.versions) < 2:
            continue
        beside = _beside(one, namesakes[one.adapter, one.instrument])
        for place in range(len(one.versions) - 1):
            for made in items(Change(one, place, seed, laws.get(one.series, {}), beside)):
                if isinstance(made, Dropped):
                    dropped.append(made)
                else:
                    found.append(made)
    return found, dropped


def _beside(provision: Provision, namesakes: Sequence[Provision]) -> tuple[Sentence, ...]:
    """The sentences of others from which one without a name of its own must be told apart."""
    if provision.section or provision.heading:
        return ()
    others = (one for one in namesakes if one.series != provision.series)
    texts = dict.fromkeys(version.text for one in others for version in one.versions)
    return tuple(one for text in texts for one in sentences(text))


def _chosen(every: Sequence[Item], wanted: Wanted) -> list[Item]:
    """Items in turn from each source, kind and split, so that none crowds out another."""
    cells: dict[tuple[str, str, str], list[Item]] = defaultdict(list)
    for one in every:
        cells[one.source, one.kind, one.split].append(one)
    ordered = [
        sorted(cells[key], key=lambda one: _order(one, wanted.seed)) for key in sorted(cells)
    ]
    most = wanted.items or len(every)
    chosen: list[Item] = []
    asked: set[tuple[str, str, str]] = set()
    per: Counter[str] = Counter()
    for rank in zip_longest(*ordered):
        for one in rank:
            if one is None or len(chosen) >= most or per[one.group] >= PER_PROVISION:
                continue
            if (one.text, one.as_of, one.known_at) in asked:
                continue
            asked.add((one.text, one.as_of, one.known_at))
            per[one.group] += 1
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.item_id)


def _order(one: Item, seed: int) -> tuple[bool, str]:
    """Of before and after, items that ask for a value first; then by chance of the seed."""
    return one.kind in _OF_VALUES and not one.gold.values, _drawn(one.item_id, seed)


def _drawn(name: str, seed: int) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def _part(
    chosen: Sequence[Item],
    dropped: Sequence[Dropped],
    provisions: Sequence[Provision],
    wanted: Wanted,
) -> Part:
    groups = {one.group for one in chosen}
    asked = [one for one in provisions if {one.series, one.about} & groups]
    around = _background(provisions, asked, wanted)
    kept = [*asked, *around]
    documents: list[Record] = [record for one in kept for record in records(one)]
    documents.sort(
        key=lambda one: (str(one["published"]), str(one["doc_id"]), int(str(one["version"])))
    )
    return Part(
        task=Task.REGCHANGE,
        documents=tuple(documents),
        acts=tuple(act for one in kept for act in acts(one)),
        sources=tuple(
            sorted({one.issuer for one in kept}, key=lambda source: source.key),
        ),
        items=tuple(chosen),
        dropped=tuple(sorted(dropped, key=lambda one: (one.check, one.item_id))),
    )


def _background(
    provisions: Sequence[Provision], asked: Sequence[Provision], wanted: Wanted
) -> list[Provision]:
    """Provisions that nothing is asked about, source by source in turn, up to the size wanted.

    Those of the instruments that are asked about come first, then the earliest, so that early
    slices are filled as far as the data reach.
    """
    taken = {one.series for one in asked}
    near = {one.instrument for one in asked}
    by_source: dict[str, list[Provision]] = defaultdict(list)
    for one in provisions:
        if one.series not in taken:
            by_source[one.adapter].append(one)
    ordered = [
        sorted(
            by_source[name],
            key=lambda one: (
                one.instrument not in near,
                one.versions[0].published,
                _drawn(one.series, wanted.seed),
            ),
        )
        for name in sorted(by_source)
    ]
    found: list[Provision] = []
    room = wanted.background
    for rank in zip_longest(*ordered):
        for one in rank:
            if one is not None and len(one.versions) <= room:
                found.append(one)
                room -= len(one.versions)
    return found
