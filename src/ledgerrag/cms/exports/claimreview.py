"""schema.org `ClaimReview`: one for each claim that the sources settle or dispute."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ledgerrag.cms.exports.story import Story, identifier
from ledgerrag.cms.snapshot import Claim, Evidence, Snapshot

BEST, WORST = 5, 1


@cache
def _ratings() -> dict[str, dict[str, Any]]:
    text = (files("ledgerrag.cms.exports") / "ratings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def claim_reviews(shot: Snapshot, story: Story) -> dict[str, Any]:
    """The reviews of a checked draft as one JSON-LD graph.

    What nothing settles has no review: no source says that it is false, and none that it is true.

    Args:
        shot: the ledger of a revision.
        story: what the host knows of it.
    """
    reviews = [_review(shot, claim, story) for claim in shot.claims if claim.verdict in _ratings()]
    return {"@context": "https://schema.org", "@graph": reviews}


def _review(shot: Snapshot, claim: Claim, story: Story) -> dict[str, Any]:
    rating = _ratings()[claim.verdict]
    uri = identifier(story, shot.site, shot.draft)
    appearance: dict[str, Any] = {"@type": "NewsArticle", "headline": shot.title}
    appearance |= {"url": story.url} if story.url else {"identifier": uri}
    review: dict[str, Any] = {
        "@type": "ClaimReview",
        "@id": f"{uri}#{claim.id}",
        "datePublished": shot.checked_at[:10],
        "author": {"@type": "Organization", "name": story.publisher or shot.site},
        "claimReviewed": claim.text,
        "itemReviewed": {"@type": "Claim", "text": claim.text, "appearance": appearance},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": rating["value"],
            "bestRating": BEST,
            "worstRating": WORST,
            "alternateName": rating["name"],
        },
        "reviewBody": f"{claim.reason} As of {claim.as_of}, known at {claim.known_at}.",
        "citation": [citation(one) for one in claim.evidence if one.stance != "near"],
    }
    if story.url:
        review["url"] = f"{story.url}#{claim.id}"
    return review


def citation(one: Evidence) -> dict[str, Any]:
    """A span of evidence as a schema.org `CreativeWork`."""
    work: dict[str, Any] = {
        "@type": "CreativeWork",
        "name": one.title,
        "identifier": f"{one.doc_id}@{one.version}",
        "datePublished": one.published,
        "publisher": {"@type": "Organization", "name": one.source_name or one.source},
        "text": one.quote,
    }
    if one.since:
        work["temporalCoverage"] = f"{one.since}/{one.until or '..'}"
    return work
