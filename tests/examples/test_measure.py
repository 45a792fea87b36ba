from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "examples" / "newsroom" / "measure.py"


def test_both_ways_are_measured_on_drafts_that_the_record_refutes() -> None:
    made = subprocess.run(
        [sys.executable, SCRIPT, "--times", "2"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    assert re.search(r"through the site: p50 \d+ ms", made.stdout)
    assert re.search(r"at the service: p50 \d+ ms", made.stdout)
    assert "2 checks each" in made.stdout
