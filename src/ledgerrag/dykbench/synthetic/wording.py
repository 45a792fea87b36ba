"""What can be said: kinds of facts, matters with their words, events with their claims."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

_Table = Mapping[str, object]
_OWN = ("plans", "asks", "says", "ask", "say", "range", "unit", "topic", "kind")


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that a value can be stated of, anywhere: the height of garden fences.

    Args:
        key: stable name: `ceiling/0`, `flood/3`.
        kind: what sort of fact it is: `deadline`, `fee`, `count`, ...
        value: what sort of value it has: `duration`, `money`, `access`, ...
        words: what its plans are filled with.
        plans: sentences of texts, from lower case.
        asks: questions in the words of the texts, as far as those go.
        says: statements likewise.
        ask: questions in words of their own.
        say: statements in words of their own.
        topic: as headings name it.
        unit: of its values; empty where there is none.
        low: smallest value.
        high: largest value.
        step: values are multiples of it.
        only_check: it is a state, so that it is stated and not asked for.
    """

    key: str
    kind: str
    value: str
    words: tuple[tuple[str, str], ...]
    plans: tuple[str, ...]
    asks: tuple[str, ...]
    says: tuple[str, ...]
    ask: tuple[str, ...]
    say: tuple[str, ...]
    topic: str
    unit: str = ""
    low: float = 0
    high: float = 0
    step: float = 1
    only_check: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens in a place, about which several claims are made.

    Args:
        key: stable name.
        name: with its article: "the flood".
        topics: headings.
        claims: what can be claimed of it.
        calm: it is no emergency: the town hall speaks of it, not the civil protection.
    """

    key: str
    name: str
    topics: tuple[str, ...]
    claims: tuple[Matter, ...]
    calm: bool = False


@cache
def read(name: str) -> Mapping[str, object]:
    """One of the data files of `plans/`."""
    where = files("ledgerrag.dykbench.synthetic").joinpath("plans", f"{name}.toml")
    return tomllib.loads(where.read_text("utf-8"))


@cache
def matters() -> tuple[Matter, ...]:
    """All that rules can be about, kinds in turn, so that any run of them is mixed."""
    by_kind = []
    for kind, table in read("rules").items():
        shared = _table(table)
        rows = _rows(shared["matters"])
        by_kind.append([_matter(f"{kind}/{n}", kind, shared, row) for n, row in enumerate(rows)])
    longest = max(len(rows) for rows in by_kind)
    return tuple(rows[n] for n in range(longest) for rows in by_kind if n < len(rows))


@cache
def events() -> tuple[Event, ...]:
    """All that can happen."""
    data = read("news")
    kinds = _table(data["kinds"])
    return tuple(_event(kinds, row) for row in _rows(data["events"]))


def listed(table: _Table, key: str) -> tuple[str, ...]:
    """A list of texts of a table; empty where it has none."""
    found = table.get(key, ())
    return tuple(str(one) for one in found) if isinstance(found, list) else ()


@cache
def section(name: str, key: str) -> Mapping[str, object]:
    """A table of a data file."""
    return _table(read(name)[key])


def _event(kinds: _Table, row: _Table) -> Event:
    key, name = str(row["key"]), str(row["event"])
    topics = listed(row, "topics")
    claims = []
    for n, claim in enumerate(_rows(row["claims"])):
        kind = str(claim["kind"])
        made = _matter(f"{key}/{n}", kind, _table(kinds[kind]), claim)
        words = (*made.words, ("event", name))
        claims.append(replace(made, words=words, topic=topics[0].lower()))
    return Event(key, name, topics, tuple(claims), bool(row.get("calm")))


def _matter(key: str, kind: str, shared: _Table, row: _Table) -> Matter:
    both = {**shared, **row}
    low, high, step = _range(row.get("range"))
    return Matter(
        key=key,
        kind=kind,
        value=str(shared["value"]),
        words=tuple((name, str(word)) for name, word in row.items() if name not in _OWN),
        plans=listed(both, "plans"),
        asks=listed(both, "asks"),
        says=listed(both, "says"),
        ask=listed(both, "ask"),
        say=listed(both, "say"),
        topic=str(row.get("topic", "")),
        unit=str(row.get("unit", "")),
        low=low,
        high=high,
        step=step,
        only_check=bool(shared.get("check")),
    )


def _range(value: object) -> tuple[float, float, float]:
    if not isinstance(value, list):
        return 0, 0, 1
    low, high, step = value
    return float(low), float(high), float(step)


def _table(value: object) -> _Table:
    if not isinstance(value, dict):
        raise TypeError(f"a table was expected, not {value!r:.40}")
    return value


def _rows(value: object) -> list[_Table]:
    if not isinstance(value, list):
        raise TypeError(f"a list of tables was expected, not {value!r:.40}")
    return [_table(row) for row in value]
