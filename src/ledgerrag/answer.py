"""The answer object: what a person, a program and the journal get to see.

Everything but `Cost.stage_us` and `Answer.journal_seq` is deterministic and compared on replay.
"""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.model import Authority, Basis, Status, ValueKind, Verdict


@dataclass(frozen=True, slots=True)
class Citation:
    """A span that a sentence rests on, checked byte for byte, with what a reader must know of it.

    Args:
        n: number in the answer, from 1.
        doc_id: document.
        version: its version.
        start: first code point.
        end: first code point after.
        quote_sha256: sha256 of the quote.
        quote: the text at [start, end).
        title: of the document.
        source: registry key.
        source_name: as a reader is told it.
        authority: authority level.
        published: ISO date as stated.
        effective_from: ISO date as stated.
        status: at (V, K).
        since: from when the status holds.
        until: when it is known to end; empty where open.
        page: page number; 0 where there are no pages.
        notes: "published later", "retroactive, check", ...
    """

    n: int
    doc_id: str
    version: int
    start: int
    end: int
    quote_sha256: str
    quote: str
    title: str
    source: str
    source_name: str
    authority: Authority
    published: str
    effective_from: str
    status: Status
    since: str
    until: str
    page: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the answer with the numbers of its citations ; a statement has one."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """How a claim ended.

    Args:
        claim_id: as in the ledger.
        text: the claim.
        verdict: supported, refuted, contested or unverified.
        reason: one line with the rule that decided.
        value: the value that stands, in the words of the span; empty where none.
        kind: kind of that value.
        weight_u: w_i in millionths.
        v_u: v_i of equation (2) in millionths.
        support: independent clusters that support it.
        refute: independent clusters that refute it.
        basis: `model` where a model alone read what settles it, `kind` where no words of the
            question were found and the only value of its kind answers; None: the rules decided, or
            it is open. A model that only doubts the rules changes no verdict: the checklist tells
            it.
    """

    claim_id: str
    text: str
    verdict: Verdict
    reason: str
    value: str
    kind: ValueKind
    weight_u: int
    v_u: int
    support: int
    refute: int
    basis: Basis | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A run of word tokens that a later version replaced: `180` -> `270`; or came or went."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """What changed between two versions of a series, made on word tokens.

    Args:
        series: the thing that changed.
        before: document key of the earlier version; empty where there was none.
        after: document key of the later version; empty where it was repealed.
        effective_from: ISO date from which the later one holds.
        edits: replaced runs, in order.
        summary: one line: `180 -> 270 days from 2026-07-01`.
    """

    series: str
    before: str
    after: str
    effective_from: str
    edits: tuple[Edit, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that is published by K and not in force at V.

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
class Disputed:
    """A position that differs from the answer, and why it does not stand (or that it is open).

    Args:
        claim_id: the claim.
        summary: one line: `2 posts say 180 days (user-generated, 1 independent source): ...`.
        keys: document keys that hold it.
        authority: highest level among them.
        clusters: independent clusters among them.
        outranked: whether adjudication decided against it; False: open.
    """

    claim_id: str
    summary: str
    keys: tuple[str, ...]
    authority: Authority
    clusters: int
    outranked: bool


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """Something that a person must still check.

    Args:
        kind: contested, unverified, model-alone, other-words, by-kind, second-opinion, condition,
            exception, later-effect, loose-match, close-call, single-source, low-authority,
            weak-dissent, budget, unknown-end, saved, retracted, published-later, as-of, time-zone,
            dropped, note.
        claim_id: the claim; empty for the answer as a whole.
        text: one line.
    """

    kind: str
    claim_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What the answer took.

    Args:
        steps: loop steps.
        retrieval_calls: invocations of the retriever.
        model_calls: invocations of a language model.
        stage_us: microseconds by stage, in order; not deterministic.
        reasked: claims that were asked, of an answer that carries others over from the step before
            it in a stream; None where all were.
    """

    steps: int
    retrieval_calls: int
    model_calls: int
    stage_us: tuple[tuple[str, int], ...] = ()
    reasked: int | None = None


@dataclass(frozen=True, slots=True)
class Degraded:
    """A part that went on by rules, since the language model did not serve it.

    Args:
        part: reading, searching, judging or writing.
        reason: one line.
    """

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class Language:
    """What a language model had to do with an answer.

    Args:
        model: its name.
        digest: what identifies its weights or server, as far as that is known.
        prompts: name, version and digest of each prompt that was sent: `generate/1 sha256`.
        calls: requests made, failed ones among them.
        tokens_in: tokens of the requests, as the server counts them; 0 where it does not.
        tokens_out: tokens of the answers.
        degraded: parts that went on by rules; empty: it served all that it was asked for.
    """

    model: str
    digest: str
    prompts: tuple[str, ...]
    calls: int
    tokens_in: int
    tokens_out: int
    degraded: tuple[Degraded, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the system says to a question as of V, as known at K.

    Args:
        question: as asked.
        as_of: V, as stated or as it defaulted.
        known_at: K.
        period: subject period the question asks about; empty where none.
        preset: the preset in force (`regulation`, `news`, `paper`).
        sentences: the answer proper.
        citations: what it rests on.
        verdicts: one a claim.
        changes: diff summary; only where drift fired.
        pending: changes that are announced and not in force at V.
        disputed: positions that differ.
        nearest: where nothing stands: the nearest things found (not yet in force, lapsed, ...).
        checklist: what a person must still check.
        cost: steps, calls, time.
        run: run id.
        journal_seq: journal entry of the answer; -1 before it is written.
        language: what a language model had to do with it; None where none was used.
    """

    question: str
    as_of: str
    known_at: str
    period: str
    preset: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    verdicts: tuple[ClaimVerdict, ...]
    changes: tuple[Change, ...]
    pending: tuple[Pending, ...]
    disputed: tuple[Disputed, ...]
    nearest: tuple[Citation, ...]
    checklist: tuple[ChecklistItem, ...]
    cost: Cost
    run: str
    journal_seq: int = -1
    language: Language | None = None

    @property
    def text(self) -> str:
        """The answer's sentences with citation marks, as one paragraph."""
        return " ".join(
            sentence.text + "".join(f" [{n}]" for n in sentence.citations)
            for sentence in self.sentences
        )
