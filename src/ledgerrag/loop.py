"""Algorithm 1: perceive, decide, retrieve, update, and stop in the open (paper section 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count

from ledgerrag.actions import Action, Frame, Move, advance, decide
from ledgerrag.adjudication import Rule, Ruling, adjudicate_all
from ledgerrag.answer import Answer, Cost
from ledgerrag.config import Params, resolve
from ledgerrag.corpus import Corpus
from ledgerrag.evidence_package import cover
from ledgerrag.force import rule_on, searchable
from ledgerrag.gathering import update
from ledgerrag.generate import Findings, Writer, generate
from ledgerrag.lastly import by_kind, undecided
from ledgerrag.ledger import Ledger, Lens, root_of
from ledgerrag.model import Claim, Domain
from ledgerrag.nearby import near, rivals
from ledgerrag.reading import Question
from ledgerrag.reading.suggesting import NoSuggester, Suggester
from ledgerrag.retrieval.seam import Retriever, Where
from ledgerrag.sighting import Search, Sighting, search, sight, standings_of
from ledgerrag.signals import Signals, observe
from ledgerrag.stance.seam import StanceModel
from ledgerrag.triggers import Fired, History, Reason, fire

_NOBODY = NoSuggester()


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked.

    Args:
        question: the question or draft, decomposed: q and {c_i, w_i}.
        as_of: V as stated or defaulted.
        known_at: K as stated or defaulted.
        run: run id.
        draft: the text is a draft to be checked, not a question.
        carried: a ledger whose claims are settled already (a refresh); its claims are not asked.
        seen: the passages nearest to carried claims that nothing settled.
    """

    question: Question
    as_of: str
    known_at: str
    run: str
    draft: bool = False
    carried: Ledger = field(default_factory=Ledger)
    seen: tuple[Sighting, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one pass of the loop saw, did and found: a line of the audit log J."""

    number: int
    signals: Signals
    fired: Fired
    move: Move
    searches: tuple[Search, ...]
    before: Ledger
    after: Ledger


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the loop reaches; every part is a seam.

    Args:
        retriever: finds chunks in the slice.
        corpus: documents and what stands.
        stance: judges a claim against a passage.
        log: takes each step for the audit log J.
        elapsed_ms: wall clock since the run began, read once a step; recorded, so that a replay
            can give the same.
        suggester: adds search words to those of the actions.
        writer: puts what is settled into words; the rules do where None.
    """

    retriever: Retriever
    corpus: Corpus
    stance: StanceModel
    log: Callable[[Step], None]
    elapsed_ms: Callable[[int], int]
    suggester: Suggester = _NOBODY
    writer: Writer | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What the loop perceives of a state."""

    lens: Lens
    rulings: dict[str, Ruling]
    signals: Signals
    fired: Fired
    params: Params


@dataclass(frozen=True, slots=True)
class State:
    """Where a run is: the ledger L_s, everything seen, and what was done."""

    ledger: Ledger
    pool: tuple[Sighting, ...] = ()
    snippets: tuple[tuple[str, str], ...] = ()
    history: History = field(default_factory=History)
    drift: bool = False
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer a with its citations C, and the state that it was made from."""

    answer: Answer
    state: State
    view: View


def answer(ask: Ask, rooms: Rooms, params: Params) -> Outcome:
    """Answer a question as of V, as known at K (Algorithm 1, its line numbers at the right).

    Args:
        ask: the decomposed question.
        rooms: the seams.
        params: S_max, tau_cov, tau_tv, tau_v, H, epsilon, k_pat and ours.
    """
    ask = _searchable(ask)
    state = State(ledger=_initial(ask), pool=ask.seen)  # 1
    for s in count():  # 2: the budget trigger ends it at S_max
        view = perceive(state, rooms, params)  # 3
        move = decide(view.fired, state.history, _frame(ask, state, view, rooms))  # 4, 7
        searches = search(move.queries, rooms, _slice(rooms.corpus), view.params)  # 8
        after = _updated(state, ask, searches, rooms, view.params)
        if move.action is Action.STOP:
            after = _last(after, ask, rooms, view.params)
        step = Step(s, view.signals, view.fired, move, searches, state.ledger, after.ledger)
        rooms.log(step)  # 9
        if move.action is Action.STOP:  # 5-6
            break
        state = _advanced(after, step, rooms.elapsed_ms(s))  # 10
    if after is not state:
        state, view = after, perceive(after, rooms, params)
    findings = _findings(ask, state, view, rooms.corpus)  # 11
    cost = Cost(state.history.steps, state.history.calls, 0)
    made = generate(findings, cost, ask.run, ask.as_of, ask.known_at, rooms.writer)
    return Outcome(made, state, view)  # 12


def perceive(state: State, rooms: Rooms, params: Params) -> View:
    """Rulings, signals and triggers of a state, under the preset that its evidence calls for."""
    params = resolve(params, state.ledger.domain() or Domain.REGULATION)
    seen = standings_of(state.pool, state.ledger, rooms.corpus)
    lens = Lens(rooms.corpus.at.v, params, seen)
    rulings = adjudicate_all(state.ledger, lens) | rule_on(state.ledger, lens)
    signals = observe(state.ledger, rulings, lens, state.snippets)
    return View(lens, rulings, signals, fire(signals, state.history, params), params)


def _searchable(ask: Ask) -> Ask:
    claims = tuple(searchable(claim) for claim in ask.question.claims)
    return replace(ask, question=replace(ask.question, claims=claims))


def _initial(ask: Ask) -> Ledger:
    ledger = ask.carried
    for claim in ask.question.claims:
        ledger = ledger.add_claim(claim)
    return ledger


def _open(ask: Ask) -> Iterable[Claim]:
    carried = {root_of(claim) for claim in ask.carried.claims}
    return (claim for claim in ask.question.claims if claim.claim_id not in carried)


def _slice(corpus: Corpus) -> Where:
    return Where(published_before=corpus.at.k, ingested_before=corpus.watermark)


def _frame(ask: Ask, state: State, view: View, rooms: Rooms) -> Frame:
    # What is carried over is settled or was asked before: no search is spent on it.
    asked = {claim.claim_id for claim in _open(ask)}
    claims = tuple(claim for claim in state.ledger.claims if root_of(claim) in asked)
    ledger = replace(state.ledger, claims=claims)
    return Frame(ledger, ask.question.text, view.lens, ask.as_of, rooms.suggester)


def _updated(
    state: State, ask: Ask, searches: tuple[Search, ...], rooms: Rooms, params: Params
) -> State:
    fresh = sight(searches, state.pool, rooms, params, state.history.steps)
    if not fresh:
        return state
    pool = (*state.pool, *fresh)
    governed = params.adjudication == "governed"
    ledger, snippets = update(
        state.ledger, pool, ask.question, _open(ask), rooms, governed=governed
    )
    return replace(state, pool=pool, ledger=ledger, snippets=snippets)


def _last(state: State, ask: Ask, rooms: Rooms, params: Params) -> State:
    """Where the rules end without an answer: the only value of the kind that is asked for."""
    if not params.by_kind:
        return state
    ledger = by_kind(state.ledger, state.pool, ask.question, _open(ask), rooms.corpus)
    return state if ledger is state.ledger else replace(state, ledger=ledger)


def _advanced(state: State, step: Step, wall_ms: int) -> State:
    calls = sum(one.called for one in step.searches)
    history = advance(
        state.history, step.signals, step.fired, step.move, calls=calls, wall_ms=wall_ms
    )
    return replace(
        state,
        history=history,
        drift=state.drift or bool(step.fired.drift),
        visible=state.visible or any(one.found.receipt.n_chunks for one in step.searches),
    )


def _told(reason: Reason, params: Params) -> str:
    if reason is Reason.CONVERGED:
        return f"nothing better in the last {params.k_pat} steps"
    if reason is Reason.STEPS:
        return f"{params.s_max} steps were taken"
    return str(reason)


def _ended(view: View) -> frozenset[str]:
    """Keys of the texts whose reports are older than their end."""
    losers = (mark for ruling in view.rulings.values() for mark in ruling.losers)
    return frozenset(mark.by for mark in losers if mark.rule == Rule.OUTLIVED)


def _findings(ask: Ask, state: State, view: View, corpus: Corpus) -> Findings:
    package = cover(state.ledger.active(), view.rulings, view.params)
    harmless = (Reason.STEPS, Reason.CONVERGED)
    left = [c for c in state.ledger.active() if not view.rulings[c.claim_id].settled]
    stops = [_told(r, view.params) for r in view.fired.budget if r not in harmless or left]
    if state.history.calls and not state.visible:
        stops = [f"nothing that is stored was published by {ask.known_at}"]
    return Findings(
        question=ask.question,
        ledger=state.ledger,
        rulings=view.rulings,
        package=package.entries,
        near=near(left, state.pool, view.lens, corpus, _ended(view)),
        rivals=rivals(state.ledger, state.pool, view.lens, corpus),
        standings=view.lens.standings,
        drift=state.drift,
        stops=(f"the search ended: {'; '.join(stops)}",) if stops else (),
        params=view.params,
        corpus=corpus,
        draft=ask.draft,
        undecided=undecided(state.ledger, state.pool, ask.question, _open(ask), corpus)
        if view.params.by_kind
        else (),
    )
