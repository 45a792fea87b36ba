"""`/openapi.json` and `/docs`: what there is, for programs and for people, without a network."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from ledgerrag.service.openapi import describe

router = APIRouter(include_in_schema=False)
_LAST = ("health", "token")


@router.get("/openapi.json")
def schema(request: Request) -> Response:
    """The OpenAPI document."""
    return Response(json.dumps(describe(request.app)), media_type="application/json")


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """The same for people: one page, no script."""
    described = describe(request.app)
    page = _pages().get_template("docs.html.j2")
    return HTMLResponse(page.render(api=described, groups=_groups(described)))


def _groups(described: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            tag = (operation.get("tags") or ["more"])[0]
            groups.setdefault(tag, []).append({"method": method.upper(), "path": path, **operation})
    # Who reads this wants to ask first, and to watch the process last.
    return {tag: groups[tag] for tag in sorted(groups, key=lambda tag: tag in _LAST)}


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("ledgerrag.service"),
        autoescape=select_autoescape(("html.j2",), default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["pretty"] = lambda value: json.dumps(value, indent=2, ensure_ascii=False)
    return pages
