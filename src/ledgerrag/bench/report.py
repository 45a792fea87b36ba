"""The report of `bench regulation`: the table, then every miss with its cause, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledgerrag.bench.estimates import Share
from ledgerrag.bench.outcomes import Miss, Outcome
from ledgerrag.bench.regulation import KINDS, Result, misses


def report(result: Result) -> str:
    """Ids, titles, days, questions and values only: none of the law's text."""
    return "\n".join(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    found, outcomes = result.measurement, result.outcomes
    yield "# Answers against recorded changes of law\n"
    yield f"{found.started}, {found.seconds:.0f} s, {found.machine.line}\n"
    yield f"{found.machine.versions_line}\n"
    yield ", ".join(f"{name} {value}" for name, value in found.parameters.items()) + "\n"
    yield "| Figure | Value and Wilson interval of 95 % | Aim |"
    yield "| --- | --- | --- |"
    for one in found.figures:
        told = one.note if one.p95 is None else f"p95 {one.p95:.1f}"
        told = f"{one.value:.1f} {one.unit} {told}"
        yield f"| {one.name} | {told} | {one.verdict} |"
    yield "\n## By kind\n"
    yield from _by_kind(outcomes)
    yield "\n## Misses\n"
    yield "| Cause | Answers |"
    yield "| --- | --- |"
    for miss, count in misses(outcomes):
        yield f"| {miss} | {count} |"
    for miss, _ in misses(outcomes):
        yield f"\n### {miss[0].upper()}{miss[1:]}\n"
        yield from _listed(miss, outcomes)


def _by_kind(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "| Kind | Questions | Retrieved | Version, of cited | Value |"
    yield "| --- | --- | --- | --- | --- |"
    for kind in KINDS:
        some = [one for one in outcomes if one.case.entry.kind == kind]
        own = [one for one in some if one.retrieved and one.provision]
        parts = (
            Share(sum(one.retrieved for one in some), len(some)),
            Share(sum(one.version for one in own), len(own)),
            Share(sum(one.value for one in some), len(some)),
        )
        yield f"| {kind} | {len(some)} | {' | '.join(map(str, parts))} |"


def _listed(miss: Miss, outcomes: Sequence[Outcome]) -> Iterator[str]:
    for one in outcomes:
        if one.miss is not miss:
            continue
        entry = one.case.entry
        yield (
            f"- line {entry.line}, `{entry.series}` as of {one.case.as_of} ({one.case.side}), "
            f"{entry.kind}: {_inline(entry.title)}  \n"
            f"  gold {_inline(one.case.token)}"
            f"{'' if one.case.posed else ' (not one answer)'}, answered "
            f"{_inline(one.stated) or 'nothing'} ({one.verdict or 'no claim'})  \n"
            f"  {_inline(one.case.question)}  \n"
            f"  {_inline(one.why)}; run {one.run}"
        )


def _inline(text: str) -> str:
    """On one line, without what Markdown would read."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("`", "'")
