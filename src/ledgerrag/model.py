"""The nouns, frozen: documents, acts, spans, claims, evidence, verdicts.

Numbers that decide anything are integers in millionths and end in `_u`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from ledgerrag.dates import PartialDate

UNIT = 1_000_000


class Authority(IntEnum):
    """Who speaks (paper section 5.1): `authority_level`; alpha_auth = level / 3."""

    USER = 1
    OUTLET = 2
    OFFICIAL = 3

    @property
    def alpha_u(self) -> int:
        """alpha_auth in millionths, rounded to nearest."""
        return (2 * UNIT * int(self) + 3) // 6

    @property
    def word(self) -> str:
        """The level as a reader is told it."""
        return ("user-generated", "outlet", "official")[int(self) - 1]


class Domain(StrEnum):
    """What kind of knowledge a document carries; it selects time validity and the preset."""

    REGULATION = "regulation"
    NEWS = "news"
    REFERENCE = "reference"


class ActKind(StrEnum):
    """What one document does to another."""

    SUPERSEDE = "supersede"
    CORRECT = "correct"
    REPEAL = "repeal"
    RETRACT = "retract"
    WITHDRAW = "withdraw"
    SUSPEND = "suspend"
    REINSTATE = "reinstate"


class Status(StrEnum):
    """What a document is at (V, K)."""

    IN_FORCE = "in force"
    NOT_YET = "not yet in force"
    LAPSED = "lapsed"
    SUPERSEDED = "superseded"
    REPEALED = "repealed"
    SUSPENDED = "suspended"
    RETRACTED = "retracted"
    WITHDRAWN = "withdrawn"
    UNKNOWN = "unknown"


class Stance(StrEnum):
    """y in equation (1), and neutral for a span that says nothing about the claim."""

    SUPPORT = "support"
    REFUTE = "refute"
    NEUTRAL = "neutral"


class Verdict(StrEnum):
    """How a claim ends."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    CONTESTED = "contested"
    UNVERIFIED = "unverified"


class ValueKind(StrEnum):
    """What kind of value a question asks for or a span states."""

    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    DATE = "date"
    QUANTITY = "quantity"
    STATUS = "status"
    NAME = "name"
    TEXT = "text"


@dataclass(frozen=True, slots=True, order=True)
class DocKey:
    """One version of one document."""

    doc_id: str
    version: int

    def __str__(self) -> str:
        return f"{self.doc_id}@{self.version}"


@dataclass(frozen=True, slots=True)
class Document:
    """One version of one thing, as the ingest channel and the registry describe it.

    Args:
        doc_id: name of the thing as the channel gives it.
        version: 1, 2, ... within the doc_id.
        series: the thing of which documents are versions (a provision, a story).
        title: heading; may be empty.
        text: the content; spans are code points of it.
        source: key of the source registry.
        published: when the world could know it.
        effective_from: when it begins to hold.
        effective_to: first moment at which it no longer holds; None where open.
        effective_to_unknown: it ends, and nobody said when.
        authority_level: from the registry, never from the document.
        domain: regulation, news or reference.
        language: ISO 639-1, or "und".
        url: where it was found; may be empty.
        content_sha256: of the normalised text, hex.
        seq: our ingest sequence number (third clock); 0 before it is stored.
        cluster: independence cluster: copies of one text share it.
        pages: code point at which each page begins; empty where there are no pages.
    """

    doc_id: str
    version: int
    series: str
    title: str
    text: str
    source: str
    published: PartialDate
    effective_from: PartialDate
    effective_to: PartialDate | None
    effective_to_unknown: bool
    authority_level: Authority
    domain: Domain
    language: str
    url: str
    content_sha256: str
    seq: int = 0
    cluster: str = ""
    pages: tuple[int, ...] = ()

    @property
    def key(self) -> DocKey:
        """The version's key."""
        return DocKey(self.doc_id, self.version)

    def page(self, start: int) -> int | None:
        """The page (from 1) on which a code point lies; None where there are no pages."""
        return sum(1 for first in self.pages if first <= start) or None


@dataclass(frozen=True, slots=True)
class Act:
    """What a source does to a document or series, with its own dates.

    Args:
        act_id: sha256 of the act's content, first 16 hex digits.
        kind: supersede, correct, repeal, ...
        target: a doc_id, a `doc_id@version` or a series.
        by: the doc_id, `doc_id@version` or series that takes its place; may be empty.
        source: key of the source registry.
        authority_level: from the registry.
        published: when the world could know of the act.
        effective_from: when it takes effect; None: nobody said (never today).
        effective_to: when its effect ends (a suspension); None where open.
        saves_from: first moment of the subject period left untouched (saving clause); None: open.
        saves_to: first moment after it; None: open.
        saves: whether there is a saving clause at all.
        note: the act's words or reason; may be empty.
        seq: our ingest sequence number; 0 before it is stored.
    """

    act_id: str
    kind: ActKind
    target: str
    by: str
    source: str
    authority_level: Authority
    published: PartialDate
    effective_from: PartialDate | None
    effective_to: PartialDate | None
    saves_from: PartialDate | None
    saves_to: PartialDate | None
    saves: bool
    note: str
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the source registry.

    Args:
        key: as documents name it.
        name: as a reader is told it.
        authority_level: 1 user-generated, 2 professional outlet, 3 official.
    """

    key: str
    name: str
    authority_level: Authority


def quote_sha256(text: str) -> str:
    """sha256 of a quoted text (UTF-8), hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`[start, end)` of a document version in code points, with the sha256 of the text there."""

    doc_id: str
    version: int
    start: int
    end: int
    quote_sha256: str

    @property
    def key(self) -> DocKey:
        """The document version that the span lies in."""
        return DocKey(self.doc_id, self.version)

    @property
    def span_id(self) -> str:
        """Stable id, derived from all fields."""
        raw = (
            f"{self.doc_id}\x00{self.version}\x00{self.start}\x00{self.end}\x00{self.quote_sha256}"
        )
        return hashlib.sha256(raw.encode("utf-8")).hexdigest()[:16]


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


class ClaimKind(StrEnum):
    """A slot asks (its value is found), an assertion states (it is supported or refuted)."""

    SLOT = "slot"
    ASSERTION = "assertion"


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
    """

    stance: Stance
    confidence_u: int
    rule: str
    value: Value | None = None


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

    @property
    def key(self) -> tuple[str, str, int, str]:
        """Ledger key: (claim, doc_id, version, span)."""
        return (self.claim_id, self.span.doc_id, self.span.version, self.span.span_id)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a document is at (V, K), with the reason.

    Args:
        key: the document version.
        status: in force, not yet, lapsed, ...
        since: ISO date from which the status holds; empty where not known.
        until: ISO date at which it is known to end; empty where open.
        by: what changed it (a document key or an act id); empty where nothing did.
        rule: name of the rule that decided.
        notes: for the reader: "retroactive, check", "saved for periods before ...".
    """

    key: DocKey
    status: Status
    since: str = ""
    until: str = ""
    by: str = ""
    rule: str = ""
    notes: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the document holds at (V, K)."""
        return self.status is Status.IN_FORCE
