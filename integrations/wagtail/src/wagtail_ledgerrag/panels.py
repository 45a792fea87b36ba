"""The side panel, and the edit and create views that show it."""

from typing import Any

from django.forms import Media
from django.forms.widgets import Script
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from wagtail import VERSION
from wagtail.admin.ui.components import MediaContainer
from wagtail.admin.ui.side_panels import BaseSidePanel
from wagtail.models import Page

from wagtail_ledgerrag.gate import finding_for, tell, to_panel
from wagtail_ledgerrag.options import OptionsError, options
from wagtail_ledgerrag.publishing import covers, name_of, plan_for

# Wagtail 7 knows page view sets for listings only; there `before8` shows the panel.
REPLACES_EDITORS = VERSION >= (8,)

# The element, the script that ties it to the editor, and its place in the panel.
MEDIA = Media(
    js=[
        Script("wagtail_ledgerrag/ledger-panel.js", type="module"),
        Script("wagtail_ledgerrag/host.js", type="module"),
    ],
    css={"all": ["wagtail_ledgerrag/host.css"]},
)


class LedgerSidePanel(BaseSidePanel):
    """The evidence ledger beside the text.

    Args:
        page: The page that is edited; not saved yet while it is being created.
        request: The request of its editor.
    """

    class SidePanelToggle(BaseSidePanel.SidePanelToggle):
        """The button that opens it, with the number of unresolved items."""

        aria_label = _("Toggle evidence ledger")
        icon_name = "clipboard-list"
        counter_classname = "w-bg-critical-200"

    name = "ledger"
    title = _("Evidence ledger")
    template_name = "wagtail_ledgerrag/side_panel.html"
    order = 340  # beside the checks

    media = MEDIA

    def get_context_data(self, parent_context: Any) -> dict[str, Any]:
        """What the template shows.

        Args:
            parent_context: The context of the editor's page.
        """
        context: dict[str, Any] = super().get_context_data(parent_context)
        plan = plan_for(self.model, options())
        return {
            **context,
            "ledger_base": reverse("wagtail_ledgerrag:base"),
            "ledger_editor": name_of(self.request.user),
            "ledger_plan": plan.as_json(),
        }


class LedgerPanelMixin:
    """Adds the panel to what a view of a page shows. For the create view, and for the edit view."""

    def get_side_panels(self) -> Any:
        """The side panels of the view, with the ledger where the model has one.

        An autosave asks for the panels again and puts them in place of the old ones; the ledger is
        left out there, so that what the editor opened in it stays open.
        """
        view: Any = self
        panels = list(super().get_side_panels())  # type: ignore[misc]
        again = view.expects_json_response or getattr(view, "hydrate_create_view", False)
        if not again and has_ledger(view.page):
            panels.append(LedgerSidePanel(view.page, view.request))
        return MediaContainer(panels)


class LedgerEditViewMixin(LedgerPanelMixin):
    """The panel in an edit view, and the gate at the last approval of a workflow."""

    def perform_workflow_action(self) -> HttpResponse:
        """Approve or refuse, unless approval would publish what must not be."""
        view: Any = self
        if view.workflow_action == "approve" and publishes(view.workflow_state):
            view.page = view.form.save(commit=not view.page.live)
            finding = finding_for(view.request, view.page)
            if finding is not None and finding.decision != "pass":
                tell(view.request, view.page, finding)
                if finding.decision == "stop":
                    view.page.save_revision(user=view.request.user, log_action=True)
                    return to_panel(view.page)
        return super().perform_workflow_action()  # type: ignore[misc]


class LedgerWorkflowActionMixin:
    """The gate where the last approval is given from a listing."""

    def post(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Approve or refuse, unless approval would publish what must not be.

        Args:
            request: The request of the moderator.
            *args: As Wagtail passes them.
            **kwargs: As Wagtail passes them.
        """
        view: Any = self
        if view.action_name == "approve" and publishes(view.object.current_workflow_state):
            page = view.object.get_latest_revision_as_object()
            finding = finding_for(request, page)
            if finding is not None and finding.decision != "pass":
                tell(request, page, finding)
                if finding.decision == "stop":
                    return to_panel(page)
        return super().post(request, *args, **kwargs)  # type: ignore[misc]


def publishes(state: Any) -> bool:
    """Whether the next approval of a workflow is its last.

    Args:
        state: The state of the workflow, or None.
    """
    return state is not None and bool(state.is_at_final_task)


def has_ledger(page: Page) -> bool:
    """Whether the panel is shown for a page; wrong settings hide it, and the system checks tell.

    Args:
        page: The page.
    """
    try:
        return covers(page, options())
    except OptionsError:
        return False
