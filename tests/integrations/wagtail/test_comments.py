from __future__ import annotations

import json

from django.test import Client
from wagtail.models import Comment, Site

from newsroom.models import StoryPage
from tests.integrations.wagtail.test_publishing import publish
from wagtail_ledgerrag.models import LedgerComment, LedgerSettings
from wagtail_ledgerrag.scripted import ScriptedService


def wanted() -> None:
    LedgerSettings.objects.create(site=Site.objects.get(), comments="on")


def comments(page: StoryPage) -> list[Comment]:
    return list(Comment.objects.filter(page=page).order_by("pk"))


def test_open_items_stand_as_comments_beside_their_paragraphs(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story)
    first = comments(story)[0]
    assert "refuted" in comments(story)[1].text
    assert first.contentpath == "standfirst"
    assert first.user.get_username() == "chief"
    fact = next(c for c in comments(story) if "fish market" in c.text)
    assert fact.contentpath.startswith("body.")


def test_a_comment_in_rich_text_stands_at_the_words_of_its_claim(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story, background=_rich("🚢 Ahoy. The mayor keeps bees."))
    bees = next(c for c in comments(story) if "keeps bees" in c.text)
    (place,) = json.loads(bees.position)
    words = "🚢 Ahoy. The mayor keeps bees.".encode("utf-16-le")
    assert words[place["start"] * 2 : place["end"] * 2].decode("utf-16-le") == (
        "The mayor keeps bees."
    )


def _rich(text: str) -> str:
    from wagtail.test.utils.form_data import rich_text

    return str(rich_text(f"<p>{text}</p>", features=["bold"]))


def test_an_item_has_one_comment_however_often_it_is_checked(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story)
    count = len(comments(story))
    publish(chief, story)
    assert len(comments(story)) == count


def test_a_comment_whose_item_is_done_stands_open_no_longer(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story)
    assert fare(story) != []
    publish(chief, story, standfirst="All is well.")
    assert fare(story) == []


def test_an_item_that_opens_again_has_a_comment_again(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story)
    publish(chief, story, standfirst="All is well.")
    publish(chief, story, standfirst=story.standfirst)
    assert len(fare(story)) == 1


def fare(story: StoryPage) -> list[Comment]:
    return [c for c in comments(story) if "costs 18 crowns" in c.text and c.resolved_at is None]


def test_a_comment_that_a_person_deleted_is_not_made_again(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    wanted()
    publish(chief, story)
    Comment.objects.filter(page=story).delete()
    publish(chief, story)
    assert comments(story) == []
    assert LedgerComment.objects.filter(page=story).exists()


def test_a_site_that_wants_no_comments_gets_none(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    publish(chief, story)
    assert comments(story) == []
