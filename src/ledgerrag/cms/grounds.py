"""What a run found of a paragraph, claim by claim, as it is kept and shown again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter

from ledgerrag.answer import Answer, ClaimVerdict
from ledgerrag.api import reading_back
from ledgerrag.api.forms import read_answer, read_request
from ledgerrag.api.views import LedgerRow
from ledgerrag.cms.evidence import Spans
from ledgerrag.cms.placing import places
from ledgerrag.cms.snapshot import (
    Authority,
    Basis,
    Change,
    Conflict,
    Edit,
    Evidence,
    Pending,
    Status,
    Validity,
)
from ledgerrag.cms.snapshot import Verdict as VerdictWord
from ledgerrag.cms.watched import AUTHORITY, STATUS
from ledgerrag.corpus import StoreCorpus
from ledgerrag.ledger import claim_order
from ledgerrag.model import Basis as ModelBasis
from ledgerrag.model import Claim, DocKey, Verdict
from ledgerrag.store import Store
from ledgerrag.wording import clipped

Line = tuple[str, str]
"""An item of the checklist without its id: kind and text."""
_OPEN: Final = (Verdict.UNVERIFIED, Verdict.CONTESTED)
_OPEN_KINDS: Final = ("unverified", "contested")
_CLIP: Final = 90


def _basis(verdict: ClaimVerdict) -> Basis:
    if verdict.basis is ModelBasis.MODEL:
        return "model"
    return "kind" if verdict.basis is ModelBasis.KIND else "rules"


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim of a paragraph and what was found of it; fields as in `snapshot.Claim`.

    Args:
        claim: as it was read.
        items: kind and text of what a person must look at.
        names: series, documents, versions and acts that it rests on.
    """

    claim: Claim
    start: int
    end: int
    status: Status
    verdict: VerdictWord
    reason: str
    basis: Basis
    value: str
    authority: Authority
    validity: Validity
    evidence: tuple[Evidence, ...]
    conflicts: tuple[Conflict, ...]
    changes: tuple[Change, ...]
    pending: tuple[Pending, ...]
    items: tuple[Line, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What was found of a paragraph.

    Args:
        statements: its claims, in order.
        general: items of the checklist that belong to no claim.
        run: that found it; empty where there was none.
        journal_seq: journal entry of the run's answer; -1 where there was none.
        period: the subject period that the run was about; empty where none.
        seq: the corpus that the run saw.
    """

    statements: tuple[Statement, ...] = ()
    general: tuple[Line, ...] = ()
    run: str = ""
    journal_seq: int = -1
    period: str = ""
    seq: int = 0


_FORM: Final = TypeAdapter(Ground)


def ground_bytes(ground: Ground) -> bytes:
    """A ground as it is stored."""
    return _FORM.dump_json(ground, exclude_none=True)


def read_ground(body: bytes) -> Ground:
    """The ground that `ground_bytes` wrote."""
    return _FORM.validate_json(body)


def unasked(text: str, claims: Sequence[Claim], reason: str) -> Ground:
    """The claims of a paragraph that was not asked.

    Args:
        text: the paragraph.
        claims: as the rules read it.
        reason: why it was not, one line.
    """
    spans = places(text, claims)
    return Ground(
        tuple(
            Statement(
                claim=claim,
                start=start,
                end=end,
                status="unchecked",
                verdict="unverified",
                reason=reason,
                basis="rules",
                value="",
                authority=AUTHORITY[0],
                validity=Validity(),
                evidence=(),
                conflicts=(),
                changes=(),
                pending=(),
                items=(),
                names=(),
            )
            for claim, (start, end) in zip(claims, spans, strict=True)
        )
    )


def of_run(store: Store, run: str, text: str) -> Ground:
    """What a run found of a paragraph.

    Args:
        store: the record.
        run: its id.
        text: the paragraph as the host sent it.
    """
    row = store.run(run)
    answer = read_answer(row.answer, row.entry)
    request = read_request(row.request)
    view = reading_back.ledger(store, run)
    registry = store.registry(request.registry or None)[1]
    corpus = StoreCorpus(store, request.at(answer.period), request.watermark, registry)
    # A run that asks some claims again puts those that it carries over first.
    claims = sorted(
        (claim for claim in view.claims if not claim.parent),
        key=lambda claim: claim_order(claim.claim_id),
    )
    verdicts = {verdict.claim_id: verdict for verdict in answer.verdicts}
    asked = [claim for claim in claims if claim.claim_id in verdicts]
    spans = Spans(answer, view.rows, corpus)
    near = _near(answer, asked, verdicts, spans)
    items, general = _items(answer, asked, verdicts, spans, near)
    statements = tuple(
        _statement(answer, claim, verdicts[claim.claim_id], place, spans, near, items)
        for claim, place in zip(asked, places(text, asked), strict=True)
    )
    return Ground(statements, general, run, answer.journal_seq, answer.period, request.watermark)


def _statement(
    answer: Answer,
    claim: Claim,
    verdict: ClaimVerdict,
    place: tuple[int, int],
    spans: Spans,
    near: Mapping[str, tuple[int, ...]],
    items: Mapping[str, tuple[Line, ...]],
) -> Statement:
    evidence = spans.of(claim, verdict.verdict, near.get(claim.claim_id, ()))
    keys = {DocKey(one.doc_id, one.version) for one in evidence}
    keys |= {row.evidence.span.key for row in spans.rows(claim)}
    names = spans.names(keys)
    deciding = spans.deciding(claim, verdict.verdict)
    alone = len(items) <= 1
    return Statement(
        claim=claim,
        start=place[0],
        end=place[1],
        status=STATUS[verdict.verdict],
        verdict=verdict.verdict.value,
        reason=verdict.reason,
        basis=_basis(verdict),
        value=verdict.value,
        authority=AUTHORITY[max((int(row.evidence.authority) for row in deciding), default=0)],
        validity=_validity(evidence, deciding),
        evidence=evidence,
        conflicts=_conflicts(answer, claim),
        changes=_changes(answer, names, alone=alone),
        pending=_pending(answer, names, spans, alone=alone),
        items=items[claim.claim_id],
        names=tuple(sorted(names)),
    )


def _validity(evidence: Sequence[Evidence], deciding: Sequence[LedgerRow]) -> Validity:
    spans = {row.evidence.span for row in deciding}
    places = {(span.doc_id, span.version, span.start, span.end) for span in spans}
    for one in evidence:
        if (one.doc_id, one.version, one.start, one.end) in places:
            return Validity(one.status, one.since, one.until)
    return Validity()


def _near(
    answer: Answer, claims: Sequence[Claim], verdicts: Mapping[str, ClaimVerdict], spans: Spans
) -> dict[str, tuple[int, ...]]:
    """The numbers of the nearest texts for each claim that is open."""
    open_ = [claim for claim in claims if verdicts[claim.claim_id].verdict in _OPEN]
    if not open_ or not answer.nearest:
        return {}
    found: dict[str, list[int]] = {claim.claim_id: [] for claim in open_}
    for one in answer.nearest:
        fits = [claim for claim in open_ if spans.speaks_of(one, claim)]
        for claim in fits or open_:
            found[claim.claim_id].append(one.n)
    return {claim_id: tuple(numbers) for claim_id, numbers in found.items()}


def _items(
    answer: Answer,
    claims: Sequence[Claim],
    verdicts: Mapping[str, ClaimVerdict],
    spans: Spans,
    near: Mapping[str, tuple[int, ...]],
) -> tuple[dict[str, tuple[Line, ...]], tuple[Line, ...]]:
    """The checklist by claim, and what belongs to none."""
    found: dict[str, list[Line]] = {claim.claim_id: [] for claim in claims}
    general: list[Line] = []
    noted = {
        f"[{one.n}] {one.doc_id}@{one.version}: {note}": one.n
        for one in (*answer.citations, *answer.nearest)
        for note in one.notes
    }
    for claim in claims:
        verdict = verdicts[claim.claim_id]
        if verdict.verdict is Verdict.REFUTED:
            line = _texts()["refuted"].format(
                about=clipped(claim.text, _CLIP), reason=verdict.reason
            )
            found[claim.claim_id].append(("refuted", line))
    for item in answer.checklist:
        if item.claim_id in found:
            found[item.claim_id].append((item.kind, item.text))
            continue
        number = noted.get(item.text, 0)
        owners = [c for c in claims if number in (*spans.numbers(c), *near.get(c.claim_id, ()))]
        for claim in owners:
            found[claim.claim_id].append((item.kind, item.text))
        # That the search ended says nothing beyond what each open claim's own item says.
        told = item.kind == "budget" and any(
            kind in _OPEN_KINDS for lines in found.values() for kind, _ in lines
        )
        if not owners and not told:
            general.append((item.kind, item.text))
    return {name: tuple(dict.fromkeys(lines)) for name, lines in found.items()}, tuple(general)


@cache
def _texts() -> dict[str, str]:
    return tomllib.loads((files("ledgerrag.cms") / "checklist.toml").read_text(encoding="utf-8"))


def _conflicts(answer: Answer, claim: Claim) -> tuple[Conflict, ...]:
    return tuple(
        Conflict(one.summary, one.keys, AUTHORITY[int(one.authority)], one.clusters, one.outranked)
        for one in answer.disputed
        if one.claim_id.partition(".")[0] == claim.claim_id
    )


def _changes(answer: Answer, names: Iterable[str], *, alone: bool) -> tuple[Change, ...]:
    mine = set(names)
    return tuple(
        Change(
            one.series,
            one.before,
            one.after,
            one.effective_from,
            tuple(Edit(edit.before, edit.after) for edit in one.edits),
            one.summary,
        )
        for one in answer.changes
        if alone or {one.series, one.before, one.after} & mine
    )


def _pending(
    answer: Answer, names: Iterable[str], spans: Spans, *, alone: bool
) -> tuple[Pending, ...]:
    mine = set(names)
    return tuple(
        Pending(one.key, one.effective_from, one.summary, one.quote)
        for one in answer.pending
        if alone or spans.about(one.key) & mine
    )
