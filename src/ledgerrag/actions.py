"""What to do next: actions A1 to A4 and the queries that they send (paper section 4.3).

Precedence: budget, conflict, drift, gap. No query is sent twice in a run; an action that has
nothing new to ask gives way to the next one, and when none has, the run stops in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ledgerrag.config import Params, lexicon
from ledgerrag.ledger import Ledger, Lens
from ledgerrag.model import Authority, Claim, DocKey, Domain
from ledgerrag.signals import Signals
from ledgerrag.triggers import Fired, History, Trigger

_GROUP = 3


class Action(StrEnum):
    """The four atomic actions."""

    REFINE = "A1"
    COUNTER = "A2"
    TIME_AWARE = "A3"
    STOP = "A4"


class Purpose(StrEnum):
    """Why a query is sent."""

    REFINE = "refine"
    OFFICIAL = "official"
    COUNTER = "counter"
    NEWEST = "newest"
    SUCCESSOR = "successor"


_FOR = {
    Trigger.BUDGET: Action.STOP,
    Trigger.CONFLICT: Action.COUNTER,
    Trigger.DRIFT: Action.TIME_AWARE,
    Trigger.GAP: Action.REFINE,
}


@dataclass(frozen=True, slots=True)
class Query:
    """One search on behalf of a claim.

    Args:
        claim_id: the active claim that the hits are judged against.
        text: search words; data, never a query language.
        authority_min: lowest authority level that may answer.
        purpose: why it is sent.
        k: length of the list.
        places: least places for (official, outlet).
        per_cluster: most places for one independence cluster; 0: no limit.
        per_series: most places for versions of one series; 0: no limit.
        newest: among hits of comparable relevance the newer one is wanted.
        docs: only these document versions; empty: all.
    """

    claim_id: str
    text: str
    authority_min: Authority
    purpose: Purpose
    k: int
    places: tuple[int, int] = (0, 0)
    per_cluster: int = 0
    per_series: int = 0
    newest: bool = False
    docs: tuple[DocKey, ...] = ()

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """What makes two queries the same to a retriever, whatever they are sent for."""
        lists = (str(self.k), str(self.per_series), *(str(key) for key in self.docs))
        return (self.claim_id, self.text, str(int(self.authority_min)), *lists)


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the loop: the action and its queries; A4 has none."""

    action: Action
    queries: tuple[Query, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What queries are made of.

    Args:
        ledger: L_s.
        question: as asked; the search words of last resort.
        lens: V, what stands, and the rules.
        as_of: V as a reader is told it; its year serves as a soft cue.
    """

    ledger: Ledger
    question: str
    lens: Lens
    as_of: str
    words: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: lexicon("actions"))

    @property
    def params(self) -> Params:
        """The run's parameters."""
        return self.lens.params


def choose(fired: Fired) -> tuple[Action, ...]:
    """The actions that the triggers call for, the first to be taken first; A4 where none does."""
    if fired.stop:
        return (Action.STOP,)
    return tuple(_FOR[trigger] for trigger in fired.triggers)


def plan(action: Action, fired: Fired, history: History, frame: Frame) -> tuple[Query, ...]:
    """The queries of an action that were not sent before, in the order of the claims.

    Args:
        action: A1, A2, A3; A4 sends none.
        fired: which claims it concerns.
        history: what was sent before, and how many calls are left.
        frame: what queries are made of.
    """
    make = {Action.REFINE: _refine, Action.COUNTER: _counter, Action.TIME_AWARE: _time_aware}
    if action not in make:
        return ()
    fresh: dict[tuple[str, ...], Query] = {}
    for query in make[action](fired, history, frame):
        if query.fingerprint not in history.asked:
            fresh.setdefault(query.fingerprint, query)
    limit = frame.params.max_retrieval_calls
    return tuple(fresh.values())[: max(0, limit - history.calls) if limit else None]


def decide(fired: Fired, history: History, frame: Frame) -> Move:
    """Select action a_s (Algorithm 1, line 7): the first that has something new to ask."""
    for action in choose(fired):
        queries = plan(action, fired, history, frame)
        if queries:
            return Move(action, queries)
    return Move(Action.STOP)


def advance(
    history: History,
    signals: Signals,
    fired: Fired,
    move: Move,
    *,
    tokens: int = 0,
    wall_ms: int = 0,
) -> History:
    """The history with one more step.

    Args:
        history: before the step.
        signals: what the step saw.
        fired: what it fired.
        move: what it did.
        tokens: language-model tokens that it took.
        wall_ms: milliseconds since the run began.
    """
    roots = dict(zip(signals.claims, signals.roots, strict=True))
    official = (q for q in move.queries if q.authority_min is Authority.OFFICIAL and not q.docs)
    used = fired.cues if move.action is Action.TIME_AWARE else ()
    return replace(
        history,
        actions=(*history.actions, move.action.value),
        coverage=(*history.coverage, signals.coverage_u),
        validity=(*history.validity, signals.time_validity_u),
        asked=history.asked | {query.fingerprint for query in move.queries},
        probed=history.probed | {roots[query.claim_id] for query in official},
        cues=history.cues | set(used),
        calls=history.calls + len(move.queries),
        tokens=history.tokens + tokens,
        wall_ms=wall_ms,
    )


def _refine(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A1: entity anchoring, then domain terms, with a longer list each time."""
    turn = history.actions.count(Action.REFINE)
    for claim in _claims(fired.gap_claims, frame):
        terms = _group(frame.words[claim.expects.value], turn - 1) if turn else ()
        base = _anchored(claim, frame) if turn else _words(claim, frame)
        k = frame.params.top_k * 2**turn
        yield _query(claim, (base, *terms), Purpose.REFINE, frame, k=k)
        if claim.claim_id in fired.unprobed:
            yield _probe(claim, frame)


def _counter(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A2: adversarial words, and what the official sources say."""
    turn = history.actions.count(Action.COUNTER)
    for claim in _claims(fired.conflict_claims, frame):
        if claim.claim_id in fired.unprobed or not frame.params.counter_evidence:
            yield _probe(claim, frame)
        if frame.params.counter_evidence:
            terms = _group(frame.words["counter"], turn)
            yield _query(claim, (_anchored(claim, frame), *terms), Purpose.COUNTER, frame)


def _time_aware(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A3: what replaced stale evidence by name, then the newest versions, with the year as cue."""
    turn = history.actions.count(Action.TIME_AWARE)
    series = frame.params.per_series and frame.params.per_series * 2
    for claim in _claims(fired.drift_claims, frame):
        successors = _successors(claim, frame)
        if successors:
            words = (_words(claim, frame),)
            yield _query(claim, words, Purpose.SUCCESSOR, frame, docs=successors)
        terms = _group(frame.words["newest"], turn)
        query = _query(
            claim, (_anchored(claim, frame), *_cue(claim, frame), *terms), Purpose.NEWEST, frame
        )
        yield replace(query, per_series=series, newest=True)
        if claim.claim_id in fired.unprobed:
            yield _probe(claim, frame)


def _successors(claim: Claim, frame: Frame) -> tuple[DocKey, ...]:
    """The document versions that the standings name as what replaced a claim's evidence."""
    held = {entry.span.key for entry in frame.ledger.of(claim.claim_id)}
    found: set[DocKey] = set()
    for key in held:
        standing = frame.lens.standings.get(key)
        name, _, version = (standing.by if standing else "").rpartition("@")
        if name and version.isdecimal():
            found.add(DocKey(name, int(version)))
    return tuple(sorted(found - held))


def _cue(claim: Claim, frame: Frame) -> tuple[str, ...]:
    """The time anchor as a soft cue: the paper's date; ours the year, where texts are dated.

    A provision in force is seldom worded with the year of the question, a report often is.
    """
    if frame.params.adjudication == "paper":
        return (frame.as_of,)
    entries = frame.ledger.of(claim.claim_id)
    dated = any(entry.domain is Domain.NEWS for entry in entries)
    return (frame.as_of[:4],) if dated else ()


def _claims(ids: Sequence[str], frame: Frame) -> tuple[Claim, ...]:
    return tuple(claim for claim in frame.ledger.active() if claim.claim_id in ids)


def _words(claim: Claim, frame: Frame) -> str:
    return claim.query or claim.text or frame.question


def _anchored(claim: Claim, frame: Frame) -> str:
    return " ".join(claim.keys) or _words(claim, frame)


def _group(words: Sequence[str], turn: int) -> tuple[str, ...]:
    groups = max(1, -(-len(words) // _GROUP))
    start = turn % groups * _GROUP
    return tuple(words[start : start + _GROUP])


def _probe(claim: Claim, frame: Frame) -> Query:
    query = _query(claim, (_words(claim, frame),), Purpose.OFFICIAL, frame)
    return replace(query, authority_min=Authority.OFFICIAL, places=(0, 0))


def _query(
    claim: Claim,
    words: Iterable[str],
    purpose: Purpose,
    frame: Frame,
    *,
    k: int = 0,
    docs: tuple[DocKey, ...] = (),
) -> Query:
    params = frame.params
    length = k or params.top_k
    official = min(params.places_official, length)
    return Query(
        claim.claim_id,
        " ".join(word for word in words if word),
        Authority.USER,
        purpose,
        length,
        (official, min(params.places_outlet, length - official)),
        params.per_cluster,
        params.per_series,
        docs=docs,
    )
