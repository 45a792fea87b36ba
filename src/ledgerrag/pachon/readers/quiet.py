"""One place where the libraries behind the readers are told to keep to themselves.

They log what they could not make of a page, at warning level and to whoever listens; what matters
of it is in the report already, with the file's name.
"""

from __future__ import annotations

import logging

_TALKATIVE = (
    "courlan",
    "dateparser",
    "htmldate",
    "justext",
    "lxml",
    "pypdfium2",
    "readability",
    "trafilatura",
)


def silence() -> None:
    """Let nothing of their logs through."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
