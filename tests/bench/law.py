"""A folder of recorded changes of law, in the format of the samples."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

SOURCES = '[sources.gazette]\nname = "Gazette"\nauthority_level = 3\n'


@dataclass(frozen=True, slots=True)
class Change:
    """A provision with a value that changes, twice where there is a later one."""

    n: int
    title: str
    left: str
    right: str
    kind: str
    old: str
    new: str
    first: str = "2015-01-01"
    second: str = "2022-07-01"
    third: str = ""
    beside: str = ""  # another value that the new version has and the old one had not

    @property
    def series(self) -> str:
        return f"xx:{self.n}"

    def text(self, value: str) -> str:
        beside = f", a furnace {self.beside}" if self.beside and value == self.new else ""
        first = f"(1) {self.left} {value} {self.right}{beside}."
        return f"{self.n}\n{first}\n(2) The Minister may ask why."


CHANGES = (
    Change(
        1,
        "Harbour Act, s. 1 Incident report",
        "A harbour master must send the incident report within",
        "days after the incident",
        "quantity",
        "10",
        "20",
    ),
    Change(
        2,
        "Ferry Levy Order, s. 2 Levy",
        "Every ferry company must pay for each passenger a levy of",
        "to the ferry board",
        "money",
        "$3.50",
        "$4.75",
        third="2024-01-01",
    ),
    Change(
        3,
        "Orchard Subsidy Regulations, s. 3 Share",
        "The subsidy for a new orchard covers",
        "per cent of the cost of planting",
        "percent",
        "25",
        "40",
    ),
    Change(
        4,
        "Night Market Rules, s. 4 Sunset",
        "No night market may be held after June 30,",
        "in any municipality",
        "date",
        "2025",
        "2031",
    ),
)
ABSENT = Change(9, "Gone Act, s. 9", "It is", "days", "quantity", "1", "2")


def write(folder: Path, changes: tuple[Change, ...] = CHANGES) -> Path:
    """Corpus, registry and recorded changes; one of them about a provision that is absent."""
    lines = [json.dumps(record) for change in changes for record in _records(change)]
    with gzip.open(folder / "canada_laws.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    (folder / "sources.toml").write_text(SOURCES, encoding="utf-8")
    told = [json.dumps(recorded(change)) for change in (*changes, ABSENT)]
    (folder / "regulation_value_changes.jsonl").write_text("\n".join(told) + "\n", encoding="utf-8")
    return folder


def recorded(change: Change) -> dict[str, str | None]:
    spaced = {"left": f"{change.n} ( 1 ) {change.left}", "right": f"{change.right} ."}
    return {
        "src": "xx",
        "id": change.series,
        "title": change.title.replace(", s.", " s."),
        "eff_old": change.first,
        "eff_new": change.second,
        "pub_new": change.second,
        "eff_next": change.third or None,
        "kind": change.kind,
        "old": change.old,
        "new": change.new,
        **spaced,
    }


def _records(change: Change) -> list[dict[str, str]]:
    values = [(change.first, change.old), (change.second, change.new)]
    if change.third:
        values.append((change.third, "$9.99"))
    return [
        {
            "doc_id": f"{change.series}@{since}",
            "series": change.series,
            "title": change.title,
            "text": change.text(value),
            "source": "gazette",
            "published": since,
            "effective_from": since,
            "domain": "regulation",
            "language": "en",
        }
        for since, value in values
    ]
