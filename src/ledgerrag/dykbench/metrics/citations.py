"""Whether what is cited holds what is said: ALCE's recall and precision, and SupportF1."""

from __future__ import annotations

from fractions import Fraction

from ledgerrag.answer import Answer, Citation
from ledgerrag.dykbench.metrics.counts import ONE, ZERO, harmonic, mean
from ledgerrag.dykbench.metrics.judge import Cited, Judge
from ledgerrag.dykbench.metrics.said import Decided, Said, Statement, disclosed, key_of, past_of
from ledgerrag.model import Stance, Verdict


def owed(said: Said) -> Fraction:
    """What an answer that states nothing gets: 1 where there is nothing to state, else 0.

    Without it to say nothing would be the way to perfect citations.
    """
    return ZERO if said.resolvable or not said.readable else ONE


def recall(said: Said, judge: Judge) -> Fraction:
    """ALCE citation recall: the share of statements that all their citations together hold.

    Σ over statements of 1[citations entail the statement] / statements (Gao et al. 2023, section
    3); a statement without citations counts 0. Their judge is TRUE, ours is named in the report.
    """
    return mean((Fraction(holds(said, one, judge)) for one in said.statements), owed(said))


def precision(said: Said, judge: Judge) -> Fraction:
    """ALCE citation precision: the share of citations that are not irrelevant.

    A citation is right where the statement is held by all of its citations together, and it is
    not irrelevant: irrelevant is one that alone does not hold the statement while the others
    without it still do (Gao et al. 2023, section 3).
    """
    found = [
        Fraction(held and not _irrelevant(said, one, citation, judge))
        for one in said.statements
        for held in (holds(said, one, judge),)
        for citation in one.citations
    ]
    return mean(found, ZERO if said.statements else owed(said))


def holds(said: Said, statement: Statement, judge: Judge) -> bool:
    """Whether the citations of a statement, taken together, hold it."""
    return entails(said, statement.text, statement.citations, judge) is Stance.SUPPORT


def entails(said: Said, text: str, citations: tuple[Citation, ...], judge: Judge) -> Stance:
    """What citations say of a text, each with the change that the answer shows beside it."""
    if said.answer is None or not citations:
        return Stance.NEUTRAL
    return judge.entails(text, [Cited.of(one, _changes(said.answer, one)) for one in citations])


def _changes(answer: Answer, citation: Citation) -> str:
    key = key_of(citation)
    return "; ".join(one.summary for one in answer.changes if key in (one.before, one.after))


def _irrelevant(said: Said, statement: Statement, citation: Citation, judge: Judge) -> bool:
    if entails(said, statement.text, (citation,), judge) is Stance.SUPPORT:
        return False
    others = tuple(one for one in statement.citations if one is not citation)
    return entails(said, statement.text, others, judge) is Stance.SUPPORT


def support_f1(said: Said, judge: Judge) -> Fraction:
    """SupportF1 (paper section 6.1, "citation support vs. refute"): citations on the claim's side.

    The side of a supported claim is support, of a refuted one refute. Precision is the share of
    the citations of settled claims that are on the side; recall the share of settled claims with
    one at least; the metric is their harmonic mean. Where nothing is settled: see `owed`.
    """
    settled = [one for one in said.claims if one.settled]
    if not settled:
        return owed(said)
    sides = [[sided(said, one, citation, judge) for citation in one.citations] for one in settled]
    every = [side for row in sides for side in row]
    hits = Fraction(sum(every), len(every)) if every else ZERO
    return harmonic(hits, Fraction(sum(any(row) for row in sides), len(settled)))


def sided(said: Said, claim: Decided, citation: Citation, judge: Judge) -> bool:
    """Whether a citation is on the side on which its claim was settled."""
    return stance_of(said, claim, (citation,), judge) is Stance.SUPPORT


def stance_of(said: Said, claim: Decided, citations: tuple[Citation, ...], judge: Judge) -> Stance:
    """Support where citations are on the side of the verdict, refute where on the other.

    A claim that is a statement is judged itself; one that is a question by the sentences about
    it, and so is one that was settled by what a text is at t ("is repealed since"), which the
    text itself does not say.
    """
    text = claim.verdict.text.strip()
    same = said.item.form == "ask" and text == said.item.text.strip()
    asks = same or text.endswith("?")
    found = Stance.NEUTRAL
    if not asks and text:
        found = entails(said, text, citations, judge)
        if claim.verdict.verdict is Verdict.REFUTED:
            turned = {Stance.SUPPORT: Stance.REFUTE, Stance.REFUTE: Stance.SUPPORT}
            found = turned.get(found, found)
    if found is not Stance.NEUTRAL:
        return found
    about = [
        one for one in claim.statements if any(citation in one.citations for citation in citations)
    ]
    past = past_of(said.answer) if said.answer is not None else frozenset[str]()
    if not asks and not any(disclosed(one, c, past) for one in about for c in citations):
        return Stance.NEUTRAL
    stances = {entails(said, one.text, citations, judge) for one in about}
    if Stance.SUPPORT in stances:
        return Stance.SUPPORT
    return Stance.REFUTE if Stance.REFUTE in stances else Stance.NEUTRAL
