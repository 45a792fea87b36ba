"""Whose word settles a claim: what the registry knows decides, unless it is set by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.model import Verdict

POST = {
    "doc_id": "post-1",
    "text": "The toll at the Mill bridge is 7 euros.",
    "source": "board",
    "published": "2026-03-02",
    "domain": "news",
}
NOTICE = {**POST, "doc_id": "notice-1", "source": "town", "text": "The Lind fair is open."}
QUESTION = "What is the toll at the Mill bridge?"


def verdict(folder: Path, levels: dict[str, int], settles: str = "") -> Verdict:
    """How the question ends over the post and a notice of another matter."""
    registry = folder / "sources.toml"
    registry.write_text(
        "\n".join(
            f'[sources.{key}]\nname = "{key}"\nauthority_level = {level}'
            for key, level in levels.items()
        ),
        "utf-8",
    )
    records = folder / "records.jsonl"
    records.write_text("\n".join(map(json.dumps, (POST, NOTICE))), "utf-8")
    params = {"settles": settles} if settles else {}
    with LedgerRAG.open(folder / "s.db", params=params) as rag:
        rag.ingest(records, sources=registry)
        answer = rag.ask(QUESTION, as_of="2026-04-01")
        assert rag.replay(answer.run).identical
        return answer.verdicts[0].verdict


@pytest.mark.parametrize("level", [2, 3])
def test_a_post_settles_nothing_where_someone_of_a_higher_level_is_registered(
    tmp_path: Path, level: int
) -> None:
    assert verdict(tmp_path, {"board": 1, "town": level}) is Verdict.UNVERIFIED


def test_where_nobody_is_registered_above_level_1_a_post_has_to_do(tmp_path: Path) -> None:
    assert verdict(tmp_path, {"board": 1, "town": 1}) is Verdict.SUPPORTED


def test_a_level_that_is_set_by_hand_stays(tmp_path: Path) -> None:
    assert verdict(tmp_path, {"board": 1, "town": 3}, "1") is Verdict.SUPPORTED
