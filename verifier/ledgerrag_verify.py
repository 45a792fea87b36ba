#!/usr/bin/env python3
"""Verifies an export of a LedgerRAG journal with nothing but Python's standard library.

    python ledgerrag_verify.py EXPORT [--checkpoint FILE]... [--key FILE]...

EXPORT      a file that `ledgerrag audit export` wrote (a whole log, or one run of it)
--checkpoint  a signed checkpoint that was kept away from the log; may be given more than once
--key         the public key of the log, one line `name+id+base64`; may be given more than once

Exit code 0: verified. 1: not verified. 2: the input cannot be used. One line per finding.

What is checked: every line is canonical JSON of the journal's profile; entries are numbered without
a gap and each names the hash of the one before; the Merkle tree (RFC 6962) over them has the root
that the header and the checkpoints name, or, for a run, every entry is shown to be in it; payloads
fit the salted hashes that entries commit to, and one that is gone was erased by an entry that says
so; checkpoints carry a good Ed25519 signature (RFC 8032) by the key given. It needs Python 3.9 and
shares no code with the package that writes exports.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import os
import sys
from typing import Any, Iterator, NamedTuple, NoReturn, Optional, Sequence  # noqa: UP035 - 3.9

FORMAT = "ledgerrag-export/1"
MAX_LINE = 256 << 20
MAX_SMALL = 1 << 20
MAX_DEPTH = 64
MAX_SHOWN = 50
HEX = frozenset("0123456789abcdef")


class BadError(Exception):
    """Something does not verify."""


class UnusableError(Exception):
    """The input is not what it has to be."""


# Ed25519 verification (RFC 8032 section 5.1): points as (X, Y, Z, T) on the twisted Edwards curve.

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
_Point = tuple[int, int, int, int]


def _add(a: _Point, b: _Point) -> _Point:
    left = (a[1] - a[0]) * (b[1] - b[0]) % _P
    right = (a[1] + a[0]) * (b[1] + b[0]) % _P
    mixed = 2 * a[3] * b[3] * _D % _P
    scale = 2 * a[2] * b[2] % _P
    e, f, g, h = right - left, scale - mixed, scale + mixed, right + left
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def _decode_point(data: bytes) -> Optional[_Point]:  # noqa: UP045 - 3.9
    """A point from its 32 bytes; None where they are none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _encode_point(point: _Point) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


_BASE: _Point = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
    1,
    46827403850823179245072216630277197565144205554125654976674165829533817101731,
)


def ed25519_verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is good."""
    if len(key) != 32 or len(signature) != 64:
        return False
    point = _decode_point(key)
    factor = int.from_bytes(signature[32:], "little")
    if point is None or factor >= _L:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    hashed = int.from_bytes(digest, "little") % _L
    negative = (_P - point[0], point[1], 1, _P - point[3])
    return _encode_point(_add(_times(factor, _BASE), _times(hashed, negative))) == signature[:32]


# The Merkle tree (RFC 6962 section 2.1), read from the definitions of its proofs.


def leaf_hash(line: bytes) -> bytes:
    """Hash of a leaf."""
    return hashlib.sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """The roots of the complete subtrees of a growing tree, widest first."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add a leaf."""
        rest = self.size
        while rest & 1:
            leaf = node_hash(self.peaks.pop(), leaf)
            rest >>= 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """Root of the tree so far."""
        if not self.peaks:
            return hashlib.sha256(b"").digest()
        top = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            top = node_hash(peak, top)
        return top


