"""TV@t of equation (4), and SUS of equation (6) with its four parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ledgerrag.answer import Answer, Citation
from ledgerrag.api.views import LedgerView
from ledgerrag.config import load
from ledgerrag.dates import Moment, PartialDate, parse
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.metrics.citations import owed, stance_of
from ledgerrag.dykbench.metrics.counts import ZERO, mean
from ledgerrag.dykbench.metrics.judge import Judge
from ledgerrag.dykbench.metrics.said import Decided, Said, Statement, disclosed, past_of
from ledgerrag.errors import DateError
from ledgerrag.ledger import Ledger, age_seconds, decay_u
from ledgerrag.model import UNIT, Domain, Stance, Status, Verdict, quote_sha256

_OPEN: Final = ("contested", "unverified")


def time_validity(said: Said, ledger: LedgerView | None = None) -> Fraction:
    """TV@t = Σ_i w_i · max_{e ∈ E_i} exp(-(t - ts(e)) / H) / Σ_i w_i (equation (4)).

    E_i is the claim's evidence in the ledger; where a system keeps no ledger, what the sentences
    about the claim cite. t is V, ts the day of publication, an age below zero is none; H is 365
    days for regulatory change and 7 days for the news of the other tasks (section 6.1), the same
    for every system. A claim without evidence counts 0. In millionths, as the ledger counts.
    """
    if said.answer is None or not said.readable:
        return ZERO
    at = parse(said.item.as_of).moment()
    horizon = _horizon(said.item)
    rows = _ledger_rows(ledger) if ledger is not None else _cited_rows(said)
    total = sum(weight for weight, _ in rows)
    if not total:
        return ZERO
    best = sum(
        weight * max((decay_u(age_seconds(ts, at), horizon) for ts in dates), default=0)
        for weight, dates in rows
    )
    return Fraction(best, total * UNIT)


def _horizon(item: Item) -> int:
    domain = Domain.REGULATION if item.task is Task.REGCHANGE else Domain.NEWS
    return load("paper").horizon_days(domain)


def _ledger_rows(view: LedgerView) -> list[tuple[int, list[PartialDate]]]:
    ledger = Ledger(view.claims, tuple(row.evidence for row in view.rows))
    return [
        (claim.weight_u, [entry.ts for entry in ledger.of(claim.claim_id)])
        for claim in ledger.active()
    ]


def _cited_rows(said: Said) -> list[tuple[int, list[PartialDate]]]:
    dated = [
        [ts for one in claim.citations if (ts := _date(one.published)) is not None]
        for claim in said.claims
    ]
    return list(zip(said.weights, dated, strict=True))


def _date(text: str) -> PartialDate | None:
    try:
        return parse(text)
    except DateError:
        return None


@dataclass(frozen=True, slots=True)
class Parts:
    """SUS = 0.25 Trace + 0.25 ClaimAlign + 0.25 Timely + 0.25 Uncertainty (equation (6)).

    Args:
        trace: see `trace`.
        claim_align: see `claim_align`.
        timely: see `timely`.
        uncertainty: see `uncertainty`.
    """

    trace: Fraction
    claim_align: Fraction
    timely: Fraction
    uncertainty: Fraction

    @property
    def sus(self) -> Fraction:
        """The mean of the four."""
        return (self.trace + self.claim_align + self.timely + self.uncertainty) / 4


def parts(said: Said, judge: Judge) -> Parts:
    """The four parts of an answer's SUS; an answer that cannot be read has none of them."""
    if said.answer is None or not said.readable:
        return Parts(ZERO, ZERO, ZERO, ZERO)
    return Parts(trace(said), claim_align(said, judge), timely(said), uncertainty(said))


def trace(said: Said) -> Fraction:
    """Trace: the share of statements whose every citation can be followed to its place.

    A statement counts where it has a citation, each of its marks leads to one, and each of those
    names document, version, source and publication, spans as many code points as it quotes, and
    carries the sha256 of the quote. Where nothing is stated: 1 if gold is unresolved, else 0.
    """
    return mean((Fraction(_followed(one)) for one in said.statements), owed(said))


def _followed(statement: Statement) -> bool:
    return len(statement.citations) == len(statement.marks) > 0 and all(
        _placed(one) for one in statement.citations
    )


def _placed(one: Citation) -> bool:
    named = bool(one.doc_id and one.version > 0 and one.source and one.published)
    whole = 0 <= one.start < one.end and one.end - one.start == len(one.quote)
    return named and whole and one.quote_sha256 == quote_sha256(one.quote)


def claim_align(said: Said, judge: Judge) -> Fraction:
    """ClaimAlign: Σ w_i · 1[what claim i cites is on the side of its verdict] / Σ w_i, settled.

    On the side is a supported claim whose citations support it, a refuted one whose citations
    refute it, as the judge reads them together; claims left open are not counted (they are by
    Uncertainty). Where nothing is settled: 1 if gold is unresolved, else 0.
    """
    settled = [
        (weight, claim)
        for weight, claim in zip(said.weights, said.claims, strict=True)
        if claim.settled
    ]
    total = sum(weight for weight, _ in settled)
    if not total:
        return owed(said) if not settled else ZERO
    aligned = sum(
        weight
        for weight, claim in settled
        if stance_of(said, claim, claim.citations, judge) is Stance.SUPPORT
    )
    return Fraction(aligned, total)


def timely(said: Said) -> Fraction:
    """Timely: the share of citations, sentence by sentence, that comply with (V, K).

    A citation complies where it was published by K and its version is in force at V, or where the
    sentence itself tells that it is not (`said.disclosed`). Where statements cite nothing: 0;
    where nothing is stated: 1 if gold is unresolved, else 0.
    """
    if said.answer is None:
        return ZERO
    found = [
        Fraction(complies(said.item, said.answer, one, citation))
        for one in said.statements
        for citation in one.citations
    ]
    return mean(found, ZERO if said.statements else owed(said))


def complies(item: Item, answer: Answer, statement: Statement, citation: Citation) -> bool:
    """Whether a citation of a statement was known by K and is in force at V, or told as not."""
    if not _known(citation.published, parse(item.known_at).moment()):
        return False
    return citation.status is Status.IN_FORCE or disclosed(statement, citation, past_of(answer))


def _known(published: str, known_at: Moment) -> bool:
    stated = _date(published)
    return stated is not None and stated.possible(known_at)


def uncertainty(said: Said) -> Fraction:
    """Uncertainty: the share of claims that are open where they must be, and then told as open.

    A settled claim counts where gold is resolvable. A claim that was left contested or unverified
    counts where a reader is told so apart from the sentences: on the checklist under its name, or
    as a dispute that is open. Whether an open claim could have been settled is accuracy's matter.
    """
    if said.answer is None:
        return ZERO
    told = _told_open(said.answer)
    return mean((Fraction(_honest(said, one, told)) for one in said.claims), ZERO)


def _told_open(answer: Answer) -> frozenset[str]:
    listed = (one.claim_id for one in answer.checklist if one.kind in _OPEN)
    disputed = (one.claim_id for one in answer.disputed if not one.outranked)
    return frozenset(name.partition(".")[0] for name in (*listed, *disputed))


def _honest(said: Said, claim: Decided, told: Sequence[str] | frozenset[str]) -> bool:
    if claim.verdict.verdict in (Verdict.SUPPORTED, Verdict.REFUTED):
        return said.resolvable
    return claim.root in told or "" in told
