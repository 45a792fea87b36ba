"""From a page to its paragraphs: the same on the server and in the editor."""

from wagtail_ledgerrag.reading.paragraphs import Paragraph, paragraphs
from wagtail_ledgerrag.reading.plan import Plan, plan_of

__all__ = ["Paragraph", "Plan", "paragraphs", "plan_of"]
