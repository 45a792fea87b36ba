"""A server of embeddings on this machine, as well behaved or as bad as a test wants it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ledgerrag.embedding.seam import HashedWords

MODEL = HashedWords(dimension=16)


@dataclass(frozen=True)
class Reply:
    """What is sent back: status, headers, body in parts with pauses between."""

    status: int = 200
    parts: tuple[bytes, ...] = ()
    pause_s: float = 0.0
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    drop: bool = False
    cut_at: int = 0


@dataclass
class Served:
    """A running server and what it was asked."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


def vectors(texts: list[str]) -> bytes:
    """A proper answer, its rows in another order than asked."""
    rows = [
        {"object": "embedding", "index": n, "embedding": [float(x) for x in vector]}
        for n, vector in enumerate(MODEL.embed(texts))
    ]
    body = {"object": "list", "model": "m", "data": rows[::-1], "usage": {}}
    return json.dumps(body).encode()


def proper(request: dict[str, Any], _turn: int) -> Reply:
    return Reply(parts=(vectors(request["input"]),))


@contextmanager
def serving(answer: Callable[[dict[str, Any], int], Reply] = proper) -> Iterator[Served]:
    """A server that answers each request by a function of it and of its number."""
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            request = json.loads(body)
            served.asked.append(request)
            served.keys.append(self.headers.get("authorization", ""))
            reply = answer(request, len(served.asked))
            if reply.drop:
                self.connection.close()
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(sum(map(len, reply.parts))))
            self.end_headers()
            if reply.cut_at:
                self.wfile.write(b"".join(reply.parts)[: reply.cut_at])
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            for part in reply.parts:
                try:
                    self.wfile.write(part)
                    self.wfile.flush()
                except OSError:
                    return  # the client has gone
                time.sleep(reply.pause_s)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
