"""How an event is told: as hosts see it, and signed for those who are called."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from ledgerrag.cms.watched import Event, Found

SIGNATURE: Final = "LedgerRAG-Signature"
EVENT: Final = "LedgerRAG-Event"
ATTEMPTS: Final = 12
"""How often a webhook is tried: for about a day."""
_FIRST_SECONDS: Final = 10
_LONGEST_SECONDS: Final = 6 * 3_600
_GROWTH: Final = 3


@dataclass(frozen=True, slots=True)
class Letter:
    """What is sent to a webhook: the body, and headers that name the event and sign the body."""

    body: bytes
    headers: dict[str, str]


def plain(event: Event) -> dict[str, Any]:
    """An event as hosts see it."""
    return {
        "id": event.id,
        "seq": event.seq,
        "watch": event.watch,
        "story": event.story,
        "claim": {"id": f"{event.watch}.{event.claim}", "text": event.text},
        "from": _side(event.before),
        "to": _side(event.after),
        "kind": event.kind,
        "authority": event.authority,
        "source": event.source,
        "source_name": event.source_name,
        "effective_from": event.effective_from,
        "document": event.document,
        "act": event.act,
        "quote": event.quote,
        "summary": event.summary,
        "created": event.created,
        "run": event.run,
    }


def _side(found: Found) -> dict[str, str]:
    return {"status": found.status, "value": found.value}


def letter(event: Event, secret: str, now: datetime) -> Letter:
    """An event for a webhook.

    Args:
        event: stored.
        secret: of the webhook.
        now: when it is sent: whoever checks the signature can refuse what is old.
    """
    body = json.dumps(plain(event), ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        EVENT: event.id,
        SIGNATURE: signed(secret, int(now.timestamp()), body),
    }
    return Letter(body, headers)


def signed(secret: str, timestamp: int, body: bytes) -> str:
    """The signature of a body: HMAC-SHA256 over `timestamp.body`, with the timestamp beside it.

    Args:
        secret: of the webhook.
        timestamp: seconds since 1970.
        body: as it is sent.
    """
    text = str(timestamp).encode("ascii") + b"." + body
    code = hmac.new(secret.encode("ascii"), text, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={code}"


def next_try(attempt: int, now: datetime) -> datetime | None:
    """When to try again after a failure; None where it is given up.

    Args:
        attempt: that failed, from 1.
        now: when it did.
    """
    if attempt >= ATTEMPTS:
        return None
    pause = min(_FIRST_SECONDS * _GROWTH ** (attempt - 1), _LONGEST_SECONDS)
    return now.astimezone(UTC) + timedelta(seconds=float(pause))
