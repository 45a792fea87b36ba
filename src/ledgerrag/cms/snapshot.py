"""The ledger of a draft at one revision: what a host is given, with its published schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import TypeAdapter

SCHEMA: Final = "ledgerrag.snapshot/1"
Status = Literal["verified", "refuted", "disputed", "unverified", "stale", "unchecked"]
Authority = Literal["official", "outlet", "user", "none"]
Verdict = Literal["supported", "refuted", "contested", "unverified"]
Basis = Literal["rules", "model", "kind"]
Kind = Literal["paragraph", "heading", "list", "quote"]
State = Literal["open", "ticked", "overridden"]
Action = Literal["tick", "untick", "override", "comment"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the text that was checked.

    Args:
        id: the host's, or ours where it gave none.
        kind: what it is in the text.
        text: as the host sent it.
        sha256: of the text in UTF-8, hex.
        claims: ids of the claims that were read from it, in order.
    """

    id: str
    kind: Kind
    text: str
    sha256: str
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that speaks to a claim, checked byte for byte.

    Args:
        n: number by which reasons and checklist items of the paragraph name it.
        stance: supports or refutes; near: it settles nothing.
        doc_id: document.
        version: its version.
        start: first code point of the quote.
        end: first code point after it.
        quote: the text there.
        quote_sha256: of the quote in UTF-8, hex.
        before: up to 200 code points before the quote.
        after: up to 200 code points after it.
        title: of the document.
        source: registry key.
        source_name: as a reader is told it.
        authority: of the source.
        published: ISO date as stated.
        effective_from: ISO date as stated.
        status: what the document is at the dates of the claim: in force, repealed, ...
        since: ISO date from which that holds; empty where not known.
        until: ISO date at which it is known to end; empty where open.
        notes: what a reader must know: "published later", "retroactive, check".
    """

    n: int
    stance: Literal["supports", "refutes", "near"]
    doc_id: str
    version: int
    start: int
    end: int
    quote: str
    quote_sha256: str
    before: str
    after: str
    title: str
    source: str
    source_name: str
    authority: Authority
    published: str
    effective_from: str
    status: str
    since: str
    until: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Validity:
    """What the document is that decides a claim, since and until when; empty where none does."""

    status: str = ""
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A position that differs from the verdict.

    Args:
        summary: one line.
        keys: documents that hold it.
        authority: highest among them.
        clusters: independent ones among them.
        outranked: whether it was decided against; False: open.
    """

    summary: str
    keys: tuple[str, ...]
    authority: Authority
    clusters: int
    outranked: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """A run of words that a later version replaced, added or took out."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """What changed between two versions of what a claim rests on.

    Args:
        series: the thing that changed.
        before: document key of the earlier version; empty where there was none.
        after: of the later one; empty where it was repealed.
        effective_from: ISO date from which the later one holds.
        edits: in order.
        summary: one line.
    """

    series: str
    before: str
    after: str
    effective_from: str
    edits: tuple[Edit, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that is announced and not in force at the date of the claim.

    Args:
        key: document key or act id.
        effective_from: ISO date; empty where nobody said.
        summary: one line.
        quote: the span that says so; may be empty.
    """

    key: str
    effective_from: str
    summary: str
    quote: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the draft, and what stands of it.

    Args:
        id: the same at each check, as long as its words and what it states stay.
        paragraph: id of the paragraph.
        start: first code point, in the paragraph's text, of the sentence that it was read from.
        end: first code point after that sentence.
        text: the statement.
        status: what an editor is told. Stale: what it rests on changed since it was checked.
            Unchecked: it was never asked.
        verdict: what the last run found; unverified where there was none.
        reason: one line with the rule that decided.
        basis: model: no rule settles it, a model alone read it; kind: no word of what it is about
            stands in the source, which states one value of the kind.
        value: the figure, date, status or name of the claim that was decided on; may be empty.
        authority: highest of what decided it; none where nothing did.
        as_of: the date at which it is to hold.
        known_at: the date by which it must have been known.
        validity: of what decided it.
        evidence: what speaks for or against it; what is nearest where nothing does.
        conflicts: positions that differ.
        changes: what changed in what it rests on.
        pending: what is announced for it.
        checklist: ids of the items that a person must look at.
        run: the run that found it; empty where there was none.
        journal_seq: journal entry of that run's answer; -1 where there was none.
        cached: it was taken over from an earlier check.
    """

    id: str
    paragraph: str
    start: int
    end: int
    text: str
    status: Status
    verdict: Verdict
    reason: str
    basis: Basis
    value: str
    authority: Authority
    as_of: str
    known_at: str
    validity: Validity
    evidence: tuple[Evidence, ...]
    conflicts: tuple[Conflict, ...]
    changes: tuple[Change, ...]
    pending: tuple[Pending, ...]
    checklist: tuple[str, ...]
    run: str
    journal_seq: int
    cached: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person did to an item.

    Args:
        action: tick, untick, override or comment.
        by: site and name of the person, or of what spoke for them.
        at: UTC text.
        reason: in their words; may be empty.
    """

    action: Action
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class Item:
    """Something that a person must still check.

    Args:
        id: the same at each check, as long as the claim and the kind stay.
        claim: id of the claim; empty for the draft as a whole.
        kind: contested, unverified, refuted, condition, single-source, ...
        text: one line.
        state: what the last remark made of it.
        remarks: oldest first.
    """

    id: str
    claim: str
    kind: str
    text: str
    state: State = "open"
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A ledger in figures.

    Args:
        claims: all of them.
        verified: by status, as are the next five.
        refuted: see `Claim.status`.
        disputed: see `Claim.status`.
        unverified: see `Claim.status`.
        stale: see `Claim.status`.
        unchecked: see `Claim.status`.
        unresolved: open items of the checklist.
        paragraphs_changed: paragraphs that came or read otherwise than at the check before.
        claims_checked: claims that this check asked.
        claims_cached: claims that it took over.
        elapsed_ms: how long it took, in milliseconds, waiting apart.
    """

    claims: int
    verified: int
    refuted: int
    disputed: int
    unverified: int
    stale: int
    unchecked: int
    unresolved: int
    paragraphs_changed: int
    claims_checked: int
    claims_cached: int
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The ledger of a draft.

    Args:
        schema: name and version of this form.
        site: whose draft it is.
        draft: the host's id of it.
        revision: counts the checks of the draft.
        title: heading.
        check: the check that made it.
        as_of: the date at which the draft is to hold.
        known_at: the date by which it must have been known.
        checked_at: UTC text.
        corpus_seq: the last document or act that was looked at.
        paragraphs: the text.
        claims: its statements, in order.
        checklist: what a person must look at.
        summary: in figures.
    """

    schema: Literal["ledgerrag.snapshot/1"]
    site: str
    draft: str
    revision: int
    title: str
    check: str
    as_of: str
    known_at: str
    checked_at: str
    corpus_seq: int
    paragraphs: tuple[Paragraph, ...]
    claims: tuple[Claim, ...]
    checklist: tuple[Item, ...]
    summary: Summary


_FORM: Final = TypeAdapter(Snapshot)


def snapshot_bytes(shot: Snapshot) -> bytes:
    """A snapshot as JSON."""
    return _FORM.dump_json(shot)


def read_snapshot(body: bytes) -> Snapshot:
    """The snapshot that `snapshot_bytes` wrote."""
    return _FORM.validate_json(body)


def snapshot_schema() -> dict[str, Any]:
    """The JSON schema of a snapshot (draft 2020-12)."""
    schema = _FORM.json_schema(mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Snapshot",
        **schema,
    }
