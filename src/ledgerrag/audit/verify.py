"""Verification of a whole log in its store (replay level R0)."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerrag.audit.chain import Chain, Payloads, read_entry
from ledgerrag.audit.checkpoint import Checkpoint, open_checkpoint
from ledgerrag.audit.merkle import Node
from ledgerrag.audit.note import PublicKey
from ledgerrag.audit.report import Findings, Report
from ledgerrag.audit.seam import JournalReader
from ledgerrag.errors import IntegrityError, NotFoundError


def verify(
    store: JournalReader,
    *,
    checkpoints: Sequence[bytes] = (),
    keys: Sequence[PublicKey] = (),
) -> Report:
    """Read every line and compare all that is stored with what the lines say.

    Args:
        store: the log.
        checkpoints: signed notes, kept outside the store.
        keys: public keys that the notes must be signed with; with none given, no signature is
            checked and the report says so.
    """
    findings = Findings()
    anchors = opened(checkpoints, keys, store.log_id, findings)
    size = store.tree_size()
    chain = Chain(store.log_id, findings, (anchor.size for anchor in anchors))
    payloads = Payloads(findings)
    for seq, line in store.entries(0, size):
        if seq != chain.entries:
            findings.add("seq", f"the store has line {seq} where {chain.entries} follows", seq)
        entry, nodes = chain.add(line)
        _check_nodes(store, nodes, findings)
        if entry is not None:
            payloads.erasure(entry)
            for said in entry.pay:
                payloads.found(chain.entries - 1, said, store.payload(said[1]))
    _check_end(store, size, chain, findings)
    if payloads.absent:
        _later_erasures(store, size, payloads)
    erased = payloads.close()
    covered = compared(anchors, chain.roots, chain.entries, findings)
    return Report(
        log=store.log_id,
        entries=chain.entries,
        payloads=payloads.fitting,
        erased=erased,
        size=size,
        root=chain.frontier.root().hex(),
        head=chain.head.hex(),
        covered=covered,
        problems=findings.all(),
        notes=remarks(covered, chain.entries, len(checkpoints), keys),
    )


def opened(
    notes: Sequence[bytes], keys: Sequence[PublicKey], log_id: str, findings: Findings
) -> list[Checkpoint]:
    """The checkpoints that can be used; the others become problems."""
    found = []
    for note in notes:
        try:
            found.append(open_checkpoint(note, keys, log_id))
        except IntegrityError as reason:
            findings.add("checkpoint", reason.message)
    return found


def compared(
    anchors: Sequence[Checkpoint], roots: dict[int, bytes], size: int, findings: Findings
) -> int:
    """Compare checkpoints with computed roots; return how many entries they vouch for."""
    covered = 0
    for anchor in anchors:
        if anchor.size > size:
            findings.add(
                "checkpoint", f"the log has {size} entries where {anchor.size} were signed: cut off"
            )
        elif roots[anchor.size] != anchor.root:
            findings.add(
                "checkpoint", f"the first {anchor.size} entries are not those that were signed"
            )
        else:
            covered = max(covered, anchor.size)
    return covered


def remarks(
    covered: int, entries: int, checkpoints: int, keys: Sequence[PublicKey]
) -> tuple[str, ...]:
    """What a reader must know to weigh a report."""
    if not checkpoints:
        return ("no checkpoint from outside: a log that was cut off or written anew may not show",)
    notes = []
    if not keys:
        notes.append("no public key was given: the signatures of the checkpoints were not checked")
    if covered < entries:
        notes.append(f"{entries - covered} entries are newer than the last checkpoint that fits")
    return tuple(notes)


def _check_nodes(store: JournalReader, nodes: Sequence[Node], findings: Findings) -> None:
    for level, index, value in nodes:
        try:
            kept = store.node(level, index)
        except NotFoundError:
            kept = b""
        if kept != value:
            findings.add("tree", f"node {index} at level {level} is not that of the lines")


def _check_end(store: JournalReader, size: int, chain: Chain, findings: Findings) -> None:
    if chain.entries != size:
        findings.add("seq", f"the tree counts {size} entries, the log has {chain.entries} lines")
    count, head = store.head()
    # Lines written while this ran have moved the head on: only a head that should fit is compared.
    if count == size == chain.entries and head != chain.head:
        findings.add("tree", "the head of the log is not that of its last line")
    if count < size:
        findings.add("seq", f"the head counts {count} entries, the tree {size}")


def _later_erasures(store: JournalReader, size: int, payloads: Payloads) -> None:
    """A payload may be erased while the log is read: the entry about it lies further on."""
    for _, line in store.entries(size, None):
        try:
            payloads.erasure(read_entry(line))
        except IntegrityError:
            return
