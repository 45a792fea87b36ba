from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

from tests.cli.conftest import Run
from tests.language import fault_server as server
from tests.language.fault_server import Act, FaultServer, Wire

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

KEY = "key-0123456789abcdef"
FITS = '{"preferred_colour": "green", "is_certain": false}'
ASK = ("ask", "How long is the reporting period?", "--as-of", "2026-08-01")


@pytest.fixture(autouse=True)
def _without_waits() -> Iterator[None]:
    with stamina.set_testing(True, attempts=10, cap=True):
        yield


def use(monkeypatch: pytest.MonkeyPatch, url: str, **settings: str) -> None:
    """Set the server up as a person would."""
    stated = {"BASE_URL": url, "MODEL": "tiny", "API_KEY": KEY, **settings}
    for name, value in stated.items():
        monkeypatch.setenv(f"LEDGERRAG_LM_{name}", value)


def only_json_schema(wire: Wire) -> None:
    if "json_schema" in str(wire.seen.body.get("response_format", "")):
        return server.says(FITS, model="tiny-2026")(wire)
    return server.refuses("400 Bad Request", f"no such response_format for {KEY}")(wire)


def test_a_probe_tells_every_way_on_one_screen_and_remembers_the_surest(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultServer(only_json_schema) as there:
        url = there.url
        use(monkeypatch, url)
        done = run("models", "probe", "--store", store)
        told = json.loads(run("models", "probe", "--store", store, "--json").out)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert len(lines) <= 24
    assert lines[0] == f"Server     {url} · with a key"
    assert lines[1] == "Model      tiny, served as tiny-2026"
    ways = [line.split()[:2] for line in lines]
    assert [one for one in ways if one[:1] in (["json_schema"], ["tool"])] == [
        ["json_schema", "yes"],
        ["tool", "no"],
    ]
    remembered = store.with_name("s.db.models.json")
    assert "Chosen     json_schema, remembered" in done.out
    assert told["remembered"] == str(remembered)
    assert KEY not in done.out + json.dumps(told) + remembered.read_text("utf-8")
    assert (told["chosen"], len(told["ways"]), told["key"]) == ("json_schema", 7, True)
    remembered.unlink()


def test_a_server_that_keeps_to_no_schema_ends_with_exit_code_1(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultServer(server.says("Green.")) as there:
        use(monkeypatch, there.url)
        done = run("models", "probe", "--store", tmp_path / "none.db")
    assert done.code == 1
    assert "Chosen     none" in done.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (server.refuses("401 Unauthorized"), "does not accept the key; check LEDGERRAG_LM_API_KEY"),
        (server.refuses("404 Not Found"), "knows no model tiny"),
        (server.sends(server.response(b"<html>")), "usually ends in /v1"),
    ],
)
def test_a_probe_that_cannot_be_made_is_one_line_with_the_next_step(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, act: Act, told: str
) -> None:
    with FaultServer(act) as there:
        use(monkeypatch, there.url)
        done = run("models", "probe", "--store", store)
    assert (done.code, done.out) == (6, "")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_settings_that_are_missing_or_wrong_are_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEDGERRAG_LM_BASE_URL", raising=False)
    assert run("models", "probe").code == 7
    use(monkeypatch, "http://127.0.0.1:9/v1", MODEL="")
    done = run("models", "probe")
    assert (done.code, done.out) == (2, "")
    assert "set LEDGERRAG_LM_MODEL" in done.err


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (server.resets_at_once, "broke off"),
        (server.resets_within_the_body, "broke off"),
        (server.closes_within_a_stream, "broke off"),
        (server.refuses("429 Too Many Requests", Retry_After="7"), "429 too many requests"),
        (server.refuses("503 Service Unavailable"), "503 service unavailable"),
        (server.refuses("401 Unauthorized", KEY), "does not accept the key"),
        (server.sends(server.response(b"<html>Sign in")), "sent a web page"),
        (server.sends(server.response(b'{"choices": [')), "no JSON"),
        (server.sends(server.response(b"nonsense")), "no JSON"),
        (server.never_ends, "more than 50,000"),
        (server.drips_its_body, "no whole answer within 1 s"),
        (server.hangs, "no whole answer within 1 s"),
        (server.says(FITS, model="other-9b"), "other-9b answered instead of tiny"),
        (server.says("{}", finish="length"), "keeps to no JSON schema"),
        (server.says("Sure! Here it is."), "keeps to no JSON schema"),
        (server.says(FITS), "outside its schema twice"),
    ],
)
def test_whatever_the_server_does_the_answer_is_the_local_one_and_says_so(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, act: Act, told: str
) -> None:
    plain = run(*ASK, "--store", store)
    slow = act in (server.drips_its_body, server.hangs)
    with FaultServer(act) as there:
        use(monkeypatch, there.url, DEADLINE="1" if slow else "60", MAX_BYTES="50000")
        done = run(*ASK, "--store", store, "--model")
    store.with_name("s.db.models.json").unlink(missing_ok=True)
    assert done.code == plain.code == 0, done.err
    assert done.out.splitlines()[0] == plain.out.splitlines()[0]
    assert "Degraded" in done.out
    assert told in " ".join(done.out.split())
    assert KEY not in done.out + done.err
    run_id = next(one for one in done.out.splitlines() if one.startswith("Run ")).split()[1]
    for level in ("R0", "R1"):
        assert run("audit", "replay", run_id, "--store", store, "--level", level).code == 0
