"""Judging statements for the newsroom: paragraphs as they stand, and single claims again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ledgerrag.api import LedgerRAG, drafts
from ledgerrag.api.asking import Question
from ledgerrag.cms.finding import Finding, Findings
from ledgerrag.cms.watched import Watched
from ledgerrag.errors import IntegrityError
from ledgerrag.model import Claim
from ledgerrag.reading import RuleReader

ACTOR = "watcher"


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with what a run found of it.

    Args:
        claim: as the run read it.
        run: that found it.
        seq: the corpus that the run saw.
        finding: what it found.
    """

    claim: Claim
    run: str
    seq: int
    finding: Finding


def paragraph(rag: LedgerRAG, text: str, actor: str) -> tuple[Judged, ...]:
    """Judge the statements of a paragraph as of today; the run is on record.

    Args:
        rag: the system.
        text: of the paragraph.
        actor: who asks, for the journal.
    """
    asker = rag.asker
    if not drafts.claims(text, RuleReader()):
        return ()
    run = asker.run(asker.request("check", Question(text, actor=actor)), actor).run
    return judged(rag, run)


def judged(rag: LedgerRAG, run: str) -> tuple[Judged, ...]:
    """The claims of a run with what it found of them."""
    findings = Findings(rag.store, run)
    return tuple(Judged(claim, run, findings.seq, findings.of(claim)) for claim in findings.claims)


def again(rag: LedgerRAG, claims: Iterable[Watched]) -> dict[tuple[str, int], Judged]:
    """Judge claims again as of today; those that say the same once.

    Args:
        rag: the system.
        claims: that something new touched.
    """
    found: dict[tuple[str, int], Judged] = {}
    subjects: dict[tuple[str, str, str, str], Judged] = {}
    for one in claims:
        if one.subject not in subjects:
            subjects[one.subject] = _again(rag, one)
        found[one.key] = subjects[one.subject]
    return found


def _again(rag: LedgerRAG, one: Watched) -> Judged:
    asker = rag.asker
    alone = _same(drafts.claims(one.claim.text, RuleReader()), one.claim)
    if alone is not None:
        # The claim says all by itself: it needs nothing of its story.
        request = asker.request("check", Question(one.claim.text, actor=ACTOR))
    else:
        today = asker.today()
        live = asker.live(rag.store.run(one.run))
        request = replace(
            live, as_of=today, known_at=today, origin=one.run, reasked=(one.run_claim,)
        )
    run = asker.run(request, ACTOR).run
    findings = Findings(rag.store, run)
    claim = _same(findings.claims, one.claim)
    if claim is None:
        raise IntegrityError(
            f"claim {one.number} of watch {one.watch} cannot be read again as it was",
            "watch the story anew",
        )
    return Judged(claim, run, findings.seq, findings.of(claim))


def _same(claims: Iterable[Claim], wanted: Claim) -> Claim | None:
    """The claim among others that says the same, whatever its number and weight."""
    for claim in claims:
        if replace(claim, claim_id=wanted.claim_id, weight_u=wanted.weight_u) == wanted:
            return claim
    return None
