"""One request over the wire: posted with the official client, read with a cap, typed when it fails.

Nothing is tried again here, and no redirect is followed: the key goes to the server that was named.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Final, cast

import httpx2
import openai

from ledgerrag.language import faults
from ledgerrag.language.faults import RefusedError
from ledgerrag.language.seam import Completion, Request
from ledgerrag.language.settings import ModelSettings
from ledgerrag.language.ways import Dialect, fields_of, messages_of
from ledgerrag.language.wire import completion_of

# A complaint is read no further than this.
_COMPLAINT: Final = 20_000
_CONNECT_S: Final = 10.0


class Exchange:
    """The connections to a server.

    Args:
        settings: where it is, and how much it may send.
        now: seconds since 1970, to read a Retry-After that is a date.
    """

    def __init__(self, settings: ModelSettings, now: Callable[[], float]) -> None:
        self._settings = settings
        self._now = now
        self._client = _client(settings)
        self._headers: Any = {} if settings.api_key else {"Authorization": openai.omit}

    async def once(self, request: Request, dialect: Dialect) -> Completion:
        """Post a request and read the answer.

        Raises:
            Fault: there is none that may be used.
        """
        body, kind = await self._posted(request, dialect)
        return completion_of(body, kind, request, dialect.way, self._settings)

    async def close(self) -> None:
        """Release the connections."""
        await self._client.close()

    async def _posted(self, request: Request, dialect: Dialect) -> tuple[bytes, str]:
        """The body of a response and its content type."""
        create = self._client.chat.completions.with_streaming_response.create
        # The client's own types know the fields of one vendor only.
        messages = cast("Any", messages_of(request, dialect.way))
        fields = fields_of(request, dialect)
        try:
            async with create(
                model=self._settings.model,
                messages=messages,
                extra_body=fields,
                extra_headers=self._headers,
            ) as response:
                kind = response.headers.get("content-type", "")
                return await self._read(response.http_response), kind
        except RefusedError as refused:
            raise faults.of_status(refused, self._settings, self._now()) from None
        except openai.APIConnectionError as error:
            cause = type(error.__cause__ or error).__name__
            raise faults.of_connection(self._settings, cause) from None
        except (httpx2.HTTPError, OSError, EOFError) as error:
            raise faults.of_connection(self._settings, type(error).__name__) from None

    async def _read(self, response: httpx2.Response) -> bytes:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            # A few bytes may unpack to as many gigabytes; nothing packed was asked for.
            raise faults.of_packing(self._settings)
        parts: list[bytes] = []
        size = 0
        async for part in cast("AsyncIterator[bytes]", response.aiter_raw()):
            size += len(part)
            if size > self._settings.max_bytes:
                raise faults.of_size(self._settings)
            parts.append(part)
        return b"".join(parts)


def _client(settings: ModelSettings) -> openai.AsyncOpenAI:
    deadline = settings.deadline_ms / 1_000
    http = openai.DefaultAsyncHttpxClient(
        follow_redirects=False,
        # The environment is read by those who start the program, and passed in.
        trust_env=False,
        proxy=settings.proxy or None,
        event_hooks={"response": [_refuse]},
        timeout=openai.Timeout(deadline, connect=min(deadline, _CONNECT_S)),
    )
    return openai.AsyncOpenAI(
        # The client insists on a key; where there is none, each request leaves the header out.
        api_key=settings.api_key or "none",
        organization="",
        project="",
        base_url=settings.base_url,
        max_retries=0,
        default_headers={"Accept-Encoding": "identity"},
        http_client=http,
    )


async def _refuse(response: httpx2.Response) -> None:
    """Reads a complaint no further than it matters: the client would read all of it."""
    if response.is_success:
        return
    body = b""
    async for part in cast("AsyncIterator[bytes]", response.aiter_raw()):
        body += part
        if len(body) > _COMPLAINT:
            break
    headers = {name.lower(): value for name, value in response.headers.items()}
    raise RefusedError(response.status_code, headers, body[:_COMPLAINT])
