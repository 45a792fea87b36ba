"""What is right about a change of a provision, from the facts of its adapter alone."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.dykbench.items import Gold, Label, Quote
from ledgerrag.dykbench.real.alterations import Edit, Sentence
from ledgerrag.dykbench.real.figures import day_spellings, spellings
from ledgerrag.dykbench.real.matters import Side, stated
from ledgerrag.pachon.adapters.provisions import Provision, Version

_MARK: Final = re.compile(
    r"^(?:[\d.]+\s+)?(?:\(?\w{1,5}(?:\.\d+)?\)\s*)+|^[*•+-]\s+|^\d+(?:\.\d+)*[.)]?\s+"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one provision.

    Args:
        provision: the provision.
        place: index of the earlier version.
        seed: of the build.
        laws: documents of the laws that changed it, by the name of the law.
        beside: sentences of other provisions that go by the same name.
    """

    provision: Provision
    place: int
    seed: int
    laws: Mapping[str, Provision]
    beside: tuple[Sentence, ...] = ()

    @property
    def named(self) -> bool:
        """Whether the provision has a name of its own within its instrument."""
        return bool(self.provision.section or self.provision.heading)

    @property
    def old(self) -> Version:
        """The version before."""
        return self.provision.versions[self.place]

    @property
    def new(self) -> Version:
        """The version after."""
        return self.provision.versions[self.place + 1]

    def rng(self, what: str) -> random.Random:
        """Chance of its own for each use, so that one more item changes no other."""
        seed = f"{self.seed} regchange {self.provision.series} {self.place} {what}"
        return random.Random(seed)  # noqa: S311 - cases, not secrets


def value_gold(change: Change, side: Side) -> Gold:
    """The value and the sentence that one side of a matter states."""
    figure = side.figure
    quotes = [_quote(change, side.version, side.sentence.start, side.sentence.end)]
    return Gold(
        label=Label.SUPPORTED,
        answer=_MARK.sub("", side.sentence.text),
        values=spellings(figure) if figure is not None else (),
        evidence=tuple(quotes),
        version=_key(change, side.version),
        nuggets=_nuggets(change, side.version, figure.text if figure is not None else ""),
    )


def version_gold(change: Change, version: Version, plan: str) -> Gold:
    """The version in force: by its text, its day, or the law that made it."""
    name = change.provision.title
    whole = _quote(change, version, 0, len(version.text))
    since = day_spellings(version.effective)
    if plan == "law":
        law = change.laws[version.by]
        issued = law.versions[0]
        return Gold(
            label=Label.SUPPORTED,
            answer=f"{name} was last amended by {law.instrument}.",
            values=(version.by, version.by.removeprefix("D.C. "), law.instrument),
            evidence=(Quote(law.series, issued.number, 0, len(issued.text)),),
            version=f"{law.series}@{issued.number}",
            nuggets=(version.by, f"in force since {version.effective}"),
        )
    by = f" ({version.by})" if version.by else ""
    return Gold(
        label=Label.SUPPORTED,
        answer=f"{name} is in force in the text that applies since {since[1]}{by}.",
        values=since if plan == "since" else (),
        evidence=(whole,),
        version=_key(change, version),
        nuggets=_nuggets(change, version, ""),
    )


def changed_gold(change: Change, found: Sequence[Edit]) -> Gold:
    """What changed, in the words of the legislature where it states them."""
    pairs = stated(change.new, found)
    told = change.new.instruction or "; ".join(_told(before, after) for before, after in pairs)
    law = change.laws.get(change.new.by)
    return Gold(
        label=Label.SUPPORTED,
        answer=told,
        evidence=(*_edited(change, found), *_issued(law)),
        version=_key(change, change.new),
        edits=pairs,
        nuggets=_nuggets(change, change.new, ""),
    )


def _edited(change: Change, found: Sequence[Edit]) -> tuple[Quote, ...]:
    """For each edit the line of the new text in which it lies."""
    text = change.new.text
    quotes: list[Quote] = []
    for one in found:
        start = text.rfind("\n", 0, one.start) + 1
        end = text.find("\n", one.end)
        quotes.append(_quote(change, change.new, start, end if end >= 0 else len(text)))
    return tuple(dict.fromkeys(quotes))


def _issued(law: Provision | None) -> tuple[Quote, ...]:
    return () if law is None else (Quote(law.series, 1, 0, len(law.versions[0].text)),)


def _told(before: str, after: str) -> str:
    if not before:
        return f"“{after}” was inserted"
    return f"“{before}” was struck" if not after else f"“{before}” was replaced by “{after}”"


def repeal_gold(change: Change, version: Version, plan: str, *, gone: bool) -> Gold:
    """Whether a provision is in force or repealed, and since when."""
    name = change.provision.title
    since = day_spellings(version.effective)
    answer = f"{name} is repealed since {since[1]}." if gone else f"{name} is in force."
    holds = plan == "repealed_since" or (plan == "repealed") is gone
    return Gold(
        label=Label.SUPPORTED if holds else Label.REFUTED,
        answer=answer,
        values=since if plan == "repealed_since" else (),
        evidence=(_quote(change, version, 0, len(version.text)),),
        version=_key(change, version),
        nuggets=_nuggets(change, version, "repealed" if gone else "in force"),
    )


def _nuggets(change: Change, version: Version, value: str) -> tuple[str, ...]:
    since = f"since {version.effective}"
    return tuple(one for one in (value, since, change.provision.issuer.name) if one)


def _quote(change: Change, version: Version, start: int, end: int) -> Quote:
    return Quote(change.provision.series, version.number, start, end)


def _key(change: Change, version: Version) -> str:
    return f"{change.provision.series}@{version.number}"
