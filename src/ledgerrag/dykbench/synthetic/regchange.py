"""RegChange-QA, made up: which value and which version of a rule held on a day."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal

from ledgerrag.dykbench.items import Gold, Item, Label, Quote, Split, Task
from ledgerrag.dykbench.synthetic import names, phrasing, values
from ledgerrag.dykbench.synthetic.courses import SCENARIOS, Probe, unchanged
from ledgerrag.dykbench.synthetic.pages import Sheet, write
from ledgerrag.dykbench.synthetic.phrasing import Fact, capital, fact, question, statement
from ledgerrag.dykbench.synthetic.planned import Group, Planned, Told, together
from ledgerrag.dykbench.synthetic.provisions import Course, Desk, Truth, Version, truth
from ledgerrag.dykbench.synthetic.wording import Matter, listed, matters, section

SOURCE: Final = "synthetic"
_ANNOUNCED: Final = 61
"""Days: no rule is published longer before it takes effect for the first time."""
_WITH_CASES: Final = ("deadline", "fee", "rate")
_LEFT_OPEN: Final = ("repealed", "saved", "suspended", "undated", "retracted")
"""What is neither allowed nor forbidden any more is open to debate: a value is asked for."""


def groups(seed: int) -> Iterator[Group]:
    """Stories without end, in an order that does not depend on how many are wanted.

    Args:
        seed: the same seed gives the same stories.
    """
    cycle = listed(section("mix", "regchange"), "groups")
    number = 0
    while True:
        yield _group(seed, number, cycle[number % len(cycle)])
        number += 1


def provisions(seed: int, number: int, day: date) -> Told:
    """The rules of a place in the background, with what is said about them.

    Args:
        seed: of the corpus.
        number: of the place.
        day: nothing is published before it.
    """
    rng = random.Random(f"{seed} rules {number}")  # noqa: S311 - a corpus by seed, not secrets
    scenarios = list(SCENARIOS.values())
    told = []
    for n, matter in enumerate(rng.sample(matters(), rng.randint(2, 5))):
        born = day + timedelta(days=rng.randint(_ANNOUNCED, 400))
        desk = _desk(f"{seed} rules {number} {n}", number, matter, born)
        scenario = rng.choice(scenarios) if rng.random() < 0.45 else unchanged
        told.append(_noisy(scenario(desk, rng)[0], rng, rng.choice((0, 0, 1, 2))))
    return together(told)


def _group(seed: int, number: int, scenario: str) -> Group:
    name = f"{seed} regchange {number}"
    rng = random.Random(name)  # noqa: S311 - a corpus by seed, not secrets
    pool = matters()
    if scenario in _LEFT_OPEN:
        pool = tuple(matter for matter in pool if not matter.only_check)
    if scenario == "saved":
        pool = tuple(matter for matter in pool if matter.kind in _WITH_CASES)
    matter = pool[(number * 5 + number // len(pool)) % len(pool)]
    desk = _desk(name, 2 * number, matter, _born(rng, 2018, 2022))
    if scenario == "changed":
        desk = replace(desk, near=True)
    course, probes = SCENARIOS[scenario](desk, rng)
    split: Split = "paraphrased" if number % 3 == 2 else "plain"
    items = tuple(
        _item(f"regchange/{number:04d}", n, course, probe, split, rng)
        for n, probe in enumerate(probes, 1)
    )
    aside = _aside(name, number, matter, rng)
    return Group(together((_noisy(course, rng, rng.randint(1, 5)), aside)), items)


def _aside(name: str, number: int, matter: Matter, rng: random.Random) -> Told:
    """What is easily taken for it: another matter there, the same matter elsewhere."""
    same_kind = [one for one in matters() if one.kind == matter.kind and one != matter]
    elsewhere = [one for one in matters() if one.kind != matter.kind]
    told = []
    here, there = 2 * number, 2 * number + 1
    beside = ((here, rng.choice(same_kind)), (here, rng.choice(elsewhere)), (there, matter))
    for n, (place, about) in enumerate(beside):
        desk = _desk(f"{name} aside {n}", place, about, _born(rng, 2018, 2022))
        told.append(_noisy(unchanged(desk, rng)[0], rng, rng.randint(0, 2)))
    return together(told)


def _desk(seed: str, place_number: int, matter: Matter, born: date) -> Desk:
    rng = random.Random(f"{seed} desk")  # noqa: S311 - a corpus by seed, not secrets
    place = names.place(place_number)
    return Desk(
        seed,
        place_number,
        matter,
        _beside(place, matter, rng),
        born,
        near=rng.random() < 0.65,
        one_document=rng.random() < 0.5,
        instrument=rng.choice(_instruments()),
    )


def _beside(place: str, matter: Matter, rng: random.Random) -> tuple[Fact, ...]:
    """A matter of another kind, so that a page does not settle two questions of one kind."""
    if rng.random() < 0.4:
        return ()
    about = rng.choice([one for one in matters() if one.kind != matter.kind])
    always = random.Random(f"{place} {about.key}")  # noqa: S311 - a corpus by seed, not secrets
    return (fact(about, place, values.draw(about, always, date(2020, 1, 1)), rng),)


@cache
def _instruments() -> tuple[str, ...]:
    return listed(section("pages", "words"), "instruments")


def _born(rng: random.Random, low: int, high: int) -> date:
    day = date(low, 3, 15) + timedelta(days=rng.randrange(365 * (high - low)))
    return day.replace(day=1) if rng.random() < 0.6 else day


def _noisy(course: Course, rng: random.Random, count: int) -> Told:
    """The course with reports and talk about it, right, late and wrong ones."""
    told = tuple(_remark(course, n, rng) for n in range(count))
    return Told((*course.documents(), *told), course.acts())


def _remark(course: Course, number: int, rng: random.Random) -> Planned:
    about = rng.choice(course.versions)
    user = rng.random() < 0.45
    stated = about.fact.reworded(rng)
    day = about.published + timedelta(days=rng.randint(0, 25))
    if user and rng.random() < 0.6:
        # Talk of a value that held before, or never did.
        day = course.versions[-1].begins + timedelta(days=rng.randint(1, 150))
        than = (course.versions[-1].value,)
        if rng.random() < 0.5 or about is course.versions[-1]:
            stated = stated.saying(values.other(about.fact.matter, than, rng, day))
    source = names.account(rng.randrange(names.ACCOUNTS)) if user else names.outlet(rng)
    doc_id = f"{source}/{course.desk.series}/{number}"
    outlet, weekday = names.speaker_names()[source], values.weekday(day)
    words = (*course.desk.words(), ("outlet", outlet), ("weekday", weekday))
    seed = f"{course.desk.seed} remark {number}"
    last: tuple[str, ...] = ()
    if not user and stated.value == about.value and day < about.begins:
        last = (f"The rule applies from {values.long_day(about.begins)}.",)
    sheet = Sheet("chat" if user else "gazette", (stated,), seed, words, last=last)
    at = f"{day.isoformat()}T{rng.randint(6, 21):02d}:{rng.randrange(60):02d}:00Z"
    return Planned(doc_id, 1, doc_id, source, at, "news", sheet)


def _item(
    group: str, number: int, course: Course, probe: Probe, split: Split, rng: random.Random
) -> Item:
    held = truth(course, probe.v, probe.k, probe.period)
    form, text, label = _asked(course, probe, held, split, rng)
    return Item(
        item_id=f"{group}/{number}",
        task=Task.REGCHANGE,
        kind=probe.kind,
        source=SOURCE,
        group=group,
        split=split,
        form=form,
        text=text,
        as_of=probe.v.isoformat(),
        known_at=probe.k.isoformat(),
        gold=_gold(course, probe, held, label),
    )


def _asked(
    course: Course, probe: Probe, held: Truth, split: Split, rng: random.Random
) -> tuple[Literal["ask", "check"], str, Label]:
    """Form, words, and what is right about them."""
    desk, settled = course.desk, held.version is not None
    if probe.since is not None:
        return "ask", _what_changed(desk, probe.since, split, rng), Label.SUPPORTED
    asked = probe.period is not None or not settled or rng.random() < 0.75
    if asked and not desk.matter.only_check:
        text = question(desk.matter, desk.place, split, rng)
        if probe.period is not None:
            text = _about(text, probe.period, split, rng)
        return "ask", text, Label.SUPPORTED if settled else Label.UNRESOLVED
    right = held.version.value if held.version is not None else course.versions[-1].value
    stated = right
    if rng.random() < 0.5:
        wrong = [one.value for one in course.versions if one.value != right]
        before = (right,)
        stated = wrong[-1] if wrong else values.other(desk.matter, before, rng, probe.v)
    text = statement(desk.matter, desk.place, stated, split, rng)
    if not settled:
        return "check", text, Label.UNRESOLVED
    return "check", text, Label.SUPPORTED if stated == right else Label.REFUTED


def _what_changed(desk: Desk, since: date, split: Split, rng: random.Random) -> str:
    plans = listed(
        section("pages", "questions"),
        "changed_paraphrased" if split == "paraphrased" else "changed",
    )
    day = values.long_day(since)
    return capital(rng.choice(plans).format(place=desk.place, topic=desk.matter.topic, day=day))


def _about(text: str, period: date, split: Split, rng: random.Random) -> str:
    """The question about a period."""
    plans = listed(
        section("pages", "questions"),
        "period_paraphrased" if split == "paraphrased" else "period",
    )
    plan, asked = rng.choice(plans), text.rstrip("?")
    if not plan.startswith("{question}") and not asked.startswith("I "):
        asked = asked[:1].lower() + asked[1:] if not asked.startswith(("My ", "We ")) else asked
    return plan.format(question=asked, month=values.month(period))


def _gold(course: Course, probe: Probe, held: Truth, label: Label) -> Gold:
    version = held.version
    if version is None:
        return _nothing(course, held)
    desk = course.desk
    answer = phrasing.answer(desk.matter, desk.place, version.value)
    since = values.long_day(version.begins)
    issuer = names.speaker_names()[desk.source]
    quotes = (version.document.quote(), *_announced(course, version, probe.k))
    edits = _edits(course, probe, version)
    if edits:
        was = truth(course, probe.since or probe.v, probe.k).version
        before = was.value.spellings[0] if was else ""
        answer = f"{answer} Before {since} it was {before}."
    return Gold(
        label=label,
        answer=answer,
        values=version.value.accepted,
        evidence=quotes,
        version=version.document.key,
        edits=edits,
        nuggets=(version.value.spellings[0], f"since {since}", issuer),
    )


def _nothing(course: Course, held: Truth) -> Gold:
    """Nothing holds, or nobody can tell: there is no value to be given."""
    ending = held.ending
    document = ending.document if ending is not None else None
    if document is None:
        return Gold(Label.UNRESOLVED, f"No rule on {course.desk.matter.topic} is in force.")
    said = document.sheet.last
    quotes = tuple(document.quote(n) for n in range(len(said)))
    answer = f"No value can be given for {course.desk.place}: {said[0]}"
    return Gold(Label.UNRESOLVED, answer, evidence=quotes, nuggets=(said[0],))


def _announced(course: Course, version: Version, k: date) -> tuple[Quote, ...]:
    """Official notices that state the same, known by K."""
    return tuple(
        notice.quote()
        for notice in course.notices
        if notice.published <= k.isoformat() and notice.sheet.facts[0].value == version.value
    )


def _edits(course: Course, probe: Probe, now: Version) -> tuple[tuple[str, str], ...]:
    """Runs of words that differ between the text of then and of now."""
    if probe.since is None:
        return ()
    before = truth(course, probe.since, probe.k).version
    if before is None:
        return ()
    old, new = (write(one.document.sheet).text.split() for one in (before, now))
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return tuple(
        (" ".join(old[a:b]).strip(",.;"), " ".join(new[c:d]).strip(",.;"))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    )
