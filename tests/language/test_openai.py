from __future__ import annotations

import json
import threading
from email.utils import formatdate

import pytest
from pydantic import BaseModel, ConfigDict

from ledgerrag.errors import AnswerError, BudgetError, ModelError, ModelUnreachableError
from ledgerrag.language.answers import complete_as, schema_of
from ledgerrag.language.faults import Fault
from ledgerrag.language.openai import worth
from ledgerrag.language.seam import Request
from tests.language import fault_server as server
from tests.language.conftest import NOW, Opens
from tests.language.fault_server import Act, FaultServer, Wire

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

KEY = "key-0123456789abcdef"
RIGHT = '{"stance": "support"}'


class Stance(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    stance: str


ASKED = Request("judge/1", (("user", "Does it?"),), schema_of(Stance))


def test_a_request_is_sent_whole_and_its_answer_and_tokens_are_read(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT, model="tiny-2026")) as there:
        found = opens(there.url, api_key=KEY).complete(ASKED)
    assert (found.text, found.served, found.tokens) == (RIGHT, "tiny-2026", 18)
    (seen,) = there.requests
    assert (seen.method, seen.path) == ("POST", "/v1/chat/completions")
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.body["messages"] == [{"role": "user", "content": "Does it?"}]
    assert (seen.body["temperature"], seen.body["seed"], seen.body["max_tokens"]) == (0, 0, 512)
    assert seen.body["response_format"]["json_schema"]["schema"] == json.loads(ASKED.schema)


def test_without_a_key_no_authorization_is_sent(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT)) as there:
        opens(there.url).complete(ASKED)
    assert "authorization" not in there.requests[0].headers


def test_tokens_are_estimated_where_the_server_counts_none(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT, usage=None)) as there:
        found = opens(there.url).complete(ASKED)
    assert (found.prompt_tokens, found.answer_tokens) == (2, 6)


@pytest.mark.parametrize(
    "act",
    [
        server.resets_at_once,
        server.resets_within_the_body,
        server.closes_within_the_body,
        server.closes_within_a_stream,
        server.sends(server.response(server.completion(RIGHT)[:-30])),
        server.refuses("500 Internal Server Error"),
        server.refuses("502 Bad Gateway"),
        server.refuses("503 Service Unavailable"),
        server.refuses("429 Too Many Requests", Retry_After="1"),
        server.refuses("429 Too Many Requests", Retry_After=formatdate(NOW + 2, usegmt=True)),
    ],
)
def test_what_may_pass_is_tried_again_and_ends_as_an_answer(opens: Opens, act: Act) -> None:
    with FaultServer(act, server.says(RIGHT)) as there:
        assert opens(there.url).complete(ASKED).text == RIGHT
    assert len(there.requests) == 2


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (server.resets_at_once, "broke off"),
        (server.closes_within_a_stream, "broke off"),
        (server.refuses("500 Internal Server Error", "on fire"), "answered 500 .*on fire"),
        (server.complains_without_end, "answered 503"),
        (server.refuses("429 Too Many Requests", "slow down"), "answered 429 .*slow down"),
        (server.sends(server.response(b'{"choices": [')), "is no JSON"),
    ],
)
def test_tries_are_bounded_and_end_as_a_typed_error(opens: Opens, act: Act, told: str) -> None:
    with FaultServer(act) as there, pytest.raises(ModelUnreachableError, match=told):
        opens(there.url, attempts=3).complete(ASKED)
    assert len(there.requests) == 3


def test_a_server_that_is_not_there_is_named_with_the_next_step(opens: Opens) -> None:
    with FaultServer(server.hangs) as there:
        url = there.url
    with pytest.raises(ModelUnreachableError, match="no connection to the server at 127") as told:
        opens(url).complete(ASKED)
    assert told.value.next_step == "start it, or check the address"


