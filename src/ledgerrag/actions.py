"""What to do next: actions A1 to A4 and the queries that they send (paper section 4.3).

Precedence: budget, conflict, drift, gap. No query is sent twice in a run; an action that has
nothing new to ask gives way to the next one, and when none has, the run stops in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ledgerrag.config import Params, lexicon
from ledgerrag.ledger import Ledger, Lens, root_of
from ledgerrag.model import Authority, Claim, Domain, ValueKind
from ledgerrag.reading.anchors import naming
from ledgerrag.reading.cited import Cited, cited
from ledgerrag.reading.retelling import other_words
from ledgerrag.reading.suggesting import NoSuggester, Suggester
from ledgerrag.signals import Signals
from ledgerrag.triggers import Fired, History, Trigger

# Words that join a query at a time, and the longest list that refinement asks for.
_GROUP = 3
_LONGEST = 100
# Queries that a suggester may add in a step, and for one claim of it.
_MOST_ADDED = 6
_MOST_A_CLAIM = 2
_NOBODY = NoSuggester()


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
        claim_id: the slot or assertion that is searched for (a hypothesis searches for its slot).
        text: search words; data, never a query language.
        authority_min: lowest authority level that may answer.
        purpose: why it is sent.
        top_k: length of the list.
        per_series: most places for versions of one series; 0: no limit.
        cited: a provision to be looked up by number and title before the words are searched for.
    """

    claim_id: str
    text: str
    authority_min: Authority
    purpose: Purpose
    top_k: int
    per_series: int
    cited: Cited | None = None

    @property
    def fingerprint(self) -> tuple[str, ...]:
        """What makes two queries the same to a retriever, whatever they are sent for."""
        numbers = (int(self.authority_min), self.top_k, self.per_series)
        return (self.claim_id, self.text, *(str(number) for number in numbers))


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
        suggester: adds search words to those of the rules.
    """

    ledger: Ledger
    question: str
    lens: Lens
    as_of: str
    suggester: Suggester = _NOBODY

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
    made = tuple(fresh.values())[: max(0, limit - history.calls) if limit else None]
    return (*made, *_suggested(action, made, history, frame))


def _suggested(
    action: Action, made: Sequence[Query], history: History, frame: Frame
) -> Iterable[Query]:
    """What a suggester adds to the rules' queries: a few, behind them, and none without them.

    So a step is taken, or not, as the rules decide, and what is added leaves half of the calls to
    them. The first step asks in the reader's words alone: only what they do not find is refined.
    """
    if not history.actions:
        return ()
    limit = frame.params.max_retrieval_calls
    room = limit // 2 - history.calls - len(made) if limit else _MOST_ADDED
    sent = {(key[0], key[1]) for key in history.asked} | {(q.claim_id, q.text) for q in made}
    first: dict[str, Query] = {}
    for query in made:
        if query.authority_min is Authority.USER:
            first.setdefault(query.claim_id, query)
    added: list[Query] = []
    for claim_id, query in first.items():
        left = min(_MOST_ADDED, room) - len(added)
        if left <= 0:
            break
        known = sorted(text for root, text in sent if root == claim_id)
        claim = frame.ledger.claim(claim_id)
        words = frame.suggester.queries(action, claim, known, frame.as_of)
        fresh = dict.fromkeys(text for text in words if text and text not in known)
        added += [replace(query, text=text) for text in list(fresh)[: min(left, _MOST_A_CLAIM)]]
    return added


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
    calls: int,
    wall_ms: int = 0,
) -> History:
    """The history with one more step.

    Args:
        history: before the step.
        signals: what the step saw.
        fired: what it fired.
        move: what it did.
        calls: retrieval calls that it took; fewer than queries where one list answered two.
        wall_ms: milliseconds since the run began.
    """
    official = (query for query in move.queries if query.authority_min is Authority.OFFICIAL)
    used = set(fired.cues) if move.action is Action.TIME_AWARE else set()
    if history.after_time_aware:
        used |= set(signals.cues)
    return replace(
        history,
        actions=(*history.actions, move.action.value),
        coverage=(*history.coverage, signals.coverage_u),
        validity=(*history.validity, signals.time_validity_u),
        asked=history.asked | {query.fingerprint for query in move.queries},
        probed=history.probed | {query.claim_id for query in official},
        cues=history.cues | used,
        calls=history.calls + calls,
        wall_ms=wall_ms,
    )


def _refine(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A1: entity anchoring, then domain terms, with a longer list each time."""
    turn = history.actions.count(Action.REFINE)
    for claim in _claims(fired.gap_claims, frame):
        terms = (*_kin(claim, frame), *_group(claim.expects.value, turn - 1)) if turn else ()
        base = _anchored(claim, frame) if turn else _words(claim, frame)
        length = min(frame.params.top_k * 2**turn, max(_LONGEST, frame.params.top_k))
        yield replace(_query(claim, (base, *terms), Purpose.REFINE, frame), top_k=length)
        if claim.claim_id in fired.unprobed:
            yield _probe(claim, frame)


