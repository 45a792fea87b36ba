"""Recorded changes of a value in law, as questions with the version and the value that hold.

A recorded change names a provision, the words around a value, the value before and after, and the
days on which the versions begin to hold. The version in force on a day is found here from those
days alone, not by the rules that are measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Final, Literal

from ledgerrag.bench.regulation_questions import question
from ledgerrag.errors import InputError
from ledgerrag.model import Document, Value, ValueKind
from ledgerrag.pachon.readers.strictjson import parse_object
from ledgerrag.pachon.spans import sentences
from ledgerrag.stance.values import values
from ledgerrag.store import Store

Side = Literal["before", "after"]
FIELDS: Final = ("id", "title", "eff_old", "eff_new", "kind", "old", "new", "left", "right")
# Recorded words to the left and right that must stand there, most first: the words are those of
# the old version, and the new one may have changed more than the value.
_NEIGHBOURS: Final = (
    *((left, right) for left in (14, 8, 5, 3, 2) for right in (6, 3, 1, 0)),
    *((0, right) for right in (10, 6, 4, 3)),
)
_NUMBER: Final = re.compile(r",?\s+(?:s\.|§)\s*[\w.\-]*\w")


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded change.

    Args:
        line: where it stands in the file, from 1.
        series: the provision.
        title: its heading.
        kind: money, date, quantity or percent, as recorded.
        old: the value before, as a word of the text.
        new: the value after.
        eff_old: day from which the version with the old value holds.
        eff_new: day from which the version with the new value holds.
        eff_next: day from which a later version holds; empty where there is none.
        fields: all that was recorded.
    """

    line: int
    series: str
    title: str
    kind: str
    old: str
    new: str
    eff_old: str
    eff_new: str
    eff_next: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """A question as of a day, and what is right.

    Args:
        entry: the change it is made from.
        side: the day before the new version begins, or its first day.
        as_of: that day.
        question: made from title and context, without the value.
        document: the version in force on that day; None where none of the store begins by then.
        token: the value as recorded.
        place: where it stands in the document; None where it was not found.
        values: what the text says there.
        rivals: other values of the same kind in that sentence that changed as well.
    """

    entry: Entry
    side: Side
    as_of: str
    question: str
    document: Document | None
    token: str
    place: tuple[int, int] | None
    values: tuple[Value, ...]
    rivals: int = 0

    @property
    def posed(self) -> bool:
        """Whether the record has one answer: it was found, and no rival changed beside it."""
        return self.place is not None and bool(self.values) and not self.rivals and self.changed

    @property
    def changed(self) -> bool:
        """Whether old and new differ as values: `$10,000,` and `$10,000` do not."""
        return not same_amounts(values(self.entry.old), values(self.entry.new)) and (
            _bare(self.entry.old) != _bare(self.entry.new)
        )