@pytest.mark.parametrize(
    ("act", "told", "step"),
    [
        (server.refuses("401 Unauthorized"), "does not accept the key", "API_KEY"),
        (server.refuses("403 Forbidden"), "refuses this key the model tiny", "API_KEY"),
        (server.refuses("404 Not Found"), "knows no model tiny", "MODEL"),
        (server.refuses("402 Payment Required"), "used up", "account"),
        (server.refuses("418 I'm a teapot"), "answered 418", ""),
        (
            server.refuses("429 Too Many Requests", "insufficient_quota: pay"),
            "insufficient_quota",
            "",
        ),
        (
            server.sends(server.response(b"<!doctype html><p>Sign in", kind="text/html")),
            "sent a web page",
            "/v1",
        ),
        (server.sends(server.response(b"  <html>", kind="application/json")), "web page", "/v1"),
        (server.sends(server.response(b"no JSON at all")), "is no JSON", "/v1"),
        (server.sends(server.response(b'{"choices": 7}')), "is no chat completion", "/v1"),
        (server.sends(server.response(b"[" * 100_000)), "is no JSON", "/v1"),
        (
            server.sends(server.response(b'{"error": {"code": 500, "message": "busy"}}')),
            "answered with an error: 500 busy",
            "",
        ),
        (server.never_ends, "more than 100,000 bytes", "MAX_BYTES"),
        (
            server.sends(server.response(b"\x1f\x8b", Content_Encoding="gzip")),
            "compressed",
            "",
        ),
        (server.says(RIGHT, model="other-9b"), "other-9b answered instead of tiny", "SERVED"),
    ],
)
def test_what_will_not_pass_is_asked_once_and_told_with_the_next_step(
    opens: Opens, act: Act, told: str, step: str
) -> None:
    with FaultServer(act) as there, pytest.raises(ModelUnreachableError, match=told) as error:
        opens(there.url, max_bytes=100_000).complete(ASKED)
    assert step in error.value.next_step
    assert len(there.requests) == 1


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (server.sends(server.response(b'{"choices": [], "model": "tiny"}')), "no choices"),
        (server.says("", message={"refusal": "I will not."}), "refused"),
        (server.says(RIGHT[:9], finish="length"), "cut off after 512 tokens"),
        (server.says("", finish="content_filter"), "content filter"),
        (server.says("  \n"), "empty answer"),
        (server.sends(server.response(server.completion(None))), "empty answer"),
    ],
)
def test_a_model_that_gives_no_answer_fails_with_what_it_said(
    opens: Opens, act: Act, told: str
) -> None:
    with FaultServer(act) as there, pytest.raises(AnswerError, match=told) as error:
        opens(there.url).complete(ASKED)
    assert '"choices"' in error.value.raw
    assert len(there.requests) == 1


@pytest.mark.parametrize(
    "act",
    [server.hangs, server.drips_its_head, server.drips_its_body, server.drips_a_complaint],
)
def test_a_deadline_ends_a_call_wherever_it_stands(opens: Opens, act: Act) -> None:
    with (
        FaultServer(act) as there,
        pytest.raises(ModelUnreachableError, match=r"no whole answer within 0\.3 s"),
    ):
        opens(there.url, deadline_ms=300).complete(ASKED)
    # None at all where the machine is too busy to send it in time.
    assert len(there.requests) <= 1


def test_a_wait_beyond_the_deadline_is_not_begun(opens: Opens) -> None:
    act = server.refuses("429 Too Many Requests", Retry_After="3600")
    with FaultServer(act) as there, pytest.raises(ModelUnreachableError, match="answered 429"):
        opens(there.url).complete(ASKED)
    assert len(there.requests) == 1


def test_a_servers_wish_to_wait_counts_within_the_deadline() -> None:
    asked = Fault(ModelUnreachableError("busy"), retry=True, wait=5.0)
    assert worth(asked, left=6.0) == 5.0
    assert worth(asked, left=5.0) is False
    assert worth(Fault(ModelUnreachableError("busy"), retry=True), left=0.1) is True
    assert worth(Fault(ModelError("no")), left=60.0) is False
    assert worth(ValueError(), left=60.0) is False


def test_a_redirect_does_not_carry_the_key_to_another_server(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT)) as other:
        moved = server.refuses("307 Temporary Redirect", Location=other.url + "/chat/completions")
        with FaultServer(moved) as there, pytest.raises(ModelUnreachableError, match="redirects"):
            opens(there.url, api_key=KEY).complete(ASKED)
        assert len(there.requests) == 1
        assert other.requests == []


