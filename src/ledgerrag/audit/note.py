"""Signed notes and their keys, as C2SP's signed-note describes them; Ed25519 only.

A note is text that ends in a newline, a blank line, and signature lines: an em dash, a blank, the
key's name, a blank, base64(key id || signature). A public key is written
`name+id+base64(0x01 || key)`, a private key `PRIVATE+KEY+name+id+base64(0x01 || seed)`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from ledgerrag.audit.atomic import create_private, read_small
from ledgerrag.errors import InputError, IntegrityError

MAX_NOTE = 1 << 20
_ED25519 = b"\x01"
_PRIVATE = "PRIVATE+KEY+"
_DASH = "\u2014 "
_MAX_SIGNATURES = 100


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that notes are verified with.

    Args:
        name: the signer; no blanks and no plus sign.
        raw: the 32 bytes of the Ed25519 key.
    """

    name: str
    raw: bytes

    @property
    def key_id(self) -> bytes:
        """First four bytes of sha256(name || newline || 0x01 || key)."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.raw).digest()[:4]

    def text(self) -> str:
        """The key as one line of text, to be handed out."""
        return f"{self.name}+{self.key_id.hex()}+{encode64(_ED25519 + self.raw)}"

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """Read a key from its line of text.

        Raises:
            InputError: not such a line, or its id does not fit the key.
        """
        parts = text.strip().split("+", 2)
        raw = decode64(parts[2]) if len(parts) == 3 else None
        if raw is None or len(raw) != 33 or raw[:1] != _ED25519 or not _is_name(parts[0]):
            raise InputError("this is no public key of a log", "give the line name+id+base64")
        key = cls(parts[0], raw[1:])
        if key.key_id.hex() != parts[1]:
            raise InputError(f"the id of key {key.name} does not fit the key", "copy it again")
        return key


@dataclass(frozen=True, slots=True, repr=False)
class SigningKey:
    """A key that notes are signed with; it is kept outside the store.

    Args:
        name: the signer; no blanks and no plus sign.
        seed: the 32 secret bytes.
    """

    name: str
    seed: bytes

    @classmethod
    def generate(cls, name: str, entropy: Callable[[int], bytes]) -> SigningKey:
        """A new key.

        Args:
            name: the signer, e.g. the origin of the log.
            entropy: gives n random bytes.
        Raises:
            InputError: the name is empty or holds blanks or a plus sign.
        """
        if not _is_name(name):
            raise InputError(f"{name!r} cannot name a key", "leave out blanks and plus signs")
        return cls(name, entropy(32))

    @property
    def public(self) -> PublicKey:
        """The key that verifies what this one signs."""
        private = Ed25519PrivateKey.from_private_bytes(self.seed)
        return PublicKey(self.name, private.public_key().public_bytes_raw())

    def sign(self, text: str) -> bytes:
        """A text as a signed note; the text ends in a newline."""
        signature = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode("utf-8"))
        line = f"{_DASH}{self.name} {encode64(self.public.key_id + signature)}\n"
        return (text + "\n" + line).encode("utf-8")

    def save(self, path: Path) -> None:
        """Write the key to a new file of mode 0600.

        Raises:
            InputError: the file exists or cannot be written.
        """
        body = encode64(_ED25519 + self.seed)
        line = f"{_PRIVATE}{self.name}+{self.public.key_id.hex()}+{body}\n"
        create_private(path, line.encode("utf-8"))

    @classmethod
    def load(cls, path: Path) -> SigningKey:
        """Read a key that `save` wrote.

        Raises:
            InputError: no such file, no such key, or others may read it.
        """
        content = read_small(path)
        if path.stat().st_mode & 0o077:
            raise InputError(f"others can read the private key {path}", f"chmod 600 {path}")
        try:
            text = content.decode("ascii").strip()
        except UnicodeDecodeError:
            text = ""
        parts = text.removeprefix(_PRIVATE).split("+", 2)
        raw = decode64(parts[2]) if text.startswith(_PRIVATE) and len(parts) == 3 else None
        if raw is None or len(raw) != 33 or raw[:1] != _ED25519 or not _is_name(parts[0]):
            raise InputError(f"{path} holds no private key of a log", "make one, or give its path")
        return cls(parts[0], raw[1:])


@dataclass(frozen=True, slots=True)
class Note:
    """A note taken apart; nothing is verified yet.

    Args:
        text: what is signed, with its final newline.
        signatures: (name, key id, signature) of each line.
    """

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def signed_by(self, keys: Sequence[PublicKey]) -> PublicKey | None:
        """The first key that signed it; None where none of the keys did.

        Raises:
            IntegrityError: a signature that claims one of the keys is false.
        """
        found = None
        for name, key_id, signature in self.signatures:
            for key in keys:
                if (key.name, key.key_id) == (name, key_id):
                    self._check(key, signature)
                    found = found or key
        return found

    def _check(self, key: PublicKey, signature: bytes) -> None:
        try:
            Ed25519PublicKey.from_public_bytes(key.raw).verify(signature, self.text.encode("utf-8"))
        except (InvalidSignature, ValueError):
            raise IntegrityError(
                f"the signature by {key.name} does not fit the note", "take the original note"
            ) from None


def parse_note(data: bytes) -> Note:
    """Take a note apart.

    Raises:
        IntegrityError: the bytes are not a signed note.
    """
    try:
        whole = data[: MAX_NOTE + 1].decode("utf-8")
    except UnicodeDecodeError:
        raise _no_note("not UTF-8") from None
    if len(data) > MAX_NOTE or any(sign < " " and sign != "\n" for sign in whole):
        raise _no_note("too long, or with control characters")
    head, blank, tail = whole.rpartition("\n\n")
    if not blank or not head or not tail.endswith("\n"):
        raise _no_note("without a signature, or cut short")
    signatures = tuple(_signature(line) for line in tail[:-1].split("\n"))
    if len(signatures) > _MAX_SIGNATURES:
        raise _no_note("with too many signatures")
    return Note(head + "\n", signatures)


def parse_keys(data: bytes) -> tuple[PublicKey, ...]:
    """The public keys of a file, one a line; blank lines and lines with `#` are passed over.

    Raises:
        InputError: a line is no key, or there is none.
    """
    lines = data.decode("utf-8", "replace").splitlines()
    keys = tuple(
        PublicKey.parse(line) for line in lines if line.strip() and not line.startswith("#")
    )
    if not keys:
        raise InputError("the key file holds no key", "give a file with the line name+id+base64")
    return keys


def _signature(line: str) -> tuple[str, bytes, bytes]:
    parts = line.removeprefix(_DASH).split(" ")
    raw = decode64(parts[1]) if line.startswith(_DASH) and len(parts) == 2 else None
    if raw is None or len(raw) < 5 or not _is_name(parts[0]):
        raise _no_note("with a signature line that cannot be read")
    return parts[0], raw[:4], raw[4:]


def _is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(sign.isspace() for sign in name)


def _no_note(reason: str) -> IntegrityError:
    return IntegrityError(f"this is no signed note: {reason}", "take the original file")


def encode64(raw: bytes) -> str:
    """Standard base64 (RFC 4648 section 4)."""
    return base64.b64encode(raw).decode("ascii")


def decode64(text: str) -> bytes | None:
    """The bytes; None where the text is not exactly their base64 (spare bits included)."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return raw if encode64(raw) == text else None
