from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

import numpy as np
import pytest

from ledgerrag.embedding.onnx import MOST, PACKAGE, WINDOW, MiniLM, installed, windows
from ledgerrag.embedding.seam import GRID
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
