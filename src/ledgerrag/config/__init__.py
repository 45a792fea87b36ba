"""The paper's symbols by name, ours beside them, and the presets that set them."""

from ledgerrag.config.lists import lexicon
from ledgerrag.config.loading import Readable, load, resolve
from ledgerrag.config.params import (
    JUDGES,
    MODES,
    PRESETS,
    About,
    Adjudication,
    Described,
    Judges,
    Params,
    Retrieval,
    StatsMode,
    TimeValidity,
)

__all__ = [
    "JUDGES",
    "MODES",
    "PRESETS",
    "About",
    "Adjudication",
    "Described",
    "Judges",
    "Params",
    "Readable",
    "Retrieval",
    "StatsMode",
    "TimeValidity",
    "lexicon",
    "load",
    "resolve",
]
