from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.baselines.graph_rag import Graph, entities
from ledgerrag.model import UNIT, Authority, DocKey
from ledgerrag.retrieval.seam import Hit
from tests.baselines.town import town


def hit(row: int, r_u: int = UNIT) -> Hit:
    key = DocKey(f"d{row}", 1)
    return Hit(row, key, f"d{row}", 0, 10, 1.0, r_u, Authority.OUTLET, "courier", f"d{row}")


def graph(*texts: tuple[int, set[str]]) -> Graph:
    """Chunks by relevance and entities, every entity worth a half."""
    known = {name for _, names in texts for name in names}
    return Graph(
        tuple(hit(row, r_u) for row, (r_u, _) in enumerate(texts)),
        tuple(frozenset(names) for _, names in texts),
        dict.fromkeys(known, UNIT // 2),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "The flood reached Lindhaven, said Anna Berg to Harbour Watch.",
            {"lindhaven", "anna berg", "harbour watch"},
        ),
        ("As section 12 and rule 7 say, nothing changes.", {"s 12", "rule 7"}),
        ("nothing is named here", set()),
    ],
)
def test_entities_are_names_and_provisions(text: str, found: set[str]) -> None:
    assert entities(text) == found


def test_the_first_chunks_are_the_seeds_and_those_tied_to_them_follow() -> None:
    made = graph(
        (UNIT, {"a", "b"}),
        (UNIT, {"c"}),
        (900_000, {"x"}),  # tied to nobody
        (800_000, {"b"}),  # to the first by one entity
        (700_000, {"a", "b"}),  # to the first by two
    )
    assert made.context(2) == (0, 1, 4, 3)
    assert made.context(9) == (0, 1, 2, 3, 4)


def test_ties_are_no_stronger_than_one_and_none_without_shared_entities() -> None:
    made = graph((UNIT, {"a", "b", "c"}), (UNIT, {"a", "b", "c"}), (UNIT, {"d"}))
    assert (made.tie(0, 1), made.tie(0, 2)) == (UNIT, 0)


def test_what_is_tied_to_more_of_the_context_is_more_central() -> None:
    made = graph((UNIT, {"a"}), (UNIT, {"a"}), (UNIT, {"b"}))
    central = made.centrality((0, 1, 2))
    # Half a tie to one of two others; none.
    assert central == {DocKey("d0", 1): 250_000, DocKey("d1", 1): 250_000, DocKey("d2", 1): 0}
    assert made.centrality((0,)) == {DocKey("d0", 1): 0}


def test_one_search_brings_neighbours_that_the_list_alone_would_leave_out(tmp_path: Path) -> None:
    asks = ("nobody tells", "who knows", "tell us", "no word yet", "we wait")
    near = [
        {
            "doc_id": f"chat-{n}",
            "title": "",
            "source": "forum",
            "text": f"How many boats are missing after the storm in Oldport, {why}?",
            "published": "2025-02-02",
        }
        for n, why in enumerate(asks)
    ]
    told = {
        "doc_id": "oldport",
        "title": "News from Oldport",
        "source": "courier",
        "text": "In Oldport the harbour was hit. Six boats are missing after the storm.",
        "published": "2025-02-03",
    }
    question = "How many boats are missing after the storm in Oldport?"
    with town(tmp_path, *near, told) as it:
        assert it.ask("query-rag-dense", question, "2025-02-10").citations == ()
        graphed = it.ask("graphrag-lite", question, "2025-02-10")
        assert [one.doc_id for one in graphed.citations] == ["oldport"]
        assert graphed.verdicts[0].value == "Six boats"
        assert graphed.cost.retrieval_calls == 1
