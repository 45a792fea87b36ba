"""From a question to an answer: the product's own parts before and after what a system decides.

Before: the request, the slice and the claims. After: the product's generator, which makes the
sentences, compares every quote with its document and tells open claims from settled ones. It is
shown what the system has read and nothing else: no other version of a text, no act upon it,
nothing announced. What a cited document is at (V, K) is noted beside each citation for whoever
measures; no system decides by it.

Such an answer leaves no journal: its run id is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ledgerrag.answer import Answer, Cost
from ledgerrag.api import LedgerRAG
from ledgerrag.api.asking import Taken
from ledgerrag.api.equipping import accounted, equipped
from ledgerrag.api.forms import Request
from ledgerrag.api.questions import Question as Asking
from ledgerrag.api.running import read_question
from ledgerrag.baselines.desk import Desk
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled
from ledgerrag.config import Params, resolve
from ledgerrag.corpus import Corpus, StoreCorpus
from ledgerrag.generate import Findings, generate
from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    Act,
    Claim,
    DocKey,
    Document,
    Domain,
    Passage,
    Standing,
)
from ledgerrag.retrieval.seam import Mode
from ledgerrag.standing import At

Settle = Callable[[Desk, Claim], Settled]
"""What a system does with one claim: search, read, decide."""


def answered(rag: LedgerRAG, asked: Asked, retrieval: Mode, settle: Settle) -> Answer:
    """Answer a question, each claim settled by the system.

    Args:
        rag: the store; its parameters hold for every system.
        asked: the question.
        retrieval: by words, by meaning or by both.
        settle: what the system does with a claim.
    Raises:
        UnavailableError: the store cannot be searched that way.
        IntegrityError: a quote does not match its document.
    """
    asker = rag.asker
    request = asker.request(asked.form, _asking(asked, retrieval))
    taken = asker.take(request)
    with asker.store.snapshot():
        request = asker.now(request)
        desk = sit(request, taken)
        settled = [settle(desk, claim) for claim in desk.question.claims]
        made = _written(desk, settled, request)
    return _with_cost(accounted(made, taken.seams.consultation), taken)


def one_line(text: str) -> str:
    """A statement as one paragraph, so that it is checked as one."""
    return " ".join(text.split())


def _asking(asked: Asked, retrieval: Mode) -> Asking:
    return Asking(
        one_line(asked.text),
        asked.as_of,
        asked.known_at,
        params={"retrieval": retrieval},
    )


def sit(request: Request, taken: Taken) -> Desk:
    """The desk for a request: its text taken apart, and the corpus as it may be seen.

    Args:
        request: with dates, parameters and watermark settled.
        taken: the seams.
    """
    seams, params = taken.seams, request.parameters()
    tools = equipped(seams.reader, seams.stance, seams.odds, seams.consultation, params)
    question = read_question(request, tools.reader)
    registry = seams.store.registry(request.registry or None)[1]
    at = request.at(request.period or (question.period.text if question.period else ""))
    corpus = StoreCorpus(seams.store, at, request.watermark, registry)
    return Desk(question, request.as_of, corpus, seams.retriever, tools, params)


def _written(desk: Desk, settled: Sequence[Settled], request: Request) -> Answer:
    """The answer by the product's generator, over what the system has read."""
    ledger = Ledger()
    for one in settled:
        ledger = ledger.add_claim(one.root)
    for one in settled:
        if one.claim is not one.root:
            ledger = ledger.add_claim(one.claim)
        ledger = ledger.append(one.entries)
    spent = desk.params.max_retrieval_calls
    out = bool(spent) and desk.tally.calls >= spent
    findings = Findings(
        question=desk.question,
        ledger=ledger,
        rulings={one.claim.claim_id: one.ruling for one in settled},
        package=(),
        near=(),
        rivals=(),
        standings=_standings(desk, settled),
        drift=False,
        stops=("the search ended: retrieval calls used up",) if out else (),
        params=_resolved(desk.params, ledger),
        corpus=_Read(desk.corpus, desk.tally.seen),
        draft=request.kind == "check",
    )
    cost = Cost(desk.tally.steps, desk.tally.calls, 0)
    return generate(findings, cost, "", request.as_of, request.known_at, desk.tools.writer)


def _resolved(params: Params, ledger: Ledger) -> Params:
    return resolve(params, ledger.domain() or Domain.REGULATION)


def _standings(desk: Desk, settled: Iterable[Settled]) -> Mapping[DocKey, Standing]:
    """What the cited documents are, for citations; without the notes that say what to check."""
    keys = {entry.span.key for one in settled for entry in one.ruling.winners}
    series = {document.series for document in desk.corpus.documents(sorted(keys)).values()}
    found = desk.corpus.standings(sorted(series))
    return {key: replace(found[key], notes=()) for key in sorted(keys)}


def _with_cost(made: Answer, taken: Taken) -> Answer:
    spent = taken.measured()
    return replace(made, cost=replace(made.cost, stage_us=tuple(sorted(spent.items()))))


@dataclass(frozen=True, slots=True)
class _Read:
    """The corpus as a system has read it: of a series the versions that it found, and no acts."""

    inner: Corpus
    seen: frozenset[DocKey]

    @property
    def at(self) -> At:
        return self.inner.at

    @property
    def watermark(self) -> int:
        return self.inner.watermark

    def documents(self, keys: Iterable[DocKey]) -> Mapping[DocKey, Document]:
        return self.inner.documents(keys)

    def standings(self, series: Iterable[str]) -> Mapping[DocKey, Standing]:
        return self.inner.standings(series)

    def versions(self, series: str) -> tuple[Document, ...]:
        return tuple(one for one in self.inner.versions(series) if one.key in self.seen)

    def acts(self, series: str) -> tuple[Act, ...]:
        del series
        return ()

    def coming(self, series: str) -> tuple[tuple[Document | Act, str], ...]:
        del series
        return ()

    def successor(self, name: str) -> DocKey | None:
        del name
        return None

    def passages(self, document: Document, start: int, end: int) -> tuple[Passage, ...]:
        return self.inner.passages(document, start, end)

    def source_name(self, key: str) -> str:
        return self.inner.source_name(key)
