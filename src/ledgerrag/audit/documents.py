"""Whether documents and acts in the store are those that the journal says were taken in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ledgerrag.audit.canonical import loads
from ledgerrag.errors import InputError
from ledgerrag.model import Act, DocKey, Document, quote_sha256
from ledgerrag.pachon.entries import act_entry, document_entry
from ledgerrag.store import Store
from ledgerrag.store.seam import JsonMap

_BATCH = 200


def altered(store: Store) -> Iterator[tuple[int, str]]:
    """(seq, what is wrong) for every document or act that differs from its journal entry.

    Args:
        store: the record; a text is hashed anew, the other fields are compared.
    """
    said: dict[str, list[tuple[int, JsonMap]]] = {"ingest": [], "act": []}
    for seq, line in store.entries():
        for kind, entries in said.items():
            if f'"type":"{kind}"'.encode("ascii") in line:
                entry = _read(line)
                if entry.get("type") == kind:
                    entries.append((seq, cast("JsonMap", entry["det"])))
    yield from _documents(store, said["ingest"])
    yield from _acts(store, said["act"])
    counts = store.counts()
    for name, entries in (("documents", said["ingest"]), ("acts", said["act"])):
        if counts[name] != len(entries):
            yield -1, f"the store holds {counts[name]} {name}, the journal took in {len(entries)}"


def _read(line: bytes) -> JsonMap:
    try:
        return cast("JsonMap", loads(line))
    except InputError:
        # The chain's own verification names a line that cannot be read.
        return {}


def _documents(store: Store, said: list[tuple[int, JsonMap]]) -> Iterator[tuple[int, str]]:
    for some in _chunks(said):
        keys = {seq: DocKey(str(det["doc_id"]), cast("int", det["version"])) for seq, det in some}
        stored = store.documents(keys.values())
        for seq, det in some:
            document = stored.get(keys[seq])
            if document is None:
                yield seq, f"document {keys[seq]} is not in the store"
            elif not _fits(document, det):
                yield seq, f"document {keys[seq]} is not what was taken in"


def _fits(document: Document, det: JsonMap) -> bool:
    whole = quote_sha256(document.text) == document.content_sha256
    return whole and document_entry(document, cast("int", det["chunks"])) == det


def _acts(store: Store, said: list[tuple[int, JsonMap]]) -> Iterator[tuple[int, str]]:
    for some in _chunks(said):
        found: dict[str, Act] = {
            act.act_id: act for act in store.acts({str(det["target"]) for _, det in some})
        }
        for seq, det in some:
            act = found.get(str(det["act_id"]))
            if act is None:
                yield seq, f"act {det['act_id']} is not in the store"
            elif act_entry(act) != det:
                yield seq, f"act {det['act_id']} is not what was taken in"


def _chunks(said: list[tuple[int, JsonMap]]) -> Iterator[list[tuple[int, JsonMap]]]:
    for start in range(0, len(said), _BATCH):
        yield said[start : start + _BATCH]
