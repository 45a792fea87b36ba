"""Verification of an export: everything in it against itself and against what is held outside."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from ledgerrag.audit import form
from ledgerrag.audit.chain import Chain, Entry, Payloads, read_entry
from ledgerrag.audit.checkpoint import Checkpoint
from ledgerrag.audit.merkle import leaf_hash, verify_consistency, verify_inclusion
from ledgerrag.audit.note import PublicKey
from ledgerrag.audit.report import Findings, Report
from ledgerrag.audit.verify import compared, opened, remarks
from ledgerrag.errors import IntegrityError, LedgerRAGError
from ledgerrag.store.seam import Json, JsonMap


def verify_export(
    path: Path,
    *,
    checkpoints: Sequence[bytes] = (),
    keys: Sequence[PublicKey] = (),
) -> Report:
    """Read an export and report what does not verify.

    Args:
        path: the file.
        checkpoints: signed notes held outside of it.
        keys: public keys that every checkpoint, inside or outside, must be signed with.
    Raises:
        InputError: the file cannot be read, or is no export.
    """
    lines = form.lines_of(path)
    header = form.read_header(path, next(lines, b""))
    findings = Findings()
    outside = opened(checkpoints, keys, str(header["log"]), findings)
    kind = _LogCheck if header["scope"] == "log" else _RunCheck
    check = kind(header, keys, outside, findings)
    for number, line in enumerate(lines, start=2):
        check.add(number, line)
    return check.report(given=len(checkpoints))


class _Check(ABC):
    """Takes the lines in turn; their order is fixed, so that little has to be kept."""

    whole = True

    def __init__(
        self,
        header: JsonMap,
        keys: Sequence[PublicKey],
        outside: Sequence[Checkpoint],
        findings: Findings,
    ) -> None:
        self.header = header
        self.keys = keys
        self.outside = outside
        self.findings = findings
        self.log = str(header["log"])
        self.size = int(str(header["size"]))
        self.root = form.read_hash(header["root"]) or b""
        self.inside: list[Checkpoint] = []
        self.payloads = Payloads(findings)
        self.notes = self.entries = self.bodies = 0
        self.stage = 1
        self.seq = -1
        self.awaited: list[tuple[str, str, int]] = []
        if not self.root or not isinstance(header["run"], str) or self.whole == bool(header["run"]):
            findings.add("form", "the header's fields do not fit each other")

    def add(self, number: int, line: bytes) -> None:
        """Check a line; what is wrong becomes a finding."""
        try:
            self._add(line)
        except LedgerRAGError as reason:
            self.findings.add("form", f"line {number}: {reason.message}")

    def _add(self, line: bytes) -> None:
        if self.stage == form.ORDER["end"]:
            raise IntegrityError("there are lines after the end")
        if line.startswith(form.ENTRY_BEGIN):
            self._enter("entry")
            self._settle()
            self.entries += 1
            self._await(self.entry(line))
            return
        fields = form.read_fields(line)
        kind = str(fields["kind"])
        self._enter(kind)
        if kind == "checkpoint":
            self._checkpoint(fields["note"])
        elif kind == "consistency":
            self.link(fields)
        elif kind == "payload":
            self._payload(fields)
        else:
            self._end(fields)

    def _enter(self, kind: str) -> None:
        if form.ORDER[kind] < self.stage:
            raise IntegrityError("the line stands in the wrong place")
        self.stage = form.ORDER[kind]

    def _checkpoint(self, note: Json) -> None:
        self.notes += 1
        data = note.encode("utf-8") if isinstance(note, str) else b""
        found = opened([data], self.keys, self.log, self.findings)
        if found and self.inside and found[0].size <= self.inside[-1].size:
            raise IntegrityError("the checkpoints are not in the order of their sizes")
        self.inside += found

    @abstractmethod
    def link(self, fields: JsonMap) -> None:
        """Check a proof of consistency."""

    @abstractmethod
    def entry(self, line: bytes) -> Entry | None:
        """Check an entry; None where it cannot be read."""

    @abstractmethod
    def reached(self, anchors: Sequence[Checkpoint]) -> int:
        """Compare checkpoints; return how many entries they vouch for."""

    def head(self) -> str:
        """Leaf hash of the last entry, where the whole log was read."""
        return ""

    def _await(self, entry: Entry | None) -> None:
        if entry is not None:
            self.payloads.erasure(entry)
            self.awaited = list(entry.pay)
            self.seq = entry.seq

    def _payload(self, fields: JsonMap) -> None:
        named = (fields["name"], fields["commit"])
        place = next((i for i, said in enumerate(self.awaited) if said[:2] == named), None)
        if place is None or fields["seq"] != self.seq:
            raise IntegrityError("a payload stands where no entry names it")
        for said in self.awaited[:place]:
            self.payloads.found(self.seq, said, None)
        said, self.awaited = self.awaited[place], self.awaited[place + 1 :]
        self.bodies += 1
        content = form.read_content(fields)
        if content is None:
            raise IntegrityError("a payload cannot be read")
        self.payloads.found(self.seq, said, content)

    def _settle(self) -> None:
        for said in self.awaited:
            self.payloads.found(self.seq, said, None)
        self.awaited = []

    def _end(self, fields: JsonMap) -> None:
        said = (fields["checkpoints"], fields["entries"], fields["payloads"])
        if said != (self.notes, self.entries, self.bodies):
            raise IntegrityError("the export holds another number of lines than it says")

    def report(self, *, given: int) -> Report:
        """What was found.

        Args:
            given: number of checkpoints that were held outside.
        """
        if self.stage != form.ORDER["end"]:
            self.findings.add("form", "the export is cut short: its last line is missing")
        self._settle()
        erased = self.payloads.close()
        inside, outside = self.reached(self.inside), self.reached(self.outside)
        covered = outside if given else inside
        told = remarks(covered, self.size, given, self.keys)
        if not self.whole:
            told = (*told, "an export of a run proves what it holds, not that it holds all")
        return Report(
            log=self.log,
            entries=self.entries,
            payloads=self.payloads.fitting,
            erased=erased,
            size=self.size,
            root=self.root.hex(),
            head=self.head(),
            covered=covered,
            problems=self.findings.all(),
            notes=told,
        )


class _LogCheck(_Check):
    """A whole log: the chain is followed and the tree grown again."""

    _chain: Chain | None = None

    @property
    def chain(self) -> Chain:
        # The checkpoints inside stand before the first entry: all sizes are known by then.
        if self._chain is None:
            sizes = [item.size for item in (*self.outside, *self.inside)]
            self._chain = Chain(self.log, self.findings, sizes)
        return self._chain

    def link(self, fields: JsonMap) -> None:  # noqa: ARG002 - refused whatever it says
        raise IntegrityError("a whole log needs no proof of consistency")

    def entry(self, line: bytes) -> Entry | None:
        return self.chain.add(form.read_entry_line(line))[0]

    def head(self) -> str:
        return self.chain.head.hex()

    def reached(self, anchors: Sequence[Checkpoint]) -> int:
        return compared(anchors, self.chain.roots, self.chain.entries, self.findings)

    def _end(self, fields: JsonMap) -> None:
        super()._end(fields)
        said = (self.size, self.root, self.header["head"])
        if said != (self.chain.entries, self.chain.frontier.root(), self.head()):
            self.findings.add("tree", "the header does not describe the entries")


class _RunCheck(_Check):
    """The entries of one run: each is shown to be in the tree, the tree to continue checkpoints."""

    whole = False

    def __init__(
        self,
        header: JsonMap,
        keys: Sequence[PublicKey],
        outside: Sequence[Checkpoint],
        findings: Findings,
    ) -> None:
        super().__init__(header, keys, outside, findings)
        self._links: dict[int, tuple[bytes, ...]] = {}
        if header["head"] != "":
            findings.add("form", "the header names a head, which a run has not")

    def link(self, fields: JsonMap) -> None:
        old, proof = fields["old"], form.read_proof(fields["proof"])
        if proof is None or not isinstance(old, int):
            raise IntegrityError("a proof of consistency cannot be read")
        known = any(item.size == old for item in self.inside)
        if not known or fields["new"] != self.size or any(old <= other for other in self._links):
            raise IntegrityError("a proof of consistency belongs to no checkpoint of the export")
        self._links[old] = proof

    def entry(self, line: bytes) -> Entry | None:
        body, proof = form.read_proven_line(line)
        entry = read_entry(body)
        if entry.log != self.log or entry.seq <= self.seq:
            raise IntegrityError("the entry is of another log or out of order")
        if entry.run != self.header["run"] and not entry.erases:
            raise IntegrityError(f"entry {entry.seq} is of another run")
        if not verify_inclusion(leaf_hash(body), entry.seq, self.size, proof, self.root):
            self.findings.add("proof", "is not shown to be in the log", entry.seq)
        return entry

    def reached(self, anchors: Sequence[Checkpoint]) -> int:
        covered = 0
        for anchor in anchors:
            proof = self._links.get(anchor.size)
            if proof is None and 0 < anchor.size != self.size:
                self.findings.add(
                    "checkpoint",
                    f"no proof in the export leads to the checkpoint of {anchor.size} entries",
                )
            elif not verify_consistency(
                anchor.size, self.size, anchor.root, self.root, proof or ()
            ):
                self.findings.add(
                    "checkpoint", f"the checkpoint of {anchor.size} entries is of another history"
                )
            else:
                covered = max(covered, anchor.size)
        return covered
