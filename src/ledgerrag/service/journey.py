"""The way of every request: counted, bounded, written to the access log, never a bare failure.

Plain ASGI around the application: nothing here holds a body or a stream back.
"""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ledgerrag.service import problems
from ledgerrag.service.accesslog import AccessLog
from ledgerrag.service.problems import RefusedError

if TYPE_CHECKING:
    from ledgerrag.service.state import Service

# Scripts, styles and pictures of our own origin, and nothing else; no frame around us.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
# Bodies that may be large, and are written to disk as they come.
BATCHES: Final = frozenset({"/v1/documents", "/v1/acts"})
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_GONE = 499


@dataclass(slots=True)
class Journey:
    """One request on its way.

    Args:
        scope: as the server gives it.
        begun: monotonic seconds.
        status: of the response; 0 until it begins.
        sent: bytes of the response.
        received: bytes of the body.
        whole: the body has come to its end.
        caller: who calls, for the log.
    """

    scope: Scope
    begun: float
    status: int = 0
    sent: int = 0
    received: int = 0
    whole: bool = False
    caller: dict[str, str] = field(default_factory=dict)

    @property
    def route(self) -> str:
        """The pattern of the route, never the path itself: what is asked for is nobody's business.

        What no route takes is one line in the metrics, however often it is tried.
        """
        route = self.scope.get("route")
        return str(getattr(route, "path", "")) or "(none)"


class Guard:
    """Around the application.

    Args:
        app: the application.
        service: whose limits hold.
        log: where each request is written to.
    """

    def __init__(self, app: ASGIApp, service: Service, log: AccessLog) -> None:
        self._app = app
        self._service = service
        self._log = log
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        metrics = self._service.metrics
        journey = Journey(scope, metrics.timer())
        scope["ledgerrag.journey"] = journey
        self._open += 1
        metrics.open.inc()
        try:
            await self._travel(journey, receive, _sending(journey, send))
        finally:
            self._open -= 1
            metrics.open.dec()
            self._told(journey)

    async def _travel(self, journey: Journey, receive: Receive, send: Send) -> None:
        scope = journey.scope
        try:
            self._admit(scope)
            await self._app(scope, self._bounded(journey, receive), send)
        except RefusedError as reason:
            await self._answer(reason, journey, receive, send)
        except Exception as reason:  # noqa: BLE001 - whatever it is, a user sees a problem
            self._log.fault(journey.route, "".join(traceback.format_exception(reason)))
            if not journey.status:
                fault = RefusedError(
                    500, "the service has a fault", "tell its operator: it is logged"
                )
                await self._answer(fault, journey, receive, send)

    def _admit(self, scope: Scope) -> None:
        limits = self._service.settings
        headers = dict(scope["headers"])
        host = _without_port(headers.get(b"host", b"").decode("latin-1"))
        if host not in limits.hosts:
            raise RefusedError(
                421, f"this service does not answer to {host[:100]!r}", "start it with --host-name"
            )
        # Who asks whether it lives is answered however much there is to do.
        if self._open > limits.max_requests and scope["path"] != "/healthz":
            raise RefusedError(503, "too many requests are open", "try again in a moment")
        stated = headers.get(b"content-length", b"")
        if stated.isdigit() and int(stated) > self._most(scope):
            raise self._too_large(scope)

    def _most(self, scope: Scope) -> int:
        limits = self._service.settings
        return limits.max_batch if scope["path"] in BATCHES else limits.max_body

    def _too_large(self, scope: Scope) -> RefusedError:
        return RefusedError(
            413, f"the body is over {self._most(scope):,} bytes", "send less at once"
        )

    def _bounded(self, journey: Journey, receive: Receive) -> Receive:
        most = self._most(journey.scope)

        async def counted() -> Message:
            message = await self._received(journey, receive)
            if message["type"] == "http.request":
                journey.received += len(message.get("body", b""))
                journey.whole = not message.get("more_body", False)
                if journey.received > most:
                    # The kind of error that whoever reads a body lets through.
                    raise HTTPException(413, self._too_large(journey.scope).message)
            return message

        return counted

    async def _received(self, journey: Journey, receive: Receive) -> Message:
        """The next piece of the body; once it is whole, one may wait for the end for ever."""
        if journey.whole:
            return await receive()
        limits = self._service.settings
        batch = journey.scope["path"] in BATCHES
        patience = limits.max_batch_seconds if batch else limits.max_seconds
        left = patience - (self._service.metrics.timer() - journey.begun)
        try:
            async with asyncio.timeout(max(left, 0)):
                return await receive()
        except TimeoutError:
            raise HTTPException(408, f"the body did not come within {patience:g} seconds") from None

    async def _answer(
        self, reason: RefusedError, journey: Journey, receive: Receive, send: Send
    ) -> None:
        response = problems.of_error(reason, journey.scope["path"])
        await response(journey.scope, receive, send)

    def _told(self, journey: Journey) -> None:
        seconds = self._service.metrics.timer() - journey.begun
        method = journey.scope["method"]
        method = method if method in _METHODS else "OTHER"
        # A client that hung up got no status.
        status = journey.status or _GONE
        self._service.metrics.answered(journey.route, method, status, seconds)
        self._log.request(
            method=method,
            route=journey.route,
            status=status,
            ms=round(seconds * 1000, 1),
            received=journey.received,
            sent=journey.sent,
            **journey.caller,
        )


def _sending(journey: Journey, send: Send) -> Send:
    async def noted(message: Message) -> None:
        if message["type"] == "http.response.start":
            journey.status = message["status"]
            present = {name.lower() for name, _ in message.get("headers", ())}
            added = [pair for pair in HEADERS if pair[0] not in present]
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        elif message["type"] == "http.response.body":
            journey.sent += len(message.get("body", b""))
        await send(message)

    return noted


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def journey_of(scope: Scope) -> Journey | None:
    """The journey of a request; None where no guard stands around the application."""
    found = scope.get("ledgerrag.journey")
    return found if isinstance(found, Journey) else None
