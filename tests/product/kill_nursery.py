"""Where processes that will be killed are born: `-m tests.product.kill_nursery STORE`.

It imports everything once, holds no store and no thread, and forks: a child starts at once. It
reads `ingest LIFE`, `ask LIFE` (answers the process id) and `bury PID` (answers once it is gone).
Children write a line to STORE.acknowledged for each document and run after it was committed, never
before, and one to STORE.complaints where the product did what it must not.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from ledgerrag.api import LedgerRAG
from ledgerrag.pachon.records import detect_language
from tests.product.newsroom import SOURCES

DOCUMENTS = 6
"""Documents in a file."""


def word(life: int, number: int) -> str:
    """A name that no other document has."""
    return "k" + "".join("abcdefghij"[int(digit)] for digit in f"{life:03d}{number:04d}") + "v"


def question(name: str) -> str:
    return f"What is the quota of {name}?"


def write_file(store: Path, life: int, number: int) -> Path:
    names = [word(life, number * DOCUMENTS + n) for n in range(DOCUMENTS)]
    records = [
        {
            "doc_id": name,
            "title": f"Quota of {name}",
            "source": "regulator",
            "text": f"The quota of {name} is {life * 10 + n + 1} tonnes. It is set each year.",
            "published": "2025-01-01",
        }
        for n, name in enumerate(names)
    ]
    path = store.with_name(f"{life:03d}-{number:04d}.jsonl")
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def acknowledged(store: Path, kind: str) -> list[str]:
    """What was acknowledged so far."""
    file = store.with_suffix(".acknowledged")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [line.split()[1] for line in lines if line.startswith(kind)]


def unfinished(store: Path) -> list[Path]:
    """The files whose ingest was killed."""
    done = set(acknowledged(store, "file"))
    return [path for path in sorted(store.parent.glob("*-*.jsonl")) if path.name not in done]


def take_in(rag: LedgerRAG, store: Path, path: Path, acknowledge: Callable[[str], None]) -> None:
    report = rag.ingest(path, sources=store.with_name("sources.toml"), domain="regulation")
    assert not report.rejected
    assert report.counts["accepted"] + report.counts["unchanged"] == DOCUMENTS
    for line in path.read_text("utf-8").splitlines():
        acknowledge(f"doc {json.loads(line)['doc_id']}")
    acknowledge(f"file {path.name}")


def ingesting(rag: LedgerRAG, store: Path, life: int, acknowledge: Callable[[str], None]) -> None:
    """Take up what a predecessor left, then one file after the other."""
    for path in unfinished(store):
        take_in(rag, store, path, acknowledge)
    for number in range(1_000):
        take_in(rag, store, write_file(store, life, number), acknowledge)


def asking(rag: LedgerRAG, store: Path, life: int, acknowledge: Callable[[str], None]) -> None:
    """Ask for a document that was acknowledged; it has to be found at once, in this process too."""
    chance = random.Random(life)
    while True:
        known = acknowledged(store, "doc")
        name = chance.choice(known[-30:]) if known else word(0, 0)
        answer = rag.ask(question(name))
        cited = [one.doc_id for one in answer.citations]
        acknowledge(f"run {answer.run}")
        assert not known or cited == [name], f"{name}: {answer.text}"


ROLES = {"ingest": ingesting, "ask": asking}


def live(store: Path, role: str, life: int) -> None:
    """What a child does until it is killed."""
    file = os.open(store.with_suffix(".acknowledged"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def acknowledge(line: str) -> None:
        os.write(file, f"{line}\n".encode())

    try:
        with LedgerRAG.open(store) as rag:
            ROLES[role](rag, store, life, acknowledge)
    except BaseException as error:
        with store.with_suffix(".complaints").open("a", encoding="utf-8") as complaints:
            complaints.write(f"{role} {life}: {type(error).__name__}: {error}\n")
        raise


def main() -> None:
    store = Path(sys.argv[1])
    store.with_name("sources.toml").write_text(SOURCES, "utf-8")
    detect_language("The tables of the language detector take a second to load.")
    for line in sys.stdin:
        order, _, rest = line.strip().partition(" ")
        if order == "bury":
            os.waitpid(int(rest), 0)
            print("buried", flush=True)
            continue
        pid = os.fork()
        if not pid:
            try:
                live(store, order, int(rest))
            finally:
                os._exit(1)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
