from __future__ import annotations

import json
import re
from pathlib import Path

from ledgerrag.api import LedgerRAG
from tests.cli.conftest import Run

TOKEN = re.compile(r"lr_[0-9a-f]{16}_[0-9a-f]{64}\n")


def test_the_token_alone_goes_to_standard_output_and_only_once(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    made = run("token", "create", "--store", store, "--site", "city", "--label", "cms")
    assert made.code == 0
    assert TOKEN.fullmatch(made.out)
    assert "not shown again" in made.err
    listed = run("token", "list", "--store", store)
    assert made.out.split("_")[1] in listed.out
    assert made.out.split("_")[2].strip() not in listed.out
    assert "ask draft read watch" in listed.out
    assert "city/cms" in listed.out


def test_a_token_is_revoked_once_and_stays_in_the_list(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    made = run("token", "create", "--store", store, "--site", "city", "--json")
    id = json.loads(made.out)["row"]["id"]
    for _ in range(2):
        ended = run("token", "revoke", id, "--store", store)
        assert (ended.code, "revoked" in ended.out) == (0, True)
    (row,) = json.loads(run("token", "list", "--store", store, "--json").out)
    assert row["ended"]
    with LedgerRAG.open(store) as rag:
        assert rag.verify().ok
        kinds = [json.loads(body)["type"] for _, body in rag.store.entries()]
    assert kinds == ["token", "token"]


def test_what_cannot_be_is_one_line_with_the_next_step(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    for arguments, code, says in (
        (("create", "--site", "A B"), 2, "small letters"),
        (("create", "--site", "a", "--scope", "root"), 2, "choose from"),
        (("create", "--site", "a", "--tenant", "../x"), 2, "small letters"),
        (("revoke", "0011"), 3, "token list"),
    ):
        done = run("token", *arguments, "--store", store)
        assert done.code == code
        assert says in done.err
        assert "Traceback" not in done.err


def test_tokens_of_a_store_that_is_not_there_are_not_looked_for(run: Run, tmp_path: Path) -> None:
    done = run("token", "list", "--store", tmp_path / "nowhere.db")
    assert done.code == 3
    assert not (tmp_path / "nowhere.db").exists()