def test_the_key_is_in_no_text_that_leaves(opens: Opens) -> None:
    complaint = server.refuses("401 Unauthorized", f"wrong key {KEY}")
    empty = server.says("", message={"refusal": f"no, {KEY}"})
    with FaultServer(complaint, empty, server.says(f'{{"stance": "{KEY}"}}')) as there:
        model = opens(there.url, api_key=KEY)
        with pytest.raises(ModelUnreachableError) as first:
            model.complete(ASKED)
        with pytest.raises(ModelError) as second:
            model.complete(ASKED)
        found = model.complete(ASKED)
    texts = [str(first.value), first.value.raw, str(second.value), second.value.raw, found.text]
    texts += [repr(model), repr(model.settings), model.name, model.digest]
    assert not [text for text in texts if KEY in text]
    assert "[key]" in str(first.value)


def test_a_wrong_answer_is_asked_for_once_more_with_what_is_wrong(opens: Opens) -> None:
    with FaultServer(server.says('{"stance": 7}'), server.says(RIGHT)) as there:
        found = complete_as(opens(there.url), ASKED, Stance)
    assert (found.value, found.requests) == (Stance(stance="support"), 2)
    assert (found.prompt_tokens, found.answer_tokens) == (22, 14)
    again = there.requests[1].body["messages"]
    assert [one["role"] for one in again] == ["user", "assistant", "user"]
    assert "- stance: Input should be a valid string" in again[2]["content"]


def test_two_wrong_answers_are_an_error_that_keeps_the_second(opens: Opens) -> None:
    with (
        FaultServer(server.says("perhaps"), server.says('{"verdict": 1}')) as there,
        pytest.raises(AnswerError, match="judge/1 outside its schema twice") as error,
    ):
        complete_as(opens(there.url), ASKED, Stance)
    assert (error.value.raw, error.value.prompt_tokens) == ('{"verdict": 1}', 22)
    assert len(there.requests) == 2


def test_no_more_calls_than_places_are_under_way(opens: Opens) -> None:
    lock, under_way, most = threading.Lock(), [0], [0]

    def counted(wire: Wire) -> None:
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        wire.stopped.wait(0.05)
        with lock:
            under_way[0] -= 1
        server.says(RIGHT)(wire)

    with FaultServer(counted) as there:
        model = opens(there.url, concurrency=2)
        callers = [threading.Thread(target=model.complete, args=(ASKED,)) for _ in range(6)]
        for one in callers:
            one.start()
        for one in callers:
            one.join()
    assert len(there.requests) == 6
    assert most[0] <= 2


def test_the_budget_stops_a_request_before_it_is_sent(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT, usage=(60, 40))) as there:
        model = opens(there.url, max_tokens=110)
        model.complete(ASKED)
        with pytest.raises(BudgetError, match="100 of 110 model tokens are spent"):
            model.complete(ASKED)
        assert model.purse.spent == 100
    assert len(there.requests) == 1


def test_tokens_of_answers_that_cannot_be_used_are_spent_too(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT[:5], finish="length", usage=(60, 40))) as there:
        model = opens(there.url)
        with pytest.raises(ModelError, match="cut off"):
            model.complete(ASKED)
        assert model.purse.spent == 100


def test_a_closed_model_says_so(opens: Opens) -> None:
    with FaultServer(server.says(RIGHT)) as there:
        model = opens(there.url)
        model.complete(ASKED)
        model.close()
        with pytest.raises(ModelUnreachableError, match="the model is closed"):
            model.complete(ASKED)


def test_closing_ends_a_call_that_is_under_way(opens: Opens) -> None:
    begun = threading.Event()

    def holds(wire: Wire) -> None:
        begun.set()
        wire.wait()

    told: list[str] = []

    def call() -> None:
        try:
            model.complete(ASKED)
        except ModelUnreachableError as error:
            told.append(error.message)

    with FaultServer(holds) as there:
        model = opens(there.url)
        caller = threading.Thread(target=call)
        caller.start()
        begun.wait()
        model.close()
        caller.join()
    assert told == ["the model was closed during a call"]
