"""Items of RegChange-QA: questions on one change of one provision, each with what is right."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledgerrag.dykbench.items import Dropped, Gold, Item, Label, Quote, Split, Task
from ledgerrag.dykbench.real.alterations import Edit, Refused, Sentence
from ledgerrag.dykbench.real.asking import SPLITS, SYNONYMS, borrowed, worded
from ledgerrag.dykbench.real.figures import Figure, Kind, day_spellings, spellings
from ledgerrag.dykbench.real.matters import Around, Matter, Side, matters, stated, told_edits
from ledgerrag.dykbench.real.moments import Moment, moments
from ledgerrag.pachon.adapters.provisions import Provision, Version

_TRIES: Final = 6
# A clause without a name of its own is told from a whole page of others by two words at least.
_FEWEST_APART: Final = 2
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


def items(change: Change) -> Iterator[Item | Dropped]:
    """Every item that the change gives, and what was set aside with its reason."""
    times = tuple(moments(change.provision, change.place, change.rng("moments")))
    if not times:
        reason = "its source leaves no day on which one answer is sure"
        yield _dropped(change, "change", "dates", reason)
        return
    if change.new.gone or change.old.gone:
        if change.new.gone and not change.old.gone:
            yield from _repealed(change, times)
        return
    around = Around(change.beside, frozenset(SYNONYMS))
    found = tuple(matters(change.provision, change.place, around))
    for number, one in enumerate(found):
        if isinstance(one, Refused):
            yield _dropped(change, f"value {number}", "unique", one.reason)
            continue
        yield from _of_matter(change, one, number, times)
    named = (one for one in found if isinstance(one, Matter) and one.topic.words)
    about = None if change.named else next((one for one in named if one.topic.clear), None)
    if change.named or about is not None:
        yield from _version(change, times, about)
        yield from _changed(change, times, about)


def _of_matter(
    change: Change, one: Matter, number: int, times: Sequence[Moment]
) -> Iterator[Item | Dropped]:
    texts = f"{one.old.sentence.text} {one.new.sentence.text}"
    for split in SPLITS:
        topic = one.topic if split == "plain" else one.other
        what = f"{one.plan} {number} {split}"
        fewest = 1 if change.named else _FEWEST_APART
        if not one.alone and not (topic.clear and len(topic.words) >= fewest):
            if split == "plain" or one.plan != "text":
                reason = "no other words tell its sentence from the rest"
                yield _dropped(change, what, "words", reason)
            continue
        asked = _asked(change, one, split, what, topic.words, texts)
        if not asked:
            yield _dropped(change, what, "words", "every plan takes its words or its value")
            continue
        for moment in times:
            side = one.new if moment.new else one.old
            kind = "version" if one.plan == "dated" else moment.kind
            gold = _value_gold(change, side)
            yield _item(change, f"{what} {moment.kind}", kind, split, asked, moment, gold)


def _asked(
    change: Change, one: Matter, split: Split, what: str, topic: Sequence[str], texts: str
) -> str:
    rng = change.rng(what)
    figure = one.new.figure
    bare = one.alone and one.plan != "text" and rng.random() < 0.5
    for _ in range(_TRIES):
        text = worded(
            one.plan,
            change.provision,
            split,
            rng,
            topic=() if bare else topic,
            unit=figure.unit if figure else "",
            noun=_noun(figure, split),
        )
        if one.plan == "count" and not _noun(figure, split):
            return ""
        lent = split == "paraphrased" and borrowed(text, change.provision, texts)
        if text and not lent and not _gives_away(text, one):
            return text
    return ""


def _noun(figure: Figure | None, split: Split) -> str:
    """What a count counts, in the words of the split; empty where there are none."""
    if figure is None or figure.kind is not Kind.COUNT:
        return ""
    return figure.unit if split == "plain" else SYNONYMS.get(figure.unit, "")


def _gives_away(text: str, one: Matter) -> bool:
    """Whether the value stands in the question, perhaps by way of the title."""
    found = [side.figure for side in (one.old, one.new) if side.figure is not None]
    folded = text.casefold()
    return any(_within(word, folded) for figure in found for word in _telling(figure))


def _telling(figure: Figure) -> Iterator[str]:
    yield from (one.casefold() for one in spellings(figure))
    if figure.kind is not Kind.DATE:
        yield figure.amount


def _within(words: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w]|\.\d)", text) is not None


def _value_gold(change: Change, side: Side) -> Gold:
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


def _version(
    change: Change, times: Sequence[Moment], about: Matter | None
) -> Iterator[Item | Dropped]:
    """Which version is in force: by its text, by its day, by its law."""
    rng = change.rng("version")
    asked = [one for one in times if one.kind != "late"]
    if not asked:
        return
    moment = rng.choice(asked)
    version = change.new if moment.new else change.old
    # A first version may be older than the source shows; an unsure or unstated day is no gold.
    dated = version.number > 1 and version.sure and version.stated
    plans = [
        "version",
        *(["since"] * dated),
        *(["law", "law"] if version.by in change.laws else []),
    ]
    plan = rng.choice(plans)
    for split in SPLITS:
        text = _of(change, plan, split, about)
        gold = _version_gold(change, version, plan)
        if text:
            yield _item(
                change, f"{plan} {split} {moment.kind}", "version", split, text, moment, gold
            )


def _of(change: Change, plan: str, split: Split, about: Matter | None, day: str = "") -> str:
    """A question about a provision as a whole, or about what its topic names."""
    rng = change.rng(f"{plan} {split}")
    if about is None:
        return worded(plan, change.provision, split, rng, day=day)
    topic = about.topic if split == "plain" else about.other
    if not (topic.clear and len(topic.words) >= _FEWEST_APART):
        return ""
    return worded(f"{plan}_of", change.provision, split, rng, topic=topic.words, day=day)


def _version_gold(change: Change, version: Version, plan: str) -> Gold:
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


def _changed(
    change: Change, times: Sequence[Moment], about: Matter | None
) -> Iterator[Item | Dropped]:
    found = told_edits(change.old, change.new)
    moment = next((one for one in times if one.kind == "after"), None)
    if not found or moment is None:
        return
    pairs = stated(change.new, found)
    told = change.new.instruction or "; ".join(_told(before, after) for before, after in pairs)
    law = change.laws.get(change.new.by)
    gold = Gold(
        label=Label.SUPPORTED,
        answer=told,
        evidence=(*_edited(change, found), *_issued(law)),
        version=_key(change, change.new),
        edits=pairs,
        nuggets=_nuggets(change, change.new, ""),
    )
    day = day_spellings(change.new.effective)[1]
    for split in SPLITS:
        text = _of(change, "changed", split, about, day)
        if text:
            yield _item(change, f"changed {split}", "changed", split, text, moment, gold)


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


def _repealed(change: Change, times: Sequence[Moment]) -> Iterator[Item | Dropped]:
    """Statements that a provision is in force or repealed, and since when."""
    for moment in times:
        version = change.new if moment.new else change.old
        rng = change.rng(f"repealed {moment.kind}")
        plan = rng.choice(("in_force", "repealed", *(["repealed_since"] * moment.new)))
        for split in SPLITS:
            what = f"{plan} {split} {moment.kind}"
            text = worded(plan, change.provision, split, change.rng(what))
            gold = _repeal_gold(change, version, plan, gone=moment.new)
            form = "ask" if plan == "repealed_since" else "check"
            yield _item(change, what, "repealed", split, text, moment, gold, form=form)


def _repeal_gold(change: Change, version: Version, plan: str, *, gone: bool) -> Gold:
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


def _id(change: Change, what: str) -> str:
    told = f"{change.seed} {change.provision.series} {change.place} {what}"
    digest = hashlib.sha256(told.encode("utf-8")).hexdigest()
    return f"regchange-{change.provision.adapter.replace('_', '-')}-{digest[:12]}"


def _dropped(change: Change, what: str, check: str, reason: str) -> Dropped:
    return Dropped(_id(change, what), check, f"{change.provision.title}: {reason}")


def _item(
    change: Change,
    what: str,
    kind: str,
    split: Split,
    text: str,
    moment: Moment,
    gold: Gold,
    *,
    form: str = "ask",
) -> Item:
    return Item(
        item_id=_id(change, f"{what} {moment.v} {moment.k}"),
        task=Task.REGCHANGE,
        kind=kind,
        source=change.provision.adapter,
        group=change.provision.series,
        split=split,
        form="check" if form == "check" else "ask",
        text=text,
        as_of=moment.v,
        known_at=moment.k,
        gold=gold,
    )
