"""An audit of a whole benchmark: each corpus in a store, searched within the slice of an item."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ledgerrag.api.choosing import open_index
from ledgerrag.api.opening import index_path
from ledgerrag.dates import parse
from ledgerrag.dykbench import provenance
from ledgerrag.dykbench.auditing import TOP, Audit, Search, audit_task
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.items import Item, Task
from ledgerrag.dykbench.leaking import Leak, leaks
from ledgerrag.dykbench.shelf import Shelf
from ledgerrag.dykbench.stores import prepare, store_path
from ledgerrag.retrieval.seam import Places, Where
from ledgerrag.store import Store


def audit(
    bench: Bench,
    tasks: Sequence[Task],
    *,
    run: Path | None = None,
    k: int = TOP,
    say: Callable[[str], None] = lambda _: None,
) -> dict[Task, Audit]:
    """Audit tasks of a benchmark, and a run over it where one is given.

    Args:
        bench: the benchmark.
        tasks: which.
        run: a run over it; its stores are used, and its journals looked through.
        k: how far down evidence may be.
        say: told what is being done.
    Raises:
        InputError: the run is of another benchmark.
    """
    systems: tuple[str, ...] = ()
    if run is not None:
        manifest = provenance.read(run)
        provenance.over(manifest, run, bench)
        systems = tuple(one.name for one in manifest.systems)
    found: dict[Task, Audit] = {}
    with TemporaryDirectory() as made:
        for task in tasks:
            items, shelf = bench.items(task), Shelf.of(bench.records(task))
            store = store_path(run, task) if run is not None else Path()
            if run is None or not store.is_file():
                store = prepare(Path(made), bench, task, say=say)
            say(f"auditing {task}")
            with searching(store) as search:
                one = audit_task(items, shelf, search, k)
            shown: tuple[Leak, ...] = ()
            if run is not None:
                shown = tuple(leaks(run, systems, items, shelf))
            found[task] = replace(one, leaks=shown)
    return found


@contextmanager
def searching(store: Path) -> Iterator[Search]:
    """Searches a store by words, within the slice of an item; each cluster of copies once."""
    with Store.open(store, create=False, entropy=os.urandom) as opened:
        index = open_index(index_path(store), opened, "", {})
        try:

            def search(item: Item, words: str, k: int) -> list[tuple[str, int, int]]:
                where = Where(published_before=parse(item.known_at).moment())
                hits = index.lexical(words, where, Places(k, (0, 0), 1, 0)).hits
                return [(str(hit.key), hit.start, hit.end) for hit in hits]

            yield search
        finally:
            index.close()
