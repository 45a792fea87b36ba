"""What a run found of a claim: its status, the span that decides it, and when that changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from ledgerrag.answer import Answer, ClaimVerdict
from ledgerrag.api import reading_back
from ledgerrag.api.forms import read_answer, read_request
from ledgerrag.api.views import LedgerView
from ledgerrag.cms.watched import STATUS, Found, Ground, measure_of
from ledgerrag.corpus import StoreCorpus
from ledgerrag.dates import PartialDate, parse
from ledgerrag.errors import IntegrityError
from ledgerrag.ledger import best_first
from ledgerrag.model import Claim, DocKey, Document, Evidence, Stance, Status, Value, Verdict
from ledgerrag.stance.values import values
from ledgerrag.store import Store

_OPEN: Final = (Verdict.UNVERIFIED, Verdict.CONTESTED)
_SCOPE: Final = frozenset(("condition", "exception", "saved"))
_WANTED: Final = {
    Verdict.SUPPORTED: (Stance.SUPPORT,),
    Verdict.REFUTED: (Stance.REFUTE,),
    # What is disputed was said before: the news is who speaks against it.
    Verdict.CONTESTED: (Stance.REFUTE, Stance.SUPPORT),
    Verdict.UNVERIFIED: (),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a run found of one claim, and what that rests on.

    Args:
        found: what it is.
        names: series, documents, versions and acts that it rests on.
        due: ISO day on which one of those changes by itself; empty where none is known.
    """

    found: Found
    names: tuple[str, ...]
    due: str


class Findings:
    """The findings of one run.

    Args:
        store: the record.
        run: its id.
    """

    def __init__(self, store: Store, run: str) -> None:
        row = store.run(run)
        request = read_request(row.request)
        self.seq = request.watermark
        self.answer: Answer = read_answer(row.answer, row.entry)
        self.view: LedgerView = reading_back.ledger(store, run)
        self._today = parse(request.as_of, name="as_of")
        registry = store.registry(request.registry or None)[1]
        self._corpus = StoreCorpus(
            store, request.at(self.answer.period), request.watermark, registry
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that the run asked."""
        return tuple(claim for claim in self.view.claims if not claim.parent)

    def of(self, claim: Claim) -> Finding:
        """What it found of a claim.

        Raises:
            IntegrityError: the run has no verdict on it.
        """
        verdict = next((v for v in self.answer.verdicts if v.claim_id == claim.claim_id), None)
        if verdict is None:
            raise IntegrityError(
                f"run {self.view.run} has no verdict on {claim.claim_id}", "verify the journal"
            )
        evidence = [
            row.evidence for row in self.view.rows if row.evidence.claim_id == claim.claim_id
        ]
        keys = {entry.span.key for entry in evidence}
        if verdict.verdict in _OPEN:
            keys |= {DocKey(one.doc_id, one.version) for one in self.answer.nearest}
        documents = self._corpus.documents(sorted(keys))
        decisive = self._decisive(claim, verdict.verdict)
        ground = self._ground(decisive, documents[decisive.span.key]) if decisive else None
        value, measure = _value(claim, verdict, decisive)
        found = Found(
            STATUS[verdict.verdict], value, measure, self._scope(claim), verdict.reason, ground
        )
        series = sorted({one.series for one in documents.values()})
        return Finding(found, self._names(documents.values(), series), self._due(series))

    def _decisive(self, claim: Claim, verdict: Verdict) -> Evidence | None:
        mine = [row for row in self.view.rows if row.evidence.claim_id == claim.claim_id]
        for stance in _WANTED[verdict]:
            sided = [row for row in mine if row.evidence.y is stance]
            standing = [
                row for row in sided if row.status is Status.IN_FORCE and not row.superseded_by
            ]
            # A claim about a standing ("rule 9 is repealed") rests on what does not stand.
            for rows in (standing, [row for row in sided if not row.superseded_by], sided):
                if rows:
                    return best_first(row.evidence for row in rows)[0]
        return None

    def _ground(self, entry: Evidence, document: Document) -> Ground:
        return Ground(
            document=str(entry.span.key),
            series=document.series,
            title=document.title,
            source=entry.source,
            source_name=self._corpus.source_name(entry.source),
            authority=int(entry.authority),
            published=entry.ts.text,
            effective_from=entry.effective_from.text,
            domain=str(entry.domain),
            start=entry.span.start,
            end=entry.span.end,
            quote=entry.text,
            quote_sha256=entry.span.quote_sha256,
        )

    def _scope(self, claim: Claim) -> str:
        items = self.answer.checklist
        kinds = {one.kind for one in items if one.claim_id == claim.claim_id}
        return " ".join(sorted(kinds & _SCOPE))

    def _names(self, documents: Iterable[Document], series: list[str]) -> tuple[str, ...]:
        names: set[str] = set(series)
        for name in series:
            for act in self._corpus.acts(name):
                names |= {act.act_id, act.by} - {""}
        for document in documents:
            names |= {str(document.key), document.doc_id}
        return tuple(sorted(names))

    def _due(self, series: list[str]) -> str:
        """The first day after V on which a version begins, ends or is acted upon."""
        stated = [text for name in series for _, text in self._corpus.coming(name)]
        stated += [one.until for one in self._corpus.standings(series).values()]
        today = self._today.local_lo
        days = {day for text in stated if text for day in _days(parse(text)) if day > today}
        return datetime.fromtimestamp(min(days), UTC).date().isoformat() if days else ""


def _days(date: PartialDate) -> tuple[int, int]:
    # A month may have begun with its first day, and has certainly begun with its last.
    return (date.local_lo, date.begins())


def _value(claim: Claim, verdict: ClaimVerdict, decisive: Evidence | None) -> tuple[str, str]:
    """The value that stands: in words, and in canonical form."""
    if verdict.verdict is Verdict.SUPPORTED:
        return (claim.value.text if claim.value is not None else "", measure_of(claim))
    other = _stated(claim, decisive) if decisive is not None else None
    return (other.text, f"{other.kind} {other.amount} {other.unit}") if other else ("", "")


def _stated(claim: Claim, decisive: Evidence) -> Value | None:
    """The value of the span; where the judge named none, the only one of the claim's kind."""
    if decisive.value is not None or claim.value is None:
        return decisive.value
    kind = claim.value.kind
    same = [one for one in values(decisive.text) if one.kind is kind]
    return same[0] if len(same) == 1 else None
