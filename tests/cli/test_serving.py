from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_store_that_is_not_there_is_not_made(run: Run, tmp_path: Path) -> None:
    done = run("serve", "--store", tmp_path / "s.db")
    assert done.code == 3
    assert "token create" in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.enable_socket
def test_an_address_that_is_taken_is_named_with_the_next_step(run: Run, store: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--store", store, "--port", port)
    assert done.code == 2
    assert f"port {port}" in done.err
    assert "--port" in done.err


@pytest.mark.enable_socket
def test_an_address_that_is_not_of_this_machine_is_refused(run: Run, store: Path) -> None:
    done = run("serve", "--store", store, "--host", "192.0.2.1", "--port", "0")
    assert done.code == 2
    assert "192.0.2.1" in done.err


def test_a_limit_that_cannot_be_is_refused(run: Run, store: Path) -> None:
    for option in ("--workers", "--max-body", "--max-requests"):
        assert run("serve", "--store", store, option, "0").code == 2
