"""What an answer says, taken apart: its verdict, its values, its statements and their citations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from ledgerrag.answer import Answer, Citation, ClaimVerdict
from ledgerrag.dykbench.items import Item, Label
from ledgerrag.model import UNIT, Status, ValueKind, Verdict

_LEAD: Final = re.compile(r"\s*([^:]{1,60}):\s+(?=\S)")
_WORD: Final = re.compile(r"[^\W_]+")
_SETTLED: Final = {Verdict.SUPPORTED: Label.SUPPORTED, Verdict.REFUTED: Label.REFUTED}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that states something, with the citations that its marks lead to.

    Args:
        text: the sentence without the verdict before it.
        marks: numbers of its citations.
        citations: those of them that the answer holds, in the order of the marks.
    """

    text: str
    marks: tuple[int, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim with what the answer gives for it.

    Args:
        verdict: as the answer has it.
        statements: the sentences about it.
    """

    verdict: ClaimVerdict
    statements: tuple[Statement, ...]

    @property
    def settled(self) -> bool:
        """Whether it ended as supported or refuted."""
        return self.verdict.verdict in _SETTLED

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Of its sentences, each once."""
        return tuple(dict.fromkeys(one for said in self.statements for one in said.citations))

    @property
    def root(self) -> str:
        """The id of the claim that a hypothesis stands for: `c1` of `c1.2`."""
        return self.verdict.claim_id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Said:
    """An answer to an item.

    Args:
        item: the question.
        answer: as the system gave it; None where it gave none.
        statements: sentences that state something, in order.
        claims: one a verdict, in order.
    """

    item: Item
    answer: Answer | None
    statements: tuple[Statement, ...]
    claims: tuple[Decided, ...]

    @property
    def readable(self) -> bool:
        """Whether there is a verdict and a sentence: what FMT_MIS asks for."""
        return (
            self.answer is not None
            and bool(self.claims)
            and any(one.text.strip() for one in self.answer.sentences)
        )

    @property
    def label(self) -> Label | None:
        """What the answer says of the item as a whole; None where it cannot be read.

        Of a statement that is checked: refuted if a part of it is, supported if every part is.
        Of a question: supported or refuted if a claim is. Everything else is unresolved.
        """
        if not self.readable:
            return None
        found = [_SETTLED.get(one.verdict.verdict, Label.UNRESOLVED) for one in self.claims]
        if self.item.form == "check":
            if Label.REFUTED in found:
                return Label.REFUTED
            return Label.UNRESOLVED if Label.UNRESOLVED in found else Label.SUPPORTED
        return next(
            (one for one in (Label.SUPPORTED, Label.REFUTED) if one in found), Label.UNRESOLVED
        )

    @property
    def values(self) -> tuple[str, ...]:
        """Values of the supported claims, in words; where a claim has none, its sentences."""
        return tuple(
            one.verdict.value or " ".join(said.text for said in one.statements)
            for one in self.claims
            if one.verdict.verdict is Verdict.SUPPORTED
        )

    @property
    def typed(self) -> bool:
        """Whether every supported claim states its value apart from the sentence."""
        supported = [one for one in self.claims if one.verdict.verdict is Verdict.SUPPORTED]
        return bool(supported) and all(
            one.verdict.value and one.verdict.kind is not ValueKind.TEXT for one in supported
        )

    @property
    def cited(self) -> tuple[Citation, ...]:
        """The citations that a statement leads to, each once, by number."""
        found = {one.n: one for said in self.statements for one in said.citations}
        return tuple(found[n] for n in sorted(found))

    @property
    def resolvable(self) -> bool:
        """Whether an answer is owed: gold is not unresolved."""
        return self.item.gold.label is not Label.UNRESOLVED

    @property
    def weights(self) -> tuple[int, ...]:
        """w_i in millionths, one a claim; all the same where the answer weighs none."""
        found = tuple(max(0, one.verdict.weight_u) for one in self.claims)
        return found if any(found) else tuple(UNIT for _ in found)


def read(item: Item, answer: Answer | None) -> Said:
    """Take an answer apart.

    Where there is one sentence a verdict, they belong together in order (a total behind them is
    a sentence of its own); otherwise every sentence belongs to every claim. A sentence without
    citations states nothing where its verdict, or the answer's as a whole, is unresolved.
    """
    if answer is None:
        return Said(item, None, (), ())
    held = {one.n: one for one in answer.citations}
    verdicts = answer.verdicts
    paired = len(answer.sentences) == len(verdicts)
    settled = any(one.verdict in _SETTLED for one in verdicts)
    statements: list[tuple[int, Statement]] = []
    for place, sentence in enumerate(answer.sentences):
        asserts = verdicts[place].verdict in _SETTLED if paired else settled
        if not sentence.text.strip() or not (sentence.citations or asserts):
            continue
        marks = tuple(dict.fromkeys(sentence.citations))
        cited = tuple(held[n] for n in marks if n in held)
        statements.append((place, Statement(without_lead(sentence.text), marks, cited)))
    claims = tuple(
        Decided(verdict, tuple(said for place, said in statements if not paired or place == number))
        for number, verdict in enumerate(verdicts)
    )
    return Said(item, answer, tuple(said for _, said in statements), claims)


def without_lead(text: str) -> str:
    """A sentence without the verdict before it: `No: it is 270 days` -> `it is 270 days`."""
    match = _LEAD.match(text)
    if match is None:
        return text.strip()
    words = _WORD.findall(match.group(1).casefold())
    known = bool(words) and all(word in frames()["leads"] for word in words)
    return text[match.end() :].strip() if known else text.strip()


def disclosed(statement: Statement, citation: Citation, past: frozenset[str]) -> bool:
    """Whether a statement itself tells that what it cites does not hold at t.

    It names the status (`is repealed since`), or the cited version is the earlier side of a
    change that the answer tells.

    Args:
        statement: the sentence.
        citation: one of its citations.
        past: keys of versions that the answer tells as the earlier ones.
    """
    if citation.status is Status.UNKNOWN:
        return False
    return (
        f"{citation.doc_id}@{citation.version}" in past
        or citation.status.value in statement.text.casefold()
    )


def past_of(answer: Answer) -> frozenset[str]:
    """Versions that an answer tells as the earlier side of a change."""
    return frozenset(one.before for one in answer.changes if one.before)


def key_of(citation: Citation) -> str:
    """`doc_id@version`."""
    return f"{citation.doc_id}@{citation.version}"


@cache
def frames() -> dict[str, Sequence[str]]:
    """The words with which an answer speaks of itself."""
    file = resources.files("ledgerrag.dykbench.metrics").joinpath("frames.toml")
    return {name: tuple(words) for name, words in tomllib.loads(file.read_text("utf-8")).items()}
