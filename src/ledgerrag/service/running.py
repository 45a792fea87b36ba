"""The server: listens, tells the service to drain when it is asked to end, and ends."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from ledgerrag.errors import InputError
from ledgerrag.service.accesslog import AccessLog
from ledgerrag.service.app import create_app
from ledgerrag.service.state import Service

KEEP_ALIVE_SECONDS: Final = 30
_BACKLOG: Final = 512


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes one that is free.

    Raises:
        InputError: the address is taken, not of this machine, or not allowed.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(address)
            made.listen(_BACKLOG)
        except BaseException:
            made.close()
            raise
    except (OSError, UnicodeError, OverflowError) as reason:
        why = (getattr(reason, "strerror", None) or str(reason)).lower()
        raise InputError(
            f"cannot listen on {host} port {port}: {why}", "choose another --host or --port"
        ) from None
    return made


def run(
    service: Service,
    listening: socket.socket,
    *,
    grace: int,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until a signal ends it; what runs then may finish within the grace.

    Args:
        service: open; it is closed.
        listening: as `listen` gives it.
        grace: seconds.
        ready: called once requests are taken.
    """
    log = AccessLog(service.clock)
    config = uvicorn.Config(
        create_app(service, log),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=grace,
    )
    server = _Server(config, service, ready)
    log.note("begin", store=service.settings.store.name)
    try:
        server.run(sockets=[listening])
    finally:
        service.close()
        log.note("end")


class _Server(uvicorn.Server):
    """A server that sends streams home before it waits for what is open."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take requests."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal: drain; a second one: end now. It is not raised again: this is a clean end."""
        del sig, frame
        self.force_exit = self.should_exit
        self.should_exit = True
        self._service.drain()
