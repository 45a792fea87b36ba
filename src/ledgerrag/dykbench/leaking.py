"""Whether a run was shown, or cites, what was not there yet: read from its journals and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerrag.dates import parse
from ledgerrag.dykbench.items import Item
from ledgerrag.dykbench.results import JOURNALS, RESULTS, file_of, read_results, read_traces
from ledgerrag.dykbench.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Leak:
    """A system that was shown, or cited, what was not there yet at K."""

    system: str
    item_id: str
    what: str


def leaks(run: Path, systems: Sequence[str], items: Sequence[Item], shelf: Shelf) -> Iterator[Leak]:
    """What a run was shown or cites that was published after the K of its question.

    Args:
        run: folder of the run.
        systems: whose journals and answers.
        items: of one task.
        shelf: its documents.
    """
    for system in systems:
        results = read_results(file_of(run, RESULTS, system))
        traces = read_traces(file_of(run, JOURNALS, system))
        for item in items:
            result, trace = results.get(item.item_id), traces.get(item.item_id)
            keys: dict[str, str] = {}
            if trace is not None:
                keys.update({key: "was shown" for key, _, _ in trace.found})
                if any(one.get("stats") == "index" for one in trace.searches):
                    told = "was ranked by statistics of the whole index"
                    yield Leak(system, item.item_id, told)
            if result is not None and result.answer is not None:
                cited = (*result.answer.citations, *result.answer.nearest)
                keys.update({f"{one.doc_id}@{one.version}": "cites" for one in cited})
            known = parse(item.known_at).moment()
            for key, how in keys.items():
                kept = shelf.by_key.get(key)
                if kept is None or not kept.published.reached(known):
                    when = f"published {kept.published}" if kept else "no document of the task"
                    yield Leak(system, item.item_id, f"{how} {key}, {when}")
