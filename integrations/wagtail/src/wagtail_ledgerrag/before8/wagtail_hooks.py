"""The scripts and the style sheet, which a template inside a panel cannot bring along."""

from django.utils.safestring import SafeString, mark_safe
from wagtail import hooks

from wagtail_ledgerrag.panels import MEDIA


@hooks.register("insert_editor_js")
def scripts() -> SafeString:
    """The element and the script that ties it to the editor."""
    return mark_safe("".join(MEDIA.render_js()))  # noqa: S308  made of our own file names


@hooks.register("insert_editor_css")
def styles() -> SafeString:
    """The place of the panel."""
    return mark_safe("".join(MEDIA.render_css()))  # noqa: S308  made of our own file names
