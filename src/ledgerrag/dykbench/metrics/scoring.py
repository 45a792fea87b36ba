"""Every measure of one answer: what applies to the item, and how much the item adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from ledgerrag.answer import Answer
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics import answers, citations, governance, misses, streams, verdicts
from ledgerrag.dykbench.metrics.context import Context
from ledgerrag.dykbench.metrics.counts import Ratio
from ledgerrag.dykbench.metrics.judge import Judge
from ledgerrag.dykbench.metrics.measures import Measure
from ledgerrag.dykbench.metrics.said import Said, read
from ledgerrag.dykbench.metrics.scored import Scored, Time, facts

Measured: TypeAlias = "tuple[Measure, Ratio]"


def score(
    system: str,
    item: Item,
    answer: Answer | None,
    judge: Judge,
    *,
    before: tuple[Item, Answer | None] | None = None,
    context: Context | None = None,
    error: str = "",
) -> Scored:
    """All that is measured of an answer.

    Args:
        system: its name.
        item: the question with its gold.
        answer: what it said; None where it failed.
        judge: for what counting cannot tell.
        before: item and answer of the same claim at the step before; None at a first step.
        context: what the runner knows beside the answer.
        error: why there is no answer.
    """
    beside = context or Context()
    said = read(item, beside.checked(answer) if answer is not None else None)
    right = verdicts.right(said)
    earlier = read(*before) if before is not None else None
    update = streams.change(said, earlier)
    strict = streams.change(said, earlier, strict=True, right=right)
    found = tuple(misses.every(said, beside, judge, error))
    measures = dict(_measures(said, beside, judge, found))
    if earlier is not None and item.trajectory:
        measures[Measure.UPDATE_F1] = update.ratio
        measures[Measure.UPDATE_F1_STRICT] = strict.ratio
    return Scored(
        system=system,
        **facts(item),
        outcome=verdicts.outcome(said),
        update=update,
        measures={one: measures[one] for one in sorted(measures)},
        misses=found,
        time=_time(answer, beside),
        judge=judge.name,
        judge_kind=judge.kind,
    )


def _measures(
    said: Said, context: Context, judge: Judge, found: tuple[misses.Miss, ...]
) -> Iterator[Measured]:
    yield from _verdict(said)
    yield from _stated(said, context, judge)
    yield from _governed(said, context, judge)
    yield from _missed(said, found)
    yield from _cost(said)


def _verdict(said: Said) -> Iterator[Measured]:
    right = verdicts.right(said)
    yield Measure.ANSWER_ACCURACY, Ratio.of(right)
    if said.item.task is Task.CONFLICT:
        yield Measure.CRACC, Ratio.of(right)
        if said.resolvable:
            yield Measure.CRACC_RESOLVABLE, Ratio.of(right)
    if said.resolvable:
        yield Measure.ABSTENTION, Ratio.of(verdicts.abstained(said))
    else:
        yield Measure.VERDICT_ON_UNRESOLVED, Ratio.of(not verdicts.abstained(said))


def _stated(said: Said, context: Context, judge: Judge) -> Iterator[Measured]:
    applying: tuple[tuple[Measure, bool | Fraction | None], ...] = (
        (Measure.ANS2GRAM_F1, answers.words(said)),
        (Measure.VALUE_ACCURACY, answers.value(said)),
        (Measure.PROVISION_FOUND, answers.provision(said, context.family)),
        (Measure.VERSION_ACCURACY, answers.version(said, context.family)),
        (Measure.DIFF_F1, answers.difference(said)),
        (Measure.NUGGET_RECALL, answers.nuggets(said, judge)),
    )
    for measure, value in applying:
        if value is not None:
            yield measure, Ratio.of(value)


def _governed(said: Said, context: Context, judge: Judge) -> Iterator[Measured]:
    parts = governance.parts(said, judge)
    yield Measure.TIME_VALIDITY, Ratio.of(governance.time_validity(said, context.ledger))
    yield Measure.TRACE, Ratio.of(parts.trace)
    yield Measure.CLAIM_ALIGN, Ratio.of(parts.claim_align)
    yield Measure.TIMELY, Ratio.of(parts.timely)
    yield Measure.UNCERTAINTY, Ratio.of(parts.uncertainty)
    yield Measure.SUS, Ratio.of(parts.sus)
    yield Measure.SUPPORT_F1, Ratio.of(citations.support_f1(said, judge))
    yield Measure.CITATION_RECALL, Ratio.of(citations.recall(said, judge))
    yield Measure.CITATION_PRECISION, Ratio.of(citations.precision(said, judge))


def _missed(said: Said, found: tuple[misses.Miss, ...]) -> Iterator[Measured]:
    count = {kind: sum(1 for one in found if one.kind is kind) for kind in misses.MissKind}
    if said.item.gold.evidence:
        yield Measure.RET_FAIL, Ratio.of(count[misses.MissKind.RET_FAIL] > 0)
    wrong, cited = count[misses.MissKind.CIT_MIS], misses.cited_sentences(said)
    yield Measure.CIT_MIS, Ratio.of(wrong > 0)
    if cited:
        yield Measure.CIT_MIS_SENTENCES, Ratio(Fraction(wrong), Fraction(cited))
    yield Measure.FMT_MIS, Ratio.of(count[misses.MissKind.FMT_MIS] > 0)


def _cost(said: Said) -> Iterator[Measured]:
    """Retrieval calls, calls a claim, model calls, tokens both ways, and the re-verified share.

    One call is one invocation of the retriever for one query (paper section 6.1). Nothing is
    counted for an answer that was not given.
    """
    if said.answer is None:
        return
    cost, language = said.answer.cost, said.answer.language
    yield Measure.RETRIEVAL_CALLS, Ratio.of(cost.retrieval_calls)
    claims = len({one.root for one in said.claims})
    yield Measure.CALLS_PER_CLAIM, Ratio(Fraction(cost.retrieval_calls), Fraction(claims))
    yield Measure.MODEL_CALLS, Ratio.of(cost.model_calls)
    tokens = language.tokens_in + language.tokens_out if language is not None else 0
    yield Measure.TOKENS, Ratio.of(tokens)
    again = streams.reverified(said)
    if again is not None:
        yield Measure.REVERIFIED, Ratio.of(again)


def _time(answer: Answer | None, context: Context) -> Time:
    stages = answer.cost.stage_us if answer is not None else ()
    return Time(context.us or sum(us for _, us in stages), stages)
