from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.merkle import (
    EMPTY_ROOT,
    Frontier,
    completed,
    consistency,
    inclusion,
    leaf_hash,
    node_hash,
    root,
    verify_consistency,
    verify_inclusion,
)
from ledgerrag.errors import InputError

# The reference leaves and roots of RFC 6962 implementations (trees of 1 to 8 leaves).
REFERENCE_LEAVES = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]
REFERENCE_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def grown(leaves: list[bytes]) -> MemoryJournal:
    tree = MemoryJournal()
    for line in leaves:
        leaf = leaf_hash(line)
        tree.append_entry(line, leaf, completed(tree.tree_size(), leaf, tree.node))
    return tree


def by_definition(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962 section 2.1, word for word."""
    if not leaves:
        return EMPTY_ROOT
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return node_hash(by_definition(leaves[:k]), by_definition(leaves[k:]))


def test_roots_equal_the_reference_vectors() -> None:
    tree = grown([bytes.fromhex(leaf) for leaf in REFERENCE_LEAVES])
    frontier = Frontier()
    for size, (leaf, expected) in enumerate(
        zip(REFERENCE_LEAVES, REFERENCE_ROOTS, strict=True), start=1
    ):
        frontier.append(leaf_hash(bytes.fromhex(leaf)))
        assert root(tree, size).hex() == expected
        assert frontier.root().hex() == expected


def test_the_empty_tree_has_the_hash_of_nothing() -> None:
    assert root(MemoryJournal()) == Frontier().root() == EMPTY_ROOT
    assert EMPTY_ROOT.hex().startswith("e3b0c442")


def test_every_proof_of_every_small_tree_verifies_and_no_forged_one_does() -> None:
    leaves = [b"%d" % i for i in range(34)]
    tree = grown(leaves)
    roots = [by_definition(leaves[:size]) for size in range(35)]
    for size in range(1, 35):
        assert root(tree, size) == roots[size]
        for index in range(size):
            proof = inclusion(tree, index, size)
            leaf = leaf_hash(leaves[index])
            assert verify_inclusion(leaf, index, size, proof, roots[size])
            for other in range(size):
                if other != index:
                    assert not verify_inclusion(leaf, other, size, proof, roots[size])
            assert not verify_inclusion(leaf_hash(b"forged"), index, size, proof, roots[size])
            assert not verify_inclusion(leaf, index, size, [*proof, bytes(32)], roots[size])
            assert not verify_inclusion(leaf, index, size, proof, roots[size - 1])
            if proof:
                assert not verify_inclusion(leaf, index, size, proof[1:], roots[size])
        for old in range(size + 1):
            proof = consistency(tree, old, size)
            assert verify_consistency(old, size, roots[old], roots[size], proof)
            if old > 0:
                assert not verify_consistency(old, size, bytes(32), roots[size], proof)
                assert not verify_consistency(old, size, roots[old], bytes(32), proof)
            assert not verify_consistency(old, size, roots[old], roots[size], [*proof, bytes(32)])
            if proof:
                assert not verify_consistency(old, size, roots[old], roots[size], proof[:-1])


@given(st.lists(st.binary(max_size=4), min_size=1, max_size=80), st.randoms())
@settings(max_examples=60, deadline=None)
def test_a_flipped_bit_in_a_proof_is_refused(leaves: list[bytes], random: random.Random) -> None:
    tree = grown(leaves)
    index = random.randrange(len(leaves))
    proof = list(inclusion(tree, index))
    assert root(tree) == by_definition(leaves)
    assert verify_inclusion(leaf_hash(leaves[index]), index, len(leaves), proof, root(tree))
    if proof:
        at, bit = random.randrange(len(proof)), random.randrange(256)
        flipped = int.from_bytes(proof[at], "big") ^ (1 << bit)
        proof[at] = flipped.to_bytes(32, "big")
        assert not verify_inclusion(leaf_hash(leaves[index]), index, len(leaves), proof, root(tree))


def test_an_append_writes_two_nodes_and_reads_one_on_average() -> None:
    tree = grown([])
    reads = 0

    def read(level: int, index: int) -> bytes:
        nonlocal reads
        reads += 1
        return tree.node(level, index)

    for number in range(1024):
        leaf = leaf_hash(b"%d" % number)
        tree.append_entry(b"", leaf, completed(number, leaf, read))
    assert len(tree.nodes) == 2047
    assert reads == 1023


def test_a_root_and_a_proof_read_few_nodes() -> None:
    class Counting(MemoryJournal):
        reads = 0

        def node(self, level: int, index: int) -> bytes:
            self.reads += 1
            return super().node(level, index)

    tree = Counting()
    for number in range(1000):
        leaf = leaf_hash(b"%d" % number)
        tree.append_entry(b"", leaf, completed(number, leaf, tree.node))
    for work in (
        lambda: root(tree),
        lambda: inclusion(tree, 333),
        lambda: consistency(tree, 333),
    ):
        tree.reads = 0
        work()
        assert tree.reads <= 2 * 10


def test_sizes_that_the_log_does_not_have_are_refused() -> None:
    tree = grown([b"a", b"b"])
    for ask in (
        lambda: root(tree, 3),
        lambda: inclusion(tree, 2),
        lambda: inclusion(tree, -1),
        lambda: consistency(tree, 3),
        lambda: consistency(tree, -1),
    ):
        with pytest.raises(InputError):
            ask()
    assert not verify_inclusion(leaf_hash(b"a"), 2, 2, [], root(tree))
    assert not verify_consistency(3, 2, root(tree), root(tree), [])
    assert not verify_consistency(1, 2, root(tree, 1), root(tree), [])
