"""A Merkle tree over the journal's lines: RFC 6962 hashes, RFC 9162 proofs.

Only complete subtrees are stored: node (level, index) covers the 2^level leaves from
index * 2^level on, and never changes once written. An append writes two nodes on average and reads
one; a root or a proof reads O(log n).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

from ledgerrag.errors import InputError, IntegrityError, NotFoundError

Node = tuple[int, int, bytes]
EMPTY_ROOT = hashlib.sha256(b"").digest()


class NodeReader(Protocol):
    """Where the complete subtrees of a tree are read from."""

    def tree_size(self) -> int:
        """Number of leaves."""
        ...

    def node(self, level: int, index: int) -> bytes:
        """Hash of the complete subtree over the leaves [index << level, (index + 1) << level)."""
        ...


def leaf_hash(line: bytes) -> bytes:
    """Hash of a leaf (RFC 6962 section 2.1)."""
    return hashlib.sha256(b"\x00" + line).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node (RFC 6962 section 2.1)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def stored(reader: NodeReader, level: int, index: int) -> bytes:
    """A node that has to be there.

    Raises:
        IntegrityError: it is not.
    """
    try:
        return reader.node(level, index)
    except NotFoundError:
        raise IntegrityError(
            f"node {index} at level {level} of the journal's tree is missing", "verify the log"
        ) from None


def completed(size: int, leaf: bytes, read: Callable[[int, int], bytes]) -> list[Node]:
    """The nodes that come into being when a leaf is appended.

    Args:
        size: number of leaves before.
        leaf: hash of the new leaf.
        read: gives the stored node (level, index).
    """
    nodes = [(0, size, leaf)]
    level, index, top = 0, size, leaf
    while index & 1:
        top = node_hash(read(level, index - 1), top)
        level, index = level + 1, index >> 1
        nodes.append((level, index, top))
    return nodes


class Frontier:
    """The roots of the complete subtrees of a growing tree: what a stream needs for its root."""

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    @classmethod
    def resume(cls, reader: NodeReader, size: int) -> Frontier:
        """The frontier of the first `size` leaves, read from the stored nodes."""
        frontier = cls()
        frontier.size = _checked(reader, size)
        frontier._peaks = _peaks(reader, 0, size)
        return frontier

    def append(self, leaf: bytes) -> list[Node]:
        """Add a leaf and return the nodes that it completes."""
        size, peaks = self.size, self._peaks
        nodes = [(0, size, leaf)]
        level, index, top = 0, size, leaf
        while index & 1:
            top = node_hash(peaks.pop(), top)
            level, index = level + 1, index >> 1
            nodes.append((level, index, top))
        peaks.append(top)
        self.size = size + 1
        return nodes

    def root(self) -> bytes:
        """Root of the tree so far."""
        if not self._peaks:
            return EMPTY_ROOT
        top = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            top = node_hash(peak, top)
        return top


def root(reader: NodeReader, size: int | None = None) -> bytes:
    """Root of the first `size` leaves; of all where no size is given.

    Raises:
        InputError: the tree has fewer leaves.
    """
    return _subtree(reader, 0, _checked(reader, size))


def inclusion(reader: NodeReader, index: int, size: int | None = None) -> tuple[bytes, ...]:
    """Proof that the leaf at `index` is in the tree of `size` leaves (RFC 9162 2.1.3.1).

    Raises:
        InputError: the tree has fewer leaves.
    """
    end = _checked(reader, size)
    if not 0 <= index < end:
        raise InputError(f"leaf {index} is not in a tree of {end}", "ask for a smaller index")
    path: list[bytes] = []
    begin = 0
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if index < middle:
            path.append(_subtree(reader, middle, end))
            end = middle
        else:
            path.append(_subtree(reader, begin, middle))
            begin = middle
    return tuple(reversed(path))


def consistency(reader: NodeReader, old: int, new: int | None = None) -> tuple[bytes, ...]:
    """Proof that the tree of `old` leaves is a prefix of that of `new` (RFC 9162 2.1.4.1).

    Raises:
        InputError: the sizes do not fit the tree or each other.
    """
    end = _checked(reader, new)
    if not 0 <= old <= end:
        raise InputError(f"a tree of {old} leaves is no prefix of one of {end}", "swap the sizes")
    if old in {0, end}:
        return ()
    path: list[bytes] = []
    begin, whole = 0, True
    while old != end:
        middle = begin + _split(end - begin)
        if old <= middle:
            path.append(_subtree(reader, middle, end))
            end = middle
        else:
            path.append(_subtree(reader, begin, middle))
            begin, whole = middle, False
    if not whole:
        path.append(_subtree(reader, begin, end))
    return tuple(reversed(path))


def verify_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """Whether a proof shows the leaf at `index` of the tree with that root (RFC 9162 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    at, last, top = index, size - 1, leaf
    for part in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            top = node_hash(part, top)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            top = node_hash(top, part)
        at, last = at >> 1, last >> 1
    return last == 0 and top == expected


def verify_consistency(
    old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the old tree is a prefix of the new one (RFC 9162 2.1.4.2)."""
    if not 0 <= old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    # A complete old tree is itself the first node of the path and is left out of the proof.
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    first = second = path[0]
    for part in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            first, second = node_hash(part, first), node_hash(part, second)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            second = node_hash(second, part)
        at, last = at >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def _checked(reader: NodeReader, size: int | None) -> int:
    there = reader.tree_size()
    if size is None:
        return there
    if not 0 <= size <= there:
        raise InputError(f"the log has {there} entries, not {size}", "ask for a size within it")
    return size


def _split(width: int) -> int:
    """The largest power of two below a width of two or more."""
    return 1 << ((width - 1).bit_length() - 1)


def _subtree(reader: NodeReader, begin: int, end: int) -> bytes:
    if begin == end:
        return EMPTY_ROOT
    peaks = _peaks(reader, begin, end)
    top = peaks.pop()
    while peaks:
        top = node_hash(peaks.pop(), top)
    return top


def _peaks(reader: NodeReader, begin: int, end: int) -> list[bytes]:
    """The complete subtrees that make up the leaves [begin, end), widest first."""
    peaks = []
    while begin < end:
        # Every range asked for begins at a multiple of the widest subtree that fits into it.
        level = (end - begin).bit_length() - 1
        peaks.append(stored(reader, level, begin >> level))
        begin += 1 << level
    return peaks
