"""A real server, where the environment names one: LEDGERRAG_LM_BASE_URL and LEDGERRAG_LM_MODEL.

Only the protocol is tested: a tiny model that knows nothing must pass.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import AnswerError
from ledgerrag.language.answers import complete_as, schema_of
from ledgerrag.language.memory import Memory
from ledgerrag.language.openai import OpenAIModel
from ledgerrag.language.recorded import Cassette, RecordingModel, ReplayedModel
from ledgerrag.language.seam import Request
from ledgerrag.language.settings import settings_from

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.skipif(
        not os.environ.get("LEDGERRAG_LM_BASE_URL"), reason="no server: set LEDGERRAG_LM_BASE_URL"
    ),
]


class Month(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    has_thirty_days: bool


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """One probe serves all tests."""
    return Memory(tmp_path_factory.mktemp("live") / "models.json")


@pytest.fixture
def model(memory: Memory) -> Iterator[OpenAIModel]:
    settings = settings_from(os.environ)
    assert settings is not None
    opened = OpenAIModel(settings, memory, now=time.time)
    yield opened
    opened.close()


def test_the_server_keeps_an_answer_to_a_schema_in_some_way(model: OpenAIModel) -> None:
    assert [one for one in model.probe() if one.works]


def test_an_answer_comes_back_in_its_shape_and_is_counted(model: OpenAIModel) -> None:
    request = Request(
        "month/1", (("user", "Does April have thirty days?"),), schema_of(Month), max_tokens=256
    )
    found = complete_as(model, request, Month)
    assert isinstance(found.value.has_thirty_days, bool)
    assert found.prompt_tokens > 0
    assert found.answer_tokens > 0


def test_an_answer_beyond_its_bound_is_told_as_such(model: OpenAIModel) -> None:
    request = Request("count/1", (("user", "Count from one to a thousand."),), "", max_tokens=4)
    with pytest.raises(AnswerError, match="cut off after 4 tokens"):
        model.complete(request)


def test_a_cited_answer_survives_the_model_and_replays_without_it(
    model: OpenAIModel, tmp_path: Path
) -> None:
    text = "---\ndoc_id: rule-12\npublished: 2026-01-15\ndomain: regulation\n---\n"
    (tmp_path / "rule.md").write_text(text + "The reporting period is 180 days.\n", "utf-8")
    tape = tmp_path / "tape.jsonl"
    recording = RecordingModel(model, tape)
    question = "How long is the reporting period?"
    with LedgerRAG.open(tmp_path / "s.db", language=recording) as rag:
        rag.ingest(tmp_path / "rule.md")
        answer = rag.ask(question)
        assert rag.replay(answer.run, "R1").identical
    assert "180 days" in answer.text
    assert answer.citations
    assert answer.language is not None
    assert answer.language.calls > 0
    replayed = ReplayedModel(Cassette.read(tape))
    with LedgerRAG.open(tmp_path / "s.db", create=False, language=replayed) as rag:
        assert rag.ask(question).text == answer.text
