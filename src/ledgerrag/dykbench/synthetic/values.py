"""Values: drawn within a matter's range, in every spelling, and wrong ones beside them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from ledgerrag.dykbench.synthetic import names
from ledgerrag.dykbench.synthetic.wording import Matter, listed, read

_STATES = {
    "leave": (("allowed", "permitted"), ("forbidden", "prohibited")),
    "access": (("open",), ("closed", "shut")),
}


@dataclass(frozen=True, slots=True)
class Value:
    """A value with the spellings in which texts may give it; the first is the plainest.

    Args:
        amount: what is compared: two values are the same if their amounts are.
        spellings: at least one.
    """

    amount: str
    spellings: tuple[str, ...]

    @property
    def accepted(self) -> tuple[str, ...]:
        """What counts as the value in an answer: its spellings, also without an article."""
        bare = tuple(one.removeprefix("the ") for one in self.spellings)
        return tuple(dict.fromkeys((*self.spellings, *bare)))

    def spelled(self, style: int) -> str:
        """One of its spellings; the same style is the same manner for every value of a matter."""
        return self.spellings[style % len(self.spellings)]


def draw(matter: Matter, rng: random.Random, around: date) -> Value:
    """A value of a matter.

    Args:
        matter: gives kind, unit and range.
        rng: source of chance.
        around: dates lie in the months after this day.
    """
    if matter.value in _STATES:
        return state(matter, rng.randrange(2))
    if matter.value == "date":
        return _day(around + timedelta(days=rng.randint(30, 240)))
    if matter.value == "person":
        return _named(names.person(rng))
    if matter.value == "office":
        return _named(names.office(rng))
    steps = round((matter.high - matter.low) / matter.step)
    return _number(matter, matter.low + matter.step * rng.randint(0, steps))


def other(matter: Matter, than: tuple[Value, ...], rng: random.Random, around: date) -> Value:
    """A value that is none of those given; a state has one other only.

    Args:
        matter: as for `draw`.
        than: values that it must not be.
        rng: source of chance.
        around: as for `draw`.
    """
    if matter.value in _STATES:
        first = state(matter, 0)
        return state(matter, 1) if than[-1] == first else first
    taken = {value.amount for value in than}
    while True:
        value = draw(matter, rng, around)
        if value.amount not in taken:
            return value


def state(matter: Matter, pole: int) -> Value:
    """One of the two states of a matter: 0 allowed or open, 1 forbidden or closed."""
    spellings = _STATES[matter.value][pole]
    return Value(spellings[0], spellings)


def moved(matter: Matter, value: Value, rng: random.Random, around: date, up: bool) -> Value:
    """The value after some time: a figure that went up or down by up to a third.

    Args:
        matter: as for `draw`.
        value: before.
        rng: source of chance.
        around: as for `draw`.
        up: whether it went up, as far as the matter's range allows.
    """
    if not matter.high:
        return other(matter, (value,), rng, around)
    before = float(value.amount)
    room = max(matter.step, before / 3)
    change = max(matter.step, round(rng.uniform(0.05, 1) * room / matter.step) * matter.step)
    after = before + change if up else before - change
    if not matter.low <= after <= matter.high:
        after = before - change if up else before + change
    return _number(matter, min(max(after, matter.low), max(matter.high, before + matter.step)))


def in_words(number: int) -> str:
    """A whole number below a thousand in words."""
    if number < 20:
        return _words("ones")[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _words("tens")[tens - 2] + (f"-{_words('ones')[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{_words('ones')[hundreds]} hundred" + (f" and {in_words(rest)}" if rest else "")


def long_day(day: date) -> str:
    """`4 March 2024`."""
    return f"{day.day} {_words('months')[day.month - 1]} {day.year}"


def month(day: date) -> str:
    """`March 2024`."""
    return f"{_words('months')[day.month - 1]} {day.year}"


def weekday(day: date) -> str:
    """`Monday`."""
    return _words("weekdays")[day.weekday()]


def _number(matter: Matter, amount: float) -> Value:
    text = f"{amount:.2f}".rstrip("0").rstrip(".")
    grouped = f"{float(text):,.2f}".rstrip("0").rstrip(".")
    if matter.value == "duration":
        words = in_words(int(amount))
        unit = matter.unit
        return Value(text, (f"{text} {unit}", f"{words} {unit}", f"{words} ({text}) {unit}"))
    if matter.value == "money":
        return Value(text, _money(grouped, matter.unit))
    if matter.value == "percent":
        return Value(text, (f"{text} per cent", f"{text}%", f"{text} percent"))
    if matter.value == "count":
        return Value(text, tuple(dict.fromkeys((grouped, text))))
    return Value(text, tuple(dict.fromkeys((f"{grouped} {matter.unit}", f"{text} {matter.unit}"))))


def _money(amount: str, unit: str) -> tuple[str, ...]:
    scale = unit.removesuffix("euros").strip()
    if scale == "thousand":
        return (f"{amount},000 euros", f"€{amount},000", f"EUR {amount},000")
    scale = f" {scale}" if scale else ""
    return (f"{amount}{scale} euros", f"€{amount}{scale}", f"EUR {amount}{scale}")


def _day(day: date) -> Value:
    return Value(
        day.isoformat(), (long_day(day), f"{_words('months')[day.month - 1]} {day.day}, {day.year}")
    )


def _named(name: str) -> Value:
    return Value(name, (name,))


@cache
def _words(key: str) -> tuple[str, ...]:
    return listed(read("names"), key)
