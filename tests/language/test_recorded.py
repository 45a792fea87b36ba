from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ledgerrag.errors import (
    AnswerError,
    BudgetError,
    ConfigError,
    InputError,
    ModelError,
    ModelUnreachableError,
    NotFoundError,
    ReplayError,
    UnavailableError,
)
from ledgerrag.language.opening import open_model
from ledgerrag.language.recorded import Cassette, RecordingModel, ReplayedModel
from ledgerrag.language.seam import Completion, Request
from ledgerrag.language.settings import ModelSettings
from tests.language import fault_server as server
from tests.language.conftest import NOW, Opens
from tests.language.fault_server import FaultServer

ASKED = Request("judge/1", (("user", "Does it?\ud800"),), "{}")
OTHER = replace(ASKED, seed=1)
GIVEN = Completion('{"a": "\u00e9"}', "tiny-1", 11, 7, "tool")


@dataclass
class Live:
    """A model that counts what it is asked, and fails where it is told to."""

    given: Completion | ModelError = GIVEN
    name: str = "tiny"
    digest: str = "d"
    asked: list[Request] = field(default_factory=list)

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        if isinstance(self.given, ModelError):
            raise self.given
        return self.given

    def close(self) -> None:
        self.asked.clear()


def test_what_was_recorded_is_replayed_as_it_was(tmp_path: Path) -> None:
    live, file = Live(), tmp_path / "tape.jsonl"
    assert RecordingModel(live, file).complete(ASKED) == GIVEN
    replayed = ReplayedModel(Cassette.read(file))
    assert replayed.complete(ASKED) == GIVEN
    assert (replayed.name, replayed.digest) == ("tiny", "d")


def test_a_request_has_one_answer_across_recordings(tmp_path: Path) -> None:
    live, file = Live(), tmp_path / "tape.jsonl"
    for _ in range(2):
        recording = RecordingModel(live, file)
        recording.complete(ASKED)
        recording.complete(ASKED)
    assert live.asked == [ASKED]
    assert len(file.read_text("utf-8").splitlines()) == 2


def test_what_is_not_recorded_is_not_sent_and_names_prompt_and_request(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    RecordingModel(Live(), file).complete(ASKED)
    with pytest.raises(ReplayError, match=f"judge/1, request {OTHER.key[:16]}"):
        ReplayedModel(Cassette.read(file)).complete(OTHER)


@pytest.mark.parametrize("kind", [ModelError, ModelUnreachableError, AnswerError])
def test_a_failure_is_replayed_and_recording_anew_asks_again(
    tmp_path: Path, kind: type[ModelError]
) -> None:
    file = tmp_path / "tape.jsonl"
    failing = RecordingModel(Live(kind("it broke", "raw", "mend it")), file)
    with pytest.raises(kind):
        failing.complete(ASKED)
    for _ in range(2):
        with pytest.raises(kind, match="it broke; mend it") as told:
            ReplayedModel(Cassette.read(file)).complete(ASKED)
        assert (type(told.value), told.value.raw) == (kind, "raw")
    assert RecordingModel(Live(), file).complete(ASKED) == GIVEN
    assert ReplayedModel(Cassette.read(file)).complete(ASKED) == GIVEN


def test_the_tokens_of_an_answer_that_is_none_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    cut = AnswerError("cut off", "{", prompt_tokens=11, answer_tokens=7)
    with pytest.raises(AnswerError):
        RecordingModel(Live(cut), file).complete(ASKED)
    with pytest.raises(AnswerError) as told:
        ReplayedModel(Cassette.read(file)).complete(ASKED)
    assert (told.value.prompt_tokens, told.value.answer_tokens) == (11, 7)


def test_a_limit_of_ours_is_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    with pytest.raises(BudgetError):
        RecordingModel(Live(BudgetError("spent")), file).complete(ASKED)
    assert Cassette.read(file).outcomes == {}


def test_a_line_that_was_cut_off_counts_as_not_written_and_is_mended(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    RecordingModel(Live(), file).complete(ASKED)
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"key": "half')
    assert list(Cassette.read(file).outcomes) == [ASKED.key]
    RecordingModel(Live(), file).complete(OTHER)
    assert list(Cassette.read(file).outcomes) == [ASKED.key, OTHER.key]
    assert file.read_bytes().startswith(whole)


def test_a_recording_of_another_model_is_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    RecordingModel(Live(), file)
    with pytest.raises(InputError, match="recording of tiny, not of small"):
        RecordingModel(Live(name="small"), file)


def test_a_file_that_is_no_recording_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    RecordingModel(Live(), file).complete(ASKED)
    file.write_bytes(file.read_bytes() + b"[]\n")
    with pytest.raises(InputError, match="line 3, is no line of a recording"):
        Cassette.read(file)
    with pytest.raises(NotFoundError, match="no recording at"):
        Cassette.read(tmp_path / "gone")


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_recording_holds_the_request_and_no_secret(opens: Opens, tmp_path: Path) -> None:
    key, file = "key-0123456789abcdef", tmp_path / "tape.jsonl"
    answers = (server.says(f'{{"a": "{key}"}}'), server.refuses("401 Unauthorized", key))
    with FaultServer(*answers) as there:
        recording = RecordingModel(opens(there.url, api_key=key), file)
        recording.complete(ASKED)
        with pytest.raises(ModelUnreachableError):
            recording.complete(OTHER)
    text = file.read_text("utf-8")
    assert key not in text
    assert json.loads(text.splitlines()[1])["request"]["prompt"] == "judge/1"


def test_replay_needs_no_server_and_recording_does(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    RecordingModel(Live(), file).complete(ASKED)
    model = open_model(None, now=lambda: NOW, replay_only=file)
    assert model.complete(ASKED) == GIVEN
    model.close()
    with pytest.raises(UnavailableError, match="set LEDGERRAG_LM_BASE_URL"):
        open_model(None, now=lambda: NOW, record=file)
    with pytest.raises(ConfigError, match="exclude each other"):
        open_model(None, now=lambda: NOW, record=file, replay_only=file)


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_model_opened_to_record_writes_what_the_server_says(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    free = replace(ASKED, schema="")
    with FaultServer(server.says("Yes.")) as there:
        model = open_model(ModelSettings(there.url, "tiny"), now=lambda: NOW, record=file)
        live = model.complete(free)
        model.close()
    assert open_model(None, now=lambda: NOW, replay_only=file).complete(free) == live
