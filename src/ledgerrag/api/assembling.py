"""A store, its index, its journal and who asks it: put together, and only where all can be had."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ledgerrag.api import choosing
from ledgerrag.api.asking import Asker
from ledgerrag.api.opening import SealedIndex, check_analysis, index_path
from ledgerrag.audit.journal import Journal
from ledgerrag.config import Params
from ledgerrag.embedding.seam import EmbeddingModel
from ledgerrag.language.seam import LanguageModel
from ledgerrag.retrieval.index import SearchIndex
from ledgerrag.store import Store


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a store is to be opened; the fields are the arguments of `LedgerRAG.open`."""

    create: bool
    readonly: bool
    embedding: str | EmbeddingModel
    clock: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    timer: Callable[[], int]
    language: LanguageModel | None
    require_model: bool


@dataclass(frozen=True, slots=True)
class Assembled:
    """The parts of an open store."""

    store: Store
    index: SearchIndex | SealedIndex
    asker: Asker
    journal: Journal


def assemble(path: Path, params: Params, wishes: Wishes) -> Assembled:
    """Open the parts; a store that is missing is made last of all that may be refused.

    Args:
        path: the store.
        params: the parameters that a question may change.
        wishes: how it is to be opened.
    Raises:
        StoreError: the store cannot be opened.
        IndexDamagedError: the index must be rebuilt.
        UnavailableError: the store is to be made for search by meaning, and the embedding model
            is not installed or not configured; nothing was made.
    """
    embedding = wishes.embedding
    if wishes.create and not wishes.readonly and not path.exists():
        embedding = choosing.at_hand(embedding, params, os.environ)
    store = Store.open(path, create=wishes.create, readonly=wishes.readonly, entropy=wishes.entropy)
    try:
        check_analysis(store)
        folder = index_path(path)
        index = (
            SealedIndex(folder)
            if wishes.readonly
            else choosing.open_index(folder, store, embedding, os.environ)
        )
    except BaseException:
        store.close()
        raise
    journal = Journal(store, wishes.entropy)
    asker = Asker(
        store,
        index,
        journal,
        params,
        wishes.clock,
        wishes.entropy,
        wishes.timer,
        wishes.language,
        require_model=wishes.require_model,
    )
    return Assembled(store, index, asker, journal)
