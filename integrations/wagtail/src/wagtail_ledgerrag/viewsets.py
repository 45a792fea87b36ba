"""Page view sets (Wagtail 8) of the models that have a ledger and no view set of their own."""

from typing import Any

from django.apps import apps
from wagtail.admin.views.pages.create import CreateView
from wagtail.admin.views.pages.edit import EditView
from wagtail.admin.views.pages.workflow import WorkflowActionView
from wagtail.admin.viewsets.pages import PageViewSet, page_viewset_registry

from wagtail_ledgerrag.options import OptionsError, options
from wagtail_ledgerrag.panels import (
    LedgerEditViewMixin,
    LedgerPanelMixin,
    LedgerWorkflowActionMixin,
)


class LedgerEditView(LedgerEditViewMixin, EditView):
    """Wagtail's edit view with the ledger."""


class LedgerCreateView(LedgerPanelMixin, CreateView):
    """Wagtail's create view with the ledger, which wakes when the draft is saved first."""


class LedgerWorkflowActionView(LedgerWorkflowActionMixin, WorkflowActionView):
    """Wagtail's approval from a listing, with the gate."""


class LedgerPageViewSet(PageViewSet):
    """A page view set with the ledger; a site that has its own sets these three classes in it."""

    edit_view_class = LedgerEditView
    add_view_class = LedgerCreateView
    workflow_action_view_class = LedgerWorkflowActionView


def ledger_viewsets() -> list[LedgerPageViewSet]:
    """A view set for each model of the settings that has none of its own."""
    try:
        labels = options().models
    except OptionsError:
        return []
    models = [apps.get_model(label) for label in labels]
    return [LedgerPageViewSet(model=model) for model in models if own_viewset(model) is None]


def own_viewset(model: Any) -> Any:
    """The view set that a site registered for exactly this model, or None.

    Args:
        model: A page model.
    """
    found = page_viewset_registry.values_by_class.get(model)
    exact = page_viewset_registry.values_by_exact_class.get(model)
    return exact or found
