"""What may be asked of a change of a provision: the matter, with what is right before and after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from ledgerrag.dykbench.real.alterations import (
    Edit,
    Refused,
    Sentence,
    ValueChange,
    edits,
    sentences,
    value_changes,
)
from ledgerrag.dykbench.real.figures import Figure, Kind, days_in, figures
from ledgerrag.dykbench.real.topics import Topic, content, topic
from ledgerrag.pachon.adapters.provisions import Provision, Version

_DATED: Final = re.compile(r"effective|updated|modified|revised|version|last\s", re.I)
_DATED_WORDS: Final = 14
_FEWEST_WORDS, _MOST_WORDS = 8, 70
_ALIKE: Final = 0.6
_MOST_EDITS, _MOST_EDITED = 3, 30


@dataclass(frozen=True, slots=True)
class Side:
    """What one version says.

    Args:
        version: the version.
        sentence: where.
        figure: the value asked for; None where the sentence itself is.
    """

    version: Version
    sentence: Sentence
    figure: Figure | None


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that a question can be asked about before and after a change.

    Args:
        plan: of `regchange.toml`.
        old: what the earlier version says.
        new: what the later version says.
        topic: what the sentence is about, in its own words; empty where it needs none.
        other: the same in words for which others are known; empty where there are none.
        alone: whether the provision holds no other figure of the kind, so that no topic is needed.
    """

    plan: str
    old: Side
    new: Side
    topic: Topic
    other: Topic
    alone: bool


@dataclass(frozen=True, slots=True)
class Around:
    """What a question has to be told apart from, besides the provision itself.

    Args:
        sentences: of other provisions that go by the same name; empty where it has its own.
        synonyms: words for which others are known.
    """

    sentences: tuple[Sentence, ...] = ()
    synonyms: frozenset[str] = frozenset()


def matters(
    provision: Provision, place: int, around: Around = Around()
) -> Iterator[Matter | Refused]:
    """What may be asked of the change from version `place` to the next.

    Args:
        provision: with at least two versions.
        place: index of the earlier version.
        around: what else goes by its name.
    """
    old, new = provision.versions[place : place + 2]
    if old.gone or new.gone:
        return
    found = False
    for change in value_changes(old.text, new.text):
        if isinstance(change, Refused):
            yield change
            continue
        one = _of_value(provision, change, old, new, around)
        found = found or isinstance(one, Matter)
        yield one
    if not found:
        yield from _of_text(provision, old, new, around)


def _of_value(
    provision: Provision, change: ValueChange, old: Version, new: Version, around: Around
) -> Matter | Refused:
    plan = _plan(change)
    rivals, alone = list(_rivals(change, old, new, around)), True
    if plan == "dated":
        none = Topic((), clear=True)
        if any(_is_dated(one) for one in rivals):
            return Refused("another line of the kind bears another date")
        return Matter(plan, *_sides(old, new, change), none, none, alone)
    alone = not rivals
    shared = _shared(provision, change.old_sentence, change.new_sentence)
    about, other = _topics(shared, rivals, (*sentences(new.text), *around.sentences), around)
    if not alone and not (about.clear and about.words):
        return Refused("other sentences of the provision answer to the same words")
    return Matter(plan, *_sides(old, new, change), about, other, alone)


def _rivals(change: ValueChange, old: Version, new: Version, around: Around) -> Iterator[Sentence]:
    """Other sentences with a figure of the kind, whatever it is: any of them could be meant."""
    kind = change.new.kind
    for text, home in ((old.text, change.old_sentence), (new.text, change.new_sentence)):
        for one in sentences(text):
            if one.start != home.start and _has(one, kind):
                yield one
    yield from (one for one in around.sentences if _has(one, kind))


def _has(sentence: Sentence, kind: Kind) -> bool:
    if kind is Kind.DATE:
        return days_in(sentence.text) > 0
    return any(one.kind is kind for one in figures(sentence.text))


def _sides(old: Version, new: Version, change: ValueChange) -> tuple[Side, Side]:
    return (
        Side(old, change.old_sentence, change.old),
        Side(new, change.new_sentence, change.new),
    )


