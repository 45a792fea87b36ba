"""The README's commands and code are what a reader can run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_names_its_two_commands() -> None:
    text = README.read_text("utf-8")
    assert "\nmake demo " in text
    assert "\nmake test " in text


def test_the_readmes_python_runs(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    assert found is not None
    folder = tmp_path
    (folder / "rules").mkdir()
    (folder / "sources.toml").write_text("[sources.authority]\nauthority_level = 3\n", "utf-8")
    (folder / "rules" / "rule-12.md").write_text(
        "---\nsource: authority\npublished: 2025-01-01\n---\nThe reporting period is 180 days.\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-c", found.group(1)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert "180 days" in done.stdout
