from __future__ import annotations

import json
from typing import Any

import pytest

from ledgerrag.language.seam import Request
from ledgerrag.language.ways import Dialect, Way, fields_of, messages_of

SCHEMA = '{"properties":{"a":{"type":"string"}},"required":["a"],"type":"object"}'
ASKED = Request("judge/1", (("system", "Judge."), ("user", "Now?")), SCHEMA, stop=("END",))
GIVEN = json.loads(SCHEMA)


@pytest.mark.parametrize(
    ("way", "field", "value"),
    [
        (
            Way.JSON_SCHEMA,
            "response_format",
            {
                "type": "json_schema",
                "json_schema": {"name": "judge_1", "strict": True, "schema": GIVEN},
            },
        ),
        (Way.OBJECT_SCHEMA, "response_format", {"type": "json_object", "schema": GIVEN}),
        (Way.GUIDED, "guided_json", GIVEN),
        (Way.GUIDED, "structured_outputs", {"json": GIVEN}),
        (Way.TOOL, "tool_choice", {"type": "function", "function": {"name": "answer"}}),
        (Way.JSON_OBJECT, "response_format", {"type": "json_object"}),
    ],
)
def test_each_way_states_the_schema_in_its_own_field(way: Way, field: str, value: Any) -> None:
    assert fields_of(ASKED, Dialect(way))[field] == value


def test_a_tool_takes_the_schema_as_its_parameters() -> None:
    (tool,) = fields_of(ASKED, Dialect(Way.TOOL))["tools"]
    assert tool["function"]["parameters"] == GIVEN


@pytest.mark.parametrize("way", Way)
def test_the_schema_stands_in_the_prompt_where_nothing_else_tells_it(way: Way) -> None:
    system, user = messages_of(ASKED, way)
    assert (SCHEMA in system["content"]) == (way in (Way.JSON_OBJECT, Way.PROMPT))
    assert system["content"].startswith("Judge.")
    assert user == {"role": "user", "content": "Now?"}


def test_a_prompt_without_a_system_message_gets_one_for_the_schema() -> None:
    told = messages_of(Request("judge/1", (("user", "Now?"),), SCHEMA), Way.PROMPT)
    assert [one["role"] for one in told] == ["system", "user"]


def test_a_request_without_a_schema_asks_for_none() -> None:
    free = Request("say/1", (("user", "Now?"),), "")
    assert fields_of(free, Dialect()) == {"max_tokens": 512, "temperature": 0.0, "seed": 0}
    assert messages_of(free, Way.PROMPT) == [{"role": "user", "content": "Now?"}]


def test_half_of_a_surrogate_pair_is_sent_as_a_question_mark() -> None:
    (sent,) = messages_of(Request("say/1", (("user", "a\ud800b"),), ""), Way.PROMPT)
    assert sent["content"] == "a?b"


@pytest.mark.parametrize(
    ("complaint", "expected"),
    [
        ("use 'max_completion_tokens' instead", Dialect(limit="max_completion_tokens")),
        ("'temperature' does not support 0", Dialect(temperature=False)),
        ("unknown field seed", Dialect(seed=False)),
        ("the seeds of doubt", None),
        ("", None),
    ],
)
def test_a_field_that_a_server_refuses_is_left_out(
    complaint: str, expected: Dialect | None
) -> None:
    assert Dialect().without(complaint) == expected


def test_a_complaint_is_met_once() -> None:
    assert Dialect(temperature=False).without("temperature") is None


def test_fields_that_are_left_out_are_not_sent() -> None:
    spare = Dialect(Way.PROMPT, "max_completion_tokens", temperature=False, seed=False)
    assert fields_of(ASKED, spare) == {"max_completion_tokens": 512, "stop": ["END"]}
