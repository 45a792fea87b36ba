"""Further search words beside those of the rules: few, short, without facts of their own.

The prompts see the question and what was searched for, never a document: so no text that was found
can steer what is searched next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from ledgerrag.language.consulting import Consultation, Part
from ledgerrag.language.prompting import Foreign
from ledgerrag.language.shapes import Queries
from ledgerrag.model import Claim
from ledgerrag.retrieval.analyzer import analyze

MOST: Final = 2
"""Most queries that a model adds for a claim in a step."""
LONGEST: Final = 160
"""Longest such query, in code points."""

_PROMPTS: Final = MappingProxyType({"A1": "refine", "A2": "counter", "A3": "rewrite"})
_DIGITS: Final = re.compile(r"\d+")
_NO_WORD: Final = re.compile(r"[^\w\s.'’/-]")


class Suggester(Protocol):
    """Adds search words of its own to those that the rules make; a language model can be one."""

    def queries(
        self, action: str, claim: Claim, sent: Sequence[str], as_of: str
    ) -> tuple[str, ...]:
        """Search words for a claim.

        Args:
            action: A1, A2 or A3.
            claim: the slot or assertion that is searched for.
            sent: its queries so far and those of this step.
            as_of: V as a reader is told it.
        """
        ...


@dataclass(frozen=True, slots=True)
class NoSuggester:
    """The shipped double: the rules' queries suffice."""

    def queries(
        self, action: str, claim: Claim, sent: Sequence[str], as_of: str
    ) -> tuple[str, ...]:
        """None."""
        del action, claim, sent, as_of
        return ()


@dataclass(frozen=True, slots=True)
class ModelSuggester:
    """Asks a language model for search words.

    Args:
        consultation: the run's dealings with the model.
    """

    consultation: Consultation

    def queries(
        self, action: str, claim: Claim, sent: Sequence[str], as_of: str
    ) -> tuple[str, ...]:
        """Search words for a claim, at most `MOST`, none that was sent.

        Args:
            action: A1, A2 or A3.
            claim: the slot or assertion, never a hypothesis: its words are a document's.
            sent: queries of the claim so far.
            as_of: V as the reader states it.
        """
        values: dict[str, Foreign] = {"question": claim.text, "sent": list(sent), "most": MOST}
        if action == "A3":
            values["as_of"] = as_of
        found = self.consultation.ask(Part.SEARCHING, _PROMPTS[action], Queries, values)
        if found is None:
            return ()
        known = {frozenset(analyze(one)) for one in sent}
        figures = set(_DIGITS.findall(f"{claim.text} {as_of}"))
        kept: list[str] = []
        for one in found.queries[: 4 * MOST]:
            text = " ".join(_NO_WORD.sub(" ", one[: 2 * LONGEST]).split())
            words = frozenset(analyze(text))
            # A year or number of the model's own would look for another time or case.
            fits = words and words not in known and figures.issuperset(_DIGITS.findall(text))
            if fits and len(text) <= LONGEST:
                known.add(words)
                kept.append(text)
        return tuple(kept[:MOST])
