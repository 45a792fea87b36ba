"""What can go wrong between here and a model's answer, and whether trying again may mend it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from ledgerrag.errors import ModelError, ModelUnreachableError
from ledgerrag.language.settings import PREFIX, ModelSettings
from ledgerrag.language.ways import about_the_way

_LONGEST_EXCERPT: Final = 160
_RETRIED: Final = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_DIALECT: Final = frozenset({400, 422, 501})
_ADDRESS: Final = f"check {PREFIX}BASE_URL: it usually ends in /v1"


class Fault(Exception):  # noqa: N818 - never seen outside this room: it becomes its `error`
    """A try that failed.

    Args:
        error: what the caller is told when no try is left.
        retry: whether the same request may succeed later.
        wait: seconds that the server asked to wait; None where it did not.
        complaint: what the server said against the request's form; empty where it did not.
        tokens: spent on it all the same.
        late: the deadline ended it.
    """

    def __init__(
        self,
        error: ModelError,
        *,
        retry: bool = False,
        wait: float | None = None,
        complaint: str = "",
        tokens: int = 0,
        late: bool = False,
    ) -> None:
        super().__init__(error.message)
        self.error = error
        self.retry = retry
        self.wait = wait
        self.complaint = complaint
        self.tokens = tokens
        self.late = late


class RefusedError(Exception):
    """A response with another status than success, as far as it was read.

    Args:
        status: of HTTP.
        headers: of the response, names in lower case.
        body: its first bytes.
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        super().__init__(f"status {status}")
        self.status = status
        self.headers = headers
        self.body = body


def of_status(refused: RefusedError, settings: ModelSettings, now: float) -> Fault:
    """What a status means for the caller.

    Args:
        refused: the response.
        settings: the server that was asked.
        now: seconds since 1970, for a Retry-After that is a date.
    """
    status, said = refused.status, complaint_in(refused.body, settings)
    where, quoted = _where(settings), f": {said}" if said else ""
    known = _known(refused, settings)
    if known is not None:
        message, step = known
        return Fault(ModelUnreachableError(f"{message}{quoted}", next_step=step))
    if status in _DIALECT or (status == 500 and about_the_way(said)):
        error = ModelUnreachableError(
            f"the server at {where} cannot use the request ({status}){quoted}",
            next_step="see `ledgerrag models probe`",
        )
        # Some servers fail outright on a grammar that they cannot make.
        return Fault(error, complaint=said or "no reason given")
    phrase = _phrase(status)
    error = ModelUnreachableError(
        f"the server at {where} answered {status}{phrase}{quoted}", next_step="try again later"
    )
    # An account that is used up answers 429 too: no waiting mends that.
    retry = status in _RETRIED and "insufficient_quota" not in said
    return Fault(error, retry=retry, wait=wait_of(refused.headers, now) if retry else None)


def _known(refused: RefusedError, settings: ModelSettings) -> tuple[str, str] | None:
    where = _where(settings)
    if 300 <= refused.status < 400:
        target = urlsplit(refused.headers.get("location", "")).netloc[:100] or "another address"
        return (
            f"the server at {where} redirects to {target}, where the key must not go",
            f"set {PREFIX}BASE_URL to the address itself",
        )
    return {
        401: (f"the server at {where} does not accept the key", f"check {PREFIX}API_KEY"),
        402: (f"the account at {where} is used up", "see to the account"),
        403: (
            f"the server at {where} refuses this key the model {settings.model}",
            f"check {PREFIX}API_KEY and {PREFIX}MODEL",
        ),
        404: (
            f"the server at {where} knows no model {settings.model}, or has another address",
            f"check {PREFIX}MODEL and {PREFIX}BASE_URL",
        ),
    }.get(refused.status)


def of_page(settings: ModelSettings) -> Fault:
    """A web page where an answer should be."""
    message = f"the server at {_where(settings)} sent a web page instead of an answer"
    return Fault(ModelUnreachableError(message, next_step=_ADDRESS))


def of_connection(settings: ModelSettings, kind: str) -> Fault:
    """No connection, or one that broke.

    Args:
        settings: the server that was asked.
        kind: what the network library calls it.
    """
    where = _where(settings)
    if kind in ("ConnectError", "ConnectTimeout", "APIConnectionError"):
        message, step = f"no connection to the server at {where}", "start it, or check the address"
    else:
        message, step = f"the connection to the server at {where} broke off", "try again later"
    return Fault(ModelUnreachableError(message, next_step=step), retry=True)


def of_time(settings: ModelSettings) -> ModelUnreachableError:
    """The deadline of a call is over."""
    seconds = f"{settings.deadline_ms / 1_000:g} s"
    return ModelUnreachableError(
        f"the server at {_where(settings)} gave no whole answer within {seconds}",
        next_step=f"raise {PREFIX}DEADLINE, or take a faster model",
    )


def of_size(settings: ModelSettings) -> Fault:
    """A response that is too long."""
    message = f"the server at {_where(settings)} sent more than {settings.max_bytes:,} bytes"
    return Fault(ModelUnreachableError(message, next_step=f"raise {PREFIX}MAX_BYTES if it may"))


def of_packing(settings: ModelSettings) -> Fault:
    """A response that is compressed, which was not asked for."""
    message = f"the server at {_where(settings)} sent a compressed response"
    return Fault(ModelUnreachableError(message, next_step="let it keep to Accept-Encoding"))


def complaint_in(body: bytes, settings: ModelSettings) -> str:
    """What a server says is wrong, in one short line without the key."""
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        # A page of a gateway says nothing that its status does not say.
        return "" if text.lstrip().startswith("<") else excerpt(text, settings)
    stated = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(stated, dict):
        named = [stated.get(name) for name in ("code", "message", "detail")]
        stated = " ".join(str(one) for one in named if one)
    return excerpt(str(stated), settings)


def excerpt(text: str, settings: ModelSettings) -> str:
    """The beginning of a foreign text, in one line, printable, without the key."""
    line = " ".join(settings.redacted(text).split())
    shown = "".join(sign if sign.isprintable() else "?" for sign in line)
    return shown if len(shown) <= _LONGEST_EXCERPT else shown[:_LONGEST_EXCERPT] + "..."


def wait_of(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a server asks to wait, by Retry-After as a number or a date."""
    stated = headers.get("retry-after", "").strip()
    if stated.isascii() and stated.isdigit():
        return float(stated[:9])
    try:
        until = parsedate_to_datetime(stated)
    except (ValueError, IndexError, OverflowError):
        return None
    # A date without a zone is UTC: RFC 9110 knows no other.
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, until.timestamp() - now)


def _where(settings: ModelSettings) -> str:
    return urlsplit(settings.base_url).netloc


def _phrase(status: int) -> str:
    try:
        return f" {HTTPStatus(status).phrase.lower()}"
    except ValueError:
        return ""
