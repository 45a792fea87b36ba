"""Sentences of laws that can be stated alone, with one value in them and a wrong one in its place.

A sentence is taken where it holds one figure and no other number, says by itself what it is about,
and stands so in no other provision. The wrong value is another figure of the kind, on the side on
which the right one does not imply it.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from ledgerrag.dykbench.items import Quote
from ledgerrag.dykbench.real.alterations import Refused, sentences, value_changes
from ledgerrag.dykbench.real.asking import SYNONYMS, where
from ledgerrag.dykbench.real.cases import PLANS
from ledgerrag.dykbench.real.figures import Figure, Kind, figures, spellings, worded
from ledgerrag.dykbench.real.topics import content, listed
from ledgerrag.pachon.adapters.provisions import Provision, Version

_ALONE: Final = PLANS["alone"]
_STATEMENT: Final = PLANS["statement"]
_MARK: Final = re.compile(
    r"(?:\d+(?:\.\d+)*\s+)?(?:\((?:[a-z]{1,4}|\d{1,3}|[A-Z])(?:\.\d+)?\)\s*)*"
)
_SECTION: Final = re.compile(r"(?:section|§)\s\d[\w.()-]*")
_WORDS: Final = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
_FEWEST, _MOST = 7, 36
_KINDS: Final = frozenset((Kind.MONEY, Kind.PERCENT, Kind.SPAN))
_FEWEST_AMOUNT, _MOST_SHARE = 2, 95
_DOWN: Final = (Decimal("0.5"), Decimal("0.4"), Decimal("0.75"))
_UP: Final = (Decimal("1.5"), Decimal(2), Decimal(3))


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence of a version of a provision that can be stated alone.

    Args:
        provision: where it stands.
        place: index of the version.
        quote: its place in the text.
        sentence: its words, with a full stop.
        figure: its value, placed in `sentence`.
        old: the value that the version before had in its place; empty where it did not change.
        sole: whether the version holds no other figure of the kind.
    """

    provision: Provision
    place: int
    quote: Quote
    sentence: str
    figure: Figure
    old: str = ""
    sole: bool = False

    @property
    def version(self) -> Version:
        """The version."""
        return self.provision.versions[self.place]

    @property
    def where(self) -> str:
        """The provision, named as a reader cites it."""
        instrument = re.sub(r"^The\s", "", self.provision.instrument)
        return f"{self.provision.section} of the {instrument}"

    def saying(self, value: str) -> str:
        """The sentence with a value, its first letter small where grammar allows."""
        told = self.sentence[: self.figure.start] + value + self.sentence[self.figure.end :]
        first = told.partition(" ")[0]
        return told[:1].lower() + told[1:] if first in _ALONE["small"] else told

    def statement(self, value: str, rng: random.Random) -> str:
        """To be checked: in the words of the law, but for the value."""
        plan = str(rng.choice(_STATEMENT["law"]))
        return plan.format(where=self.where, sentence=self.saying(value))

    def reworded(self, value: str, rng: random.Random) -> str:
        """To be checked: in other words; empty where none are known."""
        told = [SYNONYMS[word] for word in content(self.sentence) if word in SYNONYMS][:2]
        if not self.sole or not told:
            return ""
        plan = str(rng.choice(_STATEMENT[str(self.figure.kind)]))
        at = where(self.provision, "paraphrased", rng)
        topic = listed(tuple(dict.fromkeys(told)))
        said = plan.format(topic=topic, where=at, value=noun(value))
        return said[:1].upper() + said[1:]

    def wrong(self, rng: random.Random) -> str:
        """A value that the sentence does not bear out, in the style of the right one."""
        return altered(self.figure, self.sentence, rng)


def rules(provisions: Sequence[Provision]) -> list[Rule]:
    """The sentences of the last text of each provision that can be stated alone."""
    found: list[Rule] = []
    held: dict[str, set[str]] = defaultdict(set)
    for provision in provisions:
        last = provision.versions[-1]
        if not _citable(provision) or last.gone or provision.end:
            continue
        for rule in _rules(provision, len(provision.versions) - 1, bare=True):
            held[_masked(rule)].add(provision.series)
            found.append(rule)
    return [rule for rule in found if len(held[_masked(rule)]) == 1 and alone(rule)]


def changed(provisions: Sequence[Provision]) -> Iterator[Rule]:
    """The sentences whose value one version changed, as the later version has them."""
    for provision in provisions:
        if not _citable(provision):
            continue
        for place in range(1, len(provision.versions)):
            before, after = provision.versions[place - 1 : place + 1]
            if before.gone or after.gone or not after.sure:
                continue
            olds = {
                change.new_sentence.start: change.old
                for change in value_changes(before.text, after.text)
                if not isinstance(change, Refused)
            }
            if not olds:
                continue
            for rule in _rules(provision, place):
                old = olds.get(_home(rule, after.text))
                if old is not None and old.kind is rule.figure.kind and alone(rule, whole=True):
                    yield _with_old(rule, old.text)


def _citable(provision: Provision) -> bool:
    """Whether a provision has a section whose name can stand within a sentence."""
    bare = provision.instrument.replace("D.C. Code", "")
    plain = _SECTION.fullmatch(provision.section) is not None
    return plain and not provision.about and not set(bare) & set(".—:;")


def _with_old(rule: Rule, old: str) -> Rule:
    return Rule(rule.provision, rule.place, rule.quote, rule.sentence, rule.figure, old, rule.sole)


