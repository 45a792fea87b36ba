from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.errors import ModelError
from ledgerrag.language.faults import Fault
from ledgerrag.language.seam import Completion, Request
from ledgerrag.language.settings import ModelSettings
from ledgerrag.language.ways import Way
from ledgerrag.language.wire import completion_of
from tests.language.fault_server import completion

SETTINGS = ModelSettings("http://host/v1", "tiny", api_key="key-1")
ASKED = Request("judge/1", (("user", "Does it?"),), "{}")

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


def read(body: bytes, kind: str = "application/json", way: Way = Way.PROMPT) -> Completion:
    return completion_of(body, kind, ASKED, way, SETTINGS)


def ends(body: bytes) -> Completion | ModelError:
    try:
        return read(body)
    except Fault as fault:
        return fault.error


@given(st.binary(max_size=200))
def test_any_bytes_end_as_an_answer_or_a_typed_error(body: bytes) -> None:
    assert isinstance(ends(body), Completion | ModelError)


@given(st.sampled_from(["choices", "message", "content", "usage", "model", "finish"]), JSON)
def test_any_value_in_any_place_ends_as_an_answer_or_a_typed_error(place: str, value: Any) -> None:
    reply = json.loads(completion("yes"))
    if place in ("choices", "usage", "model"):
        reply[place] = value
    elif place == "message":
        reply["choices"][0]["message"] = value
    elif place == "content":
        reply["choices"][0]["message"]["content"] = value
    else:
        reply["choices"][0]["finish_reason"] = value
    found = ends(json.dumps(reply).encode())
    assert isinstance(found, Completion | ModelError)
    assert "key-1" not in str(found)


@given(st.integers(0, 150))
def test_a_completion_that_is_cut_anywhere_is_no_answer(left_out: int) -> None:
    body = completion("yes")
    with pytest.raises(Fault) as told:
        read(body[: len(body) - 1 - left_out])
    assert told.value.retry


@pytest.mark.parametrize("usage", [(-1, 3), (2**40, 1), ("many", 1), (1.5, 2)])
def test_counts_that_cannot_be_are_estimated(usage: tuple[Any, Any]) -> None:
    found = read(completion("yes, it does", usage=usage))
    assert (found.prompt_tokens, found.answer_tokens) == (2, 3)


def test_a_tools_arguments_are_the_answer_where_a_tool_was_asked_for() -> None:
    call = {"function": {"name": "answer", "arguments": '{"a": 1}'}}
    body = completion(None, finish="tool_calls", message={"tool_calls": [call]})
    assert read(body, way=Way.TOOL).text == '{"a": 1}'
    with pytest.raises(Fault):
        read(body, way=Way.PROMPT)


def test_an_error_within_a_success_is_told() -> None:
    with pytest.raises(Fault, match="answered with an error: 429 slow down"):
        read(b'{"error": {"code": 429, "message": "slow down"}}')
