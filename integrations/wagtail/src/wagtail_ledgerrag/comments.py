"""Open items of the checklist as comments beside their paragraphs."""

import json
from typing import Any

from django.utils import timezone
from wagtail.models import COMMENTS_RELATION_NAME, Comment, Page

from wagtail_ledgerrag.drafts import Claim, Item, Snapshot
from wagtail_ledgerrag.models import LedgerComment
from wagtail_ledgerrag.reading import Paragraph


def put(page: Page, user: Any, snapshot: Snapshot, text: tuple[Paragraph, ...]) -> int:
    """Make a comment of each open item that has none yet, and resolve those of items that are done.

    A comment that a person deleted is not made again.

    Args:
        page: The page as it was saved.
        user: Who publishes; the comments are theirs.
        snapshot: The ledger of the text.
        text: The paragraphs of the text.

    Returns:
        How many comments were made.
    """
    known = {known.item: known for known in LedgerComment.objects.filter(page_id=page.pk)}
    claims = {claim.id: claim for claim in snapshot.claims}
    places = _places(snapshot, text)
    open_items = [item for item in snapshot.checklist if item.state == "open"]
    made = 0
    for item in open_items:
        claim = claims.get(item.claim)
        place = places.get(claim.paragraph) if claim is not None else None
        if item.id not in known and claim is not None and place is not None:
            _make(page, user, item, claim, place)
            made += 1
    _resolve(page, user, known, {item.id for item in open_items})
    return made


def _places(snapshot: Snapshot, text: tuple[Paragraph, ...]) -> dict[str, Paragraph]:
    """Our paragraphs by the ids of the ledger: by the same id, else by the same words."""
    by_id = {paragraph.id: paragraph for paragraph in text}
    by_words = {paragraph.text: paragraph for paragraph in reversed(text)}
    found = {read.id: by_id.get(read.id) or by_words.get(read.text) for read in snapshot.paragraphs}
    return {**by_id, **{key: place for key, place in found.items() if place is not None}}


def _make(page: Page, user: Any, item: Item, claim: Claim, place: Paragraph) -> None:
    comment = Comment(
        page_id=page.pk,
        user=user,
        text=f"{item.text}\n\n“{claim.text}”",
        contentpath=place.path,
        position=_position(claim, place),
        revision_created=page.get_latest_revision(),
    )
    comment.save(update_position=True)
    LedgerComment.objects.create(page_id=page.pk, item=item.id, comment=comment)
    # The page in hand was saved before: it must know the comment, or its next save forgets it.
    getattr(page, COMMENTS_RELATION_NAME).add(comment)


def _resolve(page: Page, user: Any, known: dict[str, LedgerComment], still_open: set[str]) -> None:
    rows = [row for item, row in known.items() if item not in still_open]
    done = {row.comment_id for row in rows} - {None}
    now = timezone.now()
    Comment.objects.filter(pk__in=done, resolved_at=None).update(resolved_at=now, resolved_by=user)
    # The page in hand holds its comments too, and publishing writes them from there.
    # (Wagtail itself drops what is resolved when a page is published.)
    for comment in getattr(page, COMMENTS_RELATION_NAME).all():
        if comment.pk in done and comment.resolved_at is None:
            comment.resolved_at, comment.resolved_by = now, user
    # An item that opens again is news, and gets a comment again.
    LedgerComment.objects.filter(pk__in=[row.pk for row in rows]).delete()


def _position(claim: Claim, place: Paragraph) -> str:
    """Where a claim stands in rich text: Draft.js counts UTF-16 units, the service code points."""
    if not place.key:
        return ""
    before = place.text[: claim.start].encode("utf-16-le")
    within = place.text[claim.start : claim.end].encode("utf-16-le")
    start = len(before) // 2
    return json.dumps([{"key": place.key, "start": start, "end": start + len(within) // 2}])
