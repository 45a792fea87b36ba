"""The log of the service: one JSON object a line, without secrets and without what was asked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

import structlog


class AccessLog:
    """Writes lines.

    Args:
        clock: aware datetimes.
        stream: where they go; standard error where None.
    """

    def __init__(self, clock: Callable[[], datetime], stream: TextIO | None = None) -> None:
        def stamp(_logger: object, _name: str, line: Any) -> Any:
            return {"at": clock().astimezone(UTC).isoformat(timespec="milliseconds"), **line}

        self._write = structlog.wrap_logger(
            structlog.WriteLogger(stream or sys.stderr),
            processors=[stamp, structlog.processors.JSONRenderer(ensure_ascii=True)],
        )

    def request(self, **fields: str | int | float) -> None:
        """A request that was answered."""
        self._write.info("request", **fields)

    def fault(self, route: str, trace: str) -> None:
        """A failure that is ours."""
        self._write.error("fault", route=route, trace=trace)

    def note(self, event: str, **fields: str | int | float) -> None:
        """Something that an operator may want to know."""
        self._write.info(event, **fields)
