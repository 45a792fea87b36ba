"""Test collections of retrieval: documents, queries and judgements in the forms they come in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledgerrag.errors import InputError

CORPUS: Final = "corpus.jsonl.gz"
QUERIES: Final = "queries.jsonl.gz"
# The official test judgements first: what trained a model somewhere is not for testing it.
JUDGEMENTS: Final = ("beir_qrels_test.tsv", "qrels.tsv", "qrels.txt")


@dataclass(frozen=True, slots=True)
class Collection:
    """A test collection.

    Args:
        name: of its folder.
        documents: title and text by id.
        queries: text by id, only those with a judgement.
        judgements: grade by document, by query; 0 is not relevant.
        judged_by: name of the file with the judgements.
    """

    name: str
    documents: Mapping[str, tuple[str, str]]
    queries: Mapping[str, str]
    judgements: Mapping[str, Mapping[str, int]]
    judged_by: str


def load(folder: Path) -> Collection:
    """Read a folder with corpus, queries and judgements.

    Raises:
        InputError: a file is missing or not in a form that is known.
    """
    file = next((folder / name for name in JUDGEMENTS if (folder / name).is_file()), None)
    if file is None:
        raise InputError(f"{folder.name} holds no judgements", f"put {JUDGEMENTS[-1]} there")
    judgements = _judgements(file)
    documents = {
        str(one["_id"]): (str(one.get("title", "")), str(one.get("text", "")))
        for one in _lines(folder / CORPUS)
    }
    every = {str(one["_id"]): str(one["text"]) for one in _lines(folder / QUERIES)}
    queries = {key: every[key] for key in judgements if key in every}
    if not queries:
        raise InputError(f"no query of {folder.name} is judged in {file.name}", "check the ids")
    return Collection(folder.resolve().name, documents, queries, judgements, file.name)


def _lines(path: Path) -> Iterator[dict[str, object]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                found = json.loads(line)
                if not isinstance(found, dict) or "_id" not in found:
                    raise InputError(f"{path.name}, line {number} has no _id", "see the format")
                yield found
    except FileNotFoundError:
        raise InputError(f"{path} is missing", f"name the folder that holds {path.name}") from None
    except (OSError, EOFError, ValueError) as reason:
        raise InputError(f"{path.name} cannot be read: {reason}", "restore the file") from None


def _judgements(file: Path) -> dict[str, dict[str, int]]:
    """TREC's four columns, or a table with a head: query-id, corpus-id, score."""
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    headed = bool(rows) and rows[0][0] == "query-id"
    found: dict[str, dict[str, int]] = {}
    for number, row in enumerate(rows[1:] if headed else rows, 2 if headed else 1):
        try:
            query, document, grade = row[0], row[1 if headed else 2], int(row[2 if headed else 3])
        except (IndexError, ValueError):
            raise InputError(f"{file.name}, line {number} is no judgement", "see the format") from (
                None
            )
        found.setdefault(query, {})[document] = grade
    return found
