from __future__ import annotations

from importlib.metadata import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag import wordpieces
from ledgerrag.embedding.onnx import (
    MOST,
    PACKAGE,
    WINDOW,
    MiniLM,
    alike,
    installed,
    keeps_apart,
    windows,
)
from ledgerrag.embedding.seam import GRID, on_grid
from ledgerrag.errors import ModelError, UnavailableError

TEXTS = [
    "The reporting period is 270 days.",
    "the reporting period is 270 days",
    "",
    "A fee of $50 is payable on filing.",
    "word " * 300,
    "Une taxe de 50 $ est exigible.",
    "half of a pair: \ud800",
    "第五条 本法自公布之日起施行。",
    "x" * 2_000,
]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM(threads=1)


def test_a_text_has_the_same_vector_alone_among_others_and_on_two_threads(model: MiniLM) -> None:
    alone = np.concatenate([model.embed([text]) for text in TEXTS])
    assert np.array_equal(model.embed(TEXTS), alone)
    assert np.array_equal(model.embed(TEXTS[::-1])[::-1], alone)
    assert np.array_equal(MiniLM(threads=2).embed(TEXTS * 2), np.concatenate([alone, alone]))


def test_vectors_are_of_length_one_and_stand_on_the_grid(model: MiniLM) -> None:
    found = model.embed(TEXTS).astype(np.float64)
    assert found.shape == (len(TEXTS), 384)
    assert np.abs(np.linalg.norm(found, axis=1) - 1).max() < 1e-5
    assert np.array_equal(np.rint(found * GRID), found * GRID)


def test_nearness_is_of_meaning_not_of_words(model: MiniLM) -> None:
    asked, near, far = model.embed(
        [
            "How long may a visitor stay?",
            "Tourists are admitted for at most ninety days.",
            "How long is the river that may flood?",
        ]
    )
    assert asked @ near > asked @ far


def test_the_end_of_a_long_text_counts_too(model: MiniLM) -> None:
    begin = "The committee met and approved the minutes of its last meeting. " * 30
    one, other = model.embed([begin + "A fee of fifty dollars is payable.", begin])
    fee = model.embed(["What fee is payable?"])[0]
    assert one @ fee > other @ fee


def test_vectors_are_those_of_the_release_before_bit_for_bit(model: MiniLM) -> None:
    """Each text by itself through the engine, as it was done before texts were run together."""
    session = model._loaded()
    tokenizer = wordpieces.tokenizer()
    texts = [f"{text} {number}" for text in TEXTS[:6] for number in range(10, 40)] + TEXTS
    raw = []
    for text in texts:
        ids = tokenizer.encode(
            text.encode("utf-8", "replace").decode(), add_special_tokens=False
        ).ids
        layers = []
        for part in windows(ids):
            pieces = np.array([[101, *part, 102]], np.int64)
            inputs = {"input_ids": pieces, "attention_mask": np.ones_like(pieces)}
            inputs["token_type_ids"] = np.zeros_like(pieces)
            layers.append(session.run(None, inputs)[0][0])
        raw.append(np.concatenate(layers).mean(axis=0))
    assert np.array_equal(MiniLM(threads=2).embed(texts), on_grid(np.array(raw)))


@given(st.lists(st.integers(0, 300), max_size=60), st.integers(1, 600))
def test_each_text_is_run_once_with_none_of_another_length(lengths: list[int], most: int) -> None:
    groups = alike(lengths, most)
    assert sorted(place for group in groups for place in group) == list(range(len(lengths)))
    for group in groups:
        held = {lengths[place] for place in group}
        assert len(held) == 1
        assert len(group) == 1 or (0 not in held and len(group) * (held.pop() + 2) <= most)


class _Mixing:
    """An engine whose numbers depend on how many texts are run together."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def run(self, names: None, inputs: Any) -> Any:
        (layers,) = self._session.run(names, inputs)
        return [layers if len(layers) == 1 else layers * np.float32(1 + 1e-6)]


def test_an_engine_that_mixes_texts_is_found_out(model: MiniLM) -> None:
    assert keeps_apart(model._loaded())
    assert not keeps_apart(_Mixing(model._loaded()))


@pytest.mark.parametrize("length", [0, 1, WINDOW, WINDOW + 1, 2 * WINDOW + 1, 10 * WINDOW])
def test_windows_hold_every_piece_once_in_order_and_differ_by_little(length: int) -> None:
    found = windows(range(length))
    assert [n for part in found for n in part] == list(range(min(length, MOST * WINDOW)))
    assert len(found) <= MOST
    assert all(len(part) <= WINDOW for part in found)
    assert len({len(part) for part in found[:-1]}) <= 1


def test_no_text_is_no_vector(model: MiniLM) -> None:
    assert model.embed([]).shape == (0, 384)


def test_weights_with_one_byte_changed_are_refused(tmp_path: Path) -> None:
    body = bytearray(installed().read_bytes())
    body[1_000_000] ^= 1
    (tmp_path / "model.onnx").write_bytes(body)
    with pytest.raises(ModelError, match="not the ones that this release knows"):
        MiniLM(weights=tmp_path / "model.onnx").embed(["a"])


def test_weights_that_are_not_there_are_named_with_the_extra(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match=r"ledgerrag\[dense\]"):
        MiniLM(weights=tmp_path / "none.onnx").embed(["a"])


def test_the_package_of_the_weights_is_the_one_that_is_pinned() -> None:
    assert any(file.name == "model.onnx" for file in files(PACKAGE) or ())
