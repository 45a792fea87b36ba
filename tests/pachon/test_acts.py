from __future__ import annotations

from typing import Any

import pytest

from ledgerrag.dates import parse
from ledgerrag.errors import InputError
from ledgerrag.model import Act, ActKind, Authority
from ledgerrag.pachon.acts import DraftedAct, draft
from ledgerrag.pachon.readers import Raw
from ledgerrag.pachon.records import Channel, Quarantined
from ledgerrag.pachon.sources import Registry
from tests.pachon.channel import SOURCES


def drafted(*, strict: bool = False, **fields: Any) -> DraftedAct | Quarantined:
    stated = {
        "act": "repeal",
        "target": "rule-12",
        "published": "2026-01-01",
        "source": "regulator",
        **fields,
    }
    raw = Raw("acts.jsonl:3", "act", stated)
    return draft(raw, Channel(strict=strict), Registry.of(SOURCES))


def made(**fields: Any) -> Act:
    found = drafted(**fields)
    assert isinstance(found, DraftedAct)
    return found.act


def test_a_repeal_with_no_date_leaves_the_date_open() -> None:
    assert made().effective_from is None
    assert made(effective_from="unknown").effective_from is None
    assert made(effective_from="2026-05").effective_from == parse("2026-05")


def test_the_kind_may_stand_under_either_name() -> None:
    assert made(act=None, type="act", kind="Suspend").kind is ActKind.SUSPEND


def test_authority_comes_from_the_registry_only() -> None:
    found = drafted(source="forum", authority_level=3)
    assert isinstance(found, DraftedAct)
    assert found.act.authority_level is Authority.USER
    assert any("the registry says 1" in note for note in found.notes)
    assert isinstance(drafted(source="nobody", strict=True), Quarantined)


@pytest.mark.parametrize(
    ("fields", "first", "last"),
    [
        ({"saves": {"to": "2026-01-01"}}, "", "2026-01-01"),
        ({"saves": {"from": "2025-01", "to": "2025-12"}}, "2025-01", "2025-12"),
        ({"saves": {"before": "2026-01-01"}}, "", "2026-01-01"),
        ({"saves_before": "2026-01-01"}, "", "2026-01-01"),
        ({"saves_from": "2025", "saves_to": "2026"}, "2025", "2026"),
        ({"saves": True, "saves_to": "2026"}, "", "2026"),
        ({"saves": True}, "", ""),
    ],
)
def test_a_saving_clause_names_the_subject_period(
    fields: dict[str, object], first: str, last: str
) -> None:
    act = made(**fields)
    assert act.saves
    assert (str(act.saves_from or ""), str(act.saves_to or "")) == (first, last)


def test_without_a_saving_clause_nothing_is_saved() -> None:
    assert not made().saves
    assert not made(saves=False).saves


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"target": ""}, "target is missing"),
        ({"published": None}, "published is missing"),
        ({"act": "amend"}, "act 'amend' does not exist"),
        ({"act": ""}, "act '' does not exist"),
        ({"effective_from": "2026-02-30"}, "effective_from '2026-02-30' cannot be"),
        ({"effective_from": "2026-02", "effective_to": "2026-01"}, "lies before"),
        ({"saves": "until 2025"}, "saves is not a period"),
        ({"saves": {"until": "2025"}}, "saves has the field 'until'"),
        ({"saves": {"to": "2025-13"}}, "saves.to '2025-13' cannot be"),
        ({"saves_from": "2026", "saves_to": "2024"}, "saves ends 2024 before"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        drafted(**fields)
    assert says in str(caught.value)
    assert caught.value.next_step


def test_the_id_follows_from_what_the_act_says() -> None:
    assert made().act_id == made(authority_level=1).act_id
    assert len(made().act_id) == 16
    said = [
        made(),
        made(act="retract"),
        made(target="rule-13"),
        made(by="rule-14"),
        made(published="2026-01-02"),
        made(effective_from="2026-01-01"),
        made(effective_to="2026-03-01"),
        made(source="daily"),
        made(saves=True),
        made(saves_to="2025"),
        made(saves_from="2025"),
        made(note="because"),
    ]
    assert len({act.act_id for act in said}) == len(said)
