from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.cli import main
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy


@dataclass(frozen=True, slots=True)
class Done:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("LEDGERRAG_STORE", raising=False)

    def go(*arguments: str | Path) -> Done:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Done(code, printed.out, printed.err)

    return go


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's data files in a folder."""
    folder = tmp_path_factory.mktemp("corpus")
    copy(resources.files("ledgerrag.demo"), folder)
    return folder


@pytest.fixture(scope="session")
def store(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the demo's corpus; tests add runs to it, never documents."""
    path = tmp_path_factory.mktemp("store") / "s.db"
    with LedgerRAG.open(path, clock=lambda: NOW, entropy=steady_entropy()) as rag:
        rag.ingest(corpus / "corpus", sources=corpus / "sources.toml")
    return path
