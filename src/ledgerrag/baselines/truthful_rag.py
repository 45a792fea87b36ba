"""TruthfulRAG-proxy: facts instead of texts, and the one that leaves least doubt.

After Liu, Shang and Zhang, "TruthfulRAG: Resolving Factual-level Conflicts in Retrieval-Augmented
Generation with Knowledge Graphs" (AAAI 2026): what is retrieved becomes triples (head, relation,
tail); paths that cover the key entities and relations of the question are kept; and those paths
are believed that change how sure the answer is, measured by entropy.

Ours: each sentence that answers is a path from the subject of the claim to a value, scored by how
much of the subject it covers and how well its value fits the relation asked for, half each. The
same sentence in another document is the same triple: copies add nothing, rewordings do. Paths with
one tail make a fact. Where there is more than one fact, one more search looks for what would set
them apart. The heaviest fact is believed if the entropy over the facts leaves it ahead; where it
does not, or where the doubt is as large as it can be, the conflict is told and left open.

A proxy: there is no model whose own memory could be in conflict with the texts, so entropy is that
of the facts found, not of a model's next words. Dates and authority do not enter, as in the
original.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, candidates, ruled, unsettled, weighed
from ledgerrag.model import UNIT, Claim, ClaimKind, Stance, Verdict
from ledgerrag.reading.hypothesis import stated
from ledgerrag.retrieval.seam import Hit, Mode

# From this entropy, of what it can be at most, the facts leave the answer open.
_OPEN_U: Final = 995_000
# One context for every machine, as in the ledger.
_CONTEXT: Final = Context(prec=28, rounding=ROUND_HALF_EVEN)


@dataclass(frozen=True, slots=True)
class TruthfulRag:
    """See the module.

    Args:
        name: as tables use it.
        title: as a reader is told it.
        retrieval: by words or by meaning.
    """

    name: str
    title: str
    retrieval: Mode

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer by one or two searches a claim; `before` is not used."""
        del before
        return answered(rag, asked, self.retrieval, settle)


@dataclass(frozen=True, slots=True)
class Fact:
    """Paths that end in the same tail.

    Args:
        tail: a sentence that states it best.
        paths: the sentences, no two with the same words.
        mass: of all of them.
    """

    tail: Read
    paths: tuple[Read, ...]
    mass: int


def settle(desk: Desk, claim: Claim) -> Settled:
    """Search, draw the facts, search once more where they differ, and decide by entropy."""
    words = desk.words(claim)
    hits: tuple[Hit, ...] = desk.search(claim, words)
    reads = merged(desk.read(claim, hits))
    if _in_conflict(desk, claim, reads):
        refined = desk.suggested("A2", claim, words) or " ".join(claim.keys) or words
        hits = (*hits, *desk.search(claim, refined))
        reads = merged(desk.read(claim, hits))
    return _resolved(desk, claim, reads)


def merged(reads: Iterable[Read]) -> tuple[Read, ...]:
    """One sentence for each wording, the best: the same words are the same triple.

    Args:
        reads: sentences, the best first.
    """
    unique: dict[str, Read] = {}
    for read in reads:
        unique.setdefault(" ".join(read.scored.passage.text.casefold().split()), read)
    return tuple(unique.values())


def facts(reads: Sequence[Read]) -> tuple[Fact, ...]:
    """The facts that sentences state, the heaviest first.

    Args:
        reads: sentences that answer, no two with the same words.
    """
    return tuple(
        Fact(one.reads[0], one.reads, sum(path_u(read) for read in one.reads))
        for one in candidates(reads, path_u)
    )


def path_u(read: Read) -> int:
    """Score of a path: the subject that it covers and the fit of its value, half each."""
    return max(1, (read.scored.topic_u + read.scored.score_u) // 2)


def entropy_u(masses: Sequence[int]) -> int:
    """Entropy of the shares over its greatest possible value, in millionths; 0 for one share.

    -sum(p ln p) / ln n.

    Args:
        masses: whole numbers above zero.
    """
    if len(masses) < 2:
        return 0
    total = Decimal(sum(masses))
    entropy = Decimal(0)
    for mass in masses:
        share = _CONTEXT.divide(Decimal(mass), total)
        entropy = _CONTEXT.subtract(entropy, _CONTEXT.multiply(share, _CONTEXT.ln(share)))
    most = _CONTEXT.ln(Decimal(len(masses)))
    scaled = _CONTEXT.multiply(_CONTEXT.divide(entropy, most), Decimal(UNIT))
    return int(scaled.to_integral_value(rounding=ROUND_HALF_EVEN, context=_CONTEXT))


def _in_conflict(desk: Desk, claim: Claim, reads: Sequence[Read]) -> bool:
    if claim.kind is ClaimKind.SLOT:
        return len(facts(desk.candidates(claim, reads))) > 1
    return len({voice.entry.y for voice in desk.judged(claim, reads)}) > 1


def _resolved(desk: Desk, root: Claim, reads: Sequence[Read]) -> Settled:
    claim, weight = root, path_u
    masses: tuple[int, ...] = ()
    if root.kind is ClaimKind.SLOT:
        reads = desk.candidates(root, reads)
        found = facts(reads)
        if not found:
            return unsettled(root)
        claim = stated(root, found[0].tail.scored, 1)
        masses = tuple(fact.mass for fact in found)
    voices = desk.judged(claim, reads)
    if root.kind is not ClaimKind.SLOT:
        sums = [
            sum(weight(voice.read) for voice in voices if voice.entry.y is stance)
            for stance in (Stance.SUPPORT, Stance.REFUTE)
        ]
        masses = tuple(mass for mass in sums if mass)
    doubt = entropy_u(masses)
    sides = {voice.entry.y for voice in voices}
    if doubt >= _OPEN_U and len(sides) > 1:
        ordered = sorted(voices, key=lambda voice: (-weight(voice.read), voice.entry.span))
        reason = f"{len(masses)} facts, entropy {doubt / UNIT:.3f} of 1"
        return ruled(root, claim, voices, ordered, Verdict.CONTESTED, reason)
    said = f"the weight of paths (entropy {doubt / UNIT:.3f} of 1)"
    return weighed(root, claim, voices, weight, said)
