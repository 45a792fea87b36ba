"""A client whose answers cannot grow or drip without end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import httpx2


class TooLargeError(Exception):
    """An answer beyond the cap, or one whose size cannot be told."""


class _Stream(httpx2.SyncByteStream):
    def __init__(
        self, inner: httpx2.SyncByteStream, most: int, until: float, timer: Callable[[], float]
    ) -> None:
        self._inner, self._left, self._until, self._timer = inner, most, until, timer

    def __iter__(self) -> Iterator[bytes]:
        for part in self._inner:
            self._left -= len(part)
            if self._left < 0:
                raise TooLargeError
            if self._timer() > self._until:
                raise httpx2.ReadTimeout("the answer took too long")
            yield part

    def close(self) -> None:
        self._inner.close()


class _Capped(httpx2.BaseTransport):
    def __init__(self, inner: httpx2.BaseTransport, most: int, timer: Callable[[], float]) -> None:
        self._inner, self._most, self._timer = inner, most, timer

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        # A read timeout alone begins anew with each byte: here it covers the whole answer.
        allowed = request.extensions.get("timeout", {}).get("read")
        until = self._timer() + (allowed if allowed is not None else 600.0)
        # Unpacked, an answer may be a thousand times its size on the wire.
        request.headers["accept-encoding"] = "identity"
        response = self._inner.handle_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            response.close()
            raise TooLargeError
        stream = response.stream
        if isinstance(stream, httpx2.SyncByteStream):
            response.stream = _Stream(stream, self._most, until, self._timer)
        return response

    def close(self) -> None:
        self._inner.close()


def capped_client(most_bytes: int, timer: Callable[[], float] = time.monotonic) -> httpx2.Client:
    """A client that reads at most so many bytes of an answer, within the request's read timeout.

    Args:
        most_bytes: of one answer.
        timer: monotonic seconds.
    """
    transport = _Capped(httpx2.HTTPTransport(), most_bytes, timer)
    return httpx2.Client(transport=transport, trust_env=False)
