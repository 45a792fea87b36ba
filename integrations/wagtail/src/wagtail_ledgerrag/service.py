"""The way from the CMS to the service: one request, one reply, and what goes wrong in between."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import quote

import httpx2

from wagtail_ledgerrag.options import Options

# An answer of the service about one draft is far below this; more is a fault, not an answer.
MAX_REPLY = 32_000_000


class ServiceError(Exception):
    """The service gave no answer that could be used.

    Args:
        title: What happened, in a few words.
        detail: The same in a sentence for the editor.
        next_step: Who can do what about it.
        status: The status for the editor's browser.
    """

    def __init__(self, title: str, detail: str, next_step: str, status: int = 502) -> None:
        super().__init__(f"{detail} {next_step}")
        self.title = title
        self.detail = detail
        self.next_step = next_step
        self.status = status


@dataclass(frozen=True, slots=True)
class Reply:
    """What the service answered.

    Args:
        status: The HTTP status.
        body: The bytes of the answer.
        content_type: Its media type.
        retry_after: Seconds until it may be asked again, where it says so; else empty.
    """

    status: int
    body: bytes
    content_type: str = "application/json"
    retry_after: str = ""

    @property
    def ok(self) -> bool:
        """Whether the service did what was asked."""
        return 200 <= self.status < 300

    def value(self) -> Any:
        """The answer as a value.

        Raises:
            ServiceError: It is no JSON.
        """
        try:
            return json.loads(self.body)
        except ValueError:
            raise ServiceError(
                "The answer cannot be read",
                "The evidence service answered with something that is no JSON.",
                "Ask the administrator whether the address leads to LedgerRAG.",
            ) from None


class Service(Protocol):
    """Whoever answers requests about drafts and watches."""

    def send(
        self, method: str, path: str, query: Mapping[str, str], body: bytes | None
    ) -> Reply: ...


class HttpService:
    """The service over HTTP.

    Args:
        address: Where it listens.
        token: The bearer token.
        connect_seconds: How long a connection may take.
        read_seconds: How long an answer may take.
        transport: Another way to the service, for tests.
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        connect_seconds: float,
        read_seconds: float,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._client = httpx2.Client(
            base_url=address,
            headers={"Authorization": f"Bearer {token}", "Accept": "application/json"},
            timeout=httpx2.Timeout(read_seconds, connect=connect_seconds),
            follow_redirects=False,  # the token goes to this address alone
            trust_env=False,  # and through no proxy that happens to stand in the environment
            transport=transport,
        )

    def send(self, method: str, path: str, query: Mapping[str, str], body: bytes | None) -> Reply:
        """One request.

        Args:
            method: GET, POST or DELETE.
            path: The path from the root of the service, quoted.
            query: Its parameters.
            body: JSON, or none.

        Raises:
            ServiceError: The service is down, too slow, or refuses the token.
        """
        headers = {"Content-Type": "application/json"} if body is not None else {}
        try:
            with self._client.stream(
                method, path, params=dict(query), content=body, headers=headers
            ) as answer:
                return _checked(_reply(answer))
        except httpx2.TimeoutException:
            raise ServiceError(
                "The service takes too long",
                "The evidence service did not answer in time.",
                "Try again in a minute.",
                status=504,
            ) from None
        except httpx2.HTTPError:
            raise ServiceError(
                "The service cannot be reached",
                "The evidence service does not answer.",
                "If it stays so, tell the administrator.",
            ) from None

    def close(self) -> None:
        """End the connections."""
        self._client.close()


def _reply(answer: httpx2.Response) -> Reply:
    parts: list[bytes] = []
    size = 0
    for part in answer.iter_bytes():
        size += len(part)
        if size > MAX_REPLY:
            raise ServiceError(
                "The answer is too large",
                f"The evidence service sent more than {MAX_REPLY:,} bytes.",
                "Ask the administrator whether the address leads to LedgerRAG.",
            )
        parts.append(part)
    return Reply(
        answer.status_code,
        b"".join(parts),
        answer.headers.get("content-type", "").split(";")[0].strip(),
        answer.headers.get("retry-after", ""),
    )


def _checked(reply: Reply) -> Reply:
    """A refusal of the CMS itself must not look like a refusal of the person at the keyboard."""
    if reply.status in {401, 403}:
        raise ServiceError(
            "The service refuses this site",
            "The evidence service does not accept the token of this site.",
            "The administrator makes one with `ledgerrag token create` and puts it into LEDGERRAG.",
        )
    if 300 <= reply.status < 400:
        raise ServiceError(
            "The service has moved",
            "The evidence service answered with a redirect, which is not followed.",
            "The administrator corrects the address in LEDGERRAG.",
        )
    return reply


def draft_path(site: str, draft: str, suffix: str) -> str:
    """The path of a draft's resource.

    Args:
        site: The site of the token.
        draft: The draft.
        suffix: What follows it, already quoted.
    """
    return f"/v1/drafts/{quote(site, safe='')}/{quote(draft, safe='')}/{suffix}"


def draft_of(page_id: int) -> str:
    """The name of a page's draft; it never changes while the page exists."""
    return f"page-{page_id}"


@lru_cache(maxsize=8)
def _shared(address: str, token: str, connect_seconds: float, read_seconds: float) -> HttpService:
    return HttpService(address, token, connect_seconds=connect_seconds, read_seconds=read_seconds)


def service_at(address: str, chosen: Options) -> Service:
    """The service at an address; its connections are kept between requests.

    Args:
        address: One of the addresses that the options allow.
        chosen: The options.
    """
    return _shared(
        address, chosen.token.get_secret_value(), chosen.connect_seconds, chosen.read_seconds
    )
