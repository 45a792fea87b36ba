"""ConFLICT-QA of the real track: who is right where sources contradict each other.

Official texts against floods of copies, claims against the verdicts of those who checked them,
threads with verified accounts and replies, and what nobody may settle; beside them robustness sets
without dates, whose kinds begin with `robust:`. Gold is the source's own text, verdict and day.
Authority is that of the registry: users 1, outlets, fact-checkers and verified accounts 2, official
texts 3. About 92 of 100 items can be decided; the rest must stay unresolved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Final

from ledgerrag.dykbench.items import Dropped, Item, Part, Record, Task, Wanted
from ledgerrag.dykbench.real import (
    disputed_answers,
    disputed_claims,
    disputed_law,
    disputed_threads,
    statutes,
    stream_papers,
)
from ledgerrag.dykbench.real.cases import Case, drawn, record
from ledgerrag.errors import InputError
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters import (
    averitec,
    breaking_wikipedia,
    canada_laws,
    covid19_rumor,
    dc_code,
    dynamicqa,
    pheme_sources,
    poisonedrag,
    ramdocs,
    rumoureval17,
)
from ledgerrag.pachon.adapters.claims import Checked, Thread
from ledgerrag.pachon.adapters.provisions import Provision, records
from ledgerrag.pachon.adapters.things import Thing

CROWD: Final = Source("collected-posts", "Collected posts", Authority.USER)


def build(wanted: Wanted) -> Part:
    """The task from the raw sources.

    Args:
        wanted: folder of the raw data, seed and size.
    Raises:
        InputError: no folder, or a source that is missing or damaged.
    """
    if wanted.sources is None:
        raise InputError("conflict is made from raw data", "name their folder with --sources DIR")
    folder, seed = wanted.sources, wanted.seed
    laws = [one for read in (canada_laws.read, dc_code.read) for one in read(folder)]
    claims = [*averitec.read(folder), *covid19_rumor.read(folder)]
    threads = list(rumoureval17.read(folder))
    seen = {thread.first.post_id.partition(":")[2] for thread in threads}
    threads += [
        one for one in pheme_sources.read(folder) if one.first.post_id.partition(":")[2] not in seen
    ]
    things = breaking_wikipedia.read(folder)
    stated, dropped = disputed_claims.clear(claims)
    made: list[Case] = []
    for one in _cases(folder, laws, stated, threads, seed):
        if isinstance(one, Dropped):
            dropped.append(one)
        else:
            made.append(one)
    chosen = _chosen(made, wanted)
    return _part(chosen, dropped, laws, stated, claims, threads, things, wanted)


def _cases(
    folder: Path,
    laws: Sequence[Provision],
    stated: Sequence[Checked],
    threads: Sequence[Thread],
    seed: int,
) -> Iterator[Case | Dropped]:
    current = sorted(statutes.rules(laws), key=lambda one: drawn(_name(one), seed))
    altered = sorted(statutes.changed(laws), key=lambda one: drawn(_name(one), seed))
    yield from disputed_law.cases(current, altered, seed)
    by_chance = sorted(stated, key=lambda one: drawn(one.claim_id, seed))
    yield from disputed_claims.cases(by_chance, seed)
    shuffled = sorted(threads, key=lambda one: drawn(one.thread_id, seed))
    yield from disputed_threads.cases(shuffled, seed)
    puzzles = [
        one
        for read in (dynamicqa.read, poisonedrag.read, ramdocs.read)
        for one in sorted(read(folder), key=lambda one: drawn(one.puzzle_id, seed))
    ]
    yield from disputed_answers.cases(puzzles, seed)


def _name(rule: statutes.Rule) -> str:
    return f"{rule.provision.series} {rule.place} {rule.quote.start}"


def _chosen(made: Sequence[Case], wanted: Wanted) -> list[Case]:
    """Cases of every kind in the shares of a full build, as many items as are wanted."""
    by_kind: dict[str, list[Case]] = defaultdict(list)
    for one in made:
        by_kind[one.kind].append(one)
    ranked = sorted(
        ((place + 0.5) / len(cases), kind, case.group, case)
        for kind, cases in by_kind.items()
        for place, case in enumerate(cases)
    )
    chosen: list[Case] = []
    room = wanted.items or sum(len(one.items) for one in made)
    for _, _, _, case in ranked:
        if len(case.items) <= room:
            chosen.append(case)
            room -= len(case.items)
    return sorted(chosen, key=lambda one: one.group)


def _part(
    chosen: Sequence[Case],
    dropped: Sequence[Dropped],
    laws: Sequence[Provision],
    stated: Sequence[Checked],
    claims: Sequence[Checked],
    threads: Sequence[Thread],
    things: Iterable[Thing],
    wanted: Wanted,
) -> Part:
    asked = {series for case in chosen for series in case.series}
    kept = [one for one in laws if one.series in asked]
    documents = [document for case in chosen for document in case.documents]
    documents += [document for one in kept for document in records(one)]
    sources = [source for case in chosen for source in case.sources]
    sources += [one.issuer for one in kept]
    around = chain(
        _articles(things, wanted.seed),
        _background(chosen, laws, stated, claims, threads, wanted.seed),
    )
    for document, source in islice(around, max(0, wanted.background - len(documents))):
        documents.append(document)
        sources.append(source)
    documents.sort(
        key=lambda one: (str(one["published"]), str(one["doc_id"]), int(str(one["version"])))
    )
    items: list[Item] = [item for case in chosen for item in case.items]
    return Part(
        task=Task.CONFLICT,
        documents=tuple(documents),
        acts=(),
        sources=tuple(sorted({one.key: one for one in sources}.values(), key=lambda one: one.key)),
        items=tuple(sorted(items, key=lambda one: one.item_id)),
        dropped=tuple(sorted(dropped, key=lambda one: (one.check, one.item_id))),
    )


Spoken = tuple[Record, Source]


def _background(
    chosen: Sequence[Case],
    laws: Sequence[Provision],
    stated: Sequence[Checked],
    claims: Sequence[Checked],
    threads: Sequence[Thread],
    seed: int,
) -> Iterator[Spoken]:
    """Documents that nothing is asked about, kind by kind in turn."""
    used = {one for case in chosen for one in (*case.series, *case.withheld)}
    taken = {str(document["doc_id"]) for case in chosen for document in case.documents}
    apart = {case.group.split("/", 2)[2] for case in chosen}
    near = {one.instrument for one in laws if one.series in used}
    free = [one for one in laws if one.series not in used and one.about not in used]
    free.sort(key=lambda one: (one.instrument not in near, drawn(one.series, seed)))
    streams: list[Iterable[Spoken]] = [
        ((document, one.issuer) for one in free for document in records(one)),
        _verdicts([one for one in stated if one.claim_id not in apart], seed),
        _loose(claims, stated, seed),
        _posts([one for one in threads if one.thread_id not in apart], threads),
    ]
    for rank in zip_longest(*streams):
        for one in rank:
            if one is not None and str(one[0]["doc_id"]) not in taken:
                yield one


def _articles(things: Iterable[Thing], seed: int) -> Iterator[Spoken]:
    """What Wikipedia said of the events of the threads, minute by minute."""
    for thing in things:
        speakers = {one.key: one for one in (thing.issuer, thing.narrator) if one is not None}
        for document in stream_papers.records(thing, seed):
            yield document, speakers[str(document["source"])]


def _verdicts(stated: Sequence[Checked], seed: int) -> Iterator[Spoken]:
    for claim in sorted(stated, key=lambda one: drawn(one.claim_id, seed)):
        yield disputed_claims.verdict(claim, seed), disputed_claims.checker(claim)


def _loose(claims: Sequence[Checked], stated: Sequence[Checked], seed: int) -> Iterator[Spoken]:
    """Records without a checker, as posts: none in the words of a claim that is asked about."""
    told = {" ".join(disputed_claims.words_of(one.text)) for one in stated}
    for claim in sorted(claims, key=lambda one: drawn(one.claim_id, seed)):
        bare = " ".join(disputed_claims.words_of(claim.text))
        if claim.checker or not bare or bare in told:
            continue
        told.add(bare)
        text = claim.text
        yield record(f"post/{claim.claim_id}", CROWD.key, claim.checked, "Post", text), CROWD


def _posts(free: Sequence[Thread], every: Sequence[Thread]) -> Iterator[Spoken]:
    known = disputed_threads.verified(every)
    for thread in free:
        told = disputed_threads.documents(thread, known)
        for document, post in zip(told, (thread.first, *thread.replies), strict=True):
            yield document, disputed_threads.speaker(post, known)
