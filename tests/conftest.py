from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.product.newsroom import Newsroom
from tests.shelf import Shelf, shelf_in

# A busy machine is slow, not wrong: no test depends on the time that it takes.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of real samples."""
    stated = os.environ.get("LEDGERRAG_SAMPLES")
    folder = Path(stated) if stated else Path(__file__).parents[2] / "shared" / "samples"
    if not folder.exists():
        pytest.skip("no samples here: set LEDGERRAG_SAMPLES to the folder that holds them")
    return folder


@pytest.fixture(scope="session")
def probes(samples: Path) -> Path:
    """The folder of probes, beside the samples."""
    folder = samples.parent / "probes"
    if not folder.exists():
        pytest.skip("no probes here: they are expected beside the samples")
    return folder


@pytest.fixture
def room(tmp_path: Path) -> Newsroom:
    return Newsroom(tmp_path)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with shelf_in(tmp_path) as made:
        yield made


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write golden files anew from what the code does"
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regenerate"))
