from __future__ import annotations

import pytest

from ledgerrag.cms.kinds import Since, changed, kind_of
from ledgerrag.cms.watched import Found, Ground
from ledgerrag.model import ActKind, DocKey, Standing, Status


def ground(
    *,
    series: str = "s",
    source: str = "a",
    authority: int = 3,
    published: str = "2026-03-10",
    effective: str = "",
    domain: str = "news",
) -> Ground:
    return Ground(
        f"{series}@1", series, "", source, source, authority, published, effective or published,
        domain, 0, 1, "q", "0",
    )  # fmt: skip


def found(status: str, measure: str = "", scope: str = "", on: Ground | None = None) -> Found:
    return Found(status, measure, measure, scope, "", on)


def since(status: Status, rule: str = "", *acts: ActKind) -> Since:
    return Since(Standing(DocKey("s", 1), status, rule=rule), frozenset(acts))


BEFORE = ground(published="2026-03-01")
VERIFIED = found("verified", "12", on=BEFORE)
PUBLISHED = "2026-03-05"


def test_the_same_status_and_value_is_no_change() -> None:
    assert not changed(VERIFIED, found("verified", "12", on=ground(series="other")))
    assert not changed(found("refuted", "15"), found("refuted", "15"))
    assert not changed(found("unverified"), found("unverified", "12"))


def test_another_status_another_value_that_refutes_and_a_new_condition_are_changes() -> None:
    assert changed(VERIFIED, found("disputed", "12"))
    assert changed(found("refuted", "15"), found("refuted", "16"))
    assert changed(VERIFIED, found("verified", "12", "condition"))
    assert not changed(found("verified", "12", "condition"), VERIFIED)


@pytest.mark.parametrize(
    ("after", "became", "kind"),
    [
        (found("verified", "12", "condition", BEFORE), Since(), "clarification"),
        (found("disputed", "15", on=ground()), Since(), "clarification"),
        (found("unverified"), since(Status.RETRACTED), "retraction"),
        (found("unverified"), since(Status.WITHDRAWN), "retraction"),
        (found("unverified"), since(Status.REPEALED), "update"),
        (found("unverified"), since(Status.SUPERSEDED, "corrected"), "correction"),
        (found("unverified"), since(Status.IN_FORCE), "clarification"),
        (found("refuted", "15", on=ground()), since(Status.SUPERSEDED, "corrected"), "correction"),
        (
            found("refuted", "15", on=ground()),
            since(Status.SUPERSEDED, "superseded", ActKind.CORRECT),
            "correction",
        ),
    ],
)
def test_what_a_change_means(after: Found, became: Since, kind: str) -> None:
    assert kind_of(VERIFIED, after, became, PUBLISHED) == kind


@pytest.mark.parametrize(
    ("on", "kind"),
    [
        # A rule says since when it holds.
        (ground(domain="regulation", effective="2026-03-20"), "update"),
        (ground(domain="regulation", effective="2026-03-01"), "correction"),
        (ground(domain="regulation", effective="2026-03-05"), "correction"),
        (ground(effective="2026-03-04"), "correction"),
        (ground(effective="2026-03-08"), "update"),
        # A report does not: whether it goes on with the earlier one tells.
        (ground(), "update"),
        (ground(series="other", source="b"), "correction"),
        (ground(series="other", source="a"), "update"),
        (ground(series="other", source="b", authority=2), "update"),
        # What was there before the story was, the story could have known.
        (ground(published="2026-03-04"), "correction"),
    ],
)
def test_what_holds_already_at_publication_makes_a_correction(on: Ground, kind: str) -> None:
    assert kind_of(VERIFIED, found("refuted", "15", on=on), Since(), PUBLISHED) == kind


def test_good_news_asks_for_no_notice() -> None:
    for status in ("unverified", "disputed", "refuted"):
        assert kind_of(found(status), VERIFIED, Since(), PUBLISHED) == "none"
    assert kind_of(found("refuted", "15"), found("unverified"), Since(), PUBLISHED) == "none"
