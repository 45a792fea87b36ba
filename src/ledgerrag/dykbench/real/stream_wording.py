"""The words of Stream-QA: of values in their spellings, of reports, and of questions about them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ledgerrag.dykbench.items import Split
from ledgerrag.dykbench.real.figures import day_spellings
from ledgerrag.pachon.adapters.things import Fact, Kind, Thing


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a source states of a thing, with its words.

    Args:
        key: as the adapter names it.
        label: in lists.
        unit: that counts as part of the value; may be empty.
        says: sentences of reports.
        plain: questions in the words of the reports.
        paraphrased: questions in other words.
    """

    key: str
    label: str
    unit: str
    says: tuple[str, ...]
    plain: tuple[str, ...]
    paraphrased: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one source.

    Args:
        named: how a thing is named in questions.
        apart: how it is where another one bears the same name.
        titles: of reports.
        heads: opening lines of reports.
        narrative: title of narratives; empty where the source has none.
        claims: in the order of the reports.
    """

    named: tuple[str, ...]
    apart: tuple[str, ...]
    titles: tuple[str, ...]
    heads: tuple[str, ...]
    narrative: str
    claims: Mapping[str, Claim]


@cache
def _data() -> dict[str, Any]:
    where = files("ledgerrag.dykbench.real").joinpath("stream.toml")
    return tomllib.loads(where.read_text("utf-8"))


@cache
def layouts() -> tuple[str, ...]:
    """How a report can be laid out."""
    return tuple(_data()["layouts"]["report"])


@cache
def wording(adapter: str) -> Wording:
    """The words of a source, by the name of its adapter."""
    data = _data()[adapter]
    claims = {
        key: Claim(
            key,
            one["label"],
            one.get("unit", ""),
            tuple(one["says"]),
            tuple(one["plain"]),
            tuple(one["paraphrased"]),
        )
        for key, one in data["claims"].items()
    }
    return Wording(
        named=tuple(data["named"]),
        apart=tuple(data.get("apart", data["named"])),
        titles=tuple(data["titles"]),
        heads=tuple(data["heads"]),
        narrative=data.get("narrative", ""),
        claims=claims,
    )


def question(thing: Thing, claim: Claim, split: Split, rng: random.Random, *, shared: bool) -> str:
    """A question for the value of a claim.

    Args:
        thing: what it is about.
        claim: what is asked.
        split: in whose words.
        rng: chooses among the plans.
        shared: whether another thing bears its name.
    """
    words = wording(thing.adapter)
    names = rng.choice(words.apart if shared else words.named)
    named = names.format_map(_names(thing))
    plan = rng.choice(claim.plain if split == "plain" else claim.paraphrased)
    return plan.format_map({**_names(thing), "named": named})


def sentence(plan: str, thing: Thing, value: str) -> str:
    """A sentence of a report."""
    text = plan.format_map({**_names(thing), "value": value})
    return text[:1].upper() + text[1:]


def line(claim: Claim, value: str) -> str:
    """A line of a list."""
    return f"{claim.label}: {value}{'%' if claim.unit == '%' else ''}"


def opened(plan: str, thing: Thing, at: str) -> str:
    """A title or opening line.

    Args:
        plan: as in `stream.toml`.
        thing: what it is about.
        at: ISO instant or day of the report; empty where it has none.
    """
    text = plan.format_map({**_names(thing), "at": _moment(at)})
    return text[:1].upper() + text[1:]


def said(fact: Fact, style: int) -> str:
    """A value as a report gives it; the same style is the same manner for every value."""
    if fact.kind is Kind.COUNT:
        return _grouped(fact.amount)
    if fact.kind is Kind.DAY:
        return day_spellings(fact.amount)[style % 3]
    return fact.amount


def spellings(fact: Fact, claim: Claim) -> tuple[str, ...]:
    """What counts as the value, the fullest first."""
    if fact.kind is Kind.DAY:
        return day_spellings(fact.amount)
    if fact.kind is Kind.PERCENT:
        return (f"{fact.amount}%", f"{fact.amount} percent", f"{fact.amount} per cent")
    if fact.kind is not Kind.COUNT:
        return (fact.amount,)
    bare = dict.fromkeys((_grouped(fact.amount), fact.amount))
    return (*(f"{one} {claim.unit}" for one in bare), *bare)


def _grouped(amount: str) -> str:
    whole, point, rest = amount.partition(".")
    return f"{int(whole):,}{point}{rest}"


def _names(thing: Thing) -> dict[str, str]:
    named = dict(thing.words)
    if named.get("when"):
        named["when"] = day_spellings(f"{named['when']}-01")[2].partition(" ")[2]
    if thing.about:
        named["day"] = day_spellings(thing.about)[2]
    return named


def _moment(at: str) -> str:
    day, _, rest = at.partition("T")
    if not day:
        return ""
    return f"{day_spellings(day)[2]}, {rest[:5]} UTC" if rest else day_spellings(day)[2]
