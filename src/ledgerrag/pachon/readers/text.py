"""From bytes to text: UTF-8 or a clear line that says where it is not."""

from __future__ import annotations

from pathlib import Path

from ledgerrag.errors import DocumentError

_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_SHOWN = 60


def load(path: Path, limit: int, remedy: str) -> bytes:
    """A whole file, as far as it is within bounds.

    Args:
        path: the file.
        limit: bytes that are read at most.
        remedy: what to do with a file that is larger.
    Raises:
        DocumentError: larger than the limit.
    """
    with path.open("rb") as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise DocumentError(f"larger than {size_word(limit)}", remedy)
    return data


def size_word(count: int) -> str:
    """A number of bytes for the reader: `16 MB`."""
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count:,} bytes"


def refuse_binary(data: bytes) -> None:
    """Refuse data that is no UTF-8 text at first sight.

    Raises:
        DocumentError: UTF-16, UTF-32 or NUL bytes.
    """
    for mark, name in _WIDE_BOMS:
        if data.startswith(mark):
            raise DocumentError(f"the text is {name}", "save it as UTF-8")
    at = data.find(b"\x00")
    if at >= 0:
        raise DocumentError(
            f"binary data under a text name (NUL at byte {at:,})", "save it as UTF-8 text"
        )


def decode(data: bytes) -> str:
    """UTF-8 text without its byte order mark, lines ending in LF.

    Raises:
        DocumentError: not UTF-8, with the offset of the byte.
    """
    refuse_binary(data)
    return unify_lines(decode_utf8(data))


def decode_utf8(data: bytes) -> str:
    """UTF-8 text without its byte order mark, otherwise as it is.

    Raises:
        DocumentError: not UTF-8, with the offset of the byte.
    """
    skipped = len(_BOM) if data.startswith(_BOM) else 0
    try:
        return data[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + skipped
        raise DocumentError(
            f"not UTF-8 at byte {at:,} (0x{data[at]:02x})", "save it as UTF-8"
        ) from None


def unify_lines(text: str) -> str:
    """Line ends of any system as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def quoted(value: str) -> str:
    """A foreign string for a message: short and without control characters."""
    shown = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
    return ascii(shown) if not shown.isprintable() else f"'{shown}'"
