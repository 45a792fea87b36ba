from __future__ import annotations

import pytest
from wagtail.rich_text import RichText

from newsroom.models import FrontPage, StoryPage
from wagtail_ledgerrag.reading import paragraphs, plan_of


def texts(story: StoryPage) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in paragraphs(story, plan_of(StoryPage))]


def test_every_text_of_a_story_is_read_in_order_with_what_it_is(story: StoryPage) -> None:
    assert [(kind, text[:20]) for kind, text in texts(story)] == [
        ("paragraph", "The night ferry is f"),
        ("paragraph", "At ten to midnight t"),
        ("paragraph", "Children under 7 tra"),
        ("heading", "On the quay"),
        ("paragraph", "The quay crane lifts"),
        ("quote", "The swing bridge wil"),
        ("heading", "Worth knowing"),
        ("paragraph", "The rent for a stall"),
        ("paragraph", "The speed limit on Q"),
        ("paragraph", "The mayor keeps elev"),
    ]


def test_ids_and_texts_stay_the_same_when_a_draft_is_saved_and_read_again(
    story: StoryPage,
) -> None:
    before = paragraphs(story, plan_of(StoryPage))
    story.save_revision()
    again = StoryPage.objects.get(pk=story.pk).get_latest_revision_as_object()
    assert paragraphs(again, plan_of(StoryPage)) == before


def test_marks_of_rich_text_are_no_part_of_its_words(story: StoryPage) -> None:
    html = (
        '<p data-block-key="aaaaa">It costs <b>21 crowns</b> at <a href="https://x.example">the '
        'quay</a>.<br/>No more.</p><ul><li data-block-key="bbbbb">One &amp; two</li></ul>'
        '<h3 data-block-key="ccccc">Then</h3>'
    )
    story.body = [("paragraph", RichText(html))]
    read = paragraphs(story, plan_of(StoryPage, ["body"]))
    assert [(p.key, p.kind, p.text) for p in read] == [
        ("aaaaa", "paragraph", "It costs 21 crowns at the quay.\nNo more."),
        ("bbbbb", "list", "One & two"),
        ("ccccc", "heading", "Then"),
    ]


def test_line_ends_of_a_form_are_those_of_the_editor(story: StoryPage) -> None:
    story.standfirst = "One.\r\nTwo."
    assert texts(story)[0] == ("paragraph", "One.\nTwo.")


def test_what_holds_no_words_is_left_out(story: StoryPage) -> None:
    story.standfirst = "  \n "
    assert texts(story)[0][1].startswith("At ten to midnight")


def test_named_fields_are_read_in_the_order_in_which_they_are_named() -> None:
    plan = plan_of(StoryPage, ["background", "standfirst"])
    assert [name for name, _node in plan.fields] == ["background", "standfirst"]


def test_a_short_field_is_read_only_where_it_is_named() -> None:
    assert plan_of(FrontPage).fields == ()
    assert [name for name, _node in plan_of(FrontPage, ["seo_title"]).fields] == ["seo_title"]


@pytest.mark.parametrize("name", ["nothing", "go_live_at"])
def test_a_field_without_text_is_refused_by_name(name: str) -> None:
    with pytest.raises(LookupError, match=f"StoryPage.{name} is no text field"):
        plan_of(StoryPage, [name])


def test_the_plan_for_the_editor_holds_no_words_of_the_story() -> None:
    assert plan_of(StoryPage).as_json()[0] == {
        "name": "standfirst",
        "reads": "text",
        "kind": "paragraph",
    }
