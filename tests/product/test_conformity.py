"""The conformity probes, through real ingestion and the public interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.product.newsroom import Newsroom, cited

_SOURCES = {3: ("regulator",), 2: ("courier", "gazette"), 1: ("forum", "chat")}
_WORDS = ("The reading at the gauge is {}.", "Somebody noted: the reading at the gauge is {}.")


def _records(scenario: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Documents and acts for a scenario, and the value that each document states."""
    records: list[dict[str, Any]] = []
    values: dict[str, str] = {}
    for number, write in enumerate(scenario["writes"], 1):
        dates = {
            "published": write["published"],
            "effective_from": write["effective_from"],
            "source": _SOURCES[write["authority_level"]][0],
        }
        earlier = [doc for doc, value in values.items() if value == write["value"]]
        if write["op"] in ("retract", "withdraw"):
            records.append({"act": write["op"], "target": earlier[-1], **dates})
            continue
        if write["op"] == "correct":
            records.append(
                {"act": "correct", "target": list(values)[-1], "by": f"doc-{number}-0", **dates}
            )
        for copy in range(write["independent_sources"]):
            doc_id = f"doc-{number}-{copy}"
            values[doc_id] = write["value"]
            records.append(
                {
                    "doc_id": doc_id,
                    "series": "gauge",
                    "title": "Gauge reading",
                    "text": _WORDS[copy].format(write["value"]),
                    **dates,
                    "source": _SOURCES[write["authority_level"]][copy],
                    **({"effective_to": write["effective_to"]} if write["effective_to"] else {}),
                }
            )
    return records, values


def _scenarios() -> list[str]:
    return [f"S{number}" for number in range(1, 10)]


@pytest.mark.samples
@pytest.mark.parametrize("name", _scenarios())
def test_what_stands_is_what_the_probe_expects(name: str, room: Newsroom, probes: Path) -> None:
    data = json.loads((probes / "conformity.json").read_text("utf-8"))
    scenario = next(one for one in data["scenarios"] if one["id"] == name)
    records, values = _records(scenario)
    report = room.take_in(*records)
    assert report.ok
    for probe in scenario["probes"]:
        answer = room.ask("What is the reading at the gauge?", probe["as_of"], probe["known_at"])
        found = {values[key.rpartition("@")[0]] for key in cited(answer)}
        assert found == ({probe["expect"]} if probe["expect"] else set()), (probe, answer.text)


@pytest.mark.samples
def test_every_probe_is_asked(probes: Path) -> None:
    data = json.loads((probes / "conformity.json").read_text("utf-8"))
    assert [one["id"] for one in data["scenarios"]] == _scenarios()
    assert sum(len(one["probes"]) for one in data["scenarios"]) == 22
