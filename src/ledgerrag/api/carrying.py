"""What a refresh carries over from the run that it renews, for the claims it does not ask again."""

from __future__ import annotations

from dataclasses import replace

from ledgerrag.api.forms import Request, read_answer, read_ledger
from ledgerrag.corpus import StoreCorpus
from ledgerrag.ledger import Ledger, root_of
from ledgerrag.model import UNIT, DocKey, Verdict
from ledgerrag.reading import Question
from ledgerrag.sighting import Sighting
from ledgerrag.store import Store

_OPEN = (Verdict.UNVERIFIED, Verdict.CONTESTED)


def carried_over(
    request: Request, question: Question, store: Store, corpus: StoreCorpus
) -> tuple[Ledger, tuple[Sighting, ...]]:
    """What a refresh takes over from its origin: settled claims, and what was near the others.

    Args:
        request: a refresh names the run that it renews; another request takes nothing over.
        question: the text as it is read now.
        store: the record.
        corpus: as the request may see it.
    """
    if not request.origin:
        return Ledger(), ()
    row = store.run(request.origin)
    ledger, before = read_ledger(row.ledger), read_answer(row.answer, row.entry)
    # Another version of the reader may take the question apart otherwise: then it is asked anew.
    unlike = {c.claim_id for c in ledger.claims if not c.parent} - {
        c.claim_id for c in question.claims if c in ledger.claims
    }
    kept = split(ledger, frozenset(request.reasked) | unlike)
    roots = {c.claim_id: root_of(c) for c in kept.claims}
    left = [v.claim_id for v in before.verdicts if v.claim_id in roots and v.verdict in _OPEN]
    documents = corpus.documents(DocKey(one.doc_id, one.version) for one in before.nearest)
    seen = [
        Sighting(roots[claim_id], passage, UNIT, 0)
        for claim_id in left
        for one in before.nearest
        for passage in corpus.passages(
            documents[DocKey(one.doc_id, one.version)], one.start, one.end
        )
    ]
    return kept, tuple(seen)


def split(ledger: Ledger, reasked: frozenset[str]) -> Ledger:
    """The part of a ledger that is carried over: what belongs to claims not asked again."""
    kept = {c.claim_id for c in ledger.claims if root_of(c) not in reasked}
    return replace(
        ledger,
        claims=tuple(c for c in ledger.claims if c.claim_id in kept),
        entries=tuple(e for e in ledger.entries if e.claim_id in kept),
    )
