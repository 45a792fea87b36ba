"""The way of the panel to the service: through the CMS, which knows who may edit what."""

import json
import re
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods
from wagtail.models import Page

from wagtail_ledgerrag.options import Options, OptionsError, options
from wagtail_ledgerrag.publishing import covers, name_of, service_of
from wagtail_ledgerrag.rules import rules_of
from wagtail_ledgerrag.service import Reply, ServiceError, draft_of, draft_path

# What may be asked, by which method, with which parameters. Nothing else reaches the service.
DOORS: tuple[tuple[str, re.Pattern[str], frozenset[str]], ...] = (
    ("POST", re.compile(r"checks"), frozenset()),
    ("GET", re.compile(r"checks/[A-Za-z0-9_-]{1,64}"), frozenset({"after", "wait"})),
    ("GET", re.compile(r"ledger"), frozenset({"revision"})),
    ("GET", re.compile(r"revisions"), frozenset({"before", "limit"})),
    ("GET", re.compile(r"diff"), frozenset({"from", "to"})),
    ("GET", re.compile(r"watch"), frozenset()),
    ("POST", re.compile(r"remarks"), frozenset()),
    ("POST", re.compile(r"notices"), frozenset()),
)


@require_http_methods(["GET", "POST"])
def relay(request: HttpRequest, page_id: int, suffix: str) -> HttpResponse:
    """Pass one request of the panel on, and the answer back.

    Args:
        request: The request; its session and CSRF token were already checked.
        page_id: The page whose draft it is about.
        suffix: What of the draft.
    """
    page = get_object_or_404(Page, pk=page_id)
    if not page.permissions_for_user(request.user).can_edit():
        return problem(403, "No permission", "You may not edit this page.", "Ask its owner.")
    try:
        chosen = options()
    except OptionsError:
        return problem(
            502,
            "The ledger is not set up",
            "The settings of the evidence ledger are wrong.",
            "The administrator runs `manage.py check`.",
        )
    allowed = _door(request.method or "", suffix)
    if allowed is None or not covers(page, chosen):
        return problem(404, "Not found", "There is nothing here.", "Reload the page.")
    try:
        return _passed(request, page, suffix, allowed, chosen)
    except ServiceError as fault:
        return problem(fault.status, fault.title, fault.detail, fault.next_step)


def problem(status: int, title: str, detail: str, next_step: str) -> HttpResponse:
    """A refusal in the form that the service itself uses.

    Args:
        status: The HTTP status.
        title: What happened, in a few words.
        detail: The same in a sentence.
        next_step: What to do about it.
    """
    return _kept(
        JsonResponse(
            {
                "type": "about:blank",
                "title": title,
                "status": status,
                "detail": detail.removesuffix("."),  # the panel puts both into one line
                "next_step": next_step,
            },
            status=status,
            content_type="application/problem+json",
        )
    )


def _door(method: str, suffix: str) -> frozenset[str] | None:
    for verb, pattern, query in DOORS:
        if verb == method and pattern.fullmatch(suffix):
            return query
    return None


def _passed(
    request: HttpRequest, page: Page, suffix: str, allowed: frozenset[str], chosen: Options
) -> HttpResponse:
    query = {key: request.GET[key] for key in sorted(allowed) if key in request.GET}
    if "wait" in query:
        query["wait"] = _waited(query["wait"], chosen.wait_seconds)
    body: bytes | None = None
    if request.method == "POST":
        if len(request.body) > chosen.max_body:
            return problem(
                413,
                "The draft is too large",
                f"A draft of more than {chosen.max_body:,} bytes is not checked.",
                "Split the story, or raise LEDGERRAG['MAX_BODY'].",
            )
        value = _value(request.body)
        if value is None:
            return problem(400, "No JSON", "The request is no JSON object.", "Reload the page.")
        # Who edits is who is logged in, whatever the browser says.
        value["editor"] = name_of(request.user)
        body = json.dumps(value, ensure_ascii=False).encode()
    service = service_of(rules_of(page.specific, chosen).url, chosen)
    path = draft_path(chosen.site, draft_of(page.pk), suffix)
    return _answered(service.send(request.method or "GET", path, query, body))


def _answered(reply: Reply) -> HttpResponse:
    if reply.content_type not in {"application/json", "application/problem+json"}:
        return problem(
            502,
            "The answer cannot be read",
            "The evidence service answered with something that is no JSON.",
            "The administrator looks whether the address leads to LedgerRAG.",
        )
    response = HttpResponse(reply.body, status=reply.status, content_type=reply.content_type)
    if reply.retry_after:
        response["Retry-After"] = reply.retry_after
    return _kept(response)


def _kept(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _waited(stated: str, most: int) -> str:
    """A request that waits holds a worker of the CMS: the settings say for how long."""
    return str(min(most, int(stated))) if stated.isascii() and stated.isdigit() else "0"


def _value(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body or b"{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
