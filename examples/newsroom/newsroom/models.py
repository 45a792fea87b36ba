"""The pages of the example newsroom."""

from django.db import models
from wagtail import blocks
from wagtail.admin.panels import FieldPanel
from wagtail.fields import RichTextField, StreamField
from wagtail.models import Page

INLINE = ["bold", "italic", "link"]


class FrontPage(Page):
    """The list of stories."""

    subpage_types = ["newsroom.StoryPage"]
    max_count = 1

    def get_context(self, request, *args, **kwargs):  # type: ignore[no-untyped-def]
        """The stories, newest first."""
        context = super().get_context(request, *args, **kwargs)
        context["stories"] = StoryPage.objects.child_of(self).live().order_by("-first_published_at")
        return context


class FactBox(blocks.StructBlock):
    """A box beside the story: what a reader keeps."""

    heading = blocks.CharBlock()
    facts = blocks.ListBlock(blocks.TextBlock(rows=2))

    class Meta:
        icon = "list-ul"


class Body(blocks.StreamBlock):
    """The parts of a story."""

    heading = blocks.CharBlock(form_classname="title", icon="title")
    paragraph = blocks.RichTextBlock(features=[*INLINE, "h3", "ol", "ul"])
    quote = blocks.BlockQuoteBlock()
    box = FactBox()


class StoryPage(Page):
    """A story."""

    standfirst = models.TextField(blank=True, help_text="What happened, in a sentence or two.")
    body = StreamField(Body(), blank=True)
    background = RichTextField(blank=True, features=INLINE)

    parent_page_types = ["newsroom.FrontPage"]
    subpage_types: list[str] = []
    content_panels = [
        *Page.content_panels,
        FieldPanel("standfirst"),
        FieldPanel("body"),
        FieldPanel("background"),
    ]
