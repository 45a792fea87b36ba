"""Pages of the plug-in beside the relay."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from wagtail.admin import messages
from wagtail.models import Site

from wagtail_ledgerrag.models import LedgerSettings
from wagtail_ledgerrag.options import OptionsError, options
from wagtail_ledgerrag.publishing import service_of
from wagtail_ledgerrag.relay import problem
from wagtail_ledgerrag.service import ServiceError, draft_path

# A draft that no page has: the service knows the token, and has nothing of this name.
NOBODY = "page-0"


@require_GET
def relay_base(_request: HttpRequest) -> HttpResponse:
    """The address under which each page has its relay; there is nothing at it."""
    return problem(404, "Not found", "There is nothing here.", "Open a page in the editor.")


@require_POST
def test_connection(request: HttpRequest) -> HttpResponse:
    """Ask the service of a site for nothing in particular, and say what came of it.

    Args:
        request: The request of an administrator; ``site`` is the site by its number.

    Raises:
        PermissionDenied: The person may not change the settings of the ledger.
    """
    if not request.user.has_perm("wagtail_ledgerrag.change_ledgersettings"):
        raise PermissionDenied
    stated = request.POST.get("site", "")
    site = Site.objects.filter(pk=int(stated)).first() if stated.isdigit() else None
    own = LedgerSettings.objects.filter(site=site).first()
    try:
        chosen = options()
        url = own.url if own is not None and own.url in chosen.addresses() else chosen.url
        path = draft_path(chosen.site, NOBODY, "ledger")
        reply = service_of(url, chosen).send("GET", path, {}, None)
    except (OptionsError, ServiceError) as error:
        messages.error(request, str(error))
    else:
        _say(request, reply.status, url, chosen.site)
    where = ["wagtail_ledgerrag", "ledgersettings", *([site.pk] if site is not None else [])]
    return redirect(reverse("wagtailsettings:edit", args=where))


def _say(request: HttpRequest, status: int, url: str, site: str) -> None:
    told = {"url": url, "site": site, "status": status}
    if status in {200, 404}:  # the token is good for the site; it has no draft of this name
        messages.success(request, _("%(url)s answers and knows the site “%(site)s”.") % told)
    else:
        messages.error(
            request,
            _(
                "%(url)s answers with status %(status)d. Is it the address of LedgerRAG, and is "
                "“%(site)s” the site of the token?"
            )
            % told,
        )
