"""What a browser sends when the editor's form is submitted."""

from __future__ import annotations

from typing import Any

from wagtail.test.utils.form_data import nested_form_data, rich_text, streamfield

from newsroom.models import StoryPage


def form_of(page: StoryPage, **changes: Any) -> dict[str, Any]:
    """The form of a story as it stands, with changes to its plain fields.

    Args:
        page: The story.
        **changes: Other values by the name of the field; ``background`` as text.
    """
    draft = page.get_latest_revision_as_object()
    body = [(block.block_type, _value(block), str(block.id)) for block in draft.body]
    data = nested_form_data(
        {
            "title": draft.title,
            "slug": draft.slug,
            "standfirst": changes.get("standfirst", draft.standfirst),
            "body": streamfield([(kind, value) for kind, value, _id in body]),
            "background": rich_text(
                f"<p>{changes['background']}</p>" if "background" in changes else draft.background,
                features=["bold", "italic", "link"],
            ),
            "comments": {
                "TOTAL_FORMS": 0,
                "INITIAL_FORMS": 0,
                "MIN_NUM_FORMS": 0,
                "MAX_NUM_FORMS": "",
            },
        }
    )
    for row, (_kind, _held, block_id) in enumerate(body):
        data[f"body-{row}-id"] = block_id
    return dict(data)


def _value(block: Any) -> Any:
    if block.block_type == "paragraph":
        return rich_text(block.value.source, features=["bold", "italic", "link", "h3", "ol", "ul"])
    if block.block_type == "box":
        facts = [str(fact) for fact in block.value["facts"]]
        rows = {
            str(row): {"value": fact, "order": row, "deleted": ""} for row, fact in enumerate(facts)
        }
        return {
            "heading": block.value["heading"],
            "facts": {"count": len(facts), **rows},
        }
    return block.value
