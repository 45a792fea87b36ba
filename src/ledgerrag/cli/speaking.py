"""The language model of a command: named by the environment, used only where it is asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledgerrag.language.seam import LanguageModel


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options of a command say of a language model.

    Args:
        use: use the one that the environment names.
        require: fail where it fails.
        record: write what it says to this file.
        replay_only: take what it said from this file, and ask nobody.
    """

    use: bool = False
    require: bool = False
    record: Path | None = None
    replay_only: Path | None = None

    @property
    def any(self) -> bool:
        """Whether a model is wanted at all."""
        return self.use or self.require or bool(self.record or self.replay_only)


@contextmanager
def spoken(wanted: Wanted, store: Path) -> Iterator[LanguageModel | None]:
    """The model, opened for one command; None where none is wanted.

    Args:
        wanted: by the options.
        store: beside it lies what is remembered of servers.
    Raises:
        UnavailableError: the environment names none.
        ConfigError: its settings or the options do not fit.
    """
    if not wanted.any:
        yield None
        return
    from ledgerrag.language.opening import open_model
    from ledgerrag.language.settings import settings_from

    settings = None if wanted.replay_only else settings_from(os.environ)
    model = open_model(
        settings,
        now=time.time,
        record=wanted.record,
        replay_only=wanted.replay_only,
        memory=memory_of(store),
    )
    with closing(model):
        yield model


def memory_of(store: Path) -> Path | None:
    """The file beside a store that remembers how servers are spoken to; None where none can be."""
    writable = store.is_file() and os.access(store.parent, os.W_OK)
    return store.with_name(store.name + ".models.json") if writable else None
