"""The place where a system answers one question: the same parts for every system.

A system decides what to look for and whom to believe. All else is the product's own and the same
for all: how a text is taken apart into claims, which slice a search may see, how a list is
searched and how long it is, which sentences of it speak to a claim, and who judges them. With a
language model at hand, it reads, judges and writes here as it does in the product.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ledgerrag.api.equipping import Equipment
from ledgerrag.config import Params
from ledgerrag.corpus import Corpus
from ledgerrag.gathering import entries
from ledgerrag.leading import ANSWERS_U, AS_WELL_U, of_kind
from ledgerrag.model import UNIT, Claim, DocKey, Document, Evidence, ValueKind
from ledgerrag.reading import Question, Scored
from ledgerrag.retrieval.seam import Found, Hit, Places, Retriever, Where
from ledgerrag.sighting import Sighting
from ledgerrag.topic import ranked


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence that speaks to a claim.

    Args:
        scored: the sentence, how well it answers, and the value that it states.
        sighting: how it was come by.
        document: where it stands.
    """

    scored: Scored
    sighting: Sighting
    document: Document

    @property
    def relevance_u(self) -> int:
        """How relevant it is, in millionths: of the list, and of the sentence in it."""
        return max(1, self.sighting.r_u * self.scored.score_u // UNIT)


@dataclass(frozen=True, slots=True)
class Voice:
    """A sentence that was judged, and what it says of the claim."""

    read: Read
    entry: Evidence


@dataclass(slots=True)
class Tally:
    """What was searched so far.

    Args:
        searches: (claim, what was found), in order; grows.
    """

    searches: list[tuple[str, Found]] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """Retrieval calls."""
        return len(self.searches)

    @property
    def steps(self) -> int:
        """Most retrieval calls for one claim."""
        claims = [claim_id for claim_id, _ in self.searches]
        return max((claims.count(claim_id) for claim_id in set(claims)), default=0)

    @property
    def seen(self) -> frozenset[DocKey]:
        """The document versions that a search has brought."""
        return frozenset(hit.key for _, found in self.searches for hit in found.hits)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a system works with at one question.

    Args:
        question: taken apart.
        as_of: V as stated.
        corpus: the documents, as of (V, K).
        retriever: searches.
        tools: reader, judge, suggester and writer.
        params: which retrieval, how long a list is, how many calls there may be.
        tally: what was searched.
    """

    question: Question
    as_of: str
    corpus: Corpus
    retriever: Retriever
    tools: Equipment
    params: Params
    tally: Tally = field(default_factory=Tally)

    def words(self, claim: Claim) -> str:
        """What a claim is searched with first: its own words."""
        return claim.query or claim.text or self.question.text

    def suggested(self, action: str, claim: Claim, sent: str) -> str:
        """Search words of a language model for a claim; empty where there is none.

        Args:
            action: A1 to refine, A2 to look for what contradicts, A3 for what is newer.
            claim: what is searched for.
            sent: the words that were searched already.
        """
        return next(iter(self.tools.suggester.queries(action, claim, [sent], self.as_of)), "")

    def search(self, claim: Claim, words: str, k: int = 0) -> tuple[Hit, ...]:
        """One retrieval call within the slice of K: nothing else is ever seen.

        Args:
            claim: on whose behalf.
            words: to search with.
            k: length of the list; `top_k` where 0.
        Returns:
            The hits, best first; none where the calls are used up.
        """
        limit = self.params.max_retrieval_calls
        if limit and self.tally.calls >= limit:
            return ()
        found = self._found(words, Places(k or self.params.top_k, (0, 0), 0, 0))
        self.tally.searches.append((claim.claim_id, found))
        return found.hits

    def _found(self, words: str, places: Places) -> Found:
        where = Where(published_before=self.corpus.at.k, ingested_before=self.corpus.watermark)
        if self.params.retrieval == "dense":
            return self.retriever.dense(words, where, places)
        hybrid = self.params.retrieval == "hybrid"
        ask = self.retriever.hybrid if hybrid else self.retriever.lexical
        return ask(words, where, places, self.params.stats)

    def read(self, claim: Claim, hits: Iterable[Hit]) -> tuple[Read, ...]:
        """The sentences of the chunks that speak to a claim, the best first.

        Args:
            claim: a slot or an assertion.
            hits: chunks; one that comes twice counts with its better rank.
        """
        best: dict[tuple[DocKey, int], Hit] = {}
        for hit in hits:
            known = best.get((hit.key, hit.start))
            if known is None or hit.r_u > known.r_u:
                best[hit.key, hit.start] = hit
        documents = self.corpus.documents(key for key, _ in best)
        pool = [
            Sighting(claim.claim_id, passage, hit.r_u, 0)
            for hit in best.values()
            for passage in self.corpus.passages(documents[hit.key], hit.start, hit.end)
        ]
        return tuple(
            Read(one, sighting, documents[one.passage.span.key])
            for one, sighting in ranked(claim, pool, self.corpus)
        )

    def candidates(self, slot: Claim, reads: Sequence[Read]) -> tuple[Read, ...]:
        """The sentences that answer a slot: with a value where one is asked, if any has one."""
        enough = max((one.scored.topic_u for one in reads), default=0) * AS_WELL_U // UNIT
        fit = [
            one
            for one in reads
            if one.scored.topic_u >= max(enough, ANSWERS_U)
            and of_kind(one.scored.value, slot.expects)
        ]
        if slot.expects is not ValueKind.TEXT:
            valued = [one for one in fit if one.scored.value is not None]
            fit = valued or [one for one in fit if one.scored.answers]
        return tuple(fit)

    def judged(self, claim: Claim, reads: Sequence[Read]) -> tuple[Voice, ...]:
        """What the judge says of an assertion and each sentence; the neutral ones left out.

        A text that supports a claim does not refute it too.
        """
        scored = [(one.scored, one.sighting) for one in reads]
        documents = {one.document.key: one.document for one in reads}
        by_span = {one.scored.passage.span: one for one in reads}
        found = entries(claim, scored, documents, self.tools.stance)
        return tuple(Voice(by_span[entry.span], entry) for entry in found)


def rescaled(read: Read, factor_u: int) -> Read:
    """A sentence whose rank in the list counts for more or less, by a factor in millionths."""
    sighting = replace(read.sighting, r_u=max(1, min(UNIT, read.sighting.r_u * factor_u // UNIT)))
    return replace(read, sighting=sighting)
