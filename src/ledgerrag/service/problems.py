"""Errors as problem+json (RFC 9457): what is wrong, where, and the next step."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from ledgerrag.errors import (
    AbandonedError,
    DateError,
    InputError,
    IntegrityError,
    LedgerRAGError,
    ModelError,
    NotFoundError,
    ReplayError,
    StoreBusyError,
    StoreError,
    UnavailableError,
)

MEDIA = "application/problem+json"
_STATUS: tuple[tuple[type[LedgerRAGError], int], ...] = (
    (NotFoundError, 404),
    (InputError, 422),
    (StoreBusyError, 503),
    (StoreError, 503),
    (ReplayError, 409),
    (IntegrityError, 500),
    (ModelError, 502),
    (UnavailableError, 501),
    (AbandonedError, 503),
)
RETRY_SECONDS = 2
# What an operator must know names files: a caller is told only that there is something.
_OURS = (StoreError, IntegrityError)


class Problem(BaseModel):
    """An error: what is wrong, where, and the next step (RFC 9457)."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(examples=["there is no run 01M7HSBBM0"])
    next_step: str = Field(examples=["see GET /v1/runs"])
    field: str = Field("", examples=["body.as_of"])
    instance: str = Field("", examples=["/v1/runs/01M7HSBBM0"])


class _ProblemResponse(JSONResponse):
    """Pure ASCII: what a caller sent is given back, whatever it was."""

    media_type = MEDIA

    def render(self, content: Any) -> bytes:
        """JSON."""
        return json.dumps(content, ensure_ascii=True).encode("ascii")


_SAID: Final = {
    401: "no token, or one that does not hold",
    403: "the token lacks the scope",
    404: "there is no such thing here",
    413: "the body is too large",
    422: "something in the request cannot be used; `field` says where",
    429: "too many requests; see Retry-After",
    503: "too much to do; see Retry-After",
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": said,
        "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status, said in _SAID.items()
}


class RefusedError(LedgerRAGError):
    """A request that is refused for what it is, not for what it says.

    Args:
        status: HTTP status.
        message: what is wrong.
        next_step: what the caller can do now.
        headers: to be sent along.
    """

    def __init__(
        self, status: int, message: str, next_step: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message, next_step)
        self.status = status
        self.headers = headers or {}


def status_of(error: LedgerRAGError) -> int:
    """The HTTP status of an error of ours."""
    if isinstance(error, RefusedError):
        return error.status
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(
    status: int,
    detail: str,
    next_step: str = "",
    *,
    field: str = "",
    instance: str = "",
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """A problem as a response.

    Args:
        status: HTTP status.
        detail: what is wrong, one line.
        next_step: what the caller can do now.
        field: which part of the request is meant: `body.paragraphs.0.text`.
        instance: path of the request.
        headers: to be sent along.
    """
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "next_step": next_step,
        "instance": instance,
    }
    if field:
        body["field"] = field
    sent = dict(headers or {})
    if status in (429, 503):
        sent.setdefault("Retry-After", str(RETRY_SECONDS))
    return _ProblemResponse(body, status_code=status, headers=sent)


def of_error(error: LedgerRAGError, instance: str = "") -> JSONResponse:
    """An error of ours as a response."""
    headers = error.headers if isinstance(error, RefusedError) else None
    message, step = error.message, error.next_step
    if isinstance(error, _OURS) and not isinstance(error, StoreBusyError | ReplayError):
        message, step = "the store is in trouble", "tell the service's operator: it is in its log"
    field = error.field if isinstance(error, DateError) else ""
    return problem(status_of(error), message, step, field=field, instance=instance, headers=headers)


def install(app: FastAPI) -> None:
    """Let every error of the app come out as a problem."""

    @app.exception_handler(LedgerRAGError)
    async def ours(request: Request, error: LedgerRAGError) -> JSONResponse:
        if isinstance(error, _OURS):
            request.app.state.log.note("trouble", error=str(error), kind=type(error).__name__)
        return of_error(error, request.url.path)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        return problem(
            422,
            f"{field}: {first['msg']}",
            "see the form of this request in /docs",
            field=field,
            instance=request.url.path,
        )

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        detail = f"{request.method} {request.url.path}: {error.detail}"
        return problem(
            error.status_code,
            detail,
            "see what there is in /docs",
            instance=request.url.path,
            headers=dict(error.headers or {}),
        )