def _plan(change: ValueChange) -> str:
    kind = change.new.kind
    if kind is Kind.DATE and _is_dated(change.new_sentence):
        return "dated"
    if kind is Kind.SPAN and change.old.unit != change.new.unit:
        return "length"
    return str(kind)


def _is_dated(sentence: Sentence) -> bool:
    """Whether a line only says of which day the whole is: `Effective date: May 25, 2018`."""
    text = sentence.text
    found = [one for one in figures(text) if one.kind is Kind.DATE]
    if not found or len(text.split()) > _DATED_WORDS:
        return False
    return text.strip(" *._") == found[0].text or _DATED.search(text) is not None


def _shared(provision: Provision, old: Sentence, new: Sentence) -> list[str]:
    """Words of both sentences that neither the title nor a figure holds."""
    named = {*content(provision.title), *_figure_words(old), *_figure_words(new)}
    before = set(content(old.text))
    return [word for word in content(new.text) if word in before and word not in named]


def _topics(
    shared: Sequence[str],
    rivals: Sequence[Sentence],
    every: Sequence[Sentence],
    around: Around,
) -> tuple[Topic, Topic]:
    known = [word for word in shared if word in around.synonyms]
    return topic(shared, rivals, every), topic(known, rivals, every)


def _figure_words(sentence: Sentence) -> set[str]:
    return {word for one in figures(sentence.text) for word in content(one.text)}


def _of_text(provision: Provision, old: Version, new: Version, around: Around) -> Iterator[Matter]:
    """Sentences that were reworded, by which the versions can be told."""
    left, right = sentences(old.text), sentences(new.text)
    stays, known = {one.text for one in right}, {one.text for one in left}
    gone = [one for one in left if one.text not in stays]
    came = [one for one in right if one.text not in known]
    for sentence in came:
        pair = _reworded(sentence, gone)
        if pair is None:
            continue
        rest = [one for one in right if one.start != sentence.start]
        rest += [one for one in left if one.start != pair.start]
        rest += around.sentences
        about, other = _topics(_shared(provision, pair, sentence), rest, rest, around)
        if about.clear and len(about.words) >= 2:
            sides = Side(old, pair, None), Side(new, sentence, None)
            yield Matter("text", *sides, about, other, alone=False)


def _reworded(sentence: Sentence, gone: Sequence[Sentence]) -> Sentence | None:
    """The one sentence of the old text that this one came of, if words of content changed."""
    words = sentence.text.split()
    if not _FEWEST_WORDS <= len(words) <= _MOST_WORDS:
        return None
    close: list[Sentence] = []
    for other in gone:
        matcher = SequenceMatcher(None, other.text.split(), words, autojunk=False)
        if matcher.real_quick_ratio() > _ALIKE and matcher.quick_ratio() > _ALIKE:
            close += [other] if matcher.ratio() > _ALIKE else []
    if len(close) != 1 or not _FEWEST_WORDS <= len(close[0].text.split()) <= _MOST_WORDS:
        return None
    changed = set(content(close[0].text)) ^ set(content(sentence.text))
    return close[0] if changed else None


def told_edits(old: Version, new: Version) -> tuple[Edit, ...]:
    """The edits between two versions, where they are few and short enough to be told; else none."""
    found = edits(old.text, new.text)
    if not 1 <= len(found) <= _MOST_EDITS:
        return ()
    sizes = [max(len(one.before.split()), len(one.after.split())) for one in found]
    worth = all(content(one.before) or content(one.after) or _figured(one) for one in found)
    whole = all(_balanced(one.before) and _balanced(one.after) for one in found)
    return found if max(sizes) <= _MOST_EDITED and worth and whole else ()


def _balanced(words: str) -> bool:
    """Whether a run cuts through no bracket: such a run is an accident of the comparison."""
    return words.count("(") == words.count(")") and words.count("[") == words.count("]")


def _figured(edit: Edit) -> bool:
    return any(sign.isdigit() for sign in edit.before + edit.after)


def stated(new: Version, found: Sequence[Edit]) -> tuple[tuple[str, str], ...]:
    """What changed as (before, after): the legislature's own words where it states them."""
    return new.edits or tuple((one.before, one.after) for one in found)