def _kin(claim: Claim, frame: Frame) -> tuple[str, ...]:
    """Words of one meaning with those of the claim: ours, not the paper's."""
    if frame.params.adjudication == "paper":
        return ()
    return other_words(frame.ledger.claim(root_of(claim)).text)


def _counter(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A2: adversarial words, and what the official sources say."""
    turn = history.actions.count(Action.COUNTER)
    for claim in _claims(fired.conflict_claims, frame):
        if claim.claim_id in fired.unprobed:
            yield _probe(claim, frame)
        if frame.params.counter_evidence:
            words = (_anchored(claim, frame), *_group("counter", turn))
            yield _query(claim, words, Purpose.COUNTER, frame)


def _time_aware(fired: Fired, history: History, frame: Frame) -> Iterable[Query]:
    """A3: the newest versions, with the time anchor as a soft cue and more places for a series."""
    turn = history.actions.count(Action.TIME_AWARE)
    for claim in _claims(fired.drift_claims, frame):
        words = (_anchored(claim, frame), *_cue(claim, frame), *_group("newest", turn))
        query = _query(claim, words, Purpose.NEWEST, frame)
        yield replace(query, per_series=2 * query.per_series)
        if claim.claim_id in fired.unprobed:
            yield _probe(claim, frame)


def _cue(claim: Claim, frame: Frame) -> tuple[str, ...]:
    """The time anchor as a soft cue: the paper's date; ours the year, where texts are dated.

    A provision in force is seldom worded with the year of the question, a report often is.
    """
    if frame.params.adjudication == "paper":
        return (frame.as_of,)
    dated = any(entry.domain is Domain.NEWS for entry in frame.ledger.of(claim.claim_id))
    return (frame.as_of[:4],) if dated else ()


def _claims(ids: Sequence[str], frame: Frame) -> tuple[Claim, ...]:
    return tuple(claim for claim in frame.ledger.active() if claim.claim_id in ids)


def _words(claim: Claim, frame: Frame) -> str:
    """The words of the slot, not of its hypothesis: else a search would confirm itself."""
    asked = frame.ledger.claim(root_of(claim))
    return asked.query or asked.text or frame.question


def _anchored(claim: Claim, frame: Frame) -> str:
    keys = frame.ledger.claim(root_of(claim)).keys
    return " ".join(keys) or _words(claim, frame)


def _group(name: str, turn: int) -> tuple[str, ...]:
    words = lexicon("actions")[name]
    start = turn * _GROUP % len(words)
    return words[start : start + _GROUP]


def _probe(claim: Claim, frame: Frame) -> Query:
    """Level-3 sources, asked by the name of the provision where the question gives one."""
    asked = _words(claim, frame)
    named = naming(asked)
    query = _query(claim, (named or _valueless(claim, asked, frame),), Purpose.OFFICIAL, frame)
    provision = None if frame.params.adjudication == "paper" else cited(asked)
    return replace(query, authority_min=Authority.OFFICIAL, cited=provision)


def _valueless(claim: Claim, asked: str, frame: Frame) -> str:
    """The words of a statement without its value: the text that states another has not that one."""
    value = frame.ledger.claim(root_of(claim)).value
    if frame.params.adjudication == "paper" or value is None or value.kind is ValueKind.STATUS:
        return asked
    return " ".join(asked.replace(value.text, " ", 1).split()) or asked


def _query(claim: Claim, words: Iterable[str], purpose: Purpose, frame: Frame) -> Query:
    return Query(
        root_of(claim),
        " ".join(word for word in words if word),
        Authority.USER,
        purpose,
        frame.params.top_k,
        frame.params.per_series,
    )
