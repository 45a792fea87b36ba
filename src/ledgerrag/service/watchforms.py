"""The forms of watches, events and notices as they go over the wire."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ledgerrag.cms.notices import Notice

Kind = Literal["correction", "clarification", "update", "retraction"]


class ParagraphForm(BaseModel):
    """A paragraph of a story."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field("", max_length=200, examples=["p1"])
    kind: str = Field("paragraph", max_length=40, examples=["paragraph"])
    text: str = Field(max_length=200_000)


class WebhookForm(BaseModel):
    """Who is called when something happens."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=2_000, examples=["https://newsroom.example/hooks/ledger"])
    secret: str = Field("", max_length=200, description="Signs what is sent; made where empty.")


class WatchForm(BaseModel):
    """A published story that is to be watched: a checked revision of its draft, or its text."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "story": "story-7",
                    "title": "Reporting gets easier",
                    "url": "https://newsroom.example/story-7",
                    "paragraphs": [
                        {
                            "id": "p1",
                            "text": "The reporting period for the solvency report is 270 days.",
                        }
                    ],
                    "editor": "Ana",
                }
            ]
        },
    )

    story: str = Field(min_length=1, max_length=200, description="The host's id of the draft.")
    title: str = Field("", max_length=1_000)
    url: str = Field("", max_length=2_000)
    published: str = Field("", max_length=60, description="When it was; now where empty.")
    draft_revision: int | None = Field(None, ge=1, le=1_000_000_000)
    paragraphs: list[ParagraphForm] | None = Field(None, max_length=500)
    webhook: WebhookForm | None = None
    editor: str = Field("", max_length=100)


class WatchView(BaseModel):
    """A watch, and where its story stands."""

    watch: str
    site: str
    story: str
    title: str
    url: str
    published: str
    created: str
    ended: str = Field(description="Empty while it goes on.")
    successor: str = Field(description="The watch that took its place.")
    claims: int
    statuses: dict[str, int] = Field(description="Claims by status.")
    needs_correction: bool
    webhook: str = Field(description="Who is called; empty where nobody is.")


class NewWatch(WatchView):
    """A watch that has begun."""

    secret: str = Field(description="Signs what the webhook is sent; shown this once.")


class ClaimView(BaseModel):
    """A watched claim as it was found last."""

    id: str
    paragraph: str
    text: str
    status: str
    value: str
    reason: str
    due: str = Field(description="The day on which what it rests on changes by itself.")
    run: str


class DeliveryView(BaseModel):
    """An attempt to call the webhook."""

    event: int
    attempt: int
    at: str
    outcome: str
    detail: str
    next: str


class FullWatch(WatchView):
    """A watch with its claims and what its webhook was told."""

    items: list[ClaimView]
    deliveries: list[DeliveryView]


class Looked(BaseModel):
    """The last look at what came in: how many claims were watched, touched and judged again."""

    at: str
    corpus_seq: int
    claims: int
    matched: int
    reverified: int
    share_ppm: int = Field(description="Runs for each million watched claims.")


class Watches(BaseModel):
    """A page of watches."""

    items: list[WatchView]
    next: int | None = Field(description="Give it as `after`; null at the end.")
    last: Looked | None = None


class Side(BaseModel):
    """What a claim was, or is."""

    status: str
    value: str


class EventClaim(BaseModel):
    """The claim that something happened to."""

    id: str
    text: str


class EventView(BaseModel):
    """Something that happened to a watched claim."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    id: str
    seq: int
    watch: str
    story: str
    claim: EventClaim
    from_: Side = Field(alias="from")
    to: Side
    kind: Literal["correction", "clarification", "update", "retraction", "none"]
    authority: Literal["official", "outlet", "user", "none"]
    source: str
    source_name: str
    effective_from: str
    document: str
    act: str
    quote: str
    summary: str
    created: str
    run: str


class Events(BaseModel):
    """Events, oldest first."""

    items: list[EventView]
    next: int = Field(description="Give it as `after` to hear what comes next.")


class StoryWatch(BaseModel):
    """What the panel shows of the watch of a draft's story."""

    watch: str | None
    needs_correction: bool
    events: list[EventView]


class NoticeForm(BaseModel):
    """Which event a notice is to be drafted for."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"event": 1}]})

    event: int = Field(ge=1, le=2**53)
    kind: Kind | None = None
    editor: str = Field("", max_length=100)


NoticeView = Notice
