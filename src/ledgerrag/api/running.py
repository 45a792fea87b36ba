"""One run: from a request to an outcome and the journal entries that it makes.

The same function serves the first run and every replay; only the seams differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ledgerrag.api import drafts
from ledgerrag.api.carrying import carried_over
from ledgerrag.api.equipping import Equipment, accounted, equipped, said, told
from ledgerrag.api.forms import Request, answer_bytes, ledger_bytes, sha256
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.recorded import receipt_json
from ledgerrag.corpus import StoreCorpus
from ledgerrag.language.consulting import Consultation
from ledgerrag.language.prompting import prompts
from ledgerrag.loop import Ask, Outcome, Rooms, Step, answer
from ledgerrag.model import DocKey, Evidence
from ledgerrag.pachon.spans import SPANS
from ledgerrag.reading import Question, Reader
from ledgerrag.retrieval.analyzer import ANALYZER
from ledgerrag.retrieval.seam import Retriever
from ledgerrag.sighting import Search
from ledgerrag.stance.combined import OddsModel
from ledgerrag.stance.seam import StanceModel
from ledgerrag.store import Store
from ledgerrag.store.seam import Json, JsonMap
from ledgerrag.version import __version__


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry before it is written: `det` is what a replay compares."""

    type: str
    step: int
    det: JsonMap
    pay: Mapping[str, bytes] = field(default_factory=dict)


def _unseen(step: Step) -> None:
    del step


@dataclass(frozen=True, slots=True)
class Seams:
    """What a run is executed with; the language model, where there is one, through its records.

    `follow` is told of each step once it has ended.
    """

    store: Store
    retriever: Retriever
    stance: StanceModel
    reader: Reader
    elapsed_ms: Callable[[int], int]
    consultation: Consultation | None = None
    odds: OddsModel | None = None
    follow: Callable[[Step], None] = _unseen


@dataclass(frozen=True, slots=True)
class Execution:
    """A run that ended: the outcome and its journal entries, in order."""

    outcome: Outcome
    entries: tuple[Entry, ...]
    touches: tuple[str, ...]


def execute(request: Request, run: str, seams: Seams) -> Execution:
    """Run Algorithm 1 for a request.

    Args:
        request: what is asked; of a refresh, the ledger of its origin is carried over for the
            claims that are not asked again.
        run: run id.
        seams: retriever, judge, reader, store.
    """
    params = request.parameters()
    tools = equipped(seams.reader, seams.stance, seams.odds, seams.consultation, params)
    model = _Calls(seams.consultation)
    question = read_question(request, tools.reader)
    read = model.fresh(0)
    corpus = _corpus(request, question, seams.store)
    steps: list[Entry] = []

    def log(step: Step) -> None:
        steps.extend(model.fresh(step.number))
        steps.append(_step_entry(step, seams.elapsed_ms(step.number)))
        seams.follow(step)

    rooms = Rooms(
        seams.retriever,
        corpus,
        tools.stance,
        log,
        seams.elapsed_ms,
        tools.suggester,
        tools.writer,
    )
    outcome = answer(_ask(request, run, question, seams.store, corpus), rooms, params)
    outcome = replace(outcome, answer=accounted(outcome.answer, seams.consultation))
    entries = (
        _run_entry(request, tools, question),
        *read,
        *steps,
        *model.fresh(outcome.answer.cost.steps),
        _answer_entry(outcome),
    )
    return Execution(outcome, entries, _touches(outcome, corpus))


def _corpus(request: Request, question: Question, store: Store) -> StoreCorpus:
    """The store as the request may see it, at the period that it or its question names."""
    named = question.period.text if question.period else ""
    registry = store.registry(request.registry or None)[1]
    return StoreCorpus(store, request.at(request.period or named), request.watermark, registry)


def _ask(request: Request, run: str, question: Question, store: Store, corpus: StoreCorpus) -> Ask:
    carried, seen = carried_over(request, question, store, corpus)
    return Ask(
        question=question,
        as_of=request.as_of,
        known_at=request.known_at,
        run=run,
        draft=request.kind == "check",
        carried=carried,
        seen=seen,
    )


@dataclass(slots=True)
class _Calls:
    """The calls of a model that no entry tells yet."""

    consultation: Consultation | None
    told: int = 0

    def fresh(self, step: int) -> tuple[Entry, ...]:
        """An entry for each call since the last time."""
        if self.consultation is None:
            return ()
        calls = list(self.consultation.calls.values())[self.told :]
        self.told += len(calls)
        return tuple(
            Entry("model", step, told(call), said(self.consultation, call)) for call in calls
        )


