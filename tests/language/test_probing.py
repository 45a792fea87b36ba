from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.errors import ModelError, ModelUnreachableError
from ledgerrag.language.memory import Memory
from ledgerrag.language.seam import Request
from ledgerrag.language.ways import Dialect, Way
from tests.language import fault_server as server
from tests.language.conftest import Opens
from tests.language.fault_server import Act, FaultServer, Wire

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

FITS = '{"preferred_colour": "blue", "is_certain": true}'
ASKED = Request("judge/1", (("user", "Does it?"),), '{"type":"object"}')


def way_of(wire: Wire) -> Way:
    """How a request asks for its schema."""
    body = wire.seen.body
    form = body.get("response_format", {})
    if "tools" in body:
        return Way.TOOL
    if "grammar" in body:
        return Way.GRAMMAR
    if "guided_json" in body:
        return Way.GUIDED
    if form.get("type") == "json_schema":
        return Way.JSON_SCHEMA
    if form:
        return Way.OBJECT_SCHEMA if "schema" in form else Way.JSON_OBJECT
    return Way.PROMPT


def that_has(*ways: Way, status: str = "400 Bad Request") -> Act:
    """A server that keeps to a schema in some ways only, and refuses or ignores the others."""

    def act(wire: Wire) -> None:
        way = way_of(wire)
        if way in ways and way is Way.TOOL:
            call = {"id": "1", "type": "function", "function": {"name": "a", "arguments": FITS}}
            server.says("", message={"tool_calls": [call]})(wire)
        elif way in ways:
            server.says(FITS)(wire)
        elif way in (Way.GUIDED, Way.PROMPT):
            server.says("Blue, I think.")(wire)
        else:
            server.refuses(status, f"unsupported response_format {way}")(wire)

    return act


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("status", ["400 Bad Request", "500 Internal Server Error"])
def test_the_first_call_finds_the_way_that_the_server_has(
    opens: Opens, way: Way, status: str
) -> None:
    with FaultServer(that_has(way, status=status)) as there:
        model = opens(there.url, memory=Memory())
        assert model.complete(ASKED).way == way
        tried = len(there.requests)
        assert model.complete(ASKED).text == FITS
    assert tried == list(Way).index(way) + 2
    assert len(there.requests) == tried + 1


def test_a_probe_that_is_asked_for_tells_every_way_and_keeps_the_surest(opens: Opens) -> None:
    memory = Memory()
    with FaultServer(that_has(Way.TOOL, Way.JSON_OBJECT)) as there:
        model = opens(there.url, memory=memory)
        found = model.probe()
    assert [one.way for one in found] == list(Way)
    assert [one.way for one in found if one.works] == [Way.TOOL, Way.JSON_OBJECT]
    assert "unsupported response_format json_schema" in found[0].note
    assert "ignored: it answered 'Blue, I think.'" in found[2].note
    assert memory.recall(model.settings.name) == Dialect(Way.TOOL)


def test_a_server_that_has_no_way_is_told_and_nothing_is_remembered(opens: Opens) -> None:
    memory = Memory()
    with FaultServer(that_has()) as there:
        model = opens(there.url, memory=memory)
        with pytest.raises(ModelError, match="keeps to no JSON schema"):
            model.complete(ASKED)
    assert memory.recall(model.settings.name) is None
    assert len(there.requests) == len(Way)


@pytest.mark.parametrize(
    "act",
    [
        server.refuses("401 Unauthorized"),
        server.says(FITS, model="other-9b"),
        server.sends(server.response(b"<html>", kind="text/html")),
    ],
)
def test_a_server_that_cannot_be_had_is_not_probed_on(opens: Opens, act: Act) -> None:
    with FaultServer(act) as there, pytest.raises(ModelUnreachableError):
        opens(there.url, memory=Memory()).probe()
    assert len(there.requests) == 1


def test_a_server_that_never_answers_is_waited_for_once(opens: Opens) -> None:
    with FaultServer(server.hangs) as there, pytest.raises(ModelUnreachableError, match="within"):
        opens(there.url, memory=Memory(), deadline_ms=300).probe()
    assert len(there.requests) <= 1


def test_a_way_that_the_server_has_no_longer_is_probed_anew(opens: Opens, tmp_path: Path) -> None:
    file = tmp_path / "models.json"
    with FaultServer(that_has(Way.OBJECT_SCHEMA)) as there:
        model = opens(there.url, memory=Memory(file))
        Memory(file).keep(model.settings.name, Dialect(Way.JSON_SCHEMA))
        assert model.complete(ASKED).way == Way.OBJECT_SCHEMA
    assert Memory(file).recall(model.settings.name) == Dialect(Way.OBJECT_SCHEMA)
    # The old way; the same as a probe, and the next; the request itself.
    assert len(there.requests) == 4


def test_another_complaint_does_not_forget_the_way(opens: Opens) -> None:
    with (
        FaultServer(server.refuses("400 Bad Request", "context length exceeded")) as there,
        pytest.raises(ModelUnreachableError, match="context length exceeded"),
    ):
        opens(there.url).complete(ASKED)
    assert len(there.requests) == 1


def test_fields_that_a_server_refuses_are_left_out_from_then_on(opens: Opens) -> None:
    def picky(wire: Wire) -> None:
        for name in ("max_tokens", "temperature"):
            if name in wire.seen.body:
                told = f"unsupported {name}, use max_completion_tokens" if name[0] == "m" else name
                return server.refuses("400 Bad Request", told)(wire)
        return server.says(FITS)(wire)

    with FaultServer(picky) as there:
        model = opens(there.url)
        model.complete(ASKED)
        model.complete(ASKED)
    assert len(there.requests) == 4
    assert there.requests[-1].body["max_completion_tokens"] == 512


def test_a_request_without_a_schema_is_sent_without_a_probe(opens: Opens) -> None:
    with FaultServer(server.says("Yes.")) as there:
        found = opens(there.url, memory=Memory()).complete(Request("say/1", (("user", "?"),), ""))
    assert (found.text, found.way) == ("Yes.", "")
    assert len(there.requests) == 1
