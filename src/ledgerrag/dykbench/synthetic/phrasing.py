"""A fact in words: as a sentence of a text, as a question, as a statement to be checked."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from ledgerrag.dykbench.items import Split
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Matter


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of a matter in a place, in one wording.

    Args:
        matter: what it is about.
        place: where.
        value: what holds, or is said to hold.
        plan: number of the sentence plan.
        style: number of the value's spelling.
    """

    matter: Matter
    place: str
    value: Value
    plan: int
    style: int

    def saying(self, value: Value) -> Fact:
        """The same words with another value."""
        return replace(self, value=value)

    def reworded(self, rng: random.Random) -> Fact:
        """The same value in another sentence plan."""
        plans = len(self.matter.plans)
        plan = (self.plan + rng.randrange(1, plans)) % plans
        return replace(self, plan=plan, style=rng.randrange(6))


def fact(matter: Matter, place: str, value: Value, rng: random.Random) -> Fact:
    """A fact in some wording."""
    return Fact(matter, place, value, rng.randrange(len(matter.plans)), rng.randrange(6))


def clause(stated: Fact) -> str:
    """The fact as it may follow "that", with its full stop."""
    plan = stated.matter.plans[stated.plan % len(stated.matter.plans)]
    return _fill(plan, stated.matter, stated.place, stated.value.spelled(stated.style))


def sentence(stated: Fact) -> str:
    """The fact as a sentence."""
    return capital(clause(stated))


def question(matter: Matter, place: str, split: Split, rng: random.Random) -> str:
    """A question for the value of a matter in a place.

    Args:
        matter: what is asked about.
        place: where.
        split: in the words of the texts, or in words of its own.
        rng: source of chance.
    """
    plans = matter.ask if split == "paraphrased" else matter.asks
    return capital(_fill(rng.choice(plans), matter, place, ""))


def statement(matter: Matter, place: str, value: Value, split: Split, rng: random.Random) -> str:
    """A statement that a matter has a value; arguments as for `question`."""
    plans = matter.say if split == "paraphrased" else matter.says
    return capital(_fill(rng.choice(plans), matter, place, value.spelled(rng.randrange(6))))


def answer(matter: Matter, place: str, value: Value) -> str:
    """A reference answer in one sentence: the plainest of the plans, with the place."""
    text = _fill(matter.plans[0], matter, place, value.spellings[0])
    return capital(text if place in text else f"in {place}, {text}")


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def _fill(plan: str, matter: Matter, place: str, value: str) -> str:
    return plan.format_map({**dict(matter.words), "place": place, "value": value})
