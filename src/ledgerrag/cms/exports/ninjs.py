"""IPTC ninjs 3.1: a story as news agencies and newsrooms exchange it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ledgerrag.cms.exports.article import Correction
from ledgerrag.cms.exports.story import Story, identifier
from ledgerrag.cms.snapshot import Snapshot

SCHEMA: Final = "http://www.iptc.org/std/ninjs/ninjs-schema_3.1.json#"
VERSION: Final = "3.1"
PROFILE: Final = "text-with-evidence"


def news_item(
    shot: Snapshot, story: Story, corrections: Sequence[Correction] = ()
) -> dict[str, Any]:
    """A text item: the story, its sources, its notices, and what is open as a note to editors.

    Args:
        shot: the ledger of a revision.
        story: what the host knows of it.
        corrections: notices, in the order in which they were made.
    """
    uri = identifier(story, shot.site, shot.draft)
    text = "\n\n".join(paragraph.text for paragraph in shot.paragraphs)
    body = {
        "contentType": "text/plain",
        "charCount": len(text),
        "wordCount": len(text.split()),
        "value": text,
    }
    item: dict[str, Any] = {
        "uri": uri,
        "type": "text",
        "representationType": "full",
        "profile": PROFILE,
        "version": str(shot.revision),
        "versionCreated": shot.checked_at,
        "title": shot.title or shot.draft,
        "headlines": [{"role": "main", "value": shot.title}] if shot.title else [],
        "bodies": [body],
        "by": story.publisher or shot.site,
        "infoSources": _sources(shot),
        "associations": [_notice(uri, number, one) for number, one in enumerate(corrections, 1)],
        "altIds": [
            {"role": "draft", "value": f"{shot.site}/{shot.draft}"},
            {"role": "check", "value": shot.check},
        ],
        "standard": {"name": "ninjs", "version": VERSION, "schema": SCHEMA},
    }
    if shot.summary.unresolved:
        lines = [one.text for one in shot.checklist if one.state == "open"]
        item["edNote"] = "Still to be checked: " + " | ".join(lines)
    if story.language:
        item["language"] = story.language
    return {name: value for name, value in item.items() if value != []}


def _sources(shot: Snapshot) -> list[dict[str, str]]:
    named = {
        one.source: one.source_name or one.source
        for claim in shot.claims
        for one in claim.evidence
        if one.stance == "supports"
    }
    return [{"name": named[key], "role": "evidence", "literal": key} for key in sorted(named)]


def _notice(uri: str, number: int, one: Correction) -> dict[str, Any]:
    return {
        "name": f"{one.kind}-{number}",
        "rel": one.kind,
        "uri": f"{uri}#notice-{number}",
        "type": "text",
        "bodies": [{"role": one.kind, "contentType": "text/plain", "value": one.text}],
    }
