"""Self-RAG as a prompted policy: read, criticise what was read, and search again where it fails.

After Asai et al., "Self-RAG: Learning to Retrieve, Generate, and Critique through Self-Reflection"
(ICLR 2024). Its four reflections, and what gives them here, since no model is trained for it (the
LedgerRAG paper prompts its backbone likewise, section 6.1):

- Retrieve: always, the first time: what is asked holds as of a date, and no memory knows it.
- IsRel: whether a sentence is on the subject of the claim, and how much of it, by the shared
  reader.
- IsSup: whether the judge says that the sentence states what was generated from it: fully where
  it is sure, in part where it is not.
- IsUse: how well the sentence answers what was asked, with a value of the kind that is expected.

A segment scores IsRel + IsSup + IsUse / 2, the weights of the published inference; segments with
the same answer add up, a document once. Where the best answer is not fully supported, or another
one comes near, Retrieve is said again, with words refined by what was generated, at most once.

Different: reflections are numbers of the local judge, or of the language model where there is one,
not tokens; and a segment is a sentence that was found, not one that was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, candidates, unsettled, weighed
from ledgerrag.model import UNIT, Claim, ClaimKind, Stance, Verdict
from ledgerrag.reading.hypothesis import stated
from ledgerrag.retrieval.seam import Mode

# From this share of the best answer's score another one makes it doubtful.
_RIVAL_U: Final = 500_000


@dataclass(frozen=True, slots=True)
class SelfRag:
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


def settle(desk: Desk, claim: Claim) -> Settled:
    """Search, criticise, and search once more where the critique is not content."""
    words = desk.words(claim)
    hits = desk.search(claim, words)
    found, content = _criticised(desk, claim, desk.read(claim, hits))
    if content:
        return found
    again = desk.search(claim, _refined(desk, claim, found, words))
    return _criticised(desk, claim, desk.read(claim, (*hits, *again)))[0]


def _refined(desk: Desk, claim: Claim, found: Settled, words: str) -> str:
    """A language model's words; else those of the claim with what was generated for it."""
    suggested = desk.suggested("A1", claim, words)
    if suggested:
        return suggested
    generated = found.claim.text if found.claim is not claim else " ".join(claim.keys)
    return f"{words} {generated}"


def _criticised(desk: Desk, root: Claim, reads: Sequence[Read]) -> tuple[Settled, bool]:
    """The best answer by its reflections, and whether the critique is content with it."""
    critique = _critique(desk, root, reads)

    def score(read: Read) -> int:
        return critique[read.scored.passage.span.span_id]

    claim = root
    if root.kind is ClaimKind.SLOT:
        reads = desk.candidates(root, reads)
        ranked = candidates(reads, score)
        if not ranked:
            return unsettled(root), False
        claim = stated(root, ranked[0].reads[0].scored, 1)
    voices = desk.judged(claim, reads)
    found = weighed(root, claim, voices, score, "critique")
    side = Stance.REFUTE if found.ruling.verdict is Verdict.REFUTED else Stance.SUPPORT
    mine = [voice for voice in voices if voice.entry.y is side]
    sure = any(voice.entry.confidence_u >= desk.params.tau_div_u for voice in mine)
    most = max((score(voice.read) for voice in mine), default=0)
    rival = max((score(voice.read) for voice in voices if voice.entry.y is not side), default=0)
    settled = found.ruling.settled
    return found, settled and sure and rival * UNIT < most * _RIVAL_U


def _critique(desk: Desk, root: Claim, reads: Sequence[Read]) -> dict[str, int]:
    """IsRel + IsSup + IsUse / 2 of each sentence, in millionths."""
    pairs = [
        (stated(root, read.scored, 1) if root.kind is ClaimKind.SLOT else root, read)
        for read in reads
    ]
    said = desk.tools.stance.judge([(claim, read.scored.passage) for claim, read in pairs])
    sure = desk.params.tau_div_u
    found: dict[str, int] = {}
    for read, judged in zip(reads, said, strict=True):
        decided = judged.stance is not Stance.NEUTRAL
        supported = (UNIT if judged.confidence_u >= sure else UNIT // 2) if decided else 0
        relevant = read.scored.topic_u * read.sighting.r_u // UNIT
        span_id = read.scored.passage.span.span_id
        found[span_id] = max(1, relevant + supported + read.scored.score_u // 2)
    return found
