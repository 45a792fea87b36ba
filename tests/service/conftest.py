from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import resources
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy
from ledgerrag.language.seam import LanguageModel
from ledgerrag.service.accesslog import AccessLog
from ledgerrag.service.app import create_app
from ledgerrag.service.state import Service, Settings
from ledgerrag.service.tokens import SCOPES
from tests.product.newsroom import seeded


@dataclass(frozen=True, slots=True)
class Served:
    """A service in this process, with a client that needs no network."""

    service: Service
    client: TestClient
    log: StringIO = field(default_factory=StringIO)

    def token(self, *scopes: str, site: str = "newsroom", tenant: str = "main") -> str:
        """A new token; with every scope but admin where none is named."""
        wanted = scopes or tuple(scope for scope in SCOPES if scope != "admin")
        return self.service.tokens.create(site, "test", wanted, tenant).token

    def headers(self, *scopes: str, site: str = "newsroom", tenant: str = "main") -> dict[str, str]:
        """The headers of a new token."""
        return {"Authorization": f"Bearer {self.token(*scopes, site=site, tenant=tenant)}"}

    def call(self, method: str, path: str, token: str = "", **more: Any) -> Any:
        """A call with a token; the response."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, path, headers=headers, **more)


@pytest.fixture(scope="session")
def demo_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of the demo's corpus, made once."""
    folder = tmp_path_factory.mktemp("demo")
    copy(resources.files("ledgerrag.demo"), folder / "files")
    with LedgerRAG.open(folder / "s.db", clock=lambda: NOW, entropy=steady_entropy()) as rag:
        rag.ingest(folder / "files" / "corpus", sources=folder / "files" / "sources.toml")
    return folder


@contextmanager
def serving(
    store: Path, *, seed: str = "", language: LanguageModel | None = None, **limits: Any
) -> Iterator[Served]:
    """A service over a store; the limits are those of `Settings`."""
    entropy = seeded(seed or f"service {store}")

    def opener(path: Path) -> LedgerRAG:
        return LedgerRAG.open(path, clock=lambda: NOW, entropy=entropy, language=language)

    service = Service.open(Settings(store, **limits), opener, lambda: NOW, entropy)
    log = StringIO()
    app = create_app(service, AccessLog(service.clock, log))
    with TestClient(app, base_url="http://localhost") as client:
        yield Served(service, client, log)


@pytest.fixture
def demo(tmp_path: Path, demo_store: Path) -> Path:
    """A copy of the demo's store that a test may change."""
    shutil.copytree(demo_store, tmp_path / "demo")
    return tmp_path / "demo" / "s.db"


@pytest.fixture
def served(demo: Path) -> Iterator[Served]:
    """A service over the demo's corpus, on the demo's day."""
    with serving(demo) as made:
        yield made
