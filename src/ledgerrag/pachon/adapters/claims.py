"""What the adapters of checked claims and of posts hand on: who said what, when, and the verdict.

A verdict is that of the source, never ours. Days that a source does not state are upper bounds that
the adapter tells of; none is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from ledgerrag.pachon.adapters.provisions import told

_APART: Final = re.compile(r"[^a-z0-9]+")
_SPACES: Final = re.compile(r"\s+")


class Rating(StrEnum):
    """What a source says of a claim."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim with the verdict on it.

    Args:
        claim_id: stable id.
        adapter: the raw source that it comes from.
        text: the claim, on one line.
        rating: the verdict; open: unproven, mixed, or too little evidence.
        checker: the organisation whose verdict it is; empty where the source names none.
        checked: ISO day by which the verdict was public: an upper bound.
        said: ISO day on which the claim was made; empty where the source states none.
        social: whether the source says that it went round among users of social media.
    """

    claim_id: str
    adapter: str
    text: str
    rating: Rating
    checker: str
    checked: str
    said: str = ""
    social: bool = True


@dataclass(frozen=True, slots=True)
class Post:
    """What an account posted.

    Args:
        post_id: stable id.
        account: its name in the network.
        verified: whether the network had verified the account.
        published: ISO instant, UTC.
        text: the post, on one line.
        stance: what the source's annotators say that a reply does to the claim; may be empty.
    """

    post_id: str
    account: str
    verified: bool
    published: str
    text: str
    stance: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """A post that claims something, with the replies to it and the verdict found later.

    Args:
        thread_id: stable id.
        adapter: the raw source that it comes from.
        event: the event that it belongs to.
        rating: the verdict.
        first: the post.
        replies: in order of time.
    """

    thread_id: str
    adapter: str
    event: str
    rating: Rating
    first: Post
    replies: tuple[Post, ...] = ()


def line(text: object) -> str:
    """A text on one line, as ingest keeps it."""
    return _SPACES.sub(" ", told(str(text or ""))).strip()


def slug(name: str) -> str:
    """A name as a registry key: `Les Décodeurs` -> `les-decodeurs`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _APART.sub("-", plain).strip("-")


def post(row: Mapping[str, Any], *, name: str) -> Post:
    """A post as the networks' exports give it.

    Args:
        row: with `id`, `screen_name`, `verified`, `created_at`, `text`.
        name: the adapter, the beginning of its id.
    """
    return Post(
        post_id=f"{name}:{row.get('id')}",
        account=slug(str(row.get("screen_name") or "")) or "unnamed",
        verified=bool(row.get("verified")),
        published=str(row.get("created_at") or ""),
        text=line(row.get("text")),
        stance=str(row.get("stance") or ""),
    )