def read_question(request: Request, reader: Reader) -> Question:
    """The text taken apart, as a question or as a paragraph of a draft."""
    if request.kind == "check":
        return Question(request.text, drafts.claims(request.text, reader))
    return reader.question(request.text)


def _run_entry(request: Request, tools: Equipment, question: Question) -> Entry:
    det: JsonMap = {
        "kind": request.kind,
        "as_of": request.as_of,
        "known_at": request.known_at,
        "watermark": request.watermark,
        "registry": request.registry,
        "config": sha256(dumps(dict[str, Json](request.params))),
        "preset": str(request.params["preset"]),
        "analyzer": ANALYZER,
        "spans": SPANS,
        "reader": tools.reader.digest,
        "stance": f"{tools.stance.name} {tools.stance.digest}",
        "code": __version__,
        "claims": [[claim.claim_id, claim.weight_u] for claim in question.claims],
        "reasked": list(request.reasked),
        "origin": request.origin,
    }
    if request.model:
        det["model"] = f"{request.model} {request.model_digest}"
        det["prompts"] = [f"{one.label} {one.digest}" for one in prompts()]
    return Entry("run", 0, det, {"question": request.text.encode("utf-8", "surrogatepass")})


def _step_entry(step: Step, wall_ms: int) -> Entry:
    new = step.after.entries[len(step.before.entries) :]
    hypotheses = step.after.claims[len(step.before.claims) :]
    det: JsonMap = {
        "action": str(step.move.action),
        "triggers": [str(trigger) for trigger in step.fired.triggers],
        "reasons": [str(reason) for reason in step.fired.reasons],
        "coverage_u": step.signals.coverage_u,
        "time_validity_u": step.signals.time_validity_u,
        "divergent": list(step.signals.divergent),
        "wall_ms": wall_ms,
        "searches": [_search_json(one) for one in step.searches],
        "hypotheses": [
            [claim.claim_id, claim.value.amount if claim.value else "", sha256(claim.text.encode())]
            for claim in hypotheses
        ],
        "entries": [_evidence_json(entry) for entry in new],
    }
    queries: list[Json] = [one.query.text for one in step.searches]
    return Entry("step", step.number, det, {"queries": dumps(queries)})


def _search_json(one: Search) -> JsonMap:
    hits: list[Json] = [[hit.row, str(hit.key), hit.r_u] for hit in one.found.hits]
    return {
        "claim": one.query.claim_id,
        "purpose": str(one.query.purpose),
        "authority_min": int(one.query.authority_min),
        "k": one.query.top_k,
        "called": one.called,
        "hits": hits,
        "receipt": receipt_json(one.found.receipt),
    }


def _evidence_json(entry: Evidence) -> Json:
    return [
        entry.claim_id,
        str(entry.span.key),
        entry.span.span_id,
        str(entry.y),
        entry.r_u,
        entry.confidence_u,
        entry.rule,
    ]


def _answer_entry(outcome: Outcome) -> Entry:
    made, ledger = answer_bytes(outcome.answer), ledger_bytes(outcome.state.ledger)
    det: JsonMap = {
        "answer": sha256(made),
        "ledger": sha256(ledger),
        "verdicts": [[v.claim_id, str(v.verdict)] for v in outcome.answer.verdicts],
        "citations": [
            [f"{c.doc_id}@{c.version}", c.start, c.end, c.quote_sha256]
            for c in outcome.answer.citations
        ],
        "coverage_u": outcome.view.signals.coverage_u,
        "steps": outcome.answer.cost.steps,
        "calls": outcome.answer.cost.retrieval_calls,
    }
    language = outcome.answer.language
    if language is not None:
        det["model_calls"] = language.calls
        det["degraded"] = [[one.part, one.reason] for one in language.degraded]
    return Entry("answer", outcome.answer.cost.steps, det, {"answer": made, "ledger": ledger})


def _touches(outcome: Outcome, corpus: StoreCorpus) -> tuple[str, ...]:
    """The names that the answer rests on: its evidence, and the acts that bear on that.

    An act may itself be withdrawn later, and what it puts in place may be stored later.
    """
    keys = {entry.span.key for entry in outcome.state.ledger.entries}
    keys |= {DocKey(near.doc_id, near.version) for near in outcome.answer.nearest}
    names: set[str] = set()
    for document in corpus.documents(sorted(keys)).values():
        names |= {str(document.key), document.doc_id, document.series}
        for act in corpus.acts(document.series):
            names |= {act.act_id, act.by} - {""}
    return tuple(sorted(names))
