"""The evidence file: one HTML page that stands alone, prints well, and says how to verify it."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from jinja2 import Environment, StrictUndefined

from ledgerrag.cms.exports.story import JournalMark, Story
from ledgerrag.cms.snapshot import Claim, Paragraph, Snapshot

STATUSES: Final = ("verified", "refuted", "disputed", "unverified", "stale", "unchecked")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a paragraph's text, with the numbers of the claims that were read from it."""

    text: str
    claims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A paragraph in pieces."""

    kind: str
    pieces: tuple[Piece, ...]


@cache
def _read(name: str) -> str:
    return (files("ledgerrag.cms.exports") / name).read_text(encoding="utf-8")


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(_read("words.toml"))


def text_sha256(shot: Snapshot) -> str:
    """sha256 over the UTF-8 text that was checked, its paragraphs apart by an empty line; hex."""
    text = "\n\n".join(paragraph.text for paragraph in shot.paragraphs)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def evidence_file(shot: Snapshot, story: Story, journal: JournalMark) -> str:
    """The evidence file of a revision as HTML, without script and without anything outside it.

    Args:
        shot: the ledger of a revision.
        story: what the host knows of it.
        journal: the journal as it stands now.
    """
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    numbers = {claim.id: number for number, claim in enumerate(shot.claims, 1)}
    own: dict[str, list[object]] = {claim.id: [] for claim in shot.claims}
    for item in shot.checklist:
        own.get(item.claim, []).append(item)
    words = _words()
    return environment.from_string(_read("evidence.html.j2")).render(
        shot=shot,
        story=story,
        journal=journal,
        heading=shot.title or shot.draft,
        style=style(),
        text_sha256=text_sha256(shot),
        counts=[(name, n) for name in STATUSES if (n := getattr(shot.summary, name))],
        paragraphs=[_shown(one, shot.claims, numbers) for one in shot.paragraphs],
        claims=[(numbers[claim.id], claim) for claim in shot.claims],
        items=own,
        general=[item for item in shot.checklist if item.claim not in own],
        words=words["status"],
        authorities=words["authority"],
        stances=words["stance"],
    )


def style() -> str:
    """The page's style sheet: what a content security policy allows by its hash."""
    return _read("evidence.css").strip()


def _shown(paragraph: Paragraph, claims: tuple[Claim, ...], numbers: Mapping[str, int]) -> Shown:
    own = [claim for claim in claims if claim.paragraph == paragraph.id]
    return Shown(paragraph.kind, tuple(_pieces(paragraph.text, own, numbers)))


def _pieces(text: str, own: list[Claim], numbers: Mapping[str, int]) -> Iterator[Piece]:
    """The text cut where a claim begins or ends; a claim's number stands where it ends."""
    cuts = sorted({0, len(text), *(claim.start for claim in own), *(claim.end for claim in own)})
    for start, end in pairwise(cuts):
        inside = [claim for claim in own if claim.start <= start and end <= claim.end]
        ending = tuple(numbers[claim.id] for claim in inside if claim.end == end)
        if inside and not ending:
            # A longer claim goes on: its number comes with its last piece.
            yield Piece(text[start:end], ())
        else:
            yield Piece(text[start:end], ending)
