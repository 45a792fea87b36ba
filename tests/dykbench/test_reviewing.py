from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Label, Task
from ledgerrag.dykbench.reviewing import Decision, Decisions, apply, page, read
from ledgerrag.errors import InputError, NotFoundError
from tests.dykbench.small import frozen


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return frozen(tmp_path / "b")


def _by(bench: Bench, *decisions: Decision, expert: str = "Anna") -> Decisions:
    return Decisions(form=1, benchmark=bench.digest, expert=expert, decisions=decisions)


def test_the_page_shows_question_gold_and_the_quoted_words_and_loads_nothing(bench: Bench) -> None:
    made = page(bench, bench.tasks)
    assert made.count("<article") == 10
    assert "How much is the mooring fee for a sailing boat?" in made
    assert "<mark>55 euros</mark> per night." in made
    assert "default-src 'none'" in made
    assert "http" not in made.replace('http-equiv="Content', "")
    assert page(bench, bench.tasks) == made


def test_a_sample_is_the_same_for_the_same_seed(bench: Bench) -> None:
    one = page(bench, (Task.STREAM,), sample=2, seed=3)
    assert one.count("<article") == 2
    assert one == page(bench, (Task.STREAM,), sample=2, seed=3)


def test_decisions_make_a_revision_with_reasons_and_what_was_before(bench: Bench) -> None:
    found = apply(
        bench,
        [
            _by(
                bench,
                Decision(item="reg-before", decision="accept"),
                Decision(
                    item="reg-after",
                    decision="edit",
                    reason="an owner does not say mooring",
                    text="What does a night cost?",
                    values=("55 euros", "fifty-five euros"),
                ),
                Decision(item="con-open", decision="reject", reason="may be settled after all"),
            )
        ],
    )
    assert (found.accepted, found.edited, found.rejected) == (1, 1, 1)
    new = found.bench
    assert new.manifest.revision == 2
    items = {item.item_id: item for task in new.tasks for item in new.items(task)}
    assert "con-open" not in items
    assert items["reg-after"].text == "What does a night cost?"
    assert items["reg-after"].gold.values == ("55 euros", "fifty-five euros")
    assert items["reg-after"].gold.version == "fee@2"
    assert new.dropped(Task.CONFLICT)[0].reason == "may be settled after all"
    events = {event.item_id: event for event in new.history() if event.revision == 2}
    assert events["reg-after"].before["text"] == "How much is the mooring fee for a sailing boat?"
    assert set(events["reg-after"].before) == {"text", "values"}
    assert {event.by for event in events.values()} == {"Anna"}
    assert events["reg-before"].what == "accepted"


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (Decision(item="none", decision="accept"), "there is no item none"),
        (Decision(item="reg-after", decision="reject"), "rejected without a reason"),
        (Decision(item="reg-after", decision="edit", reason="so"), "nothing is changed"),
        (
            Decision(item="reg-after", decision="edit", reason="so", label=Label.SUPPORTED),
            "nothing is changed",
        ),
    ],
)
def test_a_decision_that_cannot_be_carried_out_is_refused_and_nothing_is_changed(
    bench: Bench, decision: Decision, told: str
) -> None:
    before = (bench.folder / "manifest.json").read_bytes()
    with pytest.raises(InputError, match=told):
        apply(bench, [_by(bench, Decision(item="reg-before", decision="accept"), decision)])
    assert (bench.folder / "manifest.json").read_bytes() == before


def test_experts_must_agree_and_speak_of_this_revision(bench: Bench) -> None:
    yes = _by(bench, Decision(item="reg-after", decision="accept"))
    no = _by(bench, Decision(item="reg-after", decision="reject", reason="no"), expert="Ben")
    with pytest.raises(InputError, match="Anna and Ben decide differently about reg-after"):
        apply(bench, [yes, no])
    same = _by(bench, Decision(item="reg-after", decision="accept"), expert="Ben")
    assert apply(bench, [yes, same]).accepted == 1
    with pytest.raises(InputError, match="another benchmark or revision"):
        apply(bench, [yes.model_copy(update={"benchmark": "0" * 64})])
    with pytest.raises(InputError, match="no item was decided"):
        apply(bench, [])


def test_a_file_that_is_none_of_the_page_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no decisions"):
        read(tmp_path / "none.json")
    file = tmp_path / "d.json"
    file.write_text(json.dumps({"form": 1, "benchmark": "x", "expert": "", "decisions": []}))
    with pytest.raises(InputError, match="expert"):
        read(file)
    file.write_text("{")
    with pytest.raises(InputError, match="no file of decisions"):
        read(file)
