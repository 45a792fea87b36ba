from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from ledgerrag.api import LedgerRAG
from ledgerrag.cli.demonstration import NOW, copy, steady_entropy
from ledgerrag.service.app import create_app
from ledgerrag.service.state import Service, Settings
from ledgerrag.service.tokens import SCOPES


@dataclass(frozen=True, slots=True)
class Served:
    """A service in this process, with a client that needs no network."""

    service: Service
    client: TestClient

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


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A service over the demo's corpus, on the demo's day."""
    folder = tmp_path / "demo"
    copy(resources.files("ledgerrag.demo"), folder)
    store = tmp_path / "s.db"
    entropy = steady_entropy()
    with LedgerRAG.open(store, clock=lambda: NOW, entropy=entropy) as rag:
        rag.ingest(folder / "corpus", sources=folder / "sources.toml")
    service = Service.open(Settings(store), clock=lambda: NOW, entropy=entropy)
    with TestClient(create_app(service), raise_server_exceptions=True) as client:
        yield Served(service, client)
