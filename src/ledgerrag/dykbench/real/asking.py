"""From a change of a provision to questions in words of their own (`regchange.toml`)."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from ledgerrag.dykbench.items import Split
from ledgerrag.dykbench.real.topics import content, listed
from ledgerrag.pachon.adapters.provisions import Provision

_PLANS: Final[dict[str, Any]] = tomllib.loads(
    files("ledgerrag.dykbench.real").joinpath("regchange.toml").read_text("utf-8")
)
SYNONYMS: Final[dict[str, str]] = _PLANS["synonyms"]
SPLITS: Final[tuple[Split, ...]] = ("plain", "paraphrased")
_SHORTEST: Final = 5
_STEM: Final = 5


def where(provision: Provision, split: Split, rng: random.Random) -> str:
    """How a question names a provision, out of its title alone."""
    stated = (bool(provision.section), bool(provision.heading))
    kind = {(True, True): "full", (True, False): "number", (False, True): "heading"}.get(stated)
    plan = rng.choice(_PLANS["where"][split][kind or "whole"])
    instrument = re.sub(r"^The\s", "", provision.instrument)
    told = plan.format(instrument=instrument, section=provision.section, heading=provision.heading)
    return str(told)


def worded(
    plan: str,
    provision: Provision,
    split: Split,
    rng: random.Random,
    *,
    topic: Sequence[str] = (),
    unit: str = "",
    noun: str = "",
    day: str = "",
) -> str:
    """A question of a plan; empty where the split has no words for it.

    Args:
        plan: as in `regchange.toml`, without `_alone`.
        provision: what is asked about.
        split: whose words.
        rng: chooses among the plans.
        topic: what the sentence is about; empty: the provision says it alone.
        unit: of a span of time.
        noun: of a count.
        day: a day, in words.
    """
    told = list(topic)
    if split == "paraphrased":
        told = list(dict.fromkeys(SYNONYMS[word] for word in topic if word in SYNONYMS))
        if topic and not told:
            return ""
    plans = _PLANS[split]
    name = plan if told or f"{plan}_alone" not in plans else f"{plan}_alone"
    at = where(provision, split, rng)
    text = rng.choice(plans[name]).format(
        where=at,
        Where=at[:1].upper() + at[1:],
        topic=listed(told),
        unit=unit,
        noun=noun,
        day=day,
    )
    return " ".join(str(text).split())


def borrowed(question: str, provision: Provision, text: str) -> tuple[str, ...]:
    """The words of a question that stand in a text and not in the provision's title.

    Args:
        question: as it is asked.
        provision: its title may be used.
        text: the sentence that must not lend its words.
    """
    free = {word[:_STEM] for word in content(provision.title)}
    lent = {word[:_STEM] for word in content(text) if len(word) >= _SHORTEST}
    asked = [word for word in content(question) if len(word) >= _SHORTEST]
    return tuple(word for word in asked if word[:_STEM] in lent and word[:_STEM] not in free)
