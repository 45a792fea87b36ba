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
from wagtail_ledgerrag.service import Reply, ServiceError

# What the plug-in does needs these rights of its token.
NEEDED = ("read", "draft", "watch")


@require_GET
def relay_base(_request: HttpRequest) -> HttpResponse:
    """The address under which each page has its relay; there is nothing at it."""
    return problem(404, "Not found", "There is nothing here.", "Open a page in the editor.")


@require_POST
def test_connection(request: HttpRequest) -> HttpResponse:
    """Ask the service of a site what the token is for, and say what came of it.

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
        fault = _fault(service_of(url, chosen).send("GET", "/v1/token", {}, None), chosen.site)
    except (OptionsError, ServiceError) as error:
        messages.error(request, str(error))
    else:
        if fault:
            messages.error(request, f"{url}: {fault}")
        else:
            told = _("%(url)s answers and knows the site “%(site)s”.")
            messages.success(request, told % {"url": url, "site": chosen.site})
    where = ["wagtail_ledgerrag", "ledgersettings", *([site.pk] if site is not None else [])]
    return redirect(reverse("wagtailsettings:edit", args=where))


def _fault(reply: Reply, site: str) -> str:
    """What is wrong with a token, or nothing."""
    known = reply.value() if reply.ok else None
    if not isinstance(known, dict) or "site" not in known:
        return _("it answers with status %(status)d; is it the address of LedgerRAG?") % {
            "status": reply.status
        }
    if known["site"] != site:
        return _("the token is for the site “%(known)s”, and LEDGERRAG['SITE'] is “%(site)s”") % {
            "known": known["site"],
            "site": site,
        }
    if missing := [scope for scope in NEEDED if scope not in known.get("scopes", ())]:
        return _("the token may not %(missing)s; make one with `ledgerrag token create`") % {
            "missing": ", ".join(missing)
        }
    return ""
