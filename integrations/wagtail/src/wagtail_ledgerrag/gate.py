"""The gate at publishing: messages, and the way back into the editor."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from wagtail.admin import messages
from wagtail.models import Page

from wagtail_ledgerrag import comments
from wagtail_ledgerrag.drafts import Claim
from wagtail_ledgerrag.options import options
from wagtail_ledgerrag.publishing import Finding, covers, examine
from wagtail_ledgerrag.rules import rules_of

# So many claims a message names; the panel shows them all.
NAMED = 5
LONGEST = 240


def before_publishing(request: HttpRequest, page: Page) -> HttpResponse | None:
    """Check a page before it is published: None lets it pass, a response keeps it back.

    The text is already saved as a draft when this is asked, so nothing that was written is lost.

    Args:
        request: The request of the person who publishes.
        page: The page with the text that is to be published.
    """
    finding = finding_for(request, page)
    if finding is None or finding.decision == "pass":
        return None
    tell(request, page, finding)
    return to_panel(page) if finding.decision == "stop" else None


def before_publishing_many(request: HttpRequest, pages: Sequence[Page]) -> HttpResponse | None:
    """Check pages that are published together: one that must not be stops them all.

    Args:
        request: The request of the person who publishes.
        pages: The pages as they are listed; their newest drafts are what is published.
    """
    stopped = False
    for listed in pages:
        page = listed.specific.get_latest_revision_as_object()
        finding = finding_for(request, page)
        if finding is None or finding.decision == "pass":
            continue
        tell(request, page, finding)
        stopped = stopped or finding.decision == "stop"
    if not stopped:
        return None
    parent = pages[0].get_parent()
    return redirect("wagtailadmin_explore", parent.pk)


def finding_for(request: HttpRequest, page: Page) -> Finding | None:
    """What the check found, or None where no ledger is kept.

    Args:
        request: The request of the person who publishes.
        page: The page with the text that is to be published.
    """
    chosen = options()
    if not covers(page, chosen):
        return None
    rules = rules_of(page, chosen)
    finding = examine(page, request.user, rules, chosen)
    if rules.comments and finding.snapshot is not None:
        comments.put(page, request.user, finding.snapshot, finding.text)
    return finding


def to_panel(page: Page) -> HttpResponse:
    """The way back to the text, with the panel open.

    Args:
        page: The page.
    """
    return redirect(panel_address(page))


def panel_address(page: Page) -> str:
    """The address of a page's editor with the panel open.

    Args:
        page: The page.
    """
    return reverse("wagtailadmin_pages:edit", args=[page.pk]) + "#ledger"


def tell(request: HttpRequest, page: Page, finding: Finding) -> None:
    """Say what was found, in words that name the claims.

    Args:
        request: The request of the person who publishes.
        page: The page.
        finding: What was found; not a pass.
    """
    stopped = finding.decision == "stop"
    say = messages.error if stopped else messages.warning
    say(
        request,
        _fault(page, finding, stopped) if finding.fault else _refuted(page, finding, stopped),
        buttons=[messages.button(panel_address(page), _("Open the evidence ledger"))],
    )


def _refuted(page: Page, finding: Finding, stopped: bool) -> SafeString:
    count = len(finding.refuted)
    opening = (
        ngettext(
            "“%(title)s” was not published: the record refutes %(count)d claim. "
            "The text is saved as a draft.",
            "“%(title)s” was not published: the record refutes %(count)d claims. "
            "The text is saved as a draft.",
            count,
        )
        if stopped
        else ngettext(
            "“%(title)s”: the record refutes %(count)d claim.",
            "“%(title)s”: the record refutes %(count)d claims.",
            count,
        )
    )
    rows = [_row(claim) for claim in finding.refuted[:NAMED]]
    if count > NAMED:
        rows.append(_("… and %(count)d more.") % {"count": count - NAMED})
    listed = format_html_join("", "<li>{}</li>", ((row,) for row in rows))
    ending = (
        _("Correct the text, or override the item in the ledger with a reason.") if stopped else ""
    )
    said = opening % {"title": page.get_admin_display_title(), "count": count}
    return format_html('{}<ul class="ledger-refuted">{}</ul>{}', said, listed, ending)


def _row(claim: Claim) -> str:
    against = next((e for e in claim.evidence if e.stance == "refutes"), None)
    if against is None:
        return _short(claim.text)
    return _("%(claim)s — %(source)s, %(date)s: “%(quote)s”") % {
        "claim": _short(claim.text),
        "source": against.source_name or against.source or against.title,
        "date": against.published[:10],
        "quote": _short(against.quote),
    }


def _fault(page: Page, finding: Finding, stopped: bool) -> str:
    fault: Any = finding.fault
    opening = (
        _(
            "“%(title)s” was not published: its claims could not be checked, and this site "
            "publishes nothing unchecked. The text is saved as a draft."
        )
        if stopped
        else _("“%(title)s”: its claims could not be checked.")
    )
    said = opening % {"title": page.get_admin_display_title()}
    return f"{said} {fault.detail} {fault.next_step}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
