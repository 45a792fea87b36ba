from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ledgerrag.embedding.seam import GRID, EmbeddingModel, HashedWords, on_grid
from ledgerrag.errors import ModelError
from ledgerrag.retrieval.memory import cosine_u
from ledgerrag.retrieval.scanning import Table
from ledgerrag.retrieval.vectors import RECORD

numbers = st.floats(-1e30, 1e30, allow_nan=False)


@given(arrays(np.float64, (3, 7), elements=numbers))
def test_any_finite_vectors_become_unit_vectors_on_the_grid(raw: np.ndarray) -> None:
    found = on_grid(raw).astype(np.float64)
    assert np.array_equal(np.rint(found * GRID), found * GRID)
    lengths = np.linalg.norm(found, axis=1)
    assert all(one == 0 or abs(one - 1) < 1e-5 for one in lengths)


@given(arrays(np.float64, (9, 5), elements=numbers), st.permutations(range(9)))
def test_scores_in_floating_point_are_those_of_whole_numbers_in_any_order(
    raw: np.ndarray, order: list[int]
) -> None:
    vectors = on_grid(raw)
    places = np.array(order, np.intp)
    columns = np.zeros(9, RECORD)
    # In one table or two, in any order: the same numbers.
    for parts in ((vectors,), (vectors[:4], vectors[4:])):
        found = Table(columns, parts).exact(places, vectors[0])
        assert found.tolist() == [cosine_u(vectors[place], vectors[0]) for place in order]


@pytest.mark.parametrize("raw", [[[1.0], [float("nan")]], [1.0, 2.0], [[1.0], [1.0, 2.0]], ["x"]])
def test_what_is_no_table_of_finite_numbers_is_refused(raw: list[object]) -> None:
    with pytest.raises(ModelError, match="finite numbers"):
        on_grid(raw)  # type: ignore[arg-type]  # that is what is tested


def test_the_double_takes_any_text_and_counts_words() -> None:
    model: EmbeddingModel = HashedWords()
    one, other, empty = model.embed(["fee \ud800 fee", "FEE \ud800 fee", ""])
    assert np.array_equal(one, other)
    assert not empty.any()
