from __future__ import annotations

import socket
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from tests.product.newsroom import seeded

NEWSROOM = Path(__file__).resolve().parents[2] / "examples" / "newsroom"


def started(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(NEWSROOM / "start.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def sentences() -> list[str]:
    """Every paragraph of the drafts, as they are seeded."""
    found: list[str] = []
    for story in tomllib.loads((NEWSROOM / "stories.toml").read_text("utf-8"))["stories"]:
        found.append(story["standfirst"])
        for part in story["body"]:
            match part["type"]:
                case "paragraph":
                    found += part["value"]
                case "box":
                    found += part["facts"]
                case "quote":
                    found.append(part["value"])
                case _:
                    continue
        found += story["background"]
    return found


def verdicts(store: Path, *later: str) -> dict[str, str]:
    """What stands of each claim of the drafts, by its text."""
    ends: dict[str, str] = {}
    with LedgerRAG.open(
        store, clock=lambda: datetime(2026, 12, 1, tzinfo=UTC), entropy=seeded("varrow")
    ) as rag:
        for folder in ("record", *later):
            report = rag.ingest(
                NEWSROOM / "corpus" / folder, sources=NEWSROOM / "corpus" / "sources.toml"
            )
            assert not report.rejected
        for part in rag.check("\n\n".join(sentences())).paragraphs:
            for one in part.answer.verdicts:
                ends[one.text] = str(one.verdict)
    return ends


def test_the_record_verifies_refutes_disputes_and_leaves_open_what_the_drafts_say(
    tmp_path: Path,
) -> None:
    found = verdicts(tmp_path / "s.db")
    expected = {
        "A single ticket for the night ferry to Ostrel costs 18 crowns.": "refuted",
        "The night ferry to Ostrel carried 61,400 passengers in 2025.": "supported",
        "The quay crane lifts loads of up to 12 tonnes.": "supported",
        "The swing bridge will be closed for 9 weeks.": "unverified",
        "The mayor keeps eleven beehives behind the town hall.": "unverified",
        "The dredging of the north basin costs 4.2 million crowns.": "contested",
        "The lending period for books of the town library is 21 days.": "supported",
    }
    assert {text: found[text] for text in expected} == expected
    assert [end for end in found.values() if end == "refuted"] == ["refuted"]


def test_what_is_delivered_later_refutes_a_story_that_was_right(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "s.db", "later")
    assert found["The lending period for books of the town library is 21 days."] == "refuted"


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_port_that_is_in_use_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = started("--state", str(tmp_path / "state"), "--service-port", str(port))
    assert ended.returncode == 1
    assert f"Port {port} is in use; choose another with --service-port" in ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("what", ["password", "deliver"])
def test_without_a_newsroom_the_way_to_one_is_told(tmp_path: Path, what: str) -> None:
    ended = started(what, "--state", str(tmp_path / "state"))
    assert ended.returncode == 1
    assert ended.stderr.endswith("`make newsroom` sets one up\n")
