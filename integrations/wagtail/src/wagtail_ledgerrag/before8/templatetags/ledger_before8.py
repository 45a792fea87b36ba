"""The panel as a tag."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from wagtail_ledgerrag.panels import LedgerSidePanel, has_ledger

register = template.Library()


@register.simple_tag(takes_context=True)
def ledger_panel(context: Any) -> SafeString | str:
    """The panel of the page that is edited, or nothing where its model has no ledger.

    Args:
        context: The context of the checks panel.
    """
    page = context.get("page")
    if page is None or not has_ledger(page):
        return ""
    panel = LedgerSidePanel(page, context["request"])
    rendered: SafeString = panel.render_html(context)
    return rendered
