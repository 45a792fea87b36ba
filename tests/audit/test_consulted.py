from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.audit.consulted import decode_call, encode_call, replayed
from ledgerrag.errors import InputError, ReplayError
from ledgerrag.language.consulting import Call
from ledgerrag.language.seam import Request

REQUEST = Request("judge/1", (("user", "Q?"),), "{}")
CALL = Call("judge/1", REQUEST.key, '{"stance":"support"}', "", "", 30, 4)
FAILED = Call("judge/1", REQUEST.key, "", "no server", "<html>", 30, 0, gone=True)


@given(
    st.builds(
        Call,
        *[st.text(st.characters(exclude_categories=["Cs"]))] * 5,
        st.integers(0, 2**40),
        st.integers(0, 2**40),
        st.booleans(),
    )
)
def test_a_call_comes_back_as_it_was(call: Call) -> None:
    assert decode_call(encode_call(call)) == call


@pytest.mark.parametrize("call", [CALL, FAILED])
def test_a_replay_gives_what_was_said_and_fails_where_it_failed(call: Call) -> None:
    source = replayed({call.key: encode_call(call)}.get)
    assert source(REQUEST, REQUEST.key) == call


def test_what_is_not_on_record_is_not_asked() -> None:
    with pytest.raises(ReplayError, match=r"no answer of the model to this judge/1.*R3"):
        replayed(lambda _: None)(REQUEST, REQUEST.key)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        encode_call(CALL).replace(b'"tokens_in":30', b'"tokens_in":true'),
        encode_call(CALL).replace(b'"error":""', b'"error":7'),
        encode_call(replace(CALL, prompt="generate/1")),
        encode_call(replace(CALL, key="0" * 64)),
    ],
)
def test_a_spoilt_record_is_told_in_one_line(body: bytes) -> None:
    with pytest.raises(ReplayError, match="not as it was written"):
        replayed(lambda _: body)(REQUEST, REQUEST.key)


def test_a_field_too_many_is_no_call() -> None:
    body = encode_call(CALL)[:-1] + b',"x":1}'
    with pytest.raises(InputError):
        decode_call(body)
