"""The lines of an export, taken apart strictly: with one way to write each, no change is idle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ledgerrag.audit.canonical import loads
from ledgerrag.audit.note import decode64
from ledgerrag.errors import InputError, IntegrityError, LedgerRAGError
from ledgerrag.store.seam import Json, JsonMap

FORMAT = "ledgerrag-export/1"
MAX_LINE = 256 << 20
MAX_PROOF = 64
ENTRY_BEGIN = b'{"entry":'
ORDER = {"header": 0, "checkpoint": 1, "consistency": 2, "entry": 3, "payload": 3, "end": 4}
_KEYS = {
    "header": {"kind", "format", "log", "scope", "run", "size", "root", "head"},
    "checkpoint": {"kind", "note"},
    "consistency": {"kind", "old", "new", "proof"},
    "payload": {"kind", "seq", "name", "commit", "salt", "encoding", "body"},
    "end": {"kind", "checkpoints", "entries", "payloads"},
}
_COUNTS = frozenset(("size", "old", "new", "seq", "checkpoints", "entries", "payloads"))
_ENTRY_END = b',"kind":"entry"}\n'
_PROOF = re.compile(rb',"kind":"entry","proof":(\[[0-9a-f",]*\])\}\n\Z')
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, each with its newline.

    Raises:
        InputError: the file cannot be read, or has a line that no export has.
    """
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise InputError(f"{path} has a line over 256 MiB", "give an export")
                yield line
    except OSError as reason:
        raise InputError(
            f"{path} cannot be read: {reason.strerror}", "check the path and its permissions"
        ) from None


def read_header(path: Path, line: bytes) -> JsonMap:
    """The first line.

    Raises:
        InputError: it is not that of an export.
    """
    try:
        header = read_fields(line)
    except LedgerRAGError:
        header = {}
    scope = header.get("scope")
    fits = header.get("format") == FORMAT and isinstance(scope, str) and scope in {"log", "run"}
    if not fits or not isinstance(header["log"], str):
        raise InputError(f"{path} is no export of a journal", f"give a file of {FORMAT}")
    return header


def read_fields(line: bytes) -> JsonMap:
    """A line of any kind but `entry`.

    Raises:
        IntegrityError: cut short, not canonical, of no known kind or with other fields.
    """
    if not line.endswith(b"\n"):
        raise IntegrityError("the line is cut short")
    value = loads(line[:-1], canonical=True)
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(kind, str) or kind not in _KEYS:
        raise IntegrityError("the line is of no kind that an export has")
    if set(value) != _KEYS[kind]:
        raise IntegrityError(f"a line of kind {kind} has other fields")
    if not all(_is_count(value[name]) for name in _COUNTS & value.keys()):
        raise IntegrityError(f"a line of kind {kind} has no number where one belongs")
    return value


def read_entry_line(line: bytes) -> bytes:
    """The log's line in an entry of a whole log.

    Raises:
        IntegrityError: cut short.
    """
    if not line.endswith(_ENTRY_END):
        raise IntegrityError("the entry is cut short")
    return line[len(ENTRY_BEGIN) : -len(_ENTRY_END)]


def read_proven_line(line: bytes) -> tuple[bytes, tuple[bytes, ...]]:
    """The log's line and its proof in an entry of a run.

    Raises:
        IntegrityError: cut short or without a proof.
    """
    match = _PROOF.search(line)
    proof = read_proof(loads(match[1], canonical=True)) if match else None
    if match is None or proof is None:
        raise IntegrityError("the entry comes without its proof")
    return line[len(ENTRY_BEGIN) : match.start()], proof


def read_hash(value: Json) -> bytes | None:
    """A hash from 64 hex digits; None where it is not that."""
    fits = isinstance(value, str) and _HASH.fullmatch(value)
    return bytes.fromhex(str(value)) if fits else None


def read_proof(value: Json) -> tuple[bytes, ...] | None:
    """The hashes of a proof; None where it is not that."""
    parts = [read_hash(part) for part in value] if isinstance(value, list) else [None]
    whole = tuple(part for part in parts if part is not None)
    return whole if len(whole) == len(parts) <= MAX_PROOF else None


def read_content(fields: JsonMap) -> tuple[bytes, bytes] | None:
    """Salt and body of a payload; None where they are not written as an export writes them."""
    salt, body, encoding = read_hash(fields["salt"]), fields["body"], fields["encoding"]
    if salt is None or not isinstance(body, str):
        return None
    if encoding == "utf8":
        return salt, body.encode("utf-8")
    raw = decode64(body) if encoding == "base64" else None
    return None if raw is None or _is_text(raw) else (salt, raw)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
