"""A small corpus with versions, acts, rumours and news, and what was asked of it.

Run as `python -m tests.product.town build FOLDER` it makes the store and tells every deterministic
part of its runs; as `replay FOLDER LEVEL...` it replays every run of the store. One line of JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ledgerrag.api import LedgerRAG
from tests.product.newsroom import Newsroom, seeded

THINGS = (
    "reporting period", "notice period", "appeal window", "cooling period", "storage period",
    "licence term", "probation period", "warranty period", "review cycle", "payment term",
    "quarantine period", "objection window", "inspection cycle", "holding period", "waiting time",
)  # fmt: skip
Records = tuple[Mapping[str, object], ...]


def rules() -> Records:
    return tuple(
        {
            "doc_id": f"rule-{number}",
            "title": f"Rule {number} {name.capitalize()}",
            "source": "regulator",
            "text": f"{number}\nThe {name} is {number * 10} days. It counts from the entry.",
            "published": "2025-01-01",
        }
        for number, name in enumerate(THINGS, 1)
    )


def versions(numbers: Sequence[int], day: str, factor: int) -> Records:
    found = {f"rule-{number}": rule for number, rule in enumerate(rules(), 1)}
    return tuple(
        {
            **found[f"rule-{number}"],
            "text": f"{number}\nThe {THINGS[number - 1]} is {number * factor} days from now on.",
            "published": day,
            "effective_from": day,
        }
        for number in numbers
    )


def talk() -> Records:
    posts = tuple(
        {
            "doc_id": f"post-{number}",
            "title": f"About the {THINGS[number]}",
            "source": "forum" if number % 2 else "chat",
            "text": f"I heard the {THINGS[number]} is {number + 3} days now, revised they say.",
            "published": f"2026-03-{number + 1:02d}",
        }
        for number in range(5)
    )
    fires = tuple(
        {
            "doc_id": f"fire-{number}",
            "title": "Ridge fire",
            "source": ("courier", "gazette", "ministry")[number % 3],
            "text": f"The Ridge fire has burned {900 + 100 * number} acres, update {number}.",
            "published": f"2026-06-{number + 1:02d}",
            "domain": "news",
        }
        for number in range(5)
    )
    return posts + fires


def acts() -> Records:
    said = {"source": "regulator", "published": "2026-04-01", "effective_from": "2026-05-01"}
    return (
        {"act": "repeal", "target": "rule-4", **said},
        {"act": "supersede", "target": "rule-5", "by": "rule-6", **said},
        {"act": "retract", "target": "post-1", "source": "forum", "published": "2026-04-02"},
    )


def later() -> Records:
    """A fifth more, and of the kind that would change answers: versions, acts and news."""
    more = tuple(
        {
            "doc_id": f"late-{number}",
            "title": f"Late notice on the {THINGS[number]}",
            "source": "ministry",
            "text": f"The {THINGS[number]} is {number + 77} days for everyone, as revised.",
            "published": "2026-08-01",
        }
        for number in range(4)
    )
    repeal = {"act": "repeal", "target": "rule-2", "source": "regulator"}
    return (
        *versions((1, 3, 7), "2026-08-02", 99),
        *more,
        {**repeal, "published": "2026-08-03", "effective_from": "2026-08-03"},
        {"act": "withdraw", "target": "fire-4", "source": "courier", "published": "2026-08-04"},
    )


DRAFT = """# The terms

The reporting period is 10 days, and the notice period is 25 days.

- The appeal window is 30 days.
- The Ridge fire has burned 1300 acres.
"""


def ask_all(rag: LedgerRAG) -> None:
    """Questions under each preset, a draft, and what a budget cuts short."""
    for preset in ("auto", "paper", "news"):
        for text in (
            "How long is the reporting period and how long is the appeal window?",
            "How many acres has the Ridge fire burned?",
            "Is the storage period 50 days?",
        ):
            rag.ask(text, as_of="2026-07-15", preset=preset)
        rag.check(DRAFT, as_of="2026-07-15", preset=preset)
    index: dict[str, str | int] = {"stats": "index", "max_retrieval_calls": 2}
    rag.ask("How long is the notice period?", as_of="2026-02", preset="paper", params=index)
    rag.ask("How long is the notice period?", as_of="2026-07-15", known_at="2026-01-31T12:00Z")
    rag.ask("What is the cooling period under rule 4?", as_of="2026-07-15", preset="regulation")
    rag.ask("What is the total of the notice period and the appeal window?", as_of="2026-07")
    rag.ask("What is the colour of the flag?", no_hindsight=True, as_of="2025")


def build(folder: Path) -> Newsroom:
    """The store, its runs, a version that touches some of them, and their refresh."""
    room = Newsroom(folder, today="2026-07-20")
    room.take_in(*rules(), *talk(), *acts())
    with LedgerRAG.open(room.store, clock=room.clock, entropy=seeded("town")) as rag:
        ask_all(rag)
    room.take_in(*versions((1,), "2026-07-10", 20))
    with LedgerRAG.open(room.store, clock=room.clock, entropy=seeded("refresh")) as rag:
        report = rag.refresh()
        assert report.claims_reverified < report.claims_total
    return room


def told(room: Newsroom) -> Iterator[str]:
    """A digest of each deterministic part of each run, its ledger and its answer."""
    with room.open() as rag:
        for _, line in rag.store.entries():
            entry = json.loads(line)
            if entry["run"]:
                det = json.dumps([entry["type"], entry["step"], entry["det"]], sort_keys=True)
                yield hashlib.sha256(det.encode()).hexdigest()
        for row in rag.store.runs(10_000):
            yield hashlib.sha256(row.answer + row.ledger + row.request).hexdigest()


def replays(room: Newsroom, levels: Sequence[str]) -> dict[str, list[str]]:
    """What differs, by run and level; nothing where all is identical."""
    found: dict[str, list[str]] = {}
    with room.open() as rag:
        for one in rag.runs(10_000):
            for level in levels:
                report = rag.replay(one.run, level)
                if not report.identical or not report.entries:
                    found[f"{level} {one.question}"] = list(report.differences)
    return found


def main(task: str, folder: str, *levels: str) -> None:
    if task == "build":
        json.dump(list(told(build(Path(folder)))), sys.stdout)
    else:
        json.dump(replays(Newsroom(Path(folder)), levels), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
