"""A process of its own that writes to a store: `write_child.py FILE NAME COUNT`."""

from __future__ import annotations

import sys
from pathlib import Path

from ledgerrag.store import NewChunk, Store
from tests.making import document


def main() -> None:
    path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    with Store.open(path, entropy=lambda size: name.encode() * size) as store:
        for number in range(count):
            one = document(f"{name}-{number}", "some text")
            with store.write() as tx:
                tx.add_document(one, [NewChunk(0, 4, "some", 1), NewChunk(5, 9, "text", 1)])


if __name__ == "__main__":
    main()