def load(path: Path) -> tuple[Entry, ...]:
    """Read recorded changes, a JSON object a line.

    Raises:
        InputError: the file is missing or a line lacks a field.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path} cannot be read", "name a folder with regulation_value_changes.jsonl"
        ) from error
    return tuple(_entry(path, n, line) for n, line in enumerate(lines, 1) if line.strip())


def _entry(path: Path, number: int, line: str) -> Entry:
    fields = {key: value for key, value in parse_object(line, 10).items() if isinstance(value, str)}
    missing = [name for name in FIELDS if name not in fields]
    if missing:
        raise InputError(f"{path}, line {number} has no {missing[0]}", "mend or leave out the line")
    return Entry(
        line=number,
        series=fields["id"],
        title=fields["title"],
        kind=fields["kind"],
        old=fields["old"],
        new=fields["new"],
        eff_old=fields["eff_old"],
        eff_new=fields["eff_new"],
        eff_next=fields.get("eff_next", ""),
        fields=fields,
    )


def cases(entries: Iterable[Entry], store: Store, *, numbered: bool = True) -> Iterator[Case]:
    """Two questions an entry: as of the day before the change, and as of its first day.

    Args:
        entries: recorded changes; those whose provision the store does not hold are left out.
        store: with the provisions.
        numbered: the question names the provision by its number, as the title does.
    """
    for entry in entries:
        family = store.versions([entry.series])[entry.series]
        if not family:
            continue
        first = date.fromisoformat(entry.eff_new)
        old = in_force(family, first - timedelta(days=1))
        new = in_force(family, first)
        texts = store.documents([one.key for one in (old, new) if one is not None])
        versions = [None if one is None else texts[one.key] for one in (old, new)]
        asked = question(entry.fields)
        if not numbered:
            asked = _NUMBER.sub("", asked, count=1)
        rivals = _rivals(entry, *versions)
        yield _case(entry, "before", first - timedelta(days=1), asked, versions[0], rivals)
        yield _case(entry, "after", first, asked, versions[1], rivals)


def in_force(family: Iterable[Document], day: date) -> Document | None:
    """The version with the latest beginning up to the day; of one beginning, the last published."""
    begun = [one for one in family if one.effective_from.text <= day.isoformat()]
    return max(begun, key=lambda d: (d.effective_from.lo, d.published.lo, d.key), default=None)


def same_amounts(left: Iterable[Value], right: Iterable[Value]) -> bool:
    """Whether some value of the one equals some value of the other, whatever the kind."""
    return bool({one.amount for one in left} & {one.amount for one in right})


def agrees(value: Value | None, case: Case) -> bool:
    """Whether a value is the one that holds, as a number, a date, a percentage or money.

    A unit that only one of both states does not part them. Of a recorded date that is a year, the
    date that the text states there is right, and so is the bare year.
    """
    if value is None:
        return False
    right = [*case.values]
    if case.entry.kind == "date" or not right:
        right += values(_bare(case.token))
    return any(_equal(value, one) for one in right)


def _equal(value: Value, right: Value) -> bool:
    if ValueKind.DATE in (value.kind, right.kind) and value.kind is not right.kind:
        return False
    if ValueKind.PERCENT in (value.kind, right.kind) and value.kind is not right.kind:
        return False
    units = {value.unit, right.unit} - {""}
    return value.amount == right.amount and len(units) <= 1


def _case(
    entry: Entry, side: Side, day: date, asked: str, version: Document | None, rivals: int
) -> Case:
    token = entry.old if side == "before" else entry.new
    place = locate(version.text, entry, token) if version is not None else None
    stated = stated_at(version.text, place) if version is not None and place is not None else ()
    return Case(entry, side, day.isoformat(), asked, version, token, place, stated, rivals)


def locate(text: str, entry: Entry, token: str) -> tuple[int, int] | None:
    """Where the recorded value stands: between as many of the recorded words as the text has."""
    left, right = entry.fields["left"].split(), entry.fields["right"].split()
    word = re.escape(_bare(token))
    for before, after in _NEIGHBOURS:
        lead = r"\s*".join(map(re.escape, left[-before:])) if before else r"(?<![\w.,$])"
        tail = r"[\s,]*" + r"\s*".join(map(re.escape, right[:after])) if after else ""
        found = list(re.finditer(rf"{lead}\s*({word}){tail}", text))
        if len(found) == 1:
            return found[0].span(1)
    return None


def sentence_at(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """The sentence that holds a place; the place itself where none does."""
    for start, end in sentences(text):
        if start <= place[0] < end:
            return start, end
    return place


def stated_at(text: str, place: tuple[int, int]) -> tuple[Value, ...]:
    """The values whose words cover a place."""
    start, end = sentence_at(text, place)
    return tuple(
        one
        for one in values(text[start:end])
        if one.start >= 0
        and start + one.start < place[1]
        and place[0] < start + one.start + len(one.text)
    )


def _rivals(entry: Entry, old: Document | None, new: Document | None) -> int:
    """Values of the kind at the place that the new sentence has, the old one had not, less one."""
    if old is None or new is None:
        return 0
    where = locate(old.text, entry, entry.old), locate(new.text, entry, entry.new)
    if where[0] is None or where[1] is None:
        return 0
    kinds = {one.kind for one in stated_at(new.text, where[1])}
    before, after = (
        {(one.kind, one.amount, one.unit) for one in values(text[slice(*sentence_at(text, at))])}
        for text, at in ((old.text, where[0]), (new.text, where[1]))
    )
    return max(0, len([one for one in after - before if one[0] in kinds]) - 1)


def _bare(token: str) -> str:
    """The value without the comma or stop that was recorded with it."""
    return token.strip().rstrip(",.;:")
