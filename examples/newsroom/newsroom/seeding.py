"""The drafts of the example newsroom, from stories.toml."""

import tomllib
import uuid
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from wagtail.models import Page, Site

from newsroom.models import FrontPage, StoryPage

# Ids that depend on the story alone: a second set-up gives the same drafts.
SPACE = uuid.UUID("6d0b7c1e-2f57-4c39-9a35-0f0a2f6f5a11")


def seed(file: Path, *, user: str, password: str, email: str, port: int) -> int:
    """Make the site, its administrator and its drafts.

    Args:
        file: The stories.
        user: The name of the administrator.
        password: Their password.
        email: Their address.
        port: Where the site listens.

    Returns:
        How many drafts there are.
    """
    front = _site(port)
    editor = get_user_model().objects.create_superuser(user, email, password)
    stories = tomllib.loads(file.read_text("utf-8"))["stories"]
    for story in stories:
        page = StoryPage(
            title=story["title"],
            slug=story["slug"],
            standfirst=story["standfirst"],
            body=_body(story["slug"], story["body"]),
            background=_rich(story["slug"], "background", story["background"]),
            live=False,
            owner=editor,
        )
        front.add_child(instance=page)
        page.save_revision(user=editor)
    return len(stories)


def _site(port: int) -> FrontPage:
    """The front page in place of the one that Wagtail's first migration makes."""
    Site.objects.all().delete()
    root = Page.get_first_root_node()
    root.get_children().delete()
    root = Page.objects.get(pk=root.pk)
    front = FrontPage(title="The Varrow Post", slug="front")
    root.add_child(instance=front)
    Site.objects.create(
        hostname="127.0.0.1",
        port=port,
        root_page=front,
        is_default_site=True,
        site_name="The Varrow Post",
    )
    return front


def _body(slug: str, parts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"type": part["type"], "value": _value(slug, place, part), "id": _id(slug, str(place))}
        for place, part in enumerate(parts)
    ]


def _value(slug: str, place: int, part: Mapping[str, Any]) -> Any:
    match part["type"]:
        case "paragraph":
            return _rich(slug, str(place), part["value"])
        case "box":
            facts = [
                {"type": "item", "value": fact, "id": _id(slug, f"{place}.{row}")}
                for row, fact in enumerate(part["facts"])
            ]
            return {"heading": part["heading"], "facts": facts}
        case _:
            return part["value"]


def _rich(slug: str, place: str, texts: Sequence[str]) -> str:
    """Stored rich text; the keys are those that the editor would give and keep."""
    keys = (_id(slug, f"{place}/{row}")[:5] for row in range(len(texts)))
    return "".join(
        f'<p data-block-key="{key}">{escape(text, quote=False)}</p>'
        for key, text in zip(keys, texts, strict=True)
    )


def _id(slug: str, place: str) -> str:
    return str(uuid.uuid5(SPACE, f"{slug}/{place}"))
