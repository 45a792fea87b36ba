"""The end of a run as the generator gets it, made of real documents and stated stances."""

from __future__ import annotations

from collections.abc import Iterable

from ledgerrag.adjudication import adjudicate_all
from ledgerrag.config import load
from ledgerrag.corpus import StoreCorpus
from ledgerrag.evidence_package import cover
from ledgerrag.force import rule_on
from ledgerrag.generate import Findings, Near
from ledgerrag.ledger import Ledger, Lens
from ledgerrag.model import UNIT, DocKey, Evidence, Stance
from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.reading.question import Question
from ledgerrag.stance.values import values

HOW_LONG = "How long is the reporting period?"


def said(
    corpus: StoreCorpus,
    name: str,
    y: str = "support",
    *,
    claim_id: str = "c1",
    confidence_u: int = UNIT,
    rule: str = "test",
) -> Evidence:
    """What the first sentence of a document says of a claim, with its first value."""
    doc_id, _, version = name.partition("@")
    key = DocKey(doc_id, int(version or 1))
    document = corpus.documents([key])[key]
    passage = corpus.passages(document, 0, len(document.text))[0]
    stated = values(passage.text)
    return Evidence(
        claim_id,
        passage.span,
        passage.text,
        document.source,
        document.published,
        document.effective_from,
        document.authority_level,
        Stance(y),
        UNIT,
        confidence_u,
        rule,
        document.cluster,
        document.domain,
        0,
        stated[0] if stated else None,
    )


def findings(
    corpus: StoreCorpus,
    *entries: Evidence,
    text: str = HOW_LONG,
    near: Iterable[Near] = (),
    rivals: Iterable[Near] = (),
    drift: bool = False,
    stops: tuple[str, ...] = (),
    draft: bool = False,
    preset: str = "regulation",
) -> Findings:
    """Entries adjudicated as they would be."""
    question = Question(text, decompose_draft(text)) if draft else decompose(text)
    ledger = Ledger(question.claims).append(entries)
    beside = [one.entry for one in (*near, *rivals)]
    keys = {entry.span.key for entry in (*entries, *beside)}
    documents = corpus.documents(sorted(keys))
    params = load(preset)
    standings = corpus.standings(sorted({one.series for one in documents.values()}))
    lens = Lens(corpus.at.v, params, standings)
    rulings = adjudicate_all(ledger, lens) | rule_on(ledger, lens)
    return Findings(
        question=question,
        ledger=ledger,
        rulings=rulings,
        package=cover(ledger.active(), rulings, params).entries,
        near=tuple(near),
        rivals=tuple(rivals),
        standings=standings,
        drift=drift,
        stops=stops,
        params=params,
        corpus=corpus,
        draft=draft,
    )
