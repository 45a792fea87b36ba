from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import stamina

from ledgerrag.embedding.api import ServerModel, Settings, settings
from ledgerrag.embedding.opening import open_model
from ledgerrag.errors import ModelError, UnavailableError

from .server import MODEL, Reply, Served, proper, serving

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])
KEY = "sk-very-secret"
TEXTS = ["a fee", "a tax", "a fee", ""]


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    stamina.set_testing(True, attempts=3)
    yield
    stamina.set_testing(False)


def model(served: Served, **given: Any) -> ServerModel:
    return ServerModel("m", Settings(served.url, KEY, **given))


def test_vectors_come_in_the_order_of_the_texts_and_equal_texts_are_sent_once() -> None:
    with serving() as served:
        found = model(served).embed(TEXTS)
    # An empty text is sent as a blank: servers refuse it.
    assert np.array_equal(found, MODEL.embed(["a fee", "a tax", "a fee", " "]))
    assert [one["input"] for one in served.asked] == [["a fee", "a tax", " "]]
    assert served.asked[0]["encoding_format"] == "float"
    assert served.keys == [f"Bearer {KEY}"]


def test_many_texts_go_in_batches_and_none_in_none() -> None:
    with serving() as served:
        found = model(served, batch=2).embed([f"fee {n}" for n in range(5)])
        assert model(served).embed([]).shape[0] == 0
    assert [len(one["input"]) for one in served.asked] == [2, 2, 1]
    assert np.array_equal(found, MODEL.embed([f"fee {n}" for n in range(5)]))


BROKEN = [
    Reply(drop=True),
    Reply(429, (b"{}",), headers={"retry-after": "0", "content-type": "application/json"}),
    Reply(500, (b"oops",)),
    Reply(503, (b"{}",)),
]


@pytest.mark.parametrize("broken", BROKEN)
def test_what_may_pass_is_tried_again(broken: Reply) -> None:
    def answer(request: dict[str, Any], turn: int) -> Reply:
        return broken if turn == 1 else proper(request, turn)

    with serving(answer) as served:
        assert model(served).embed(["a fee"]).shape == (1, 16)
    assert len(served.asked) == 2


@pytest.mark.parametrize("broken", BROKEN)
def test_what_does_not_pass_ends_as_one_line_after_few_tries(broken: Reply) -> None:
    with serving(lambda _request, _turn: broken) as served, pytest.raises(ModelError) as caught:
        model(served).embed(["a fee"])
    assert len(served.asked) == 3
    assert "gave no vectors" in str(caught.value)


def wrong(body: object) -> Callable[[dict[str, Any], int], Reply]:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda _request, _turn: Reply(parts=(raw,))


ROW = {"object": "embedding", "index": 0, "embedding": [1.0, 2.0]}


@pytest.mark.parametrize(
    "body",
    [
        b"<html>not found</html>",
        b'{"data": [',
        b"",
        {},
        {"data": []},
        {"data": [ROW, ROW]},
        {"data": [{**ROW, "index": 3}]},
        {"data": [{**ROW, "embedding": ["x", "y"]}]},
        {"data": [{**ROW, "embedding": []}]},
        {"data": [{**ROW, "embedding": None}]},
        {"data": "no"},
        [],
        {"error": {"message": "no such model"}},
    ],
)
def test_an_answer_that_is_none_is_a_model_error_and_is_not_asked_again(body: object) -> None:
    with serving(wrong(body)) as served, pytest.raises(ModelError):
        model(served).embed(["a fee"])
    assert len(served.asked) == 1


def test_a_page_of_html_is_told_with_the_address_to_check() -> None:
    def answer(_request: dict[str, Any], _turn: int) -> Reply:
        return Reply(parts=(b"<html></html>",), headers={"content-type": "text/html"})

    with serving(answer) as served, pytest.raises(ModelError, match="/v1"):
        model(served).embed(["a fee"])


