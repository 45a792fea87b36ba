"""Drafts as they come over HTTP, and as they are answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledgerrag.api.asking import MOST_PARAGRAPHS
from ledgerrag.cms.assembling import Checked, Given, Placed, body_of
from ledgerrag.cms.remarks import Said
from ledgerrag.cms.snapshot import Action, Claim, Item, Kind, Paragraph, Summary
from ledgerrag.store.drafts import CheckEventRow, CheckRow, EventType

State = Literal["queued", "running", "done", "failed", "superseded"]
LONGEST_TEXT = 100_000


class ParagraphForm(BaseModel):
    """A paragraph; without an id it is known by its content and its place."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field("", max_length=200)
    kind: Kind = "paragraph"
    text: str = Field(max_length=LONGEST_TEXT)


class CheckForm(BaseModel):
    """A draft as it stands."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "title": "Insurers get more time",
                    "paragraphs": [
                        {
                            "id": "p1",
                            "kind": "paragraph",
                            "text": "The reporting period for the annual solvency report is 180"
                            " days.",
                        }
                    ],
                    "editor": "Ana",
                }
            ]
        },
    )

    title: str = Field("", max_length=1_000)
    paragraphs: list[ParagraphForm] = Field(max_length=MOST_PARAGRAPHS)
    as_of: str = Field("", max_length=60, description="When it should hold; now where empty.")
    known_at: str = Field("", max_length=60, description="Only what was published by then; now.")
    editor: str = Field("", max_length=100, description="Who asks for it, for the journal.")

    def given(self) -> tuple[Given, ...]:
        """The paragraphs as a value."""
        return tuple(Given(one.id, one.kind, one.text) for one in self.paragraphs)


class RemarkForm(BaseModel):
    """What a person does to an item of the checklist; an override and a comment say why."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "item": "2ef4e00688b7ac4a",
                    "action": "override",
                    "reason": "The Authority confirmed it by telephone.",
                    "editor": "Ana",
                }
            ]
        },
    )

    item: str = Field(min_length=1, max_length=64)
    action: Action
    reason: str = Field("", max_length=4_000)
    editor: str = Field("", max_length=100)


class CheckAccepted(BaseModel):
    """A check that is on record: it will be run, whatever happens to the service."""

    check: str
    site: str
    draft: str
    revision: int
    status: State
    href: str


@dataclass(frozen=True, slots=True)
class CheckEvent:
    """Something that happened to a check; a paragraph comes with its claims and their items."""

    seq: int
    type: EventType
    at: str
    paragraph: Paragraph | None = None
    claims: tuple[Claim, ...] = ()
    checklist: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckProblem:
    """Why a check failed, and what can be done."""

    status: int
    detail: str
    next_step: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check and what happened to it since.

    Args:
        check: its id.
        site: whose draft it is.
        draft: the host's id of it.
        revision: that it makes.
        status: where it stands.
        last_seq: what to ask for as `after`.
        events: those after the one that was named.
        summary: of the whole draft, once it is done.
        problem: why it failed.
    """

    check: str
    site: str
    draft: str
    revision: int
    status: State
    last_seq: int
    events: tuple[CheckEvent, ...]
    summary: Summary | None
    problem: CheckProblem | None


class RevisionView(BaseModel):
    """A revision of a draft: a check that is done."""

    revision: int
    check: str
    created: str
    editor: str
    summary: Summary


class Revisions(BaseModel):
    """Revisions, newest first; `next` is what to ask for as `before`, null at the end."""

    items: tuple[RevisionView, ...]
    next: int | None


def revision_view(row: CheckRow, done: CheckEventRow) -> RevisionView:
    """A check that is done, in figures."""
    return RevisionView(
        revision=row.revision,
        check=row.id,
        created=done.created,
        editor=row.editor or row.actor,
        summary=Summary(**body_of(done)["summary"]),
    )


def check_view(checked: Checked, after: int, said: Said) -> CheckView:
    """A check with the events after one of them.

    Args:
        checked: what is stored.
        after: seq of an event; 0 for all.
        said: what people said to the draft's checklist.
    """
    row, events = checked.row, checked.events
    last = events[-1] if events else None
    fresh = [event for event in events if event.seq > after]
    placed = checked.place(said) if any(one.type == "paragraph" for one in fresh) else {}
    body: dict[str, Any] = body_of(last)
    return CheckView(
        check=row.id,
        site=row.site,
        draft=row.draft,
        revision=row.revision,
        status=_status(last),
        last_seq=last.seq if last else 0,
        events=tuple(_event(event, placed.get(event.seq)) for event in fresh),
        summary=Summary(**body["summary"]) if "summary" in body else None,
        problem=CheckProblem(422, body["detail"], body["next_step"]) if "detail" in body else None,
    )


def _event(event: CheckEventRow, placed: Placed | None) -> CheckEvent:
    if placed is None:
        return CheckEvent(event.seq, event.type, event.created)
    found = (placed.paragraph, placed.claims, placed.checklist)
    return CheckEvent(event.seq, event.type, event.created, *found)


def _status(last: CheckEventRow | None) -> State:
    if last is None:
        return "queued"
    match last.type:
        case "started" | "paragraph":
            return "running"
        case ended:
            return ended
