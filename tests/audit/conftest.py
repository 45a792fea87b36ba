from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.store import Store
from tests.audit.logs import Log, entropy, fill


@pytest.fixture(params=["memory", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    if request.param == "memory":
        yield fill(MemoryJournal(), tmp_path / "outside")
    else:
        with Store.open(tmp_path / "store.db", entropy=entropy()) as store:
            yield fill(store, tmp_path / "outside")
