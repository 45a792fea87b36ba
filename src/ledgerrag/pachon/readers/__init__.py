"""From files of many kinds to records as their channels give them, or to clear refusals."""

from ledgerrag.pachon.readers.dispatch import read
from ledgerrag.pachon.readers.files import find, sha256
from ledgerrag.pachon.readers.raw import DEFAULT_LIMITS, Limits, Opened, Raw, Rejected

__all__ = ["DEFAULT_LIMITS", "Limits", "Opened", "Raw", "Rejected", "find", "read", "sha256"]
