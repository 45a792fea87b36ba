"""A writer that is killed: `kill_child.py FILE ACKNOWLEDGEMENTS LIFE`.

Several threads commit a document, its chunks and a journal-like entry under an idempotency key.
Each key is written to the file of acknowledgements after its commit, never before.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from functools import partial
from pathlib import Path

from ledgerrag.store import NewChunk, Store, Tx
from tests.making import document

THREADS = 4


def work(tx: Tx, key: str) -> bytes:
    """One document with two chunks, a payload and an entry that chains to the one before."""
    number, previous = tx.store.head()
    chunks = [NewChunk(0, 4, f"{key} one", 2), NewChunk(5, 9, f"{key} two", 2)]
    kept = tx.add_document(document(key, f"text of {key} " * 20), chunks, sketch=key.encode())
    tx.put_payload(f"pay-{key}", b"salt", key.encode() * 50)
    body = json.dumps({"key": key, "seq": kept.seq, "prev": previous.hex()}).encode()
    tx.append_entry(
        body, hashlib.sha256(body).digest(), [(1, number, hashlib.sha256(body + b"node").digest())]
    )
    return b"%d" % number


def write(store: Store, acknowledged: int, name: str) -> None:
    """Commit and acknowledge until the end."""
    number = 0
    while True:
        key = f"{name}-{number}"
        entry = store.submit(key, partial(work, key=key))
        os.write(acknowledged, b"%s %s\n" % (key.encode(), entry))
        number += 1


def main() -> None:
    path, life = Path(sys.argv[1]), sys.argv[3]
    # The killer counts from here: how long a busy machine takes to get here is no part of a life.
    os.write(1, b"up\n")
    acknowledged = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    store = Store.open(path, entropy=os.urandom)
    for thread in range(THREADS):
        threading.Thread(target=write, args=(store, acknowledged, f"{life}.{thread}")).start()


if __name__ == "__main__":
    main()
