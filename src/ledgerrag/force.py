"""Whether a text is in force is read off its standing, never off its own words.

"Is rule 12 in force?", "Does the Act still apply to a period in 2025?" ask about a document, not
about what it says. The document is found by its title; its standing at (V, K) is the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledgerrag.adjudication import Rule, Ruling
from ledgerrag.ledger import Ledger, Lens, weight_u
from ledgerrag.model import (
    Claim,
    ClaimKind,
    DocKey,
    Document,
    Passage,
    Stance,
    Standing,
    Status,
    ValueKind,
    Verdict,
)
from ledgerrag.retrieval.analyzer import analyze

STANDING = "standing"
# A question comes as a statement, with its own words as the query and its period cut out.
_ASKED = re.compile(r"(?:does|do|did|will)\b", re.I)
_APPLIES = re.compile(r"\w\s+(?:still\s+)?apply[\s?.]*$", re.I)
_TO_SOMETHING = re.compile(r"\bappl(?:y|ies|ied)\s+to\b", re.I)
_ENDED = re.compile(
    r"\b(?:repealed|withdrawn|retracted|superseded|archived|suspended|revoked|rescinded)\W*$", re.I
)
_FORCE_WORDS = (
    "apply applies still force effect valid current repealed withdrawn retracted superseded"
    " archived suspended revoked rescinded in force counts longer"
)
_ENOUGH_U = 600_000
# A consolidation keeps the place of a provision that is gone: `12 [Repealed, 2018, c. 27]`.
_TOMBSTONE = re.compile(
    r"\W*(?:(?:s|sec|section|art|article|rule)\W+)?(?:\d[\w.\-]*\W+)?"
    r"(?:repealed|revoked|removed|omitted|abrogated|rescinded|deleted)\b[^\n]{0,160}",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Held:
    """A document that a claim asks the standing of, and one passage of it to cite.

    Args:
        passage: what is cited.
        r_u: its retrieval relevance.
        standing: of the document.
        gone: the version that stands says itself that the provision is repealed.
    """

    passage: Passage
    r_u: int
    standing: Standing
    gone: bool = False


def wanted(claim: Claim) -> bool | None:
    """Whether a claim says that a text is in force (True) or not (False); None: another claim.

    What applies *to* something is a matter of what the text says.

    Args:
        claim: an assertion.
    """
    if claim.kind is not ClaimKind.ASSERTION:
        return None
    if claim.value is not None and claim.value.unit == "force" and _TO_SOMETHING.search(claim.text):
        return None
    if claim.value is not None:
        if claim.value.kind is ValueKind.STATUS and claim.value.unit == "force":
            return claim.value.amount == "in force"
        return None
    if _ENDED.search(claim.text):
        return False
    return True if _ASKED.match(claim.query) and _APPLIES.search(claim.text) else None


def searchable(claim: Claim) -> Claim:
    """The claim with search words that name the document: what it says of force finds others."""
    if wanted(claim) is None:
        return claim
    gone = _force_stems(claim)
    words = [w for w in (claim.query or claim.text).split() if not set(analyze(w)) & gone]
    return replace(claim, query=" ".join(words))


def subject_keys(claim: Claim) -> tuple[str, ...]:
    """The stems that name the document."""
    gone = _force_stems(claim)
    return tuple(key for key in claim.keys if key not in gone)


def _force_stems(claim: Claim) -> set[str]:
    """Stems that say something of force and name no document, those of the claim among them."""
    own = claim.value.text if claim.value is not None and claim.value.unit == "force" else ""
    return set(analyze(f"{_FORCE_WORDS} {own}"))


def find(
    claim: Claim,
    provisions: Sequence[str],
    seen: Sequence[tuple[Passage, int]],
    documents: Mapping[DocKey, Document],
    standings: Mapping[DocKey, Standing],
) -> Held | None:
    """The version that a claim is about: of the series named best, the one that stands.

    Args:
        claim: a claim for which `wanted` is not None.
        provisions: numbers that the question names; a title that has one is preferred.
        seen: passages with their relevance, in order of document and place.
        documents: of those passages.
        standings: of those documents.
    """
    keys = subject_keys(claim)
    best: tuple[int, int, int, int, int] | None = None
    held: Held | None = None
    for passage, r_u in seen:
        document = documents[passage.span.key]
        standing = standings.get(document.key)
        if standing is None:
            continue
        named = _named(keys, provisions, f"{passage.title} {document.doc_id}")
        extra = len(set(analyze(passage.title.partition(",")[0])) - set(keys))
        stands = int(standing.stands)
        order = (named, -extra, stands, document.effective_from.begins(), r_u)
        if named >= _ENOUGH_U and (best is None or order > best):
            best, held = order, Held(passage, r_u, standing, is_tombstone(document.text))
    return held


def _named(keys: Sequence[str], provisions: Sequence[str], title: str) -> int:
    """How far a title names the subject, in millionths; by number where the question gives one."""
    stems = set(analyze(title))
    numbered = names_provision(provisions, title)
    if provisions and not numbered:
        return 0
    if not keys:
        return 1_000_000 if numbered else 0
    return 1_000_000 * sum(key in stems for key in keys) // len(keys)


def names_provision(provisions: Sequence[str], title: str) -> bool:
    """Whether a title has one of the numbers by which a question names provisions."""
    there = re.findall(r"\w+(?:[.\-]\w+)*", title)
    return any(number in there for number in provisions)


def stance(held: Held, *, in_force: bool) -> Stance:
    """What the standing says of the claim; neutral where it is unknown."""
    if held.standing.status is Status.UNKNOWN:
        return Stance.NEUTRAL
    holds = held.standing.stands and not held.gone
    return Stance.SUPPORT if holds is in_force else Stance.REFUTE


def is_tombstone(text: str) -> bool:
    """Whether a whole text only says that what stood there is repealed or removed."""
    return _TOMBSTONE.fullmatch(text.strip()) is not None


def rule_on(ledger: Ledger, lens: Lens) -> dict[str, Ruling]:
    """Rulings for the active claims whose evidence is a standing; the last one found decides."""
    found: dict[str, Ruling] = {}
    for claim in ledger.active():
        entries = [e for e in ledger.entries if (e.claim_id, e.rule) == (claim.claim_id, STANDING)]
        if not entries:
            continue
        entry = entries[-1]
        standing = lens.standings[entry.span.key]
        supported = entry.y is Stance.SUPPORT
        found[claim.claim_id] = Ruling(
            claim_id=claim.claim_id,
            verdict=Verdict.SUPPORTED if supported else Verdict.REFUTED,
            reason=told(standing, gone=is_tombstone(entry.text)),
            rule=Rule.ALONE if standing.stands else Rule.IN_FORCE,
            winners=(entry,),
            v_u=weight_u(entry, lens) if standing.stands else 0,
            support_clusters=int(supported),
            refute_clusters=int(not supported),
        )
    return found


def told(standing: Standing, *, gone: bool = False) -> str:
    """A standing in one line: `rule-12@3 is superseded since 2026-07-01 by rule-12@4`."""
    if gone and standing.stands:
        return f"{standing.key}, in force since {standing.since}, says that it is repealed"
    since = f" since {standing.since}" if standing.since else ""
    by = f" by {standing.by}" if standing.by else ""
    return f"{standing.key} is {standing.status}{since}{by}"
