from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.integrations.wordpress.newsroom import PLUGIN, ROOT

PHP = sorted(PLUGIN.rglob("*.php"))


@pytest.mark.parametrize("path", PHP, ids=lambda path: str(path.name))
def test_every_php_file_can_be_read_by_php(path: Path) -> None:
    if shutil.which("php") is None:
        pytest.skip("no PHP here")
    done = subprocess.run(["php", "-n", "-l", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", PHP, ids=lambda path: str(path.name))
def test_no_php_file_does_anything_when_it_is_called_from_outside(path: Path) -> None:
    assert re.search(r"defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;", path.read_text())


def test_the_panel_is_the_one_of_the_service() -> None:
    source = ROOT / "src" / "ledgerrag" / "service" / "static" / "ledger-panel.js"
    assert (PLUGIN / "assets" / "ledger-panel.js").read_bytes() == source.read_bytes()


def test_header_readme_and_code_state_one_version() -> None:
    main = (PLUGIN / "ledgerrag.php").read_text()
    stated = {
        *re.findall(r"^ \* Version:\s+(\S+)$", main, re.M),
        *re.findall(r"^const VERSION = '(.+)';$", main, re.M),
        *re.findall(r"^Stable tag: (\S+)$", (PLUGIN / "readme.txt").read_text(), re.M),
    }
    assert len(stated) == 1


def test_all_words_for_people_can_be_translated() -> None:
    template = (PLUGIN / "languages" / "ledgerrag.pot").read_text("utf-8")
    known = set(re.findall(r'^msgid "(.*)"$', _joined(template), re.M))
    call = re.compile(
        r"""\b(?:esc_html)?_[_n]\( '((?:[^'\\]|\\.)*)'|esc_html__\( '((?:[^'\\]|\\.)*)'"""
    )
    files = [*PHP, *(PLUGIN / "assets").glob("*.js")]
    said = {a or b for path in files for a, b in call.findall(path.read_text("utf-8"))}
    assert said
    assert {text.replace('"', '\\"') for text in said} <= known


def _joined(template: str) -> str:
    return re.sub(r'"\n"', "", template)
