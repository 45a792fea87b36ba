"""schema.org `NewsArticle` with its corrections, each a `CorrectionComment`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ledgerrag.cms.exports.claimreview import citation
from ledgerrag.cms.exports.story import Story, identifier
from ledgerrag.cms.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Correction:
    """A notice as a reader is to see it.

    Args:
        kind: correction, clarification, update or retraction.
        text: the notice.
        created: ISO date or instant.
    """

    kind: str
    text: str
    created: str


def news_article(
    shot: Snapshot, story: Story, corrections: Sequence[Correction] = ()
) -> dict[str, Any]:
    """A story as JSON-LD, with what was corrected and what it rests on.

    Args:
        shot: the ledger of a revision.
        story: what the host knows of it.
        corrections: notices, in the order in which they were made.
    """
    uri = identifier(story, shot.site, shot.draft)
    cited = {
        (one.doc_id, one.version): citation(one)
        for claim in shot.claims
        for one in claim.evidence
        if one.stance == "supports"
    }
    article: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "@id": uri,
        "headline": shot.title,
        "publisher": {"@type": "Organization", "name": story.publisher or shot.site},
        "dateModified": shot.checked_at,
        "articleBody": "\n\n".join(paragraph.text for paragraph in shot.paragraphs),
        "citation": [cited[key] for key in sorted(cited)],
        "correction": [
            {
                "@type": "CorrectionComment",
                "name": one.kind,
                "text": one.text,
                "datePublished": one.created[:10],
                "correctedWork": {"@id": uri},
            }
            for one in corrections
        ],
    }
    known = {
        "url": story.url,
        "mainEntityOfPage": story.url,
        "datePublished": story.published,
        "inLanguage": story.language,
    }
    return article | {name: value for name, value in known.items() if value}
