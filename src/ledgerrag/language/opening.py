"""A language model opened from settings: live, recorded, or from a recording alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ledgerrag.errors import ConfigError, UnavailableError
from ledgerrag.language.memory import Memory
from ledgerrag.language.recorded import Cassette, Model, RecordingModel, ReplayedModel
from ledgerrag.language.settings import PREFIX, ModelSettings


def open_model(
    settings: ModelSettings | None,
    *,
    now: Callable[[], float],
    record: Path | None = None,
    replay_only: Path | None = None,
    memory: Path | None = None,
) -> Model:
    """A model to be closed after use.

    Args:
        settings: of a server; not needed where nothing is sent.
        now: seconds since 1970.
        record: a file that every request and answer is written to.
        replay_only: a file that answers instead of a server.
        memory: a small file that remembers how servers are spoken to.
    Raises:
        UnavailableError: no server is named.
        ConfigError: both a file to write and a file to answer.
    """
    if record is not None and replay_only is not None:
        raise ConfigError("--record and --replay-only exclude each other", "choose one")
    if replay_only is not None:
        return ReplayedModel(Cassette.read(replay_only))
    if settings is None:
        raise UnavailableError(
            "no language model is set up",
            f"set {PREFIX}BASE_URL and {PREFIX}MODEL (and {PREFIX}API_KEY where one is needed)",
        )
    # The client takes a moment to load: those who ask without a model do without.
    from ledgerrag.language.openai import OpenAIModel

    live = OpenAIModel(settings, Memory(memory), now=now)
    if record is None:
        return live
    try:
        return RecordingModel(live, record)
    except BaseException:
        live.close()
        raise
