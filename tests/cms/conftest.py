from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cms.desk import Desk
from tests.cms.watched import Newsroom


@pytest.fixture
def newsroom(tmp_path: Path) -> Iterator[Newsroom]:
    made = Newsroom(tmp_path)
    yield made
    made.rag.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.rag.close()
