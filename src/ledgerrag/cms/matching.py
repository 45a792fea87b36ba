"""Which watched claims something new touches: found without asking any of them again.

A claim is touched by what it rests on, by a text that speaks for or against it, and by a day on
which what it rests on changes by itself. Texts are matched through an inverted index over the
claims: a sentence finds the few that share its words, and the judge of the loop looks at those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ledgerrag import force
from ledgerrag.cms.watched import Watched
from ledgerrag.model import Act, Claim, Document, Passage, Stance
from ledgerrag.pachon.spans import passages
from ledgerrag.stance.parsed import bag
from ledgerrag.stance.seam import StanceModel

K = TypeVar("K")
Key = tuple[str, int]
Subject = tuple[str, str, str, str]
# A sentence that has less than this share of a claim's words is about something else.
_SHARED: Final = 0.5


@dataclass(slots=True)
class ClaimIndex:
    """The watched claims of a tenant, by their words and by what they rest on.

    Args:
        claims: by watch and number.
    """

    claims: dict[Key, Watched] = field(default_factory=dict)
    _members: dict[Subject, dict[Key, None]] = field(default_factory=dict)
    _postings: dict[str, dict[Subject, None]] = field(default_factory=dict)
    _names: dict[str, dict[Key, None]] = field(default_factory=dict)

    def put(self, one: Watched) -> None:
        """Take a claim in, or what it was found to be since."""
        before = self.claims.get(one.key)
        for name in before.names if before is not None else ():
            _discard(self._names, name, one.key)
        self.claims[one.key] = one
        for name in one.names:
            self._names.setdefault(name, {})[one.key] = None
        if before is None:
            self._members.setdefault(one.subject, {})[one.key] = None
            for term in terms(one.claim):
                self._postings.setdefault(term, {})[one.subject] = None

    def drop(self, watch: str) -> None:
        """Forget the claims of a watch that has ended."""
        for key in [key for key in self.claims if key[0] == watch]:
            one = self.claims.pop(key)
            for name in one.names:
                _discard(self._names, name, key)
            members = self._members[one.subject]
            del members[key]
            if not members:
                del self._members[one.subject]
                for term in terms(one.claim):
                    _discard(self._postings, term, one.subject)

    def resting_on(self, names: Iterable[str]) -> set[Key]:
        """The claims that rest on one of the names."""
        return {key for name in names for key in self._names.get(name, ())}

    def due(self, day: str) -> set[Key]:
        """The claims of which something changes by itself by that day."""
        return {key for key, one in self.claims.items() if one.due and one.due <= day}

    def near(self, words: frozenset[str]) -> Iterator[tuple[Claim, tuple[Key, ...]]]:
        """The claims that share enough words with a passage, each with those that say the same."""
        shared: Counter[Subject] = Counter()
        for word in words:
            shared.update(self._postings.get(word, {}).keys())
        for subject, count in shared.items():
            keys = tuple(self._members[subject])
            claim = self.claims[keys[0]].claim
            if count >= _SHARED * len(terms(claim)):
                yield claim, keys


def _discard(of: dict[str, dict[K, None]], name: str, key: K) -> None:
    there = of.get(name, {})
    there.pop(key, None)
    if not there:
        of.pop(name, None)


def terms(claim: Claim) -> frozenset[str]:
    """The words by which a text about the same thing is known."""
    return frozenset(claim.keys) or bag(claim.text)


@dataclass(frozen=True, slots=True)
class News:
    """What came in.

    Args:
        documents: versions with their texts.
        acts: what was done to versions.
        seen: up to which number a claim was looked at before; its own where it is not named.
    """

    documents: Sequence[Document]
    acts: Sequence[Act]
    seen: Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class Hearing:
    """How closely one listens to what is said of a claim.

    Args:
        judge: the rules of the loop.
        by_model: a model judges, too: then words alone decide who is asked again.
        confirming: who confirms what is verified counts, too: it has a say in who vouches for it.
    """

    judge: StanceModel
    by_model: bool = False
    confirming: bool = False

    def heard(self, claim: Claim, passage: Passage, *, settled: bool) -> bool:
        """Whether a passage may change what is found of a claim.

        Args:
            claim: that shares words with it.
            passage: a sentence.
            settled: the claim is verified already.
        """
        if self.by_model or force.wanted(claim) is not None:
            return True
        stance = self.judge.judge(((claim, passage),))[0].stance
        if stance is Stance.SUPPORT:
            return self.confirming or not settled
        return stance is Stance.REFUTE


def touched(index: ClaimIndex, news: News, hearing: Hearing) -> set[Key]:
    """The claims that are to be judged again.

    Args:
        index: of the claims.
        news: what came in.
        hearing: how closely it is listened to.
    """
    found: set[Key] = set()
    for document in news.documents:
        names = (str(document.key), document.doc_id, document.series)
        found |= _late(index.resting_on(names), document.seq, news)
        found |= set(_spoken_of(index, document, news, hearing, found))
    for act in news.acts:
        names_of = (act.target, act.target.rpartition("@")[0], act.by, act.act_id)
        found |= _late(index.resting_on(name for name in names_of if name), act.seq, news)
    return found


def _late(keys: Iterable[Key], seq: int, news: News) -> set[Key]:
    return {key for key in keys if news.seen[key] < seq}


def _spoken_of(
    index: ClaimIndex, document: Document, news: News, hearing: Hearing, known: set[Key]
) -> Iterator[Key]:
    """The claims that a sentence of a document speaks for or against."""
    title = bag(document.title)
    done: set[Subject] = set()
    for passage in passages(document, 0, len(document.text) + 1):
        words = bag(passage.text) | bag(passage.before) | title
        for claim, members in index.near(words):
            first = index.claims[members[0]]
            late = [key for key in members if news.seen[key] < document.seq and key not in known]
            if not late or first.subject in done:
                continue
            settled = all(index.claims[key].found.status == "verified" for key in late)
            if hearing.heard(claim, passage, settled=settled):
                done.add(first.subject)
                yield from late
