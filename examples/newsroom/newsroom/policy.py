"""A strict content security policy: scripts come from files of the site alone."""

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse

# Wagtail starts its date pickers by lines inside the page: these, and no others, may run.
DATE_PICKERS = (
    (
        'initDateTimeChooser("id_go_live_at", {"dayOfWeekStart": 1, "format": "Y-m-d H:i", '
        '"formatTime": "H:i", "parentID": "#schedule-publishing-dialog"});'
    ),
    (
        'initDateTimeChooser("id_expire_at", {"dayOfWeekStart": 1, "format": "Y-m-d H:i", '
        '"formatTime": "H:i", "parentID": "#schedule-publishing-dialog"});'
    ),
    'initDateChooser("id_latest_revision_created_at_0", {"dayOfWeekStart": 1, "format": "Y-m-d"});',
    'initDateChooser("id_latest_revision_created_at_1", {"dayOfWeekStart": 1, "format": "Y-m-d"});',
)


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


POLICY = "; ".join(
    (
        "default-src 'self'",
        f"script-src 'self' {' '.join(map(_hash, DATE_PICKERS))}",
        # Draft.js, in which Wagtail edits rich text, sets styles of its own.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)


class ContentSecurity:
    """Adds the policy to every answer.

    Args:
        get_response: The rest of the site.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        return response
