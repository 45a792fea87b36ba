"""The Django application of the panel under Wagtail 7."""

from django.apps import AppConfig


class Before8Config(AppConfig):
    """Holds a template that stands before Wagtail's own, and the scripts of the panel."""

    name = "wagtail_ledgerrag.before8"
    label = "wagtail_ledgerrag_before8"
    verbose_name = "Evidence ledger (Wagtail 7)"