def test_a_refused_key_is_told_without_the_key() -> None:
    body = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}).encode()
    with serving(lambda _r, _t: Reply(401, (body,))) as served, pytest.raises(ModelError) as caught:
        model(served).embed(["a fee"])
    assert "refused the key" in str(caught.value)
    assert KEY not in str(caught.value) + caught.value.raw + repr(model(served)._where)
    assert len(served.asked) == 1


def test_no_key_shows_in_what_a_failure_keeps() -> None:
    body = json.dumps({"error": {"message": f"bad request with {KEY}"}}).encode()
    with serving(lambda _r, _t: Reply(400, (body,))) as served, pytest.raises(ModelError) as caught:
        model(served).embed(["a fee"])
    assert "[key]" in caught.value.raw
    assert KEY not in caught.value.raw


def test_an_answer_beyond_the_byte_cap_is_cut_off_and_not_asked_again() -> None:
    with (
        serving(lambda _r, _t: Reply(parts=(b"[" + b" " * 200_000,))) as served,
        pytest.raises(ModelError, match="too large"),
    ):
        model(served, most_bytes=10_000).embed(["a fee"])
    assert len(served.asked) == 1


def test_a_packed_answer_counts_as_large_as_it_unpacks() -> None:
    def answer(_request: dict[str, Any], _turn: int) -> Reply:
        packed = gzip.compress(b"[" + b" " * 5_000_000)
        return Reply(parts=(packed,), headers={"content-encoding": "gzip"})

    with serving(answer) as served, pytest.raises(ModelError, match="too large"):
        model(served, most_bytes=1_000_000).embed(["a fee"])


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    def answer(request: dict[str, Any], turn: int) -> Reply:
        whole = proper(request, turn)
        return whole if turn > 1 else Reply(parts=whole.parts, cut_at=40)

    with serving(answer) as served:
        assert model(served).embed(["a fee"]).shape == (1, 16)
    assert len(served.asked) == 2


def test_an_answer_that_drips_ends_at_the_deadline() -> None:
    slow = Reply(parts=tuple(b" " for _ in range(400)), pause_s=0.02)
    with (
        serving(lambda _r, _t: slow) as served,
        pytest.raises(ModelError, match=r"in time|did not answer"),
    ):
        model(served, deadline_s=0.2).embed(["a fee"])


def test_vectors_of_different_lengths_are_refused() -> None:
    def answer(request: dict[str, Any], turn: int) -> Reply:
        row = {"object": "embedding", "index": 0, "embedding": [1.0] * (1 + turn)}
        return Reply(parts=(json.dumps({"data": [row]}).encode(),))

    with serving(answer) as served, pytest.raises(ModelError, match="different lengths"):
        model(served, batch=1).embed(["a fee", "a tax"])


def test_no_server_there_is_one_line() -> None:
    with serving() as served:
        pass
    with pytest.raises(ModelError, match="no connection"):
        model(served).embed(["a fee"])


def test_address_and_key_come_from_the_environment_our_names_first() -> None:
    ours = settings(
        {
            "LEDGERRAG_EMBEDDING_BASE_URL": "http://one/v1/",
            "OPENAI_BASE_URL": "http://two/v1",
            "OPENAI_API_KEY": "theirs",
        }
    )
    # A key is sent only to the server that it was given for.
    assert (ours.base_url, ours.key) == ("http://one/v1", "none")
    theirs = settings({"OPENAI_BASE_URL": "http://two/v1", "OPENAI_API_KEY": "theirs"})
    assert (theirs.base_url, theirs.key) == ("http://two/v1", "theirs")
    with pytest.raises(UnavailableError, match="LEDGERRAG_EMBEDDING_BASE_URL"):
        settings({})


def test_two_addresses_or_models_have_two_digests() -> None:
    one = open_model("openai:m", {"LEDGERRAG_EMBEDDING_BASE_URL": "http://one/v1"})
    other = open_model("openai:m", {"LEDGERRAG_EMBEDDING_BASE_URL": "http://two/v1"})
    third = open_model("openai:n", {"LEDGERRAG_EMBEDDING_BASE_URL": "http://one/v1"})
    assert one.name == "openai:m"
    assert len({one.digest, other.digest, third.digest}) == 3
