"""Claims, passages, values and evidence: what the ledger is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.dates import PartialDate
from ledgerrag.model.documents import Span
from ledgerrag.model.words import Authority, Basis, ClaimKind, Domain, Stance, ValueKind


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence as a judge sees it: the span, its text and its surroundings.

    Args:
        span: where the sentence lies.
        text: the sentence, equal to document.text[start:end].
        title: the document's title.
        before: text before the sentence in the same chunk (lead-in of a list, previous sentence).
        after: text after it in the same chunk.
    """

    span: Span
    text: str
    title: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A figure, date, status or name as a span states it.

    Args:
        kind: what kind of value.
        amount: canonical form: a plain decimal, an ISO date, a casefolded status or name.
        unit: canonical unit (`USD`, `%`, `day`, `month`, `person`); may be empty.
        text: the words as they stand in the span.
        start: offset of `text` in the passage's text; -1 where unknown.
    """

    kind: ValueKind
    amount: str
    unit: str
    text: str
    start: int = -1

    def same(self, other: Value) -> bool:
        """Whether kind, amount and unit are equal: a figure conflicts by unit, never by ratio."""
        return (self.kind, self.amount, self.unit) == (other.kind, other.amount, other.unit)


@dataclass(frozen=True, slots=True)
class Claim:
    """An atomic statement or slot with its weight (paper section 3.2).

    Args:
        claim_id: `c1`, `c2`, ...; a hypothesis for a slot is `c1.1`, `c1.2`, ...
        text: the question or statement in words.
        weight_u: w_i in millionths.
        kind: slot or assertion.
        expects: kind of value that the slot asks for, or that the assertion states.
        keys: analysed content words that anchor it to a subject, in order.
        value: the value that the assertion or hypothesis states; None where it states none.
        parent: the slot that a hypothesis answers; empty otherwise.
        query: search words; the text where empty.
    """

    claim_id: str
    text: str
    weight_u: int
    kind: ClaimKind
    expects: ValueKind
    keys: tuple[str, ...] = ()
    value: Value | None = None
    parent: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of a claim and one passage.

    Args:
        stance: support, refute or neutral.
        confidence_u: in millionths.
        rule: the rule or model that decided, for the journal.
        value: the value in the passage that decided; None where none did.
        basis: a model had a word in it, and which; None: the rules decided, undisputed.
    """

    stance: Stance
    confidence_u: int
    rule: str
    value: Value | None = None
    basis: Basis | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """An entry of the ledger: the tuple of equation (1), plus span, version and cluster.

    Args:
        claim_id: the claim that it speaks to.
        span: doc_id, version and place.
        text: the quoted sentence.
        source: registry key.
        ts: publication date.
        effective_from: when the document begins to hold.
        authority: authority level; alpha_auth = level / 3.
        y: support or refute.
        r_u: relevance in millionths.
        confidence_u: of the judge, in millionths.
        rule: what decided the stance.
        cluster: independence cluster.
        domain: of the document.
        step: loop step in which it was found.
        value: the value that the span states; None where none.
        basis: a model had a word in the stance, and which; None: the rules decided, undisputed.
    """

    claim_id: str
    span: Span
    text: str
    source: str
    ts: PartialDate
    effective_from: PartialDate
    authority: Authority
    y: Stance
    r_u: int
    confidence_u: int
    rule: str
    cluster: str
    domain: Domain
    step: int
    value: Value | None = None
    basis: Basis | None = None

    @property
    def key(self) -> tuple[str, str, int, str]:
        """Ledger key: (claim, doc_id, version, span)."""
        return (self.claim_id, self.span.doc_id, self.span.version, self.span.span_id)
