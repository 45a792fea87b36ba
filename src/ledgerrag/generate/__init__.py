"""Line 11 of Algorithm 1: the answer, its citations, the diff summary and the checklist.

The generator sees adjudicated claims and quoted spans only. Every sentence that states something
rests on a citation, and every citation is compared with its document after the answer is made. The
sentences are the rules' own; where a language model writes, each of its sentences is checked first.
"""

from __future__ import annotations

from ledgerrag.adjudication import Ruling
from ledgerrag.answer import Answer, Citation, ClaimVerdict, Cost
from ledgerrag.generate.changes import changes, disputes, pendings
from ledgerrag.generate.checklist import checklist, dated
from ledgerrag.generate.citations import check, cite
from ledgerrag.generate.findings import Findings, Near
from ledgerrag.generate.sentences import told
from ledgerrag.generate.writing import Writer, written
from ledgerrag.model import Basis, Claim, Span, ValueKind

__all__ = ["Findings", "Near", "Writer", "generate"]

_NEAREST = 3


def generate(
    findings: Findings,
    cost: Cost,
    run: str,
    as_of: str,
    known_at: str,
    writer: Writer | None = None,
) -> Answer:
    """Write the answer (paper section 4.4).

    Args:
        findings: adjudicated claims, package and standings.
        cost: steps and calls so far.
        run: run id.
        as_of: V as stated.
        known_at: K as stated.
        writer: a language model that puts settled claims into words; the rules do where None.
    Raises:
        IntegrityError: a quote does not match its document.
    """
    citations, nearest = _citations(findings)
    numbers = {Span(c.doc_id, c.version, c.start, c.end, c.quote_sha256): c.n for c in citations}
    period = findings.corpus.at.period
    steps = changes(findings)
    plain = told(findings, numbers, steps)
    sentences, dropped = written(findings, numbers, plain, writer) if writer else (plain, ())
    return Answer(
        question=findings.question.text,
        as_of=as_of,
        known_at=known_at,
        period=period.text if period else "",
        preset=findings.params.preset,
        sentences=sentences,
        citations=citations,
        verdicts=tuple(_verdict(findings, claim) for claim in findings.ledger.active()),
        changes=steps,
        pending=pendings(findings),
        disputed=disputes(findings, numbers),
        nearest=nearest,
        checklist=(
            *dated(as_of, known_at, findings.corpus.at),
            *checklist(findings, citations, nearest),
            *dropped,
        ),
        cost=cost,
        run=run,
    )


def _citations(findings: Findings) -> tuple[tuple[Citation, ...], tuple[Citation, ...]]:
    """What the answer cites, and the nearest texts where nothing settles a claim; all checked."""
    cited = [
        entry
        for claim in findings.ledger.active()
        for entry in findings.cited(findings.rulings[claim.claim_id])
    ]
    citations = cite(cited, findings.corpus, findings.standings)
    nearest = cite(
        [near.entry for near in findings.near][:_NEAREST],
        findings.corpus,
        findings.standings,
        len(citations) + 1,
    )
    check((*citations, *nearest), findings.corpus)
    return citations, nearest


def _verdict(findings: Findings, claim: Claim) -> ClaimVerdict:
    ruling = findings.rulings[claim.claim_id]
    cited = findings.cited(ruling)
    value = claim.value or (cited[0].value if cited else None)
    return ClaimVerdict(
        claim_id=claim.claim_id,
        text=claim.text,
        verdict=ruling.verdict,
        reason=_reason(findings, claim, ruling),
        value=value.text if value and ruling.settled else "",
        kind=value.kind if value else ValueKind.TEXT,
        weight_u=claim.weight_u,
        v_u=ruling.v_u,
        support=ruling.support_clusters,
        refute=ruling.refute_clusters,
        basis=_told_basis(findings, ruling),
    )


_READ = {
    Basis.MODEL: ", as a model alone reads it",
    Basis.KIND: ", by the kind of its value alone",
    None: "",
}


def _told_basis(findings: Findings, ruling: Ruling) -> Basis | None:
    """What an editor is told that a verdict rests on, where no words of the claim decide it."""
    basis = findings.basis(ruling)
    return basis if basis in (Basis.MODEL, Basis.KIND) else None


def _reason(findings: Findings, claim: Claim, ruling: Ruling) -> str:
    """The rule that decided, and what keeps the verdict from being plain."""
    limit = findings.restricted(claim, ruling)
    read = _READ[_told_basis(findings, ruling)]
    return f"{ruling.reason}{read}{limit.told if limit else ''}"
