from __future__ import annotations

import hashlib

import pytest

from ledgerrag.audit.merkle import verify_inclusion
from ledgerrag.errors import NotFoundError
from tests.api.rulebook import HOW_LONG, RULEBOOK, WHAT_FEE
from tests.product.newsroom import Newsroom


def test_the_lines_of_a_run_are_its_own_from_the_first_to_the_answer(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        first, second = rag.ask(HOW_LONG), rag.ask(WHAT_FEE)
        lines = rag.journal(first.run)
        assert [line.seq for line in lines] == list(range(lines[0].seq, first.journal_seq + 1))
        assert '"type":"run"' in lines[0].text
        assert '"type":"answer"' in lines[-1].text
        assert rag.journal(second.run)[0].seq == first.journal_seq + 1


def test_each_line_is_proven_against_the_log_as_it_stands(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        made = rag.ask(HOW_LONG)
        rag.ask(WHAT_FEE)
        proof = rag.proof(made.run)
        assert proof.size == rag.store.tree_size()
        for line in proof.lines:
            leaf = hashlib.sha256(b"\x00" + line.text.encode()).digest()
            path = [bytes.fromhex(part) for part in line.path]
            assert leaf.hex() == line.leaf
            assert verify_inclusion(leaf, line.seq, proof.size, path, bytes.fromhex(proof.root))


def test_a_run_that_is_not_there_has_no_proof(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        for reads in (rag.journal, rag.proof):
            with pytest.raises(NotFoundError):
                reads("X")
