"""LedgerRAG over a stream: only what a change touches is asked again.

The paper's Stream-QA asks for answers "refreshing only affected claims" (section 5.2). The product
does that between two ingests (`affected`, `refresh`); here the whole corpus is stored and K moves
on.

Between the step before and this one a claim is touched where

- what it rests on stands otherwise: a version, a correction, a retraction, a repeal published in
  (K_before, K], or a day of effect in (V_before, V]; or
- something published in (K_before, K] matches it: it is among the first hits of the claim's own
  words, on topic. This costs one retrieval call a claim, and is counted.

Touched claims are asked again by the product's own refresh, on record; the others keep their
evidence, and their citations with it, and are read anew at (V, K). `cost.reasked` tells how many
were asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ledgerrag.actions import Purpose, Query
from ledgerrag.answer import Answer, Cost
from ledgerrag.api import LedgerRAG, affecting
from ledgerrag.api.asking import Taken
from ledgerrag.api.forms import Request, read_answer, read_ledger, read_request
from ledgerrag.baselines.answering import sit
from ledgerrag.baselines.desk import Desk
from ledgerrag.baselines.ledger_rag import LedgerRagSystem
from ledgerrag.baselines.seam import Asked
from ledgerrag.config import resolve
from ledgerrag.dates import Moment, parse
from ledgerrag.errors import NotFoundError
from ledgerrag.ledger import claim_order, root_of
from ledgerrag.loop import Rooms, Step
from ledgerrag.model import Authority, Claim, DocKey, Domain, Verdict
from ledgerrag.retrieval.seam import Where
from ledgerrag.sighting import search, sight
from ledgerrag.store import RunRow
from ledgerrag.topic import ranked


@dataclass(frozen=True, slots=True)
class LedgerRagRefresh:
    """See the module.

    Args:
        name: as tables use it.
        title: as a reader is told it.
        preset: auto or paper.
        params: single parameters by name.
    """

    name: str
    title: str
    preset: str
    params: Mapping[str, str | int]

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer anew at the first step, and after it only what has been touched since."""
        full = LedgerRagSystem(self.name, self.title, self.preset, self.params)
        request = full.request(rag, asked)
        row = _before(rag, request, before)
        if row is None:
            made = rag.asker.run(request, self.name)
            roots = {verdict.claim_id.partition(".")[0] for verdict in made.verdicts}
            return replace(made, cost=replace(made.cost, reasked=len(roots)))
        taken = rag.asker.take(request)
        with rag.store.snapshot():
            now = rag.asker.now(request)
            touched, calls = _touched(row, now, sit(now, taken), rag)
        renewed = replace(request, origin=row.run, reasked=touched)
        made = rag.asker.run(renewed, self.name)
        return replace(made, cost=_cost(made.cost, taken, len(touched), calls))


def _before(rag: LedgerRAG, request: Request, before: Answer | None) -> RunRow | None:
    """The run of the step before, where it may be built upon; None: ask anew.

    A run that knew more than this step may know, or that ran by other rules, is no ground.
    """
    if before is None or not before.run:
        return None
    try:
        row = rag.store.run(before.run)
    except NotFoundError:
        return None
    then = read_request(row.request)
    ahead = _moment(then.known_at).at > _moment(request.known_at).at
    alike = (then.text, then.kind, then.params) == (request.text, request.kind, request.params)
    return row if alike and not ahead else None


def _moment(text: str) -> Moment:
    return parse(text).moment()


def _touched(row: RunRow, now: Request, desk: Desk, rag: LedgerRAG) -> tuple[tuple[str, ...], int]:
    """The claims to be asked again, and the retrieval calls that it took to know."""
    then = replace(read_request(row.request), watermark=now.watermark, registry=now.registry)
    rests = _rests(row)
    period = read_answer(row.answer, row.entry).period
    keys = {key for held in rests.values() for key in held}
    moved = affecting.moved(rag.store, keys, then, now, period)
    touched: set[str] = set()
    calls = 0
    for claim in desk.question.claims:
        held = rests.get(claim.claim_id, frozenset())
        if claim.claim_id not in rests or held & moved:
            touched.add(claim.claim_id)
            continue
        if then.known_at == now.known_at:
            continue  # only V moves: nothing has been published in between
        calls += 1
        if _matched(claim, desk, _moment(then.known_at)):
            touched.add(claim.claim_id)
    return tuple(sorted(touched, key=claim_order)), calls


def _rests(row: RunRow) -> dict[str, frozenset[DocKey]]:
    """What each claim rests on: its evidence, and what was nearest where nothing settled it."""
    ledger, answer = read_ledger(row.ledger), read_answer(row.answer, row.entry)
    roots = {claim.claim_id: root_of(claim) for claim in ledger.claims}
    found: dict[str, set[DocKey]] = {root: set() for root in roots.values()}
    for entry in ledger.entries:
        found[roots[entry.claim_id]].add(entry.span.key)
    near = {DocKey(one.doc_id, one.version) for one in answer.nearest}
    for verdict in answer.verdicts:
        if verdict.verdict in (Verdict.UNVERIFIED, Verdict.CONTESTED):
            found[roots[verdict.claim_id]] |= near
    return {root: frozenset(keys) for root, keys in found.items()}


def _matched(claim: Claim, desk: Desk, before: Moment) -> bool:
    """Whether something newer than K_before is among the first hits, and on topic."""
    params = resolve(desk.params, Domain.REGULATION)
    query = Query(
        claim.claim_id,
        desk.words(claim),
        Authority.USER,
        Purpose.REFINE,
        params.top_k,
        params.per_series,
    )
    rooms = Rooms(desk.retriever, desk.corpus, desk.tools.stance, _unlogged, _no_time)
    where = Where(published_before=desk.corpus.at.k, ingested_before=desk.corpus.watermark)
    seen = sight(search((query,), rooms, where, params), (), rooms, params, 0)
    documents = desk.corpus.documents({one.passage.span.key for one in seen})
    fresh = [one for one in seen if not documents[one.passage.span.key].published.reached(before)]
    return bool(ranked(claim, fresh, desk.corpus))


def _unlogged(step: Step) -> None:
    """A look leaves no step."""
    del step


def _no_time(step: int) -> int:
    """A look is bounded by its one call."""
    del step
    return 0


def _cost(cost: Cost, taken: Taken, reasked: int, calls: int) -> Cost:
    spent = taken.measured()
    for stage, micros in cost.stage_us:
        spent[stage] = spent.get(stage, 0) + micros
    return replace(
        cost,
        retrieval_calls=cost.retrieval_calls + calls,
        reasked=reasked,
        stage_us=tuple(sorted(spent.items())),
    )
