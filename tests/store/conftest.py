from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledgerrag.store import Store, Tx


def entropy(size: int) -> bytes:
    return bytes(range(size))


def nothing(tx: Tx) -> bytes:
    return b""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "corpus.ledger"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path, entropy=entropy) as opened:
        yield opened
