"""TimeRAG-proxy: of what is relevant, what is valid at t and newest.

After "TimeRAG: Enhancing Complex Temporal Reasoning with Search Engine Augmentation" (CIKM 2025),
which asks again with the time made explicit until the answer fits the time asked for; the ranking
is that of Gade and Jetcheva, "It's About Time: Incorporating Temporality in Retrieval Augmented
Language Models" (2024): semantic score and nearness in time side by side. A proxy, as in the
LedgerRAG paper: nothing is trained.

Ours: a longer list is filtered by the dates that each document states of itself (it has begun at t
and has not ended), then ranked by the mean of relevance and exp(-age / H), with the H of the
domain. Where the best of it is stale by tau_tv, it searches once more with the year in the words.
Of the sentences that answer, the newest is believed; two of one date that differ leave the
question open.

It knows neither acts upon a text (a repeal, a correction) nor who may supersede whom, and a later
copy of an old value is newer to it than the law.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk, Read, Voice, rescaled
from ledgerrag.baselines.seam import Asked
from ledgerrag.baselines.voting import Settled, ruled, unsettled
from ledgerrag.dates import PartialDate
from ledgerrag.ledger import age_seconds, decay_u
from ledgerrag.model import UNIT, Claim, ClaimKind, Document, Stance, Verdict
from ledgerrag.reading.hypothesis import stated
from ledgerrag.retrieval.seam import Hit, Mode

# So many times k chunks are filtered and ranked by time.
_POOL: Final = 4
# A newer sentence is believed if it answers as well as the best one to this share.
_CLOSE_U: Final = 700_000


@dataclass(frozen=True, slots=True)
class TimeRag:
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
    """Search, and once more with the time in the words where what is found is stale."""
    words, many = desk.words(claim), desk.params.top_k * _POOL
    ranked = timely(desk, desk.search(claim, words, many))
    if max((fresh for _, fresh in ranked), default=0) < desk.params.tau_tv_u:
        anchored = desk.suggested("A3", claim, words) or f"{words} {desk.as_of[:4]}"
        again = timely(desk, desk.search(claim, anchored, many))
        ranked = _merged(desk, (*ranked, *again))
    fresh = {hit.key: validity for hit, validity in ranked}
    reads = desk.read(claim, [hit for hit, _ in ranked])
    timed = [rescaled(read, (UNIT + fresh[read.document.key]) // 2) for read in reads]
    return _newest(desk, claim, timed)


def timely(desk: Desk, hits: Iterable[Hit]) -> tuple[tuple[Hit, int], ...]:
    """The k best chunks by relevance and time, with exp(-age / H) in millionths.

    Args:
        desk: knows the documents and t.
        hits: a longer list.
    """
    hits = tuple(hits)
    documents = desk.corpus.documents(hit.key for hit in hits)
    valid = [(hit, freshness_u(documents[hit.key], desk)) for hit in hits]
    return _merged(desk, [(hit, fresh) for hit, fresh in valid if fresh])


def freshness_u(document: Document, desk: Desk) -> int:
    """exp(-age / H) at t, in millionths; 0 where by its own dates it does not hold then.

    Args:
        document: with its stated dates.
        desk: knows t and H.
    """
    at, end = desk.corpus.at.v, document.effective_to
    if not document.effective_from.reached(at) or (end is not None and end.reached(at)):
        return 0
    age = age_seconds(since(document), at)
    return decay_u(age, desk.params.horizon_days(document.domain))


def since(document: Document) -> PartialDate:
    """From when a document speaks: its effective date, or its publication where that is later."""
    if document.published.begins() > document.effective_from.begins():
        return document.published
    return document.effective_from


def _merged(desk: Desk, pairs: Sequence[tuple[Hit, int]]) -> tuple[tuple[Hit, int], ...]:
    ordered = sorted(pairs, key=lambda pair: (-(pair[0].r_u + pair[1]), pair[0].row))
    unique = {hit.row: (hit, fresh) for hit, fresh in reversed(ordered)}
    kept = sorted(unique.values(), key=lambda pair: (-(pair[0].r_u + pair[1]), pair[0].row))
    return tuple(kept[: desk.params.top_k])


def _newest(desk: Desk, root: Claim, reads: Sequence[Read]) -> Settled:
    claim = root
    if root.kind is ClaimKind.SLOT:
        leading = newest(desk.candidates(root, reads))
        if leading is None:
            return unsettled(root)
        claim = stated(root, leading.scored, 1)
    voices = sorted(desk.judged(claim, reads), key=lambda voice: _age(voice.read))
    strong = [one for one in voices if one.entry.confidence_u >= desk.params.tau_div_u]
    speaking = strong or voices
    if not speaking:
        return unsettled(root, "nothing that was found says so")
    first = speaking[0]
    side = [one for one in speaking if one.entry.y is first.entry.y]
    against = [one for one in speaking if one.entry.y is not first.entry.y]
    moment = since(first.read.document).begins()
    tied = [one for one in against if since(one.read.document).begins() == moment]
    day = since(first.read.document).text
    if tied:
        both = (*side, *tied)
        return ruled(root, claim, voices, both, Verdict.CONTESTED, f"both sides are of {day}")
    if root.kind is ClaimKind.SLOT and first.entry.y is Stance.REFUTE:
        side = against or side
    return _decided(root, claim, voices, side, day)


def _decided(
    root: Claim, claim: Claim, voices: Sequence[Voice], side: Sequence[Voice], day: str
) -> Settled:
    supported = side[0].entry.y is Stance.SUPPORT
    verdict = Verdict.SUPPORTED if supported else Verdict.REFUTED
    return ruled(root, claim, voices, side, verdict, f"the newest that was found, of {day}")


def newest(reads: Sequence[Read]) -> Read | None:
    """The newest of the sentences that answer about as well as the best one; ties by relevance.

    Args:
        reads: sentences that answer.
    """
    enough = max((read.scored.score_u for read in reads), default=0) * _CLOSE_U // UNIT
    close = [read for read in reads if read.scored.score_u >= enough]
    return min(close, key=_age, default=None)


def _age(read: Read) -> tuple[int, int, object]:
    return (-since(read.document).begins(), -read.relevance_u, read.scored.passage.span)
