"""The spans that a run found, as an editor is shown them: by claim, numbered, in their context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from ledgerrag.answer import Answer, Citation
from ledgerrag.api.views import LedgerRow
from ledgerrag.cms.matching import terms
from ledgerrag.cms.snapshot import Evidence
from ledgerrag.cms.watched import AUTHORITY
from ledgerrag.corpus import StoreCorpus
from ledgerrag.generate.citations import cite
from ledgerrag.ledger import best_first
from ledgerrag.model import Claim, DocKey, Span, Stance, Status, Verdict
from ledgerrag.stance.parsed import bag
from ledgerrag.store.rows import version_named

CONTEXT: Final = 200
# Of what says the same as what is cited, so many spans are shown besides.
_MORE: Final = 3
_DECIDING: Final = {
    Verdict.SUPPORTED: (Stance.SUPPORT,),
    Verdict.REFUTED: (Stance.REFUTE,),
    Verdict.CONTESTED: (Stance.REFUTE, Stance.SUPPORT),
    Verdict.UNVERIFIED: (),
}
_WORDS: Final[dict[Stance, Literal["supports", "refutes", "near"]]] = {
    Stance.SUPPORT: "supports",
    Stance.REFUTE: "refutes",
    Stance.NEUTRAL: "near",
}


class Spans:
    """The evidence of one run.

    Args:
        answer: of the run.
        rows: its ledger.
        corpus: as the run saw it.
    """

    def __init__(self, answer: Answer, rows: Sequence[LedgerRow], corpus: StoreCorpus) -> None:
        self._corpus = corpus
        self._rows: dict[str, list[LedgerRow]] = {}
        for row in rows:
            root = row.evidence.claim_id.partition(".")[0]
            self._rows.setdefault(root, []).append(row)
        self._cited = {_span(one): one for one in answer.citations}
        self._nearest = {one.n: one for one in answer.nearest}
        self._next = 1 + max((one.n for one in (*answer.citations, *answer.nearest)), default=0)
        wanted = [row.evidence.span.key for row in rows]
        wanted += [DocKey(one.doc_id, one.version) for one in answer.nearest]
        wanted += [key for one in answer.pending if (key := version_named(one.key)) is not None]
        self._documents = dict(corpus.documents(dict.fromkeys(wanted)))
        self._standings = corpus.standings({one.series for one in self._documents.values()})

    def rows(self, claim: Claim) -> Sequence[LedgerRow]:
        """The entries of the ledger that speak to a claim."""
        return self._rows.get(claim.claim_id, ())

    def deciding(self, claim: Claim, verdict: Verdict) -> tuple[LedgerRow, ...]:
        """The entries on which the verdict rests, the best first; those that are cited."""
        stances = _DECIDING[verdict]
        mine = [
            row
            for row in self.rows(claim)
            if row.evidence.y in stances and row.evidence.span in self._cited
        ]
        order = {one.key: place for place, one in enumerate(best_first(r.evidence for r in mine))}
        return tuple(sorted(mine, key=lambda row: order[row.evidence.key]))

    def numbers(self, claim: Claim) -> tuple[int, ...]:
        """The numbers of the citations that speak to a claim."""
        found = (self._cited.get(row.evidence.span) for row in self.rows(claim))
        return tuple(one.n for one in found if one is not None)

    def of(self, claim: Claim, verdict: Verdict, near: Iterable[int]) -> tuple[Evidence, ...]:
        """What an editor is shown for a claim, what decides it first.

        Args:
            claim: of the run.
            verdict: on it.
            near: numbers of the nearest texts, where nothing settles it.
        """
        first = self.deciding(claim, verdict)
        taken = {row.evidence.span for row in first}
        standing = [
            row
            for row in self.rows(claim)
            if row.status is Status.IN_FORCE
            and not row.superseded_by
            and row.evidence.span not in taken
        ]
        order = {e.key: place for place, e in enumerate(best_first(r.evidence for r in standing))}
        more = sorted(standing, key=lambda row: order[row.evidence.key])[:_MORE]
        shown = [self._evidence(self._citation(r), r.evidence.y) for r in (*first, *more)]
        places = {(one.doc_id, one.version, one.start) for one in shown}
        nearest = [self._nearest[n] for n in near if n in self._nearest]
        return (
            *shown,
            *(
                self._evidence(one, Stance.NEUTRAL)
                for one in nearest
                if (one.doc_id, one.version, one.start) not in places
            ),
        )

    def _citation(self, row: LedgerRow) -> Citation:
        known = self._cited.get(row.evidence.span)
        if known is None:
            known = cite([row.evidence], self._corpus, self._standings, self._next)[0]
            self._cited[row.evidence.span] = known
            self._next += 1
        return known

    def _evidence(self, one: Citation, stance: Stance) -> Evidence:
        text = self._documents[DocKey(one.doc_id, one.version)].text
        return Evidence(
            n=one.n,
            stance=_WORDS[stance],
            doc_id=one.doc_id,
            version=one.version,
            start=one.start,
            end=one.end,
            quote=one.quote,
            quote_sha256=one.quote_sha256,
            before=text[max(0, one.start - CONTEXT) : one.start],
            after=text[one.end : one.end + CONTEXT],
            title=one.title,
            source=one.source,
            source_name=one.source_name,
            authority=AUTHORITY[int(one.authority)],
            published=one.published,
            effective_from=one.effective_from,
            status=str(one.status),
            since=one.since,
            until=one.until,
            notes=one.notes,
        )

    def speaks_of(self, one: Citation, claim: Claim) -> bool:
        """Whether a near text shares words with a claim, or was judged for it."""
        if any(row.evidence.span == _span(one) for row in self.rows(claim)):
            return True
        return bool(terms(claim) & (bag(one.quote) | bag(one.title)))

    def names(self, keys: Iterable[DocKey]) -> set[str]:
        """Series, documents, versions and acts by which something new may touch these."""
        names: set[str] = set()
        for key in keys:
            document = self._documents[key]
            names |= {str(key), document.doc_id, document.series}
            for act in self._corpus.acts(document.series):
                names |= {act.act_id, act.by} - {""}
        return names

    def about(self, key: str) -> set[str]:
        """The names of a document version or of an act."""
        named = version_named(key)
        document = self._documents.get(named) if named is not None else None
        return {key, document.doc_id, document.series} if document is not None else {key}


def _span(one: Citation) -> Span:
    return Span(one.doc_id, one.version, one.start, one.end, one.quote_sha256)
