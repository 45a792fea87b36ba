"""How a store is searched: chosen at ingest, remembered by the store, told in its journal."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import cast

from ledgerrag.api.opening import index_path, system_clock
from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.audit.journal import Journal
from ledgerrag.config import Params
from ledgerrag.embedding.opening import DEFAULT, open_model
from ledgerrag.embedding.seam import EmbeddingModel
from ledgerrag.model import Authority
from ledgerrag.retrieval.dense import DenseIndex
from ledgerrag.retrieval.filling import refill
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.retrieval.lexical import LexicalIndex
from ledgerrag.retrieval.rebuild import Progress
from ledgerrag.retrieval.rebuild import rebuild as words_anew
from ledgerrag.retrieval.seam import Mode
from ledgerrag.store import Store

_KEY = "store:retrieval:"


@dataclass(frozen=True, slots=True)
class Choice:
    """How questions to a store are searched unless they say otherwise.

    Args:
        mode: lexical, dense or hybrid; all but lexical have vectors made at ingest.
        embedding: which model makes them, as `embedding.opening.open_model` takes it.
        digest: of that model when it was chosen.
    """

    mode: Mode = "lexical"
    embedding: str = DEFAULT
    digest: str = ""


def vectors_path(store: Path) -> Path:
    """The folder of vectors beside a store."""
    return store.with_name(store.name + ".vectors")


def chosen(store: Store) -> Choice:
    """What the store remembers; words alone where nothing was ever chosen."""
    return _latest(store)[1]


def _latest(store: Store) -> tuple[int, Choice]:
    number, choice = 0, Choice()
    # A key is written once: each change of mind has a key of its own.
    while (body := store.idempotent(f"{_KEY}{number + 1}")) is not None:
        number += 1
        choice = Choice(**cast("dict[str, str]", loads(body)))  # type: ignore[arg-type]  # ours
    return number, choice


def remember(store: Store, journal: Journal, clock: Callable[[], datetime], choice: Choice) -> None:
    """Make this the store's choice, with an entry in its journal; nothing where it is already."""
    number, present = _latest(store)
    if choice == present:
        return
    said = {"mode": choice.mode, "embedding": choice.embedding, "digest": choice.digest}
    with store.write() as tx:
        journal.recorder(tx, clock).append("retrieval", {**said})
        tx.put_idempotent(f"{_KEY}{number + 1}", dumps({**said}))


def settled(store: Store, params: Params) -> Params:
    """Parameters with what the store decides: its mode, and the level that settles a claim.

    Where nobody is registered above level 1, the registry does not tell a record from a rumour, and
    the word of level 1 has to do.
    """
    decided: dict[str, int | str] = {}
    if not params.settles:
        known = max((one.authority_level for one in store.registry()[1].values()), default=1)
        decided["settles"] = min(int(known), int(Authority.OUTLET))
    mode = chosen(store).mode
    if "retrieval" not in params.given and mode != params.retrieval:
        decided["retrieval"] = mode
    if not decided:
        return params
    given = tuple(sorted({*params.given, *decided}))
    return replace(params, **decided, given=given)  # type: ignore[arg-type]  # fields by name


def open_index(
    folder: Path,
    store: Store,
    embedding: str | EmbeddingModel,
    environment: Mapping[str, str],
) -> SearchIndex:
    """The index of a store; its model is opened when vectors are needed first.

    Args:
        folder: of the lexical index.
        store: the record.
        embedding: a model, or which; the store's own where empty.
        environment: where addresses and keys of servers are looked up.
    Raises:
        IndexDamagedError: the lexical index must be rebuilt.
    """

    def open_vectors() -> DenseIndex:
        return DenseIndex(vectors_path(store.path), store, _model(store, embedding, environment))

    return SearchIndex(LexicalIndex.open(folder, store), open_vectors)


def at_hand(
    embedding: str | EmbeddingModel, params: Params, environment: Mapping[str, str]
) -> str | EmbeddingModel:
    """The embedding model of a store that is yet to be made, opened where it will be needed.

    Args:
        embedding: a model, or which; the default where empty.
        params: of the store; a mode set by hand will be its own.
        environment: where addresses and keys of servers are looked up.
    Raises:
        ConfigError: there is no such model.
        UnavailableError: the model is not installed or not configured.
    """
    wanted = "retrieval" in params.given and params.retrieval != "lexical"
    if not wanted or not isinstance(embedding, str):
        return embedding
    return open_model(embedding or DEFAULT, environment)


def _model(
    store: Store, embedding: str | EmbeddingModel, environment: Mapping[str, str]
) -> EmbeddingModel:
    if not isinstance(embedding, str):
        return embedding
    return open_model(embedding or chosen(store).embedding, environment)


def prepare(
    store: Store,
    journal: Journal,
    clock: Callable[[], datetime],
    params: Params,
    index: SearchIndex,
) -> bool:
    """Whether an ingest makes vectors; a mode set by hand becomes the store's.

    The model is opened first, so that nothing is taken in where it cannot be.

    Raises:
        UnavailableError: the model is not installed or not configured.
    """
    mode = settled(store, params).retrieval
    if mode != "lexical":
        model = index.vectors.model
        now = Choice(mode, model.name, model.digest)
    else:
        now = replace(chosen(store), mode="lexical")
    if "retrieval" in params.given:
        remember(store, journal, clock, now)
    return mode != "lexical"


def mend(
    store: Store, params: Params, index: SearchIndex, progress: Progress | None = None
) -> None:
    """Make what is missing or damaged of the vectors, where the store is searched by them."""
    if settled(store, params).retrieval != "lexical":
        refill(vectors_path(store.path), store, index.vectors.model, progress)
        index.vectors.close()


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild did.

    Args:
        chunks: chunks whose words were indexed.
        embedded: chunks for which a vector was made; those that had a sound one keep it.
        mode: how the store is searched.
        embedding: its model; empty where words alone are searched.
    """

    chunks: int
    embedded: int
    mode: str
    embedding: str


def rebuild(
    path: str | Path, mode: str = "", embedding: str = "", progress: Progress | None = None
) -> Rebuilt:
    """Build the indexes of a store afresh without opening the old ones, which may be damaged.

    Args:
        path: the store.
        mode: how it is searched from now on; as before where empty.
        embedding: the model; as before where empty.
        progress: told (done, to do), of words first, then of vectors.
    Raises:
        UnavailableError: the model is not installed or not configured; nothing was rebuilt.
    """
    location = Path(path)
    with Store.open(location, create=False, entropy=os.urandom) as store:
        before = chosen(store)
        choice = replace(before, mode=cast("Mode", mode or before.mode))
        if choice.mode == "lexical":
            chunks = words_anew(index_path(location), store, progress)
            remember(store, Journal(store, os.urandom), system_clock, choice)
            return Rebuilt(chunks, 0, choice.mode, "")
        model = _model(store, embedding, os.environ)
        chunks = words_anew(index_path(location), store, progress)
        added = refill(vectors_path(location), store, model, progress)
        choice = Choice(choice.mode, model.name, model.digest)
        remember(store, Journal(store, os.urandom), system_clock, choice)
        return Rebuilt(chunks, added, choice.mode, model.name)
