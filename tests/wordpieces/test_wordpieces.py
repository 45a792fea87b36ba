"""The tokenizer that the local models share."""

from __future__ import annotations

from importlib.resources import files

import pytest

from ledgerrag import wordpieces
from ledgerrag.errors import ModelError


def test_text_is_cut_into_the_word_pieces_of_the_base_model_between_its_two_marks() -> None:
    found = wordpieces.tokenizer().encode("The sub-clauses lapse.")
    assert found.tokens == ["[CLS]", "the", "sub", "-", "clauses", "laps", "##e", ".", "[SEP]"]
    assert found.ids[0] == 101
    assert found.ids[-1] == 102


def test_a_pair_carries_its_two_segments() -> None:
    found = wordpieces.tokenizer().encode("A claim.", "A span.")
    assert found.type_ids == [0] * 5 + [1] * 4


def test_nothing_is_cut_off_or_padded() -> None:
    tokenizer = wordpieces.tokenizer()
    assert len(tokenizer.encode("word " * 700).ids) == 702
    short, long = tokenizer.encode_batch(["one", "one two three"])
    assert (len(short.ids), len(long.ids)) == (3, 5)


def test_every_caller_gets_the_one_that_was_loaded_first() -> None:
    assert wordpieces.tokenizer() is wordpieces.tokenizer()


def test_a_file_with_one_byte_changed_is_refused() -> None:
    body = files(wordpieces).joinpath("tokenizer.json").read_bytes()
    wordpieces.checked(body)
    with pytest.raises(ModelError, match="not the one that was shipped"):
        wordpieces.checked(body.replace(b"the", b"teh", 1))


def test_the_notice_names_the_file_that_is_shipped() -> None:
    notice = files(wordpieces).joinpath("NOTICE").read_text("utf-8")
    assert wordpieces.SHA256 in notice
    assert "Apache License" in notice