def _split(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_root(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root to which a proof of inclusion leads; empty where it has the wrong length."""
    if size == 1:
        return leaf if not proof else b""
    if not proof:
        return b""
    left = _split(size)
    if index < left:
        below = inclusion_root(leaf, index, left, proof[:-1])
        return node_hash(below, proof[-1]) if below else b""
    below = inclusion_root(leaf, index - left, size - left, proof[:-1])
    return node_hash(proof[-1], below) if below else b""


def consistency_roots(
    old: int, new: int, old_root: bytes, proof: Sequence[bytes], whole: bool = True
) -> tuple[bytes, bytes]:
    """The two roots to which a proof of consistency leads; empty where its length is wrong."""
    if old == new:
        if whole:
            return (old_root, old_root) if not proof else (b"", b"")
        return (proof[0], proof[0]) if len(proof) == 1 else (b"", b"")
    if not proof:
        return b"", b""
    left = _split(new)
    if old <= left:
        first, second = consistency_roots(old, left, old_root, proof[:-1], whole)
        return (first, node_hash(second, proof[-1])) if first else (b"", b"")
    first, second = consistency_roots(old - left, new - left, old_root, proof[:-1], False)
    return (node_hash(proof[-1], first), node_hash(proof[-1], second)) if first else (b"", b"")


# Canonical JSON: RFC 8785 without floats, null, big numbers, keys beyond ASCII, duplicate keys.


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadError("a key stands twice in one object")
    return found


def _number(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) >= 1 << 53:
        raise BadError("a number is too large")
    return int(digits)


def _refuse(text: str) -> NoReturn:
    raise BadError("a number is not a whole number: " + text[:20])


def _profile(value: Any, depth: int) -> None:
    if value is None:
        raise BadError("null is not allowed")
    if isinstance(value, (dict, list)):
        if depth == 0:
            raise BadError("nested too deeply")
        if isinstance(value, dict) and not all(key.isascii() for key in value):
            raise BadError("a key is not ASCII")
        for part in value.values() if isinstance(value, dict) else value:
            _profile(part, depth - 1)


def read_json(data: bytes) -> dict[str, Any]:
    """An object from exactly its canonical bytes."""
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_int=_number,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
        _profile(value, MAX_DEPTH)
        written = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        same = written.encode("utf-8") == data
    except UnicodeDecodeError:
        raise BadError("not UTF-8") from None
    except UnicodeEncodeError:
        raise BadError("half of a surrogate pair") from None
    except RecursionError:
        raise BadError("nested too deeply") from None
    except ValueError:
        raise BadError("not JSON") from None
    if not same:
        raise BadError("not in canonical form")
    if not isinstance(value, dict):
        raise BadError("not an object")
    return value


def want(fields: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """A field of a given type; a number is 0 or more and is not a truth value."""
    value: Any = fields.get(name)
    if type(value) is not kind or (kind is int and value < 0):
        raise BadError("field " + name + " is missing or of the wrong type")
    return value


def want_hash(value: Any) -> bytes:
    """32 bytes from 64 lower-case hex digits."""
    if not isinstance(value, str) or len(value) != 64 or not HEX.issuperset(value):
        raise BadError("a hash is not 64 hex digits")
    return bytes.fromhex(value)


def want_keys(fields: dict[str, Any], names: str) -> None:
    """Exactly these fields."""
    if set(fields) != set(names.split()):
        raise BadError("the fields are not those of the format")


def decode64(text: str) -> bytes:
    """Bytes from exactly their base64."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError, ValueError):
        raise BadError("base64 cannot be read") from None
    if base64.b64encode(raw).decode("ascii") != text:
        raise BadError("base64 is not written the one way")
    return raw


# Keys, signed notes and checkpoints (C2SP signed-note and tlog-checkpoint).


class Key(NamedTuple):
    """A public key."""

    name: str
    key_id: bytes
    raw: bytes


class Checkpoint(NamedTuple):
    """What a checkpoint states."""

    origin: str
    size: int
    root: bytes


def _is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(sign.isspace() for sign in name)


def read_key(line: str) -> Key:
    """A key from `name+id+base64(0x01 || key)`."""
    parts = line.strip().split("+", 2)
    raw = decode64(parts[2]) if len(parts) == 3 else b""
    if len(raw) != 33 or raw[:1] != b"\x01" or not _is_name(parts[0]):
        raise BadError("not a public key")
    key_id = hashlib.sha256(parts[0].encode("utf-8") + b"\n" + raw).digest()[:4]
    if key_id.hex() != parts[1]:
        raise BadError("the id of the key does not fit the key")
    return Key(parts[0], key_id, raw[1:])


def read_checkpoint(note: bytes, keys: Sequence[Key], log: Optional[str]) -> Checkpoint:  # noqa: UP045 - 3.9
    """A checkpoint; with keys given it has to be signed by one of them."""
    try:
        whole = note.decode("utf-8")
    except UnicodeDecodeError:
        raise BadError("the checkpoint is not UTF-8") from None
    text, blank, tail = whole.rpartition("\n\n")
    if not blank or not tail.endswith("\n") or any(s < " " and s != "\n" for s in whole):
        raise BadError("the checkpoint is not a signed note")
    text += "\n"
    signed = False
    for line in tail[:-1].split("\n"):
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "\u2014" or not _is_name(parts[1]):
            raise BadError("a signature line of the checkpoint cannot be read")
        raw = decode64(parts[2])
        if len(raw) < 5:
            raise BadError("a signature of the checkpoint is cut short")
        for key in keys:
            if (key.name, key.key_id) == (parts[1], raw[:4]):
                if not ed25519_verify(key.raw, text.encode("utf-8"), raw[4:]):
                    raise BadError("the signature of the checkpoint is false")
                signed = True
    if keys and not signed:
        raise BadError("the checkpoint is not signed by a key given")
    return _statement(text, log)


def _statement(text: str, log: Optional[str]) -> Checkpoint:  # noqa: UP045 - 3.9
    lines = text.split("\n")
    if len(lines) < 4 or lines.pop() or not all(lines):
        raise BadError("the note is not a checkpoint")
    digits = lines[1]
    if not digits.isascii() or not digits.isdigit() or len(digits) > 16:
        raise BadError("the size in the checkpoint is not a number")
    root = decode64(lines[2])
    if str(int(digits)) != digits or len(root) != 32:
        raise BadError("the size or root in the checkpoint is not written the one way")
    if log is not None and lines[0] != "ledgerrag/" + log:
        raise BadError("the checkpoint is of another log")
    return Checkpoint(lines[0], int(digits), root)


# Entries of the log.

ENTRY_FIELDS = "v log seq prev type run step actor idem det obs pay"


class Entry(NamedTuple):
    """An entry, as far as verifying needs it."""

    log: str
    seq: int
    prev: bytes
    run: str
    pay: list[tuple[str, str, int]]
    erases: str


def read_entry(line: bytes) -> Entry:
    """An entry of the log from its line."""
    fields = read_json(line)
    want_keys(fields, ENTRY_FIELDS)
    for name in ("log", "type", "run", "actor", "idem"):
        want(fields, name, str)
    for name in ("det", "obs", "pay"):
        want(fields, name, dict)
    want(fields, "step", int)
    want(fields["obs"], "at", str)
    if want(fields, "v", int) != 1 or not fields["type"]:
        raise BadError("not an entry of version 1")
    pay = []
    for name in sorted(fields["pay"]):
        said = want(fields["pay"], name, dict)
        want_keys(said, "commit size")
        want_hash(said["commit"])
        pay.append((name, said["commit"], want(said, "size", int)))
    erases = want(fields["det"], "commit", str) if fields["type"] == "erase" else ""
    seq = want(fields, "seq", int)
    return Entry(fields["log"], seq, want_hash(fields["prev"]), fields["run"], pay, erases)


# The export.

STAGES = {"checkpoint": 1, "consistency": 2, "entry": 3, "payload": 3, "end": 4}
FIELDS = {
    "header": "kind format log scope run size root head",
    "checkpoint": "kind note",
    "consistency": "kind old new proof",
    "payload": "kind seq name commit salt encoding body",
    "end": "kind checkpoints entries payloads",
}


class Export:
    """Follows an export line by line."""

    def __init__(self, header: dict[str, Any], keys: Sequence[Key]) -> None:
        self.keys = keys
        self.log: str = want(header, "log", str)
        self.run: str = want(header, "run", str)
        self.size: int = want(header, "size", int)
        self.scope: str = want(header, "scope", str)
        if (
            header["kind"] != "header"
            or header["format"] != FORMAT
            or self.scope not in ("log", "run")
        ):
            raise BadError("not an export of this format")
        self.root = header["root"]
        self.said_head = header["head"]
        self.problems: list[str] = []
        self.outside: list[Checkpoint] = []
        self.inside: list[Checkpoint] = []
        self.links: dict[int, list[bytes]] = {}
        self.tree = Tree()
        self.roots: dict[int, bytes] = {}
        self.head = bytes(32)
        self.seq = -1
        self.counts = {"checkpoints": 0, "entries": 0, "payloads": 0}
        self.fitting = 0
        self.awaited: list[tuple[str, str, int]] = []
        self.absent: dict[str, str] = {}
        self.present: dict[str, str] = {}
        self.erased: set[str] = set()
        self.stage = 1
        if (self.scope == "log") == bool(self.run):
            self.problems.append("the header's scope and run do not fit each other")

    def add(self, number: int, line: bytes) -> None:
        """Check a line; what is wrong becomes a problem."""
        try:
            self._add(line)
        except BadError as reason:
            self.problems.append(f"line {number}: {reason}")

    def _add(self, line: bytes) -> None:
        if self.stage == 4:
            raise BadError("there are lines after the end")
        if not line.endswith(b"\n"):
            raise BadError("cut short")
        if line.startswith(b'{"entry":'):
            self._enter("entry")
            self._settle()
            self.counts["entries"] += 1
            self._entry(line[:-1])
            return
        fields = read_json(line[:-1])
        kind: str = want(fields, "kind", str)
        if kind not in FIELDS:
            raise BadError("of no kind that an export has")
        want_keys(fields, FIELDS[kind])
        self._enter(kind)
        if kind == "checkpoint":
            self._checkpoint(fields)
        elif kind == "consistency":
            self._link(fields)
        elif kind == "payload":
            self._payload(fields)
        else:
            self._settle()
            for name in self.counts:
                if want(fields, name, int) != self.counts[name]:
                    raise BadError("the export holds another number of " + name + " than it says")

    def _enter(self, kind: str) -> None:
        stage = STAGES.get(kind, 0)
        if stage < self.stage or (kind == "consistency" and self.scope == "log"):
            raise BadError("stands in the wrong place")
        self.stage = stage

    def _checkpoint(self, fields: dict[str, Any]) -> None:
        self.counts["checkpoints"] += 1
        note = want(fields, "note", str).encode("utf-8")
        found = read_checkpoint(note, self.keys, self.log)
        if self.inside and found.size <= self.inside[-1].size:
            raise BadError("the checkpoints are not in order")
        self.inside.append(found)

    def _link(self, fields: dict[str, Any]) -> None:
        old = want(fields, "old", int)
        proof = [want_hash(part) for part in want(fields, "proof", list)]
        known = any(item.size == old for item in self.inside)
        late = any(old <= other for other in self.links)
        if not known or late or want(fields, "new", int) != self.size or len(proof) > 64:
            raise BadError("a proof of consistency belongs to no checkpoint of the export")
        self.links[old] = proof

    def _entry(self, line: bytes) -> None:
        if self.scope == "log":
            tail = b',"kind":"entry"}'
            if not line.endswith(tail):
                raise BadError("cut short")
            self._chained(line[len(b'{"entry":') : -len(tail)])
            return
        body, mark, tail = line[len(b'{"entry":') :].rpartition(b',"kind":"entry","proof":')
        if not mark or not tail.endswith(b"]}"):
            raise BadError("the entry comes without its proof")
        listed = read_json(b'{"proof":' + tail)
        want_keys(listed, "proof")
        proof = [want_hash(part) for part in want(listed, "proof", list)]
        entry = read_entry(body)
        if entry.log != self.log or entry.seq <= self.seq:
            raise BadError("the entry is of another log or out of order")
        if entry.run != self.run and not entry.erases:
            raise BadError("the entry is of another run")
        self._take(entry)
        fits = entry.seq < self.size and len(proof) <= 64
        if not fits or inclusion_root(leaf_hash(body), entry.seq, self.size, proof) != want_hash(
            self.root
        ):
            raise BadError(f"entry {entry.seq} is not shown to be in the log")

    def _chained(self, body: bytes) -> None:
        if not self.tree.size:
            self._note_root()
        at, before, after = self.tree.size, self.head, self.seq + 1
        self.head = leaf_hash(body)
        self.tree.append(self.head)
        self._note_root()
        self.seq += 1
        entry = read_entry(body)
        self._take(entry)
        if entry.log != self.log:
            raise BadError(f"entry {at} is of another log")
        if entry.seq != after:
            raise BadError(f"entry {entry.seq} stands where {after} follows")
        if entry.prev != before:
            raise BadError(f"entry {at} does not continue the one before")

    def _note_root(self) -> None:
        if any(item.size == self.tree.size for item in self.outside + self.inside):
            self.roots[self.tree.size] = self.tree.root()

    def _take(self, entry: Entry) -> None:
        self.seq = entry.seq
        self.awaited = entry.pay
        if entry.erases:
            self.erased.add(entry.erases)

    def _payload(self, fields: dict[str, Any]) -> None:
        named = (want(fields, "name", str), want(fields, "commit", str))
        while self.awaited and self.awaited[0][:2] != named:
            self._miss(self.awaited.pop(0))
        if not self.awaited or want(fields, "seq", int) != self.seq:
            raise BadError("a payload stands where no entry names it")
        name, commit, size = self.awaited.pop(0)
        self.counts["payloads"] += 1
        self.present[commit] = f"payload {name!a} of entry {self.seq}"
        body = self._body(want(fields, "encoding", str), want(fields, "body", str))
        salt = want_hash(fields["salt"])
        if len(body) != size or hashlib.sha256(salt + body).hexdigest() != commit:
            raise BadError(f"{self.present[commit]} was changed")
        self.fitting += 1

    @staticmethod
    def _body(encoding: str, body: str) -> bytes:
        if encoding == "utf8":
            return body.encode("utf-8")
        if encoding != "base64":
            raise BadError("a payload has an unknown encoding")
        raw = decode64(body)
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            return raw
        raise BadError("a payload is not written the one way")

    def _miss(self, said: tuple[str, str, int]) -> None:
        self.absent[said[1]] = f"payload {ascii(said[0])[:80]} of entry {self.seq}"

    def _settle(self) -> None:
        for said in self.awaited:
            self._miss(said)
        self.awaited = []

    def finish(self, given: bool) -> int:
        """Compare what was read with header and checkpoints; return how many entries they cover."""
        if self.stage != 4:
            self.problems.append("the export is cut short: its last line is missing")
        self._settle()
        for commit, place in self.absent.items():
            if commit not in self.erased:
                self.problems.append(place + " is gone without an erasure")
        for commit in sorted(self.erased.intersection(self.present)):
            self.problems.append(self.present[commit] + " is there although it was erased")
        if self.scope == "log":
            self._compare_header()
        inside = self._reached(self.inside)
        outside = self._reached(self.outside)
        return outside if given else inside

    def _compare_header(self) -> None:
        if not self.tree.size:
            self._note_root()
        said = (self.size, self.root, self.said_head)
        if said != (self.tree.size, self.tree.root().hex(), self.head.hex()):
            self.problems.append("the header does not describe the entries")

    def _reached(self, anchors: Sequence[Checkpoint]) -> int:
        covered = 0
        for anchor in anchors:
            reason = self._follows(anchor) if self.scope == "log" else self._leads(anchor)
            if reason:
                self.problems.append(f"the checkpoint of {anchor.size} entries {reason}")
            else:
                covered = max(covered, anchor.size)
        return covered

    def _follows(self, anchor: Checkpoint) -> str:
        if anchor.size > self.tree.size:
            return f"is of a longer log: the end of this one ({self.tree.size}) was cut off"
        return "" if self.roots.get(anchor.size) == anchor.root else "was signed for other entries"

    def _leads(self, anchor: Checkpoint) -> str:
        if anchor.size == 0:
            return "" if anchor.root == Tree().root() else "is of no log"
        if anchor.size == self.size:
            return "" if anchor.root.hex() == self.root else "was signed for other entries"
        if anchor.size not in self.links:
            return "cannot be reached: the export has no proof for it"
        roots = consistency_roots(anchor.size, self.size, anchor.root, self.links[anchor.size])
        fits = roots == (anchor.root, want_hash(self.root))
        return "" if fits else "is of another history"


def read_lines(path: str) -> Iterator[bytes]:
    """The lines of a file, none longer than 256 MiB."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - one call, one import less
            while True:
                line = file.readline(MAX_LINE + 1)
                if not line:
                    return
                if len(line) > MAX_LINE:
                    raise UnusableError(f"{path!a} has a line over 256 MiB")
                yield line
    except OSError as reason:
        raise UnusableError(f"{path!a} cannot be read: {reason.strerror}") from None


def read_small(path: str) -> bytes:
    """The content of a key or checkpoint."""
    data = b""
    for line in read_lines(path):
        data += line
        if len(data) > MAX_SMALL:
            raise UnusableError(f"{path!a} is too large")
    return data


def read_keys(paths: Sequence[str]) -> list[Key]:
    """The keys of all files; there is at least one in each."""
    keys = []
    for path in paths:
        text = read_small(path).decode("utf-8", "replace")
        lines = [line for line in text.splitlines() if line.strip() and line[0] != "#"]
        try:
            keys += [read_key(line) for line in lines]
        except BadError as reason:
            raise UnusableError(f"{path!a}: {reason}") from None
        if not lines:
            raise UnusableError(f"{path!a} holds no key")
    return keys


def open_export(lines: Iterator[bytes], path: str, keys: Sequence[Key]) -> Export:
    """An export by its first line."""
    first = next(lines, b"")
    try:
        header = read_json(first[:-1] if first.endswith(b"\n") else b"")
        want_keys(header, FIELDS["header"])
        want_hash(header["root"])
        return Export(header, keys)
    except BadError as reason:
        raise UnusableError(f"{path!a} is no export of a journal: {reason}") from None


def verify(path: str, checkpoints: Sequence[str], key_files: Sequence[str]) -> int:
    """Verify an export, print what was found and return the exit code."""
    keys = read_keys(key_files)
    notes = [read_small(name) for name in checkpoints]
    lines = read_lines(path)
    export = open_export(lines, path, keys)
    for note, name in [(notes[i], checkpoints[i]) for i in range(len(notes))]:
        try:
            export.outside.append(read_checkpoint(note, keys, export.log))
        except BadError as reason:
            export.problems.append(f"{name!a}: {reason}")
    number = 1
    for line in lines:
        number += 1
        export.add(number, line)
    covered = export.finish(bool(checkpoints))
    show(export, covered, bool(checkpoints), bool(keys))
    return 1 if export.problems else 0


def show(export: Export, covered: int, given: bool, with_keys: bool) -> None:
    """Print the findings, one a line."""
    for problem in export.problems[:MAX_SHOWN]:
        print("problem: " + problem.encode("ascii", "backslashreplace").decode("ascii"))
    if len(export.problems) > MAX_SHOWN:
        print(f"problem: and {len(export.problems) - MAX_SHOWN} more")
    if not given:
        print("note: no checkpoint from outside: a log cut off or written anew may not show")
    if not with_keys and (export.inside or export.outside):
        print("note: no key was given: the signatures of the checkpoints were not checked")
    if export.scope == "run":
        print("note: an export of a run proves what it holds, not that it holds all")
    entries, size = export.counts["entries"], export.size
    print(f"log: {export.log!a}, {entries} of {size} entries read")
    erased = len(export.erased.intersection(export.absent))
    print(f"payloads: {export.fitting} fit their commitments, {erased} erased on record")
    print(f"checkpoints: cover the first {covered} of {size} entries")
    if export.problems:
        print(f"NOT VERIFIED: {len(export.problems)} problems")
    else:
        print(f"VERIFIED: root {export.root}")


def main(argv: Optional[Sequence[str]] = None) -> int:  # noqa: UP045 - 3.9
    """The command line."""
    parser = argparse.ArgumentParser(description="Verify an export of a LedgerRAG journal.")
    parser.add_argument("export", metavar="EXPORT", help="the exported journal")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="FILE")
    parser.add_argument("--key", action="append", default=[], metavar="FILE")
    given = parser.parse_args(argv)
    try:
        code = verify(given.export, given.checkpoint, given.key)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on; what is still buffered must not end in a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except UnusableError as reason:
        print(f"unusable: {reason}", file=sys.stderr)
        return 2
    except MemoryError:
        print("unusable: the input does not fit into memory", file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
