from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.embedding.seam import on_grid
from ledgerrag.retrieval.memory import cosine_u
from ledgerrag.retrieval.scanning import Table, best, slack
from ledgerrag.retrieval.vectors import RECORD


def table(seed: int, rows: int, dimension: int, many: int) -> Table:
    """Vectors many of which are equal or nearly so."""
    rng = np.random.default_rng(seed)
    some = on_grid(rng.standard_normal((max(1, rows // 4), dimension)))
    near = some[rng.integers(0, len(some), rows)]
    near = on_grid(near + rng.choice([0, 1e-7, 1e-5], (rows, 1)))
    columns = np.zeros(rows, RECORD)
    columns["row"] = np.arange(1, rows + 1)
    cut = rows // 3
    return Table(columns, (near[:cut], near[cut:]), many)


@given(
    seed=st.integers(0, 1_000),
    rows=st.integers(1, 80),
    dimension=st.integers(1, 60),
    limit=st.integers(1, 30),
    many=st.sampled_from([0, 10**9]),
)
def test_the_best_are_those_of_whole_numbers_whoever_scans(
    seed: int, rows: int, dimension: int, limit: int, many: int
) -> None:
    found = table(seed, rows, dimension, many)
    every = np.concatenate(found.parts)
    query = every[rows // 2]
    allowed = np.arange(rows) % 3 != 1
    places, scores, complete = best(found, query, found.rough(query), allowed, limit)
    exact = sorted(
        (-score, place)
        for place in np.flatnonzero(allowed).tolist()
        if (score := cosine_u(every[place], query)) > 0
    )
    assert list(zip((-scores).tolist(), places.tolist(), strict=True)) == (
        exact if complete else exact[:limit]
    )
    assert complete or len(exact) >= limit


@pytest.mark.skipif(find_spec("faiss") is None, reason="the extra faiss is not installed")
def test_both_scans_stay_within_the_slack_of_the_true_cosine() -> None:
    for dimension in (1, 16, 384, 3_072):
        one, other = (table(1, 60, dimension, many) for many in (0, 10**9))
        query = one.parts[0][0]
        truth = np.concatenate(one.parts).astype(np.float64) @ query.astype(np.float64)
        for scan in (one, other):
            assert np.abs(scan.rough(query) - truth).max() < slack(dimension)
