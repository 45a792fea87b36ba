"""When to search on, and when to stop: the four triggers (paper section 4.2).

Control flow depends on integers, ids and enums only. What has been done so far is a value,
`History`, that is passed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ledgerrag.config import Params
from ledgerrag.signals import Signals


class Trigger(StrEnum):
    """The trigger families."""

    BUDGET = "budget"
    CONFLICT = "conflict"
    DRIFT = "drift"
    GAP = "gap"


class Reason(StrEnum):
    """The condition that fired."""

    COVERAGE = "coverage below tau_cov"
    IMPORTANT = "important claim unverified"
    METADATA = "metadata missing"
    UNPROBED = "official sources not asked"
    VALIDITY = "time validity below tau_tv"
    CUE = "update cue"
    DIVERGENCE = "strong support and strong refutation"
    STEPS = "S_max steps"
    CONVERGED = "no improvement for k_pat steps"
    CALLS = "retrieval calls used up"
    WALL = "time used up"


@dataclass(frozen=True, slots=True)
class History:
    """What a run has done so far.

    Args:
        actions: names of the actions taken, one a step.
        coverage: Cov before each of them, in millionths.
        validity: TV@t before each of them.
        asked: fingerprints of the queries sent.
        probed: roots of the claims for which level-3 sources were asked.
        cues: independence clusters whose cue has fired drift.
        calls: retrieval calls.
        wall_ms: milliseconds since the run began, as the caller measured them.
    """

    actions: tuple[str, ...] = ()
    coverage: tuple[int, ...] = ()
    validity: tuple[int, ...] = ()
    asked: frozenset[tuple[str, ...]] = frozenset()
    probed: frozenset[str] = frozenset()
    cues: frozenset[str] = frozenset()
    calls: int = 0
    wall_ms: int = 0

    @property
    def steps(self) -> int:
        """Steps taken."""
        return len(self.actions)

    @property
    def after_time_aware(self) -> bool:
        """Whether the last step was time-aware retrieval (A3)."""
        return self.actions[-1:] == ("A3",)


@dataclass(frozen=True, slots=True)
class Fired:
    """The triggers that fired, each with its reasons, and what they concern.

    Args:
        budget: reasons to stop; empty: go on.
        conflict: reasons for counter-evidence.
        drift: reasons for time-aware retrieval.
        gap: reasons for refinement.
        gap_claims: claims that need evidence.
        drift_claims: claims whose evidence is stale; all of them where only a cue fired.
        conflict_claims: claims with divergent evidence.
        unprobed: claims for which level-3 sources were not asked.
        cues: independence clusters whose cue fires now for the first time.
    """

    budget: tuple[Reason, ...] = ()
    conflict: tuple[Reason, ...] = ()
    drift: tuple[Reason, ...] = ()
    gap: tuple[Reason, ...] = ()
    gap_claims: tuple[str, ...] = ()
    drift_claims: tuple[str, ...] = ()
    conflict_claims: tuple[str, ...] = ()
    unprobed: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()

    @property
    def triggers(self) -> tuple[Trigger, ...]:
        """The families that fired, in order of precedence."""
        fired = (self.budget, self.conflict, self.drift, self.gap)
        return tuple(name for name, why in zip(Trigger, fired, strict=True) if why)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every condition that fired, in order of precedence."""
        return (*self.budget, *self.conflict, *self.drift, *self.gap)

    @property
    def stop(self) -> bool:
        """BudgetTrigger or StopCondition (Algorithm 1, line 4).

        The stop condition: nothing fired, which includes that every claim was put to level 3.
        """
        return bool(self.budget) or not self.triggers


def fire(signals: Signals, history: History, params: Params) -> Fired:
    """Turn signals into triggers.

    Args:
        signals: the ledger as it is now.
        history: what the run did before.
        params: thresholds and budgets.
    """
    unprobed = _unprobed(signals, history, params)
    cues = _cues(signals, history, params)
    # The first search is what any retrieval begins with: without gap it is the only one of A1.
    gap = _gap(signals, unprobed, params) if params.gap or not history.actions else ()
    drift = _drift(signals, cues, params) if params.drift else ()
    divergent = signals.divergent if params.conflict else ()
    lacking = {*signals.uncovered, *signals.missing_metadata, *unprobed}
    return Fired(
        _budget(signals, history, params),
        (Reason.DIVERGENCE,) if divergent else (),
        drift,
        gap,
        tuple(claim for claim in signals.claims if claim in lacking) if gap else (),
        (signals.stale or signals.claims) if drift else (),
        divergent,
        unprobed,
        cues,
    )


def _gap(signals: Signals, unprobed: tuple[str, ...], params: Params) -> tuple[Reason, ...]:
    conditions = (
        (signals.coverage_u < params.tau_cov_u, Reason.COVERAGE),
        (bool(signals.important), Reason.IMPORTANT),
        (bool(signals.missing_metadata), Reason.METADATA),
        (bool(unprobed), Reason.UNPROBED),
    )
    return tuple(reason for holds, reason in conditions if holds)


def _drift(signals: Signals, cues: tuple[str, ...], params: Params) -> tuple[Reason, ...]:
    low = signals.time_validity_u < params.tau_tv_u
    # A claim without any evidence is a gap; equation (4) alone calls it drift too.
    if params.adjudication == "governed":
        low = low and bool(signals.stale)
    conditions = ((low, Reason.VALIDITY), (bool(cues), Reason.CUE))
    return tuple(reason for holds, reason in conditions if holds)


def _cues(signals: Signals, history: History, params: Params) -> tuple[str, ...]:
    """Clusters whose cue fires: the paper's always; governed, each once.

    What a time-aware search has brought up itself does not call for another one.
    """
    if params.adjudication == "paper":
        return signals.cues
    return () if history.after_time_aware else tuple(sorted(set(signals.cues) - history.cues))


def _budget(signals: Signals, history: History, params: Params) -> tuple[Reason, ...]:
    conditions = (
        (history.steps >= params.s_max, Reason.STEPS),
        (_converged(signals, history, params), Reason.CONVERGED),
        (_used_up(history.calls, params.max_retrieval_calls), Reason.CALLS),
        (_used_up(history.wall_ms, params.max_wall_ms), Reason.WALL),
    )
    return tuple(reason for holds, reason in conditions if holds)


def _converged(signals: Signals, history: History, params: Params) -> bool:
    """Whether neither Cov nor TV@t gained epsilon in any of the last k_pat steps."""
    coverage = (*history.coverage, signals.coverage_u)[-params.k_pat - 1 :]
    validity = (*history.validity, signals.time_validity_u)[-params.k_pat - 1 :]
    if len(coverage) <= params.k_pat:
        return False
    return all(
        max(coverage[i + 1] - coverage[i], validity[i + 1] - validity[i]) < params.epsilon_u
        for i in range(params.k_pat)
    )


def _used_up(used: int, limit: int) -> bool:
    return 0 < limit <= used


def _unprobed(signals: Signals, history: History, params: Params) -> tuple[str, ...]:
    if not params.probe_official:
        return ()
    pairs = zip(signals.claims, signals.roots, strict=True)
    return tuple(claim for claim, root in pairs if root not in history.probed)
