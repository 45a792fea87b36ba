"""What docs/newsroom.md shows is what the program prints, and its code works."""

from __future__ import annotations

import hashlib
import hmac
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from tests.project.test_readme import ROOT, compare, fenced, run

PAGE = ROOT / "docs" / "newsroom.md"


def test_the_page_shows_the_story_as_the_demo_tells_it(tmp_path: Path, regenerate: bool) -> None:
    demo = [sys.executable, "-m", "ledgerrag", "demo", "breaking-news"]
    run([*demo, "--transcript", "transcript.txt"], tmp_path)
    told = (tmp_path / "transcript.txt").read_text("utf-8").strip("\n")
    compare(PAGE, "breaking-news", fenced(told), regenerate=regenerate)


def test_the_check_of_a_signature_on_the_page_works() -> None:
    found = re.search(r"<!-- signature -->\n```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found.group(1), names)  # noqa: S102 - our own page
    is_ours = cast("Callable[[str, str, bytes], bool]", names["is_ours"])
    now, body = int(time.time()), b'{"id":"w-1"}'

    def header(secret: str, moment: int) -> str:
        text = str(moment).encode() + b"." + body
        return f"t={moment},v1={hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()}"

    assert is_ours("mine", header("mine", now), body)
    assert not is_ours("mine", header("another", now), body)
    assert not is_ours("mine", header("mine", now), body + b" ")
    assert not is_ours("mine", header("mine", now - 3_600), body)
