"""How a store is searched: chosen, remembered, told in the journal, replayed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.api.choosing import Choice, chosen, rebuild, vectors_path
from ledgerrag.embedding.seam import EmbeddingModel, HashedWords
from ledgerrag.errors import ConfigError, ReplayError, UnavailableError
from tests.api.rulebook import BOTH, HOW_LONG, LONGER, PERIOD, RULEBOOK
from tests.product.newsroom import SOURCES, Newsroom, cited, seeded

MODEL = HashedWords(dimension=32)


@contextmanager
def opened(
    room: Newsroom, mode: str = "", model: EmbeddingModel | str = MODEL
) -> Iterator[LedgerRAG]:
    room.files += 1
    with LedgerRAG.open(
        room.store,
        params={"retrieval": mode} if mode else {},
        embedding=model,
        clock=room.clock,
        entropy=seeded(f"{room.files}"),
    ) as rag:
        yield rag


def take_in(room: Newsroom, *records: object, mode: str = "", model: object = MODEL) -> None:
    registry = room.folder / "sources.toml"
    registry.write_text(SOURCES, "utf-8")
    file = room.write(records)  # type: ignore[arg-type]  # records of the rulebook
    with opened(room, mode, model) as rag:  # type: ignore[arg-type]  # a model or its name
        rag.ingest(file, sources=registry, domain="regulation")


def searches(rag: LedgerRAG) -> list[dict[str, Any]]:
    """The searches of the last run, as its journal tells them."""
    lines = [json.loads(body) for _, body in rag.store.entries(0, 1_000)]
    run = [line for line in lines if line["type"] == "step"][-1]["run"]
    steps = [line for line in lines if line["type"] == "step" and line["run"] == run]
    return [one for step in steps for one in step["det"]["searches"]]


def receipts(rag: LedgerRAG) -> list[dict[str, Any]]:
    """The receipts of the searches of the last run."""
    return [one["receipt"] for one in searches(rag)]


@pytest.mark.parametrize("mode", ["lexical", "dense", "hybrid"])
def test_a_question_without_a_mode_is_searched_as_the_store_was_taken_in(
    room: Newsroom, mode: str
) -> None:
    take_in(room, *RULEBOOK, mode=mode)
    with opened(room) as rag:
        assert cited(rag.ask(HOW_LONG)) == ["rule-12@1"]
        assert {receipt["mode"] for receipt in receipts(rag)} == {mode}
        embeddings = {str(receipt.get("embedding", "")) for receipt in receipts(rag)}
        assert embeddings == ({""} if mode == "lexical" else {"hashed-words 1"})
    assert vectors_path(room.store).exists() == (mode != "lexical")


@pytest.mark.parametrize("embedding", ["mini", "openai:", "fastembed:none", "openai:small"])
def test_a_new_store_is_made_only_where_its_embedding_can_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedding: str
) -> None:
    for name in ("LEDGERRAG_EMBEDDING_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    store = tmp_path / "s.db"
    for mode in ("dense", "hybrid"):
        with pytest.raises((ConfigError, UnavailableError)):
            LedgerRAG.open(store, params={"retrieval": mode}, embedding=embedding)
        assert list(tmp_path.iterdir()) == []
    # Words need no model; one that is named is opened when it is needed.
    for params in ({}, {"retrieval": "lexical"}):
        with LedgerRAG.open(store, params=params, embedding=embedding) as rag:
            assert rag.counts()["documents"] == 0
    # A store that is there stays as it is.
    with (
        LedgerRAG.open(store, params={"retrieval": "hybrid"}, embedding=embedding) as rag,
        pytest.raises((ConfigError, UnavailableError)),
    ):
        rag.ingest(store)


def test_a_question_may_be_searched_otherwise_without_changing_the_store(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    for mode in ("lexical", "dense"):
        with opened(room, mode) as rag:
            rag.ask(HOW_LONG)
            assert {receipt["mode"] for receipt in receipts(rag)} == {mode}
    with opened(room) as rag:
        rag.ask(HOW_LONG, params={"retrieval": "dense"})
        assert {receipt["mode"] for receipt in receipts(rag)} == {"dense"}
        rag.ask(HOW_LONG, preset="paper")
        assert {(r["mode"], r["stats"]) for r in receipts(rag)} == {("hybrid", "index")}
        assert chosen(rag.store).mode == "hybrid"


def test_the_papers_settings_a_and_b_are_one_option_each(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with opened(room) as rag:
        rag.ask(HOW_LONG, preset="paper", params={"retrieval": "lexical"})
        assert {(r["mode"], r["stats"]) for r in receipts(rag)} == {("lexical", "index")}
        rag.ask(HOW_LONG, preset="paper", params={"retrieval": "dense"})
        assert {r["mode"] for r in receipts(rag)} == {"dense"}


def test_a_later_ingest_without_a_mode_makes_vectors_too(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    take_in(room, LONGER)
    with opened(room) as rag:
        assert cited(rag.ask(HOW_LONG, as_of="2026-08-01")) == ["rule-12@2"]
        assert cited(rag.ask(HOW_LONG, as_of="2026-06-01")) == ["rule-12@1"]


def test_a_change_of_mode_is_on_record_and_the_same_again_is_none(room: Newsroom) -> None:
    take_in(room, PERIOD, mode="hybrid")
    take_in(room, LONGER, mode="hybrid")
    take_in(room, *RULEBOOK, mode="lexical")
    take_in(room, *RULEBOOK)
    with opened(room) as rag:
        lines = [json.loads(body) for _, body in rag.store.entries(0, 1_000)]
        told = [line["det"] for line in lines if line["type"] == "retrieval"]
        assert [one["mode"] for one in told] == ["hybrid", "lexical"]
        assert told[0] == {"mode": "hybrid", "embedding": "hashed-words", "digest": "1"}
        assert rag.verify().ok


def test_a_store_that_was_never_asked_to_has_no_entry_of_it(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with opened(room) as rag:
        assert chosen(rag.store) == Choice()
        types = {json.loads(body)["type"] for _, body in rag.store.entries(0, 1_000)}
        assert "retrieval" not in types


@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_a_run_is_replayed_from_the_record_and_by_searching_again(
    room: Newsroom, mode: str
) -> None:
    take_in(room, *RULEBOOK, mode=mode)
    with opened(room) as rag:
        run = rag.ask(BOTH, as_of="2026-06-01").run
    take_in(room, LONGER)
    with opened(room) as rag:
        for level in ("R0", "R1", "R2"):
            found = rag.replay(run, level)
            assert found.identical, (level, found.differences)
        assert rag.verify().ok


def test_a_replay_from_the_record_needs_neither_model_nor_vectors(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with opened(room) as rag:
        run = rag.ask(HOW_LONG).run
    shutil.rmtree(vectors_path(room.store))
    with opened(room, model="sentence-transformers:none") as rag:
        assert rag.replay(run, "R1").identical


class Drifting(HashedWords):
    """The same model on a machine that rounds queries otherwise."""

    def embed(self, texts: object, role: str = "passage") -> object:  # type: ignore[override]
        found = HashedWords.embed(self, texts, role)  # type: ignore[arg-type]
        return found[:, ::-1].copy() if role == "query" else found


def test_a_search_made_again_asks_by_the_recorded_vector_of_the_query(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="dense")
    with opened(room) as rag:
        run = rag.ask(HOW_LONG).run
        hits = [one["hits"] for one in searches(rag)]
    with opened(room, model=Drifting(dimension=32)) as rag:  # type: ignore[arg-type]  # it drifts
        assert rag.replay(run, "R2").identical
        rag.ask(HOW_LONG)
        assert [one["hits"] for one in searches(rag)] != hits


def test_a_search_made_again_with_another_model_is_refused_by_name(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with opened(room) as rag:
        run = rag.ask(HOW_LONG).run
    with (
        opened(room, model=HashedWords(32, digest="2")) as rag,
        pytest.raises(ReplayError, match="searched with hashed-words 1, the store has"),
    ):
        rag.replay(run, "R2")


def test_affected_answers_are_asked_again_in_their_own_mode(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with opened(room) as rag:
        rag.ask(HOW_LONG, params={"retrieval": "dense"})
    take_in(room, LONGER)
    with opened(room) as rag:
        ((_, renewed),) = rag.refresh().refreshed
        assert cited(rag.answer(renewed)) == ["rule-12@2"]
        assert {receipt["mode"] for receipt in receipts(rag)} == {"dense"}


def test_a_draft_is_checked_in_the_mode_of_the_store(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with opened(room) as rag:
        rag.check("The reporting period is 180 days.")
        assert {receipt["mode"] for receipt in receipts(rag)} == {"hybrid"}


def test_without_the_model_nothing_is_taken_in(room: Newsroom) -> None:
    with pytest.raises(UnavailableError, match="no embedding server is configured"):
        _server_without_address(room)
    with opened(room) as rag:
        assert rag.counts()["documents"] == 0
        assert chosen(rag.store) == Choice()


def _server_without_address(room: Newsroom) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LEDGERRAG_EMBEDDING_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_KEY"):
            patch.delenv(name, raising=False)
        take_in(room, *RULEBOOK, mode="hybrid", model="openai:m")


def test_a_mode_that_is_none_is_told_with_the_choices(room: Newsroom) -> None:
    with pytest.raises(ConfigError, match="lexical, dense, hybrid"):
        take_in(room, *RULEBOOK, mode="semantic")


def test_a_rebuild_makes_vectors_of_a_store_of_words_and_keeps_what_is_sound(
    tmp_path: Path, room: Newsroom
) -> None:
    room.take_in(*RULEBOOK)
    made = rebuild(room.store, "hybrid", "minilm")
    assert (made.chunks, made.embedded, made.mode, made.embedding) == (3, 3, "hybrid", "minilm")
    again = rebuild(room.store)
    assert (again.chunks, again.embedded, again.mode) == (3, 0, "hybrid")
    with opened(room, model="") as rag:
        assert cited(rag.ask(HOW_LONG)) == ["rule-12@1"]
        assert rag.replay(rag.runs()[0].run, "R2").identical
        assert rag.rebuild_index() == 3
    assert rebuild(room.store, "lexical").mode == "lexical"
    with opened(room, model="") as rag:
        rag.ask(HOW_LONG)
        assert {receipt["mode"] for receipt in receipts(rag)} == {"lexical"}


def test_a_read_only_store_answers_no_question_in_any_mode(room: Newsroom) -> None:
    take_in(room, *RULEBOOK, mode="hybrid")
    with (
        LedgerRAG.open(room.store, readonly=True) as rag,
        pytest.raises(UnavailableError, match="read-only"),
    ):
        rag.ask(HOW_LONG)
