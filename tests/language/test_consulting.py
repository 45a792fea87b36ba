from __future__ import annotations

import pytest

from ledgerrag.errors import ModelError, UnavailableError
from ledgerrag.language.consulting import MOST_INVALID, Consultation, Limits, Part, live
from ledgerrag.language.seam import Request, ScriptedModel
from ledgerrag.language.shapes import Judged, Queries
from tests.talking import Say, consulting, silent, talker


def query(asked: Consultation, question: str = "Q?") -> Queries | None:
    values: dict[str, str | int | list[str]] = {"question": question, "sent": [], "most": 2}
    return asked.ask(Part.SEARCHING, "refine", Queries, values)


def test_an_answer_that_fits_comes_back_as_a_value_and_on_record() -> None:
    asked = consulting(talker(refine={"queries": ["a b"]}))
    assert query(asked) == Queries(queries=["a b"])
    (call,) = asked.calls.values()
    assert (call.prompt, call.text, call.error) == ("refine/1", '{"queries": ["a b"]}', "")
    assert call.tokens_in > call.tokens_out > 0
    assert asked.asked[call.key].messages
    assert asked.failed == {}


def test_the_same_request_is_sent_once_a_run() -> None:
    sent: list[Request] = []

    def count(request: Request) -> object:
        sent.append(request)
        return {"queries": []}

    asked = consulting(talker(refine=count))
    assert query(asked) == query(asked) == Queries(queries=[])
    query(asked, "Another?")
    assert len(sent) == len(asked.calls) == 2


@pytest.mark.parametrize(
    "said",
    ["", "no JSON", "[]", "{}", '{"queries": "a"}', '{"queries": [1]}', '{"queries": null}',
     '{"queries": [], "authority": "official"}', '{"queries": []} and more', "```json\n{}\n```"],
)  # fmt: skip
def test_an_answer_outside_its_schema_is_none_and_the_run_says_so(said: str) -> None:
    asked = consulting(talker(refine=said))
    assert query(asked) is None
    (call,) = asked.calls.values()
    assert call.error
    assert call.raw == said
    assert "official" not in call.error
    assert asked.failed == {Part.SEARCHING: call.error}


def test_a_server_that_is_gone_is_asked_once_and_every_part_goes_on_without() -> None:
    sent: list[Request] = []

    def gone(request: Request) -> object:
        sent.append(request)
        return silent(request)

    asked = consulting(talker(refine=gone))
    assert query(asked, "One?") is None
    assert query(asked, "Two?") is None
    values = {"claim": "C", "title": "", "before": "", "passage": "P", "after": ""}
    assert asked.ask(Part.JUDGING, "judge", Judged, values) is None
    assert len(sent) == 1
    assert set(asked.failed) == {Part.SEARCHING, Part.JUDGING}
    assert all("127.0.0.1:9" in why for why in asked.failed.values())


def fails(error: Exception) -> Say:
    def say(request: Request) -> object:
        raise error

    return say


@pytest.mark.parametrize(
    "error",
    [ModelError("it failed"), UnavailableError("not installed"), TimeoutError("too late"),
     ConnectionResetError("reset")],
)  # fmt: skip
def test_every_way_to_fail_ends_as_no_answer_with_its_reason(error: Exception) -> None:
    asked = consulting(talker(refine=fails(error)))
    assert query(asked) is None
    assert asked.failed[Part.SEARCHING] in str(error)


def test_a_model_that_never_fits_is_left_alone() -> None:
    asked = consulting(talker(refine="no"))
    for number in range(MOST_INVALID + 3):
        assert query(asked, f"Question {number}?") is None
    assert len(asked.calls) == MOST_INVALID


@pytest.mark.parametrize(("calls", "tokens", "made"), [(2, 0, 2), (0, 0, 0), (9, 1, 1)])
def test_a_budget_ends_the_calls_and_is_told(calls: int, tokens: int, made: int) -> None:
    asked = consulting(talker(), calls=calls, tokens=tokens)
    for number in range(4):
        query(asked, f"Question {number}?")
    assert len(asked.calls) == made
    assert "budget" in asked.failed[Part.SEARCHING]


def test_where_the_model_is_required_a_failure_is_an_error_with_the_next_step() -> None:
    model = talker(refine=silent)
    asked = Consultation("m", "d", live(model), Limits(9, required=True))
    with pytest.raises(ModelError, match=r"required and failed: no server at .*without requiring"):
        query(asked)


def test_a_huge_answer_is_cut_where_it_is_kept_for_the_record() -> None:
    asked = consulting(talker(refine="[" * 3_000_000))
    assert query(asked) is None
    (call,) = asked.calls.values()
    assert 0 < len(call.raw) <= 1_000_000


def test_halves_of_surrogate_pairs_do_not_reach_the_record() -> None:
    asked = consulting(ScriptedModel(otherwise=lambda _: "\ud800"))
    assert query(asked) is None
    (call,) = asked.calls.values()
    call.raw.encode("utf-8")
