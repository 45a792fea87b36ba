"""What the README and docs/demo.md show is what the program prints (`make transcript`)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DEMO = ROOT / "docs" / "demo.md"
FIRST = (
    "Before an announced amendment takes effect",
    "After it has taken effect",
    "After it, with what was known before",
    "Repealed, but saved for earlier periods",
)
HEADER = (
    "# The demo\n\nWhat `make demo` prints, without times. Written by `make transcript`, and"
    " compared with the\nprogram's output by the tests.\n"
)
# Hashes over times and folders differ from run to run.
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the demo leaves, with its transcript beside it."""
    folder = tmp_path_factory.mktemp("demo")
    demo = [sys.executable, "-m", "ledgerrag", "demo"]
    run([*demo, "--keep", "kept", "--transcript", "transcript.txt"], folder)
    return folder


def transcript(kept: Path) -> str:
    text = (kept / "transcript.txt").read_text("utf-8").strip("\n")
    return _DIGEST.sub("...", text)


def parts(text: str) -> dict[str, str]:
    """The demonstration by heading."""
    return {part.partition("\n")[0]: f"# {part}" for part in text[2:].split("\n\n# ")}


def fenced(text: str) -> str:
    return f"```\n{text}\n```"


def compare(path: Path, name: str, wanted: str, *, regenerate: bool) -> None:
    block = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=\n<!-- /{name} -->)", re.S)
    text = path.read_text("utf-8")
    if regenerate:
        path.write_text(block.sub(lambda _: wanted, text), "utf-8")
    found = block.search(path.read_text("utf-8"))
    assert found is not None
    assert found.group() == wanted


def test_the_demo_page_is_the_whole_transcript(kept: Path, regenerate: bool) -> None:
    wanted = f"{HEADER}\n{fenced(transcript(kept))}\n"
    if regenerate:
        DEMO.write_text(wanted, "utf-8")
    assert DEMO.read_text("utf-8") == wanted


def test_the_readme_shows_answers_as_the_demo_gives_them(kept: Path, regenerate: bool) -> None:
    found = parts(transcript(kept))
    wanted = fenced("\n\n".join(found[heading] for heading in FIRST))
    compare(README, "transcript", wanted, regenerate=regenerate)


def test_the_readme_defends_an_answer_with_commands_that_work(kept: Path, regenerate: bool) -> None:
    answer = parts(transcript(kept))["After it has taken effect"]
    found = re.search(r"^Run +(\w+)", answer, re.M)
    assert found is not None
    asked = found.group(1)
    folder = kept / "kept"
    ledgerrag = [sys.executable, "-m", "ledgerrag"]
    verifier = [sys.executable, str(ROOT / "verifier" / "ledgerrag_verify.py")]
    exported = ["audit", "export", "answer.jsonl", "--run", asked, "--checkpoint", "checkpoints"]
    commands = [
        ("ledgerrag", ledgerrag, ["ledger", "show", asked]),
        ("ledgerrag", ledgerrag, ["audit", "replay", asked, "--level", "R1"]),
        ("ledgerrag", ledgerrag, ["audit", "replay", asked, "--level", "R2"]),
        ("ledgerrag", ledgerrag, exported),
        ("python3 verifier/ledgerrag_verify.py", verifier, ["answer.jsonl", "--key", "key.pub"]),
    ]
    lines = []
    for shown, command, arguments in commands:
        printed = _DIGEST.sub("...", run([*command, *arguments], folder)).strip("\n")
        lines += [f"$ {shown} {' '.join(arguments)}", printed, ""]
    compare(README, "defence", fenced("\n".join(lines).strip("\n")), regenerate=regenerate)


def test_the_readme_names_its_two_commands() -> None:
    text = README.read_text("utf-8")
    assert "\nmake demo " in text
    assert "\nmake test " in text


def test_the_readmes_python_runs(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    assert found is not None
    (tmp_path / "rules").mkdir()
    (tmp_path / "sources.toml").write_text("[sources.authority]\nauthority_level = 3\n", "utf-8")
    (tmp_path / "rules" / "rule-12.md").write_text(
        "---\nsource: authority\npublished: 2025-01-01\n---\nThe reporting period is 180 days.\n",
        "utf-8",
    )
    assert "180 days" in run([sys.executable, "-c", found.group(1)], tmp_path)
