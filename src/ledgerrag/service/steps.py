"""A step of the loop as those who watch it are told, and a follower that tells them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ledgerrag.loop import Step
from ledgerrag.model import Evidence
from ledgerrag.service.work import Cancel
from ledgerrag.sighting import Search

_MOST_HITS = 20


@dataclass(frozen=True, slots=True)
class Teller:
    """Follows a run (an `api.following.Follower`): tells each step, ends it when cancelled.

    Args:
        cancel: set where nobody waits any more.
        tell: takes each step as plain JSON values; called in the thread of the run.
    """

    cancel: Cancel
    tell: Callable[[dict[str, Any]], None] = lambda _: None

    def step(self, step: Step) -> None:
        """Tell it."""
        self.tell(step_json(step))

    def wanted(self) -> None:
        """See `Cancel.wanted`."""
        self.cancel.wanted()


def step_json(step: Step) -> dict[str, Any]:
    """A step as plain JSON values: what was seen, why that was done, and what it found."""
    seen = step.signals
    fresh = step.after.entries[len(step.before.entries) :]
    made = step.after.claims[len(step.before.claims) :]
    return {
        "step": step.number,
        "signals": {
            "coverage": seen.coverage_u / 1_000_000,
            "time_validity": seen.time_validity_u / 1_000_000,
            "claims": list(seen.claims),
            "uncovered": list(seen.uncovered),
            "stale": list(seen.stale),
            "divergent": list(seen.divergent),
            "evidence": seen.evidence,
        },
        "triggers": [str(trigger) for trigger in step.fired.triggers],
        "reasons": [str(reason) for reason in step.fired.reasons],
        "action": str(step.move.action),
        "searches": [_search(one) for one in step.searches],
        "hypotheses": [{"claim": claim.claim_id, "text": claim.text} for claim in made],
        "found": [_evidence(entry) for entry in fresh],
    }


def _search(one: Search) -> dict[str, Any]:
    return {
        "claim": one.query.claim_id,
        "purpose": str(one.query.purpose),
        "query": one.query.text,
        "authority_min": int(one.query.authority_min),
        "called": one.called,
        "hits": [str(hit.key) for hit in one.found.hits[:_MOST_HITS]],
    }


def _evidence(entry: Evidence) -> dict[str, Any]:
    return {
        "claim": entry.claim_id,
        "stance": str(entry.y),
        "document": str(entry.span.key),
        "start": entry.span.start,
        "end": entry.span.end,
        "quote": entry.text,
        "source": entry.source,
        "authority": int(entry.authority),
        "rule": entry.rule,
    }
