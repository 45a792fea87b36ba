"""A strict content security policy: scripts come from files of the site alone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Wagtail starts the two date pickers of its schedule dialog by lines inside the page.
DATE_PICKERS = (
    "'sha256-/kRTbnaKriVdLOOCish/bjJ+ltLFB78TynUieddFKmo='",
    "'sha256-32RsDKEdymqp54K5ondI5JzD+EFafv4yZcMZh2HJ1IA='",
)
POLICY = "; ".join(
    (
        "default-src 'self'",
        f"script-src 'self' {' '.join(DATE_PICKERS)}",
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
