"""What differs between two revisions of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ledgerrag.cms.aligning import Place, align
from ledgerrag.cms.snapshot import Claim, Paragraph, Snapshot


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A claim that stands otherwise than before: its status, verdict, value or authority."""

    before: Claim
    after: Claim


@dataclass(frozen=True, slots=True)
class ParagraphChange:
    """A paragraph that came, went or reads otherwise.

    Args:
        change: what happened to it.
        before: as it was; None where it came.
        after: as it is; None where it went.
    """

    change: Literal["came", "went", "edited"]
    before: Paragraph | None
    after: Paragraph | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two revisions of a draft side by side.

    Args:
        site: whose draft it is.
        draft: the host's id.
        first: the earlier revision.
        last: the later revision.
        came: claims that only the later one makes.
        went: claims that only the earlier one makes.
        changed: claims of both that stand otherwise.
        paragraphs: paragraphs that differ, in the order of the later text, then those that went.
    """

    site: str
    draft: str
    first: int
    last: int
    came: tuple[Claim, ...]
    went: tuple[Claim, ...]
    changed: tuple[ClaimChange, ...]
    paragraphs: tuple[ParagraphChange, ...]


def compare(before: Snapshot, after: Snapshot) -> Comparison:
    """What differs between two revisions.

    Args:
        before: the earlier one.
        after: the later one.
    """
    old, new = ({claim.id: claim for claim in shot.claims} for shot in (before, after))
    return Comparison(
        site=after.site,
        draft=after.draft,
        first=before.revision,
        last=after.revision,
        came=tuple(claim for key, claim in new.items() if key not in old),
        went=tuple(claim for key, claim in old.items() if key not in new),
        changed=tuple(
            ClaimChange(old[key], claim)
            for key, claim in new.items()
            if key in old and _stands(old[key]) != _stands(claim)
        ),
        paragraphs=tuple(_paragraphs(before.paragraphs, after.paragraphs)),
    )


def _stands(claim: Claim) -> tuple[str, ...]:
    return (claim.status, claim.verdict, claim.value, claim.authority)


def _paragraphs(
    before: tuple[Paragraph, ...], after: tuple[Paragraph, ...]
) -> list[ParagraphChange]:
    places = [[Place(one.id, one.text) for one in text] for text in (before, after)]
    found = align(places[0], places[1])
    changed: list[ParagraphChange] = []
    for paragraph, index in zip(after, found, strict=True):
        if index is None:
            changed.append(ParagraphChange("came", None, paragraph))
        elif (before[index].text, before[index].kind) != (paragraph.text, paragraph.kind):
            changed.append(ParagraphChange("edited", before[index], paragraph))
    kept = set(found)
    gone = (one for index, one in enumerate(before) if index not in kept)
    return [*changed, *(ParagraphChange("went", one, None) for one in gone)]
