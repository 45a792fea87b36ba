"""Text of documents and users as it may stand on a terminal: read, never obeyed."""

from __future__ import annotations

import re
import unicodedata

# Zero-width joiners stay: Persian, Indic scripts and emoji are misspelt without them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)


def inert(text: str) -> str:
    """A text on one line, whose control characters and bidi overrides can be seen.

    Args:
        text: anything that a document, a model or a user wrote.
    """
    return " ".join(_HIDDEN.sub(_shown, text).split())


def _shown(match: re.Match[str]) -> str:
    character = match.group()
    name = unicodedata.name(character, "")
    # U+001B alone tells few readers anything; a name, where there is one, is short enough.
    return f"<{name or f'U+{ord(character):04X}'}>"
