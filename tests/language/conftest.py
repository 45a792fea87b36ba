from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import stamina

from ledgerrag.language.memory import Memory
from ledgerrag.language.openai import OpenAIModel
from ledgerrag.language.settings import ModelSettings
from ledgerrag.language.ways import Dialect

NOW = 1_700_000_000.0

Opens = Callable[..., OpenAIModel]


@pytest.fixture(autouse=True)
def _without_waits() -> Iterator[None]:
    """Tries follow each other at once."""
    with stamina.set_testing(True, attempts=10, cap=True):
        yield


@pytest.fixture
def opens() -> Iterator[Opens]:
    """Opens models of a server whose dialect is known; they are closed after the test."""
    made: list[OpenAIModel] = []

    def model(url: str, *, memory: Memory | None = None, **changes: object) -> OpenAIModel:
        stated = {"base_url": url, "model": "tiny", "deadline_ms": 60_000, **changes}
        settings = ModelSettings(**stated)  # type: ignore[arg-type]
        if memory is None:
            memory = Memory()
            memory.keep(settings.name, Dialect())
        made.append(OpenAIModel(settings, memory, now=lambda: NOW))
        return made[-1]

    yield model
    for one in made:
        one.close()
