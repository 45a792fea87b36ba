"""Calling webhooks: only where the address is public, no further than it, and not for long."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, Protocol

import httpx2

from ledgerrag.errors import InputError

Address = IPv4Address | IPv6Address
_LONGEST: Final = 2_000
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
_SECONDS: Final = 10.0
_ALLOWED: Final = "`ledgerrag serve --allow-private-webhooks` allows it"


class Hook(Protocol):
    """Sends a letter."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[bool, str]:
        """Whether it was taken, and the status or why not; never raises for what is not ours."""
        ...


@dataclass(slots=True)
class Kept:
    """The double: keeps what it is given, and answers as it is told.

    Args:
        replies: (taken, detail) for each letter, in order; taken once they are used up.
        letters: (url, body, headers).
    """

    replies: list[tuple[bool, str]] = field(default_factory=list)
    letters: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[bool, str]:
        """Keep it."""
        self.letters.append((url, body, dict(headers)))
        return self.replies.pop(0) if self.replies else (True, "200")


def check(url: str, *, private: bool) -> str:
    """An address that may be called, as far as that can be told without looking it up.

    Args:
        url: as it was given.
        private: whether addresses of this machine and its network, and plain http, are allowed.
    Raises:
        InputError: no address of a webhook.
    """
    try:
        found = httpx2.URL(url)
    except httpx2.InvalidURL:
        found = httpx2.URL("")
    schemes = ("https", "http") if private else ("https",)
    if found.scheme not in schemes or not found.host or found.userinfo or len(url) > _LONGEST:
        raise InputError(
            "the address of the webhook cannot be used",
            f"give one that begins with https:// and has no user in it; for http, {_ALLOWED}",
        )
    try:
        literal = ip_address(found.host)
    except ValueError:
        return url
    if not private and not public(literal):
        raise InputError("the address of the webhook is not public", f"use another; {_ALLOWED}")
    return url


def public(address: Address) -> bool:
    """Whether an address lies on the open net: no loopback, link-local, private or shared one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return public(inner)
        if address.teredo is not None or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


def look_up(host: str, port: int) -> tuple[Address, ...]:
    """The addresses of a host.

    Raises:
        OSError: it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ip_address(str(one[4][0]).partition("%")[0]) for one in found))


@dataclass(frozen=True, slots=True)
class HttpHook:
    """Calls webhooks over HTTP.

    The name is looked up once, and what was looked at is what is called: a name that points
    elsewhere a moment later changes nothing.

    Args:
        private: whether addresses of this machine and its network are allowed.
        resolve: looks a host up.
        seconds: how long a call may take.
        trust: which certificates are believed; those that the HTTP library brings where None.
    """

    private: bool = False
    resolve: Callable[[str, int], tuple[Address, ...]] = look_up
    seconds: float = _SECONDS
    trust: ssl.SSLContext | None = None

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[bool, str]:
        """See `Hook`."""
        try:
            check(url, private=self.private)
            asked = httpx2.URL(url)
            address = self._address(asked)
            pinned = asked.copy_with(host=str(address))
            sent = {**headers, "Host": asked.netloc.decode("ascii")}
            with httpx2.Client(
                timeout=self.seconds,
                follow_redirects=False,
                trust_env=False,
                verify=self.trust or True,
            ) as client:
                named = {"sni_hostname": asked.host}
                # The body of the answer is of no use, and may be without end.
                with client.stream(
                    "POST", pinned, content=body, headers=sent, extensions=named
                ) as answer:
                    return answer.is_success, str(answer.status_code)
        except InputError as error:
            return False, error.message
        except (OSError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            return False, f"{type(error).__name__}: {error}"[:200]

    def _address(self, url: httpx2.URL) -> Address:
        port = url.port or (443 if url.scheme == "https" else 80)
        found = self.resolve(url.host, port)
        if not found:
            raise OSError(f"{url.host} has no address")
        # One that is not public spoils the others: which is called would be chance.
        if not self.private and not all(public(one) for one in found):
            raise InputError("the address of the webhook is not public", "use another")
        return found[0]
