"""Who judges what rules of counting cannot: whether cited words hold a statement or a fact.

The local judge is our own stance model with a look at words and figures behind it; a language
model takes its place where one is configured (`dykbench.judging`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol

from ledgerrag.answer import Citation
from ledgerrag.dykbench.metrics.said import frames
from ledgerrag.dykbench.metrics.same import content, same_figure_in
from ledgerrag.model import Claim, Passage, Span, Stance
from ledgerrag.reading.assertions import assertion
from ledgerrag.stance.parsed import parse, stem
from ledgerrag.stance.seam import StanceModel
from ledgerrag.stance.values import figures

LOCAL: Final = "local stance model"


@dataclass(frozen=True, slots=True)
class Cited:
    """Words that a statement rests on, with what the answer says of where they stand.

    Args:
        quote: the quoted words.
        title: of the document.
        face: source, authority, dates and standing, in words.
    """

    quote: str
    title: str = ""
    face: str = ""

    @classmethod
    def of(cls, citation: Citation, more: str = "") -> Cited:
        """A citation as a reader sees it.

        Args:
            citation: of an answer.
            more: what else the answer shows with it, such as the change to that version.
        """
        dates = f"published {citation.published}; effective {citation.effective_from}"
        until = f" until {citation.until}" if citation.until else ""
        standing = f"{citation.status.value} since {citation.since}{until}"
        face = f"{citation.source_name}; {citation.authority.word}; {dates}; {standing}"
        return cls(citation.quote, citation.title, f"{face}; {more}" if more else face)


class Judge(Protocol):
    """Same question, same answer; says who it is."""

    @property
    def name(self) -> str:
        """As tables tell it."""
        ...

    @property
    def kind(self) -> str:
        """`local stance model` or `language model`: how judged figures are labelled."""
        ...

    def entails(self, statement: str, cited: Sequence[Cited]) -> Stance:
        """Whether the cited words, taken together, hold the statement."""
        ...

    def holds(self, facts: Sequence[str], answer: Sequence[str]) -> tuple[bool, ...]:
        """Which of the facts the lines of an answer state, one a fact."""
        ...


@dataclass(frozen=True, slots=True)
class FixedJudge:
    """The shipped double: supports what its table holds, refutes what it denies, else neutral.

    Args:
        supported: (statement, quote) pairs.
        refuted: likewise.
        facts: facts that every answer states.
    """

    supported: frozenset[tuple[str, str]] = frozenset()
    refuted: frozenset[tuple[str, str]] = frozenset()
    facts: frozenset[str] = frozenset()
    name: str = "fixed"
    kind: str = LOCAL

    def entails(self, statement: str, cited: Sequence[Cited]) -> Stance:
        """Look the pairs up; one that supports is enough."""
        pairs = {(statement, one.quote) for one in cited}
        if pairs & self.supported:
            return Stance.SUPPORT
        return Stance.REFUTE if pairs & self.refuted else Stance.NEUTRAL

    def holds(self, facts: Sequence[str], answer: Sequence[str]) -> tuple[bool, ...]:
        """Look the facts up."""
        return tuple(bool(answer) and one in self.facts for one in facts)


@dataclass(slots=True)
class LocalJudge:
    """Our stance model as judge; where it cannot tell, the same figures in the same words hold.

    Args:
        stance: rules, or rules and model.
    """

    stance: StanceModel
    kind: str = LOCAL
    _known: dict[tuple[str, str, str], Stance] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """Of the stance model."""
        return self.stance.name

    def entails(self, statement: str, cited: Sequence[Cited]) -> Stance:
        """Support if a quote supports it, or if all of it stands in what is cited.

        All of it: each figure is stated there, each word that carries the subject stands there,
        in the order of a quote, and what is denied in one is denied in the other. A refuting
        quote counts only where no other supports.
        """
        bare = _bare(statement)
        if not bare or not cited:
            return Stance.NEUTRAL
        found = {self._single(bare, one) for one in cited}
        if Stance.SUPPORT in found:
            return Stance.SUPPORT
        if Stance.REFUTE in found:
            return Stance.REFUTE
        return Stance.SUPPORT if grounded(bare, cited) else Stance.NEUTRAL

    def holds(self, facts: Sequence[str], answer: Sequence[str]) -> tuple[bool, ...]:
        """A fact is stated where a line holds its figures and its words, or supports it."""
        return tuple(
            any(
                within(fact, (line,)) or self._single(fact, Cited(line)) is Stance.SUPPORT
                for line in answer
            )
            for fact in facts
        )

    def _single(self, statement: str, cited: Cited) -> Stance:
        key = (statement, cited.quote, cited.title)
        if key not in self._known:
            span = Span("", 1, 0, len(cited.quote), "")
            pair = (_claim(statement), Passage(span, cited.quote, cited.title))
            self._known[key] = self.stance.judge([pair])[0].stance
        return self._known[key]


def grounded(statement: str, cited: Sequence[Cited]) -> bool:
    """Whether all of a statement stands in what it cites; see `LocalJudge.entails`."""
    shown = [part for one in cited for part in (one.quote, one.title, one.face) if part]
    if not within(statement, shown):
        return False
    quotes = [one.quote for one in cited]
    if bool(parse(statement).negations) != any(parse(one).negations for one in quotes):
        return False
    words = {word for text in shown for word in parse(text).words}
    if not (set(parse(statement).words) & set(frames()["weighty"])) <= words:
        return False
    own = set[str]().union(*(parse(one).content for one in quotes))
    return not (content(statement) & own) or any(_in_order(statement, one) for one in quotes)


def within(statement: str, texts: Sequence[str]) -> bool:
    """Whether the figures of a statement are stated in texts, and its content words stand there."""
    there = [figure for text in texts for figure in figures(text)]
    if not all(same_figure_in(one, there) for one in figures(statement)):
        return False
    stems = {name for text in texts for name in parse(text).stems}
    words = content(statement) - _frame_stems()
    said = bool(words) or bool(figures(statement))
    return said and words <= stems


def _in_order(statement: str, quote: str) -> bool:
    said, there = parse(statement), parse(quote)
    shared = content(statement) & there.content
    ahead = iter(name for name in there.stems if name in shared)
    return all(name in ahead for name in said.stems if name in shared)


def _bare(statement: str) -> str:
    for phrase in frames()["phrases"]:
        at = statement.casefold().find(phrase)
        if at >= 0:
            statement = statement[:at] + statement[at + len(phrase) :]
    return statement.strip(" ;,")


@cache
def _frame_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in frames()["words"])


def _claim(statement: str) -> Claim:
    return assertion(statement, "")


def lines_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts that are not blank, each once."""
    return tuple(dict.fromkeys(text for text in texts if text.strip()))
