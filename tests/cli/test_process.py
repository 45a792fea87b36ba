"""The command line as a process: exit codes, one line of error, quiet ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(
    *arguments: str | bytes, cwd: Path, env: dict[str, str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "ledgerrag", *arguments],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", **(env or {})},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )


def test_the_version_is_printed(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout.split()[0]) == (0, b"ledgerrag")


def test_no_command_prints_the_help_and_is_a_usage_error(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert done.returncode == 2
    assert b"Commands:" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["ask"], 2, "Missing argument 'question'"),
        (["ask", "x", "--nosuch"], 2, "--nosuch"),
        (["aks", "x"], 2, "aks"),
        (["audit"], 2, "Missing command"),
        (["params", "--preset", "regulaton"], 2, "did you mean regulation?"),
        (["params", "--set", "tau_kov=0.5"], 2, "did you mean tau_cov?"),
        (["params", "--set", "tau_cov"], 2, "write --set name=value"),
        (["params", "--set", "tau_cov=0.5", "--set", "tau_cov=0.6"], 2, "given twice"),
        (["params", "--set", "tau_cov=7"], 2, "out of range"),
        (["params", "--config", "nosuch.toml"], 2, "nosuch.toml"),
        (["check", "nosuch.md"], 3, "no draft at nosuch.md"),
        (["audit", "replay", "x", "--level", "R7"], 2, "choose from R0, R1, R2, R3"),
    ],
)
def test_a_mistake_is_one_line_with_the_next_step(
    tmp_path: Path, arguments: list[str], code: int, says: str
) -> None:
    done = run(*arguments, cwd=tmp_path)
    error = done.stderr.decode()
    assert done.returncode == code, error
    assert error.startswith("ledgerrag: ")
    assert error.count("\n") == 1
    assert "; " in error
    assert says in error
    assert done.stdout == b""
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m ledgerrag params | head -n 1'
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, timeout=60
    )
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_under_the_output_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ledgerrag", "params"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 4
    assert done.stderr.decode().count("\n") == 1


def test_a_terminal_without_unicode_gets_numbers_instead_of_a_failure(tmp_path: Path) -> None:
    done = run("params", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()


def test_a_server_of_embeddings_that_is_down_is_one_line_whatever_was_tried(
    tmp_path: Path,
) -> None:
    text = "---\npublished: 2025-01-01\nsource: s\n---\nA fee.\n"
    (tmp_path / "fee.md").write_text(text, "utf-8")
    # Nobody listens on the port of "discard"; the tries and waits are those of a user.
    done = run(
        *("ingest", "fee.md", "--mode", "hybrid", "--embedding", "openai:m"),
        cwd=tmp_path,
        env={"LEDGERRAG_EMBEDDING_BASE_URL": "http://127.0.0.1:9/v1"},
    )
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, len(lines)) == (6, 1), lines
    assert "gave no vectors" in lines[0]
