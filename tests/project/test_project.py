"""The files around the code: pinned, consistent, free of addresses."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import ledgerrag

ROOT = Path(__file__).parents[2]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def names(text: str) -> set[str]:
    """Distributions that a requirements file pins, in normal form."""
    return {re.sub(r"[-_.]+", "-", n).lower() for n in re.findall(r"(?m)^([\w.-]+)==", text)}


def stated(requirements: list[str]) -> set[str]:
    return {
        re.sub(r"[-_.]+", "-", match.group()).lower()
        for text in requirements
        if (match := re.match(r"[\w.-]+", text))
    }


def test_there_are_three_lists_of_pinned_requirements() -> None:
    assert [path.name for path in PINNED] == ["base.txt", "build.txt", "dev.txt"]


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_a_list_of_requirements_names_no_address_and_hashes_every_line(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    for entry in re.split(r"\n(?=\S)", text.strip()):
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_every_dependency_of_the_project_is_pinned() -> None:
    base = names((ROOT / "requirements" / "base.txt").read_text("utf-8"))
    assert stated(PROJECT["project"]["dependencies"]) <= base
    build = names((ROOT / "requirements" / "build.txt").read_text("utf-8"))
    assert stated(PROJECT["dependency-groups"]["build"]) <= build
    dev = names((ROOT / "requirements" / "dev.txt").read_text("utf-8"))
    group = [item for item in PROJECT["dependency-groups"]["dev"] if isinstance(item, str)]
    assert stated(group) <= dev


def test_a_distribution_has_one_version_in_all_lists() -> None:
    pins: dict[str, set[str]] = {}
    for path in PINNED:
        lines = re.findall(r"(?m)^([\w.-]+)==(\S+?)(?: ;.*)? \\$", path.read_text("utf-8"))
        for name, version in lines:
            pins.setdefault(name, set()).add(version)
    # These, and the types that follow them, need another version from Python 3.12 on.
    follow = {"numpy", "scipy", "scipy-stubs", "optype", "numpy-typing-compat"}
    assert {name for name, found in pins.items() if len(found) > 1} <= follow


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["project"]["version"]
    assert ledgerrag.__version__ == version
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_corpus_of_the_demo_is_small_and_states_no_authority_of_its_own() -> None:
    files = [p for p in (ROOT / "src/ledgerrag/demo").rglob("*") if p.is_file()]
    texts = [p.read_text("utf-8") for p in files if p.suffix in {".md", ".jsonl", ".html", ".xml"}]
    assert sum(p.stat().st_size for p in files if p.suffix != ".pyc") < 100_000
    assert not any("authority_level" in text for text in texts)


def test_the_continuous_check_calls_the_tests_in_a_fresh_environment() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    text = script.read_text("utf-8")
    assert "set -euo pipefail" in text
    assert "make test VENV=" in text
