from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.dates import parse
from ledgerrag.model import Act, Document, Standing, Status
from ledgerrag.standing import At, _live_acts, _order, _took_effect, derive
from ledgerrag.standing.rules import on_its_own
from tests.making import act, document

DAYS = ("2020-01-01", "2020-06", "2021", "2021-03-05", "2022-01-01", "2023-07")
KINDS = ("retract", "withdraw", "repeal", "suspend", "correct", "supersede")


def naively(documents: Sequence[Document], acts: Sequence[Act], at: At) -> dict[str, Standing]:
    """Each version against every later one, as the rule is stated."""
    live = _live_acts(acts, at)
    known = sorted((one for one in documents if one.published.reached(at.k)), key=_order)
    owns = [(one, on_its_own(one, live, at)) for one in known]
    return {
        str(one.key): _against(one, own, owns[place + 1 :], at)
        for place, (one, own) in enumerate(owns)
    }


def _against(
    one: Document, own: Standing, later: Sequence[tuple[Document, Standing]], at: At
) -> Standing:
    if own.status not in (Status.IN_FORCE, Status.UNKNOWN, Status.SUSPENDED, Status.REPEALED):
        return own
    until, notes = own.until, own.notes
    for other, its in reversed(later):
        if other.source != one.source and other.authority_level <= one.authority_level:
            continue
        if _took_effect(other, its, at):
            rule = "a later version of its series holds"
            since, by = other.effective_from.text, str(other.key)
            return Standing(one.key, Status.SUPERSEDED, since=since, by=by, rule=rule)
        if its.status is Status.NOT_YET:
            until = min(end for end in (until, other.effective_from.text) if end)
        if its.status is Status.RETRACTED:
            notes = (*notes, f"a later version ({other.key}) was retracted: check")
        if its.status is Status.UNKNOWN:
            notes = (*notes, f"a later version ({other.key}) may already hold: check")
    return replace(own, until=until, notes=notes) if own.status is Status.IN_FORCE else own


@st.composite
def versions(draw: st.DrawFn) -> tuple[Document, ...]:
    return tuple(
        document(
            "rule",
            version=number,
            source=draw(st.sampled_from("abc")),
            level=draw(st.integers(1, 3)),
            published=draw(st.sampled_from(DAYS)),
            effective_from=draw(st.sampled_from(DAYS)),
            effective_to=draw(st.sampled_from(("", "", "", *DAYS))),
            unknown_end=draw(st.booleans()),
            seq=number,
        )
        for number in range(1, draw(st.integers(1, 9)) + 1)
    )


@st.composite
def deeds(draw: st.DrawFn) -> tuple[Act, ...]:
    return tuple(
        act(
            draw(st.sampled_from(KINDS)),
            f"rule@{draw(st.integers(1, 9))}",
            published=draw(st.sampled_from(DAYS)),
            effective_from=draw(st.sampled_from(("", *DAYS))),
            seq=20 + number,
            act_id=f"act-{number}",
        )
        for number in range(draw(st.integers(0, 4)))
    )


@settings(max_examples=400, deadline=None)
@given(versions(), deeds(), st.sampled_from(DAYS), st.sampled_from((*DAYS, "2030")))
def test_gone_through_once_a_series_stands_as_each_version_against_every_later_one(
    documents: tuple[Document, ...], acts: tuple[Act, ...], v: str, k: str
) -> None:
    at = At(parse(v).moment(), parse(k).moment(), None)
    found = derive(documents, acts, at)
    assert {str(key): one for key, one in found.items()} == naively(documents, acts, at)
    assert list(found) == [one.key for one in sorted(documents, key=_order) if one.key in found]


def test_a_series_of_thousands_of_versions_yet_to_come_is_compared_once_each() -> None:
    """Daily figures that hold from their own day: at the first day all others are to come."""
    seen = 0

    class Counted(str):
        def __lt__(self, other: str) -> bool:
            nonlocal seen
            seen += 1
            return str.__lt__(self, other)

    def later(number: int) -> Document:
        made = document("rule", version=number, published="2020-01-01", seq=number)
        day = parse(f"{2021 + number // 300}-01-{number % 28 + 1:02d}")
        return replace(made, effective_from=replace(day, text=Counted(day.text)))

    first = document("rule", version=1, published="2020-01-01", seq=1)
    series = [first, *(later(number) for number in range(2, 2_001))]
    at = At(parse("2020-02-01").moment(), parse("2030-01-01").moment(), None)
    found = derive(series, [], at)
    assert found[first.key].until == "2021-01-01"
    assert seen <= 4 * len(series)
