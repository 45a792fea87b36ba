"""What the loop hands to the generator: adjudicated claims, quoted spans, nothing raw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledgerrag.adjudication import Ruling
from ledgerrag.config import Params
from ledgerrag.corpus import Corpus
from ledgerrag.force import STANDING
from ledgerrag.generate.restrictions import Restriction, restriction
from ledgerrag.ledger import Ledger, root_of
from ledgerrag.model import Basis, Claim, ClaimKind, DocKey, Evidence, Standing, Verdict
from ledgerrag.reading import Question
from ledgerrag.reading.records import Wants, history


@dataclass(frozen=True, slots=True)
class Near:
    """A passage on topic whose document does not settle the claim: not yet in force, retracted, ...

    Args:
        entry: the passage as evidence (its stance is not used).
        claim_id: id of the slot or assertion.
        aside: it shares too little with the claim to be on topic: the search alone puts it near.
    """

    entry: Evidence
    claim_id: str
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Undecided:
    """Values of the kind that a slot asks for, none of which is told apart as the one meant.

    Args:
        claim_id: the slot.
        texts: the values, as the text has them.
    """

    claim_id: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The end of a run.

    Args:
        question: the question or draft, decomposed.
        ledger: the final ledger.
        rulings: by active claim id.
        package: the evidence package: what may be cited.
        near: the nearest passages for claims that nothing settles, best first.
        rivals: passages that fit nearly as well as what answers, and state another value.
        standings: of every document seen.
        drift: the drift trigger fired at some step.
        stops: why the loop ended, where a budget ended it; one line each.
        params: parameters of the run.
        corpus: documents and names.
        draft: the text is a draft to be checked, not a question.
        undecided: values of the kind that is asked for where none is the answer.
    """

    question: Question
    ledger: Ledger
    rulings: Mapping[str, Ruling]
    package: tuple[Evidence, ...]
    near: tuple[Near, ...]
    rivals: tuple[Near, ...]
    standings: Mapping[DocKey, Standing]
    drift: bool
    stops: tuple[str, ...]
    params: Params
    corpus: Corpus
    draft: bool = False
    undecided: tuple[Undecided, ...] = ()

    def root(self, claim: Claim) -> Claim:
        """The slot that a hypothesis answers, or the claim itself."""
        return self.ledger.claim(root_of(claim))

    def asks_change(self, root: Claim) -> bool:
        """Whether the question is what has changed, not what holds."""
        return self._asks(root, Wants.CHANGE, Wants.AMENDED)

    def asks_source(self, root: Claim) -> bool:
        """Whether the question is which text says so."""
        return self._asks(root, Wants.SOURCE)

    def _asks(self, root: Claim, *wants: Wants) -> bool:
        asked = history(root.text) if root.kind is ClaimKind.SLOT else None
        return asked is not None and asked.wants in wants

    def basis(self, ruling: Ruling) -> Basis | None:
        """What a settled claim rests on, where it is not the word of the rules, undisputed.

        That of the best entry: what the rules decide comes before what a model alone reads.
        """
        return ruling.winners[0].basis if ruling.settled else None

    def restricted(self, claim: Claim, ruling: Ruling) -> Restriction | None:
        """The condition or exception of what settles a yes or no, where the claim has it not.

        The sentence that answers another question is told itself, with its condition.
        """
        root, cited = self.root(claim), self.cited(ruling)
        if root.kind is ClaimKind.SLOT or not ruling.settled or not cited:
            return None
        if cited[0].rule == STANDING:
            return None
        return restriction(root.text, cited[0].text)

    def cited(self, ruling: Ruling) -> tuple[Evidence, ...]:
        """The entries that the answer cites for a claim: of its winners, those in the package."""
        if ruling.verdict is Verdict.UNVERIFIED:
            return ()
        chosen = {entry.key for entry in self.package}
        kept = tuple(entry for entry in ruling.winners if entry.key in chosen)
        if ruling.verdict is Verdict.CONTESTED:
            sides = {entry.y: entry for entry in reversed(ruling.winners)}
            return tuple(entry for entry in ruling.winners if entry in sides.values())
        return kept or ruling.winners[:1]
