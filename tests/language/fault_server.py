"""A server on the loopback that does what servers should not do, request by request.

Each request meets the next act of a list; the last one is repeated. What came in is kept.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

PACE = 0.01


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as it came in; names of headers in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wire:
    """A connection with a request on it."""

    link: socket.socket
    seen: Seen
    stopped: threading.Event

    def send(self, data: bytes) -> None:
        self.link.sendall(data)

    def drip(self, data: bytes) -> None:
        """Byte after byte for as long as somebody listens."""
        while not self.stopped.wait(PACE):
            for one in data:
                self.send(bytes([one]))
                if self.stopped.wait(PACE):
                    return

    def wait(self) -> None:
        """Say nothing until the other side goes."""
        self.link.settimeout(PACE)
        while not self.stopped.is_set():
            try:
                if not self.link.recv(1):
                    return
            except TimeoutError:
                continue

    def reset(self) -> None:
        """End the connection the hard way."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()


Act = Callable[[Wire], None]


class FaultServer:
    """Listens from `with` to its end.

    Args:
        acts: what each request meets, in order.
    """

    def __init__(self, *acts: Act) -> None:
        self._acts: Sequence[Act] = acts
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.requests: list[Seen] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"

    def __enter__(self) -> Self:
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(16)
        self._listener.settimeout(PACE)
        self._start(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stopped.is_set():
            with suppress(TimeoutError):
                link, _ = self._listener.accept()
                link.settimeout(PACE)
                self._start(lambda link=link: self._serve(link))  # type: ignore[misc]

    def _serve(self, link: socket.socket) -> None:
        with link, suppress(OSError):
            while (seen := self._request(link)) is not None:
                with self._lock:
                    act = self._acts[min(len(self.requests), len(self._acts) - 1)]
                    self.requests.append(seen)
                link.settimeout(None)
                act(Wire(link, seen, self._stopped))
                link.settimeout(PACE)

    def _request(self, link: socket.socket) -> Seen | None:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._some(link)
            if not data:
                return None
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        pairs = (line.partition(":") for line in lines)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        while len(body) < int(headers.get("content-length", "0")):
            body += self._some(link)
        return Seen(method, path, headers, json.loads(body or b"{}"))

    def _some(self, link: socket.socket) -> bytes:
        while not self._stopped.is_set():
            with suppress(TimeoutError):
                return link.recv(65_536)
        return b""


def response(
    body: bytes, status: str = "200 OK", kind: str = "application/json", **headers: str
) -> bytes:
    stated = {"Content-Type": kind, "Content-Length": str(len(body))}
    stated |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in stated.items())
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode("latin-1") + body


def sends(data: bytes) -> Act:
    """An act that sends bytes and leaves the connection open."""
    return lambda wire: wire.send(data)


def completion(
    text: str | None,
    *,
    model: str = "tiny",
    finish: str = "stop",
    usage: tuple[int, int] | None = (11, 7),
    message: dict[str, Any] | None = None,
) -> bytes:
    """The body of a chat completion."""
    said = {"role": "assistant", "content": text, **(message or {})}
    value: dict[str, Any] = {
        "id": "one",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
    }
    if usage is not None:
        value["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return json.dumps(value).encode()


def says(text: str, **changes: Any) -> Act:
    """An act that answers with a text."""
    return sends(response(completion(text, **changes)))


def refuses(status: str, message: str = "", **headers: str) -> Act:
    """An act that answers with a status and a complaint."""
    body = json.dumps({"error": {"message": message}}).encode()
    return sends(response(body, status, **headers))


def resets_within_the_body(wire: Wire) -> None:
    wire.send(response(completion('{"stance": "support"}'))[:-30])
    wire.reset()


def closes_within_the_body(wire: Wire) -> None:
    wire.send(response(completion('{"stance": "support"}'))[:-30])
    wire.link.shutdown(socket.SHUT_RDWR)


def closes_within_a_stream(wire: Wire) -> None:
    body = completion('{"stance": "support"}')[:-30]
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    wire.send(head + f"{len(body):x}\r\n".encode() + body + b"\r\n")
    wire.link.shutdown(socket.SHUT_RDWR)


def resets_at_once(wire: Wire) -> None:
    wire.reset()


def hangs(wire: Wire) -> None:
    wire.wait()


def drips_its_body(wire: Wire) -> None:
    wire.send(response(b" " * 1_000_000)[:-1_000_000])
    wire.drip(b" ")


def drips_its_head(wire: Wire) -> None:
    wire.send(b"HTTP/1.1 200 OK\r\n")
    wire.drip(b"X-Slow: and slower\r\n")


def drips_a_complaint(wire: Wire) -> None:
    wire.send(response(b" " * 1_000_000, "500 Internal Server Error")[:-1_000_000])
    wire.drip(b" ")


def never_ends(wire: Wire, status: str = "200 OK") -> None:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    wire.send(head.encode())
    while not wire.stopped.is_set():
        wire.send(b"10000\r\n" + b" " * 65_536 + b"\r\n")


def complains_without_end(wire: Wire) -> None:
    never_ends(wire, "503 Service Unavailable")
