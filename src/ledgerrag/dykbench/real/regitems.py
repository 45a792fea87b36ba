"""Items of RegChange-QA: questions on one change of one provision, each with what is right."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final

from ledgerrag.dykbench.items import Dropped, Gold, Item, Split, Task
from ledgerrag.dykbench.real.alterations import Refused
from ledgerrag.dykbench.real.asking import SPLITS, SYNONYMS, borrowed, worded
from ledgerrag.dykbench.real.figures import Figure, Kind, day_spellings, spellings
from ledgerrag.dykbench.real.matters import Around, Matter, matters, told_edits
from ledgerrag.dykbench.real.moments import Moment, moments
from ledgerrag.dykbench.real.reggold import (
    Change,
    changed_gold,
    repeal_gold,
    value_gold,
    version_gold,
)

_TRIES: Final = 6
# A clause without a name of its own is told from a whole page of others by two words at least.
_FEWEST_APART: Final = 2


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
            gold = value_gold(change, side)
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
        gold = version_gold(change, version, plan)
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


def _changed(
    change: Change, times: Sequence[Moment], about: Matter | None
) -> Iterator[Item | Dropped]:
    found = told_edits(change.old, change.new)
    moment = next((one for one in times if one.kind == "after"), None)
    if not found or moment is None:
        return
    gold = changed_gold(change, found)
    day = day_spellings(change.new.effective)[1]
    for split in SPLITS:
        text = _of(change, "changed", split, about, day)
        if text:
            yield _item(change, f"changed {split}", "changed", split, text, moment, gold)


def _repealed(change: Change, times: Sequence[Moment]) -> Iterator[Item | Dropped]:
    """Statements that a provision is in force or repealed, and since when."""
    for moment in times:
        version = change.new if moment.new else change.old
        rng = change.rng(f"repealed {moment.kind}")
        plan = rng.choice(("in_force", "repealed", *(["repealed_since"] * moment.new)))
        for split in SPLITS:
            what = f"{plan} {split} {moment.kind}"
            text = worded(plan, change.provision, split, change.rng(what))
            gold = repeal_gold(change, version, plan, gone=moment.new)
            form = "ask" if plan == "repealed_since" else "check"
            yield _item(change, what, "repealed", split, text, moment, gold, form=form)


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
