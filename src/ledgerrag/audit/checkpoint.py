"""Checkpoints: signed statements of the log's size and root, kept outside the store.

The text is C2SP's tlog-checkpoint: origin, size, base64 of the root. A hash chain alone does not
show that its end was cut off or that it was written anew; a checkpoint held elsewhere does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ledgerrag.audit.atomic import read_small, write_atomically
from ledgerrag.audit.merkle import Frontier, consistency, leaf_hash, verify_consistency
from ledgerrag.audit.note import PublicKey, SigningKey, decode64, encode64, parse_note
from ledgerrag.audit.seam import JournalReader
from ledgerrag.errors import InputError, IntegrityError

_SIZE = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_SUFFIX = ".checkpoint"


def origin(log_id: str) -> str:
    """The log's name in checkpoints, and the usual name of its key."""
    return f"ledgerrag/{log_id}"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a checkpoint states.

    Args:
        origin: the log.
        size: number of entries.
        root: root of the tree over them.
    """

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The note's text."""
        return f"{self.origin}\n{self.size}\n{encode64(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read the text of a note; extension lines are passed over.

        Raises:
            IntegrityError: the text is no checkpoint.
        """
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop() or not all(lines) or not _SIZE.fullmatch(lines[1]):
            raise IntegrityError("the note is no checkpoint", "take the original file")
        root = decode64(lines[2])
        if root is None or len(root) != 32:
            raise IntegrityError("the root in the checkpoint is no hash", "take the original file")
        return cls(lines[0], int(lines[1]), root)


def open_checkpoint(note: bytes, keys: Sequence[PublicKey], log_id: str) -> Checkpoint:
    """A checkpoint of a log, its signature verified.

    Args:
        note: the signed note.
        keys: the keys that are trusted; with none given, no signature is asked for.
        log_id: the log that it has to be of.
    Raises:
        IntegrityError: no checkpoint, not signed by one of the keys, or of another log.
    """
    parsed = parse_note(note)
    found = Checkpoint.parse(parsed.text)
    if keys and parsed.signed_by(keys) is None:
        raise IntegrityError(
            f"the checkpoint of {found.size} entries is not signed by a key given",
            "give the public key of the log",
        )
    if found.origin != origin(log_id):
        raise IntegrityError(
            f"the checkpoint is of {found.origin}, not of {origin(log_id)}", "give the right one"
        )
    return found


def kept_notes(folder: Path, name: str) -> tuple[bytes, ...]:
    """Every checkpoint kept in a folder under a name, smallest first.

    Raises:
        InputError: a file cannot be read.
        IntegrityError: a file is no checkpoint.
    """
    found = {
        read_small(path)
        for path in sorted(folder.glob(f"*{_SUFFIX}"))
        if re.fullmatch(rf"{re.escape(name)}(\.[0-9]+)?{re.escape(_SUFFIX)}", path.name)
    }
    return tuple(sorted(found, key=lambda note: (_size(note), note)))


def make_checkpoint(
    store: JournalReader,
    key: SigningKey,
    folder: Path,
    *,
    name: str = "",
    trusted: Sequence[PublicKey] = (),
) -> Checkpoint:
    """Sign the log as it stands, if it continues what was signed before.

    The lines since the last checkpoint are hashed again, so that a checkpoint never covers a line
    that was changed after its tree nodes were written. `<name>.checkpoint` becomes the newest one;
    each is also kept as `<name>.<size>.checkpoint`.

    Args:
        store: the log.
        key: signs.
        folder: where checkpoints are kept, away from the store; made where it is missing.
        name: of the files; the log's id where empty.
        trusted: keys of earlier checkpoints, after a change of key.
    Raises:
        IntegrityError: the log is shorter than the last checkpoint or not its continuation.
    """
    name = name or store.log_id
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise InputError(
            f"{folder} cannot be made: {reason.strerror}", "give another folder"
        ) from None
    size = store.tree_size()
    last = _last(folder, name, store.log_id, (key.public, *trusted))
    if last is not None and last.size > size:
        raise IntegrityError(
            f"the log has {size} entries, but {last.size} were signed before",
            "its end was cut off: restore it from a copy",
        )
    begin = last.size if last else 0
    made = Checkpoint(origin(store.log_id), size, _grown_root(store, begin, size))
    if last is not None:
        proof = consistency(store, last.size, size)
        if not verify_consistency(last.size, size, last.root, made.root, proof):
            raise IntegrityError(
                f"the log does not continue the checkpoint of {last.size} entries",
                "it was rewritten: verify it and restore it from a copy",
            )
        if last.size == size:
            return last
    note = key.sign(made.text())
    write_atomically(folder / f"{name}.{size}{_SUFFIX}", [note])
    write_atomically(folder / f"{name}{_SUFFIX}", [note])
    return made


def _last(folder: Path, name: str, log_id: str, keys: Sequence[PublicKey]) -> Checkpoint | None:
    notes = kept_notes(folder, name)
    return open_checkpoint(notes[-1], keys, log_id) if notes else None


def _size(note: bytes) -> int:
    return Checkpoint.parse(parse_note(note).text).size


def _grown_root(store: JournalReader, begin: int, size: int) -> bytes:
    frontier = Frontier.resume(store, begin)
    for _, line in store.entries(begin, size):
        frontier.append(leaf_hash(line))
    if frontier.size != size:
        raise IntegrityError(
            f"the log holds {frontier.size} lines for {size} entries", "restore it from a copy"
        )
    return frontier.root()
