"""What is shipped is what was tested: the wheel, alone in an empty environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.onnx import META, WEIGHTS, open_stance

ROOT = Path(__file__).parents[2]
JUDGE = """
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.onnx import open_stance
print(open_stance().odds([Pair("The fee is $5.", "Nobody has to pay.")])[0])
"""


def run(*command: str | Path, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_alone_runs_the_whole_demo_and_the_stance_model_from_any_folder(
    tmp_path: Path,
) -> None:
    dist, fresh, elsewhere = tmp_path / "dist", tmp_path / "venv", tmp_path / "else where"
    elsewhere.mkdir()
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", dist, ROOT)
    run(*build, cwd=elsewhere)
    (wheel,) = dist.glob("*.whl")
    venv.create(fresh, with_pip=True)
    pip = (fresh / "bin" / "python", "-m", "pip", "install", "--quiet")
    run(*pip, "--require-hashes", "-r", ROOT / "requirements" / "base.txt", cwd=elsewhere)
    run(*pip, "--no-deps", wheel, cwd=elsewhere)
    shipped = zipfile.ZipFile(wheel).namelist()
    for name in (WEIGHTS, META, "NOTICE"):
        assert f"ledgerrag/stance/data/{name}" in shipped
    assert run(fresh / "bin" / "python", "-c", JUDGE, cwd=elsewhere).strip() == str(
        open_stance().odds([Pair("The fee is $5.", "Nobody has to pay.")])[0]
    )
    held = json.loads(run(fresh / "bin" / "ledgerrag", "demo", "--json", cwd=elsewhere))
    assert held
    assert all(fine for _, fine in held)
    assert list(elsewhere.iterdir()) == []
