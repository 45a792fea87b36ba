import json
import os
from pathlib import Path

import pytest

from ledgerrag.bench.regulation_questions import question


def entry(**fields: str) -> dict[str, object]:
    base = {"title": "", "left": "", "right": "", "kind": "money", "old": "", "new": ""}
    return {**base, **fields}


def test_a_question_names_the_law_the_heading_and_the_kind_of_value() -> None:
    text = question(
        entry(
            title="Toll Bridges Act s. 9 Annual licence",
            left="9 ( 1 ) An operator shall pay for a bridge licence a yearly fee of not more than",
            right="for each bridge that it operates .",
            old="$500",
            new="$750",
        )
    )
    assert text.startswith("Under the Toll Bridges Act, s. 9 (Annual licence), what maximum amount")
    assert "fee" in text
    assert text.endswith("?")


def test_a_span_of_time_is_asked_in_its_unit() -> None:
    text = question(
        entry(
            title="Ferry Regulations s. 3",
            left="3 A skipper must send the passenger list within",
            right="days after the crossing .",
            kind="quantity",
            old="10",
            new="30",
        )
    )
    assert "how many days at most" in text


@pytest.mark.samples
def test_no_question_gives_its_value_away() -> None:
    folder = Path(os.environ.get("LEDGERRAG_SAMPLES", Path(__file__).parents[3] / "shared/samples"))
    file = folder / "regulation_value_changes.jsonl"
    if not file.exists():
        pytest.skip(f"no samples: {file.name} is not there")
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        words = question(row).partition("), ")[2].split() or question(row).split()
        for value in (row["old"], row["new"]):
            if len(value) > 2 and value[0] in "$0123456789":
                assert value.strip(",") not in words