def _home(rule: Rule, text: str) -> int:
    """Where the sentence that a rule was taken from begins."""
    starts = [one.start for one in sentences(text) if one.start <= rule.quote.start < one.end]
    return starts[0] if starts else -1


def _rules(provision: Provision, place: int, *, bare: bool = False) -> Iterator[Rule]:
    """The sentences of a version with one value; `bare`: and with no other number."""
    version = provision.versions[place]
    for one in sentences(version.text):
        mark = _MARK.match(one.text)
        start = mark.end() if mark else 0
        said = one.text[start:]
        if not _shaped(said):
            continue
        values = [value for value in figures(said) if value.kind in _KINDS]
        if len(values) != 1 or not _plain(values[0]):
            continue
        rest = said[: values[0].start] + said[values[0].end :]
        if bare and any(sign.isdigit() for sign in rest):
            continue
        quote = Quote(provision.series, version.number, one.start + start, one.end)
        sole = sum(other.kind is values[0].kind for other in figures(version.text)) == 1
        yield Rule(provision, place, quote, said, values[0], sole=sole)


def _shaped(said: str) -> bool:
    """Whether words are a sentence of ordinary length that begins with what it is about."""
    words = said.split()
    return (
        _FEWEST <= len(words) <= _MOST
        and said.endswith(".")
        and words[0] in _ALONE["small"]
        and not any(sign in said for sign in ":;—“”")
    )


def _masked(rule: Rule) -> str:
    return (rule.sentence[: rule.figure.start] + "#" + rule.sentence[rule.figure.end :]).casefold()


def alone(rule: Rule, *, whole: bool = False) -> bool:
    """Whether a sentence says by itself what it is about; `whole`: with the provision's name."""
    spaced = _spaced(rule.sentence)
    held = not whole and any(f" {one} " in spaced for one in _ALONE["holds"])
    if held or _implied(spaced):
        return False
    return any(f" {one} " in spaced for one in _ALONE["verbs"])


def _spaced(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.casefold()))} "


def _implied(spaced: str) -> bool:
    """Whether a bound stands under a denial or in a condition: there another may be implied."""
    for one in _ALONE["bounds"]:
        spaced = spaced.replace(f" {one} ", " # ")
    if any(f" {one} " in spaced for one in _ALONE["bare"]):
        return True
    turned = any(f" {one} " in spaced for one in _ALONE["turns"])
    return turned and ("#" in spaced or any(f" {one} " in spaced for one in _ALONE["compares"]))


def _plain(figure: Figure) -> bool:
    """Whether another value can be put in its style."""
    amount = Decimal(figure.amount)
    if amount != int(amount) or amount < _FEWEST_AMOUNT or "(" in figure.text:
        return False
    return _numeral(figure) is not None


def _numeral(figure: Figure) -> tuple[str, str, bool] | None:
    """What stands before the number, what after, and whether it is in words."""
    amount = Decimal(figure.amount)
    for digits in (f"{amount:,}", figure.amount):
        before, found, after = figure.text.partition(digits)
        if found and not after[:1].isdigit() and not any(c.isdigit() for c in before + after):
            return before, after, False
    words = worded(amount)
    if words and figure.text.casefold().startswith(words):
        after = figure.text[len(words) :]
        return ("", after, True) if after[:1] in (" ", "-", "%") else None
    return None


def altered(figure: Figure, sentence: str, rng: random.Random) -> str:
    """Another value in the style of a figure; empty where there is none.

    Args:
        figure: the right one.
        sentence: that it stands in: its bounds decide on which side the wrong one lies.
        rng: source of chance.
    """
    found = _numeral(figure)
    if found is None:
        return ""
    before, after, in_words = found
    amounts = _others(Decimal(figure.amount), figure.kind, sentence)
    amount = rng.choice(amounts) if amounts else None
    number = "" if amount is None else worded(amount) if in_words else f"{amount:,}"
    return f"{before}{number}{after}" if number else ""


def _others(amount: Decimal, kind: Kind, sentence: str) -> list[Decimal]:
    spaced = _spaced(sentence)
    upper = any(f" {one} " in spaced for one in _ALONE["upper"])
    lower = any(f" {one} " in spaced for one in _ALONE["lower"])
    if upper and lower:
        return []
    factors = _UP if lower else _DOWN if upper else (*_DOWN, *_UP)
    most = Decimal(_MOST_SHARE) if kind is Kind.PERCENT else Decimal(10) ** 12
    made = [_rounded(amount * factor) for factor in factors]
    return [one for one in dict.fromkeys(made) if _FEWEST_AMOUNT <= one <= most and one != amount]


def _rounded(amount: Decimal) -> Decimal:
    """Two figures that count, as people make numbers up."""
    whole = int(amount)
    step = 10 ** max(0, len(str(whole)) - 2)
    return Decimal(whole // step * step)


def other_spelling(value: str, rng: random.Random) -> str:
    """A value in another spelling, where it has one."""
    found = figures(value)
    ways = spellings(found[0]) if len(found) == 1 and found[0].text == value else (value,)
    fitting = [one for one in ways if ("-" in one) == ("-" in value)]
    return rng.choice(fitting or [value])


def noun(value: str) -> str:
    """A value as a noun: `6-month` -> `6 months`."""
    found = figures(value)
    if "-" not in value or len(found) != 1:
        return value
    return next((one for one in spellings(found[0]) if "-" not in one), value)
