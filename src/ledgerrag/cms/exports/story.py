"""What the host knows of a story and the ledger does not: its address, and who answers for it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from ledgerrag.errors import InputError


@dataclass(frozen=True, slots=True)
class Story:
    """A story as its publisher knows it.

    Args:
        url: where readers find it; empty while it is a draft.
        publisher: name of the newsroom; empty: the site's name stands for it.
        published: ISO date or instant of the first publication; empty while it is a draft.
        language: BCP 47; empty where not stated.
    """

    url: str = ""
    publisher: str = ""
    published: str = ""
    language: str = ""

    def __post_init__(self) -> None:
        if self.url and urlsplit(self.url).scheme not in ("http", "https"):
            raise InputError(
                f"url {self.url!r} is no web address", "give one that begins with https://"
            )


@dataclass(frozen=True, slots=True)
class JournalMark:
    """The journal as it stood when an export was made.

    Args:
        log: its name.
        entries: how many entries it had.
        root: root hash of its Merkle tree, hex.
    """

    log: str
    entries: int
    root: str


def identifier(story: Story, site: str, draft: str) -> str:
    """A URI that stands for the story: its address, or a URN of site and draft."""
    return story.url or f"urn:ledgerrag:{quote(site, safe='')}:{quote(draft, safe='')}"
