from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.product.newsroom import Newsroom

# A busy machine is slow, not wrong: no test depends on the time that it takes.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def _shared(name: str) -> Path:
    stated = os.environ.get("LEDGERRAG_SHARED")
    folder = Path(stated) if stated else Path(__file__).parents[2] / "shared"
    if not (folder / name).exists():
        pytest.skip(f"{name} is not here: set LEDGERRAG_SHARED to the folder that holds it")
    return folder / name


@pytest.fixture
def probes() -> Path:
    """The folder of probes."""
    return _shared("probes")


@pytest.fixture
def samples() -> Path:
    """The folder of real samples."""
    return _shared("samples")


@pytest.fixture
def room(tmp_path: Path) -> Newsroom:
    return Newsroom(tmp_path)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write golden files anew from what the code does"
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regenerate"))
