"""Whether the model that answered is the one that was asked for, as far as names tell."""

from __future__ import annotations

import re
from typing import Final

_FAMILY: Final = re.compile(r"[a-z]{3,}")
_VERSION: Final = re.compile(r"\d+(?:\.\d+)?")
_LATEST: Final = re.compile(r"[-:]latest$")


def another(asked: str, served: str) -> bool:
    """Whether a served name is plainly not the model that was asked for.

    Servers answer under longer names (`gpt-4o-mini-2024-07-18`), file names
    (`gemma-3-270m-Q4_K_M.gguf`) and paths (`meta-llama/Llama-3.1-8B`): those are the same. So is a
    name with the same family and no other version (`deepseek-chat`, `deepseek-v3`).

    Args:
        asked: as the settings have it.
        served: as the server gave it; empty: it gave none, which says nothing.
    """
    if not served:
        return False
    ours, theirs = _plain(asked), _plain(served)
    if not ours or not theirs or ours in theirs or (len(theirs) >= 3 and theirs in ours):
        return False
    if not set(_FAMILY.findall(asked.lower())) & set(_FAMILY.findall(served.lower())):
        return True
    before, now = _VERSION.findall(_base(asked)), _VERSION.findall(_base(served))
    return bool(before and now and before[0] != now[0])


def _base(name: str) -> str:
    return _LATEST.sub("", name.lower().rsplit("/", 1)[-1])


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", _LATEST.sub("", name.lower()))
