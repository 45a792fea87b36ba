from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta

from ledgerrag.cms.telling import ATTEMPTS, EVENT, SIGNATURE, letter, next_try, plain
from tests.cms.test_notices import EVENT as HAPPENED

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)


def test_a_letter_is_signed_over_its_time_and_body() -> None:
    sent = letter(HAPPENED, "a secret of mine", NOW)
    assert json.loads(sent.body) == plain(HAPPENED)
    moment = str(int(NOW.timestamp()))
    text = moment.encode() + b"." + sent.body
    code = hmac.new(b"a secret of mine", text, hashlib.sha256).hexdigest()
    assert sent.headers[SIGNATURE] == f"t={moment},v1={code}"
    assert sent.headers[EVENT] == HAPPENED.id == "w-7"
    assert b"a secret of mine" not in sent.body


def test_another_secret_body_or_time_signs_otherwise() -> None:
    signatures = {
        letter(HAPPENED, "one", NOW).headers[SIGNATURE],
        letter(HAPPENED, "two", NOW).headers[SIGNATURE],
        letter(HAPPENED, "one", NOW + timedelta(seconds=1)).headers[SIGNATURE],
    }
    assert len(signatures) == 3


def test_a_failed_call_is_tried_again_later_and_later_and_then_given_up() -> None:
    pauses = [next_try(attempt, NOW) for attempt in range(1, ATTEMPTS)]
    times = [one for one in pauses if one is not None]
    assert len(times) == ATTEMPTS - 1
    assert times == sorted(times)
    assert times[0] - NOW == timedelta(seconds=10)
    assert times[-1] - NOW == timedelta(hours=6)
    assert next_try(ATTEMPTS, NOW) is None


def test_hosts_are_told_what_was_and_what_is_by_their_names() -> None:
    told = plain(HAPPENED)
    assert told["from"] == {"status": "verified", "value": "12 euros"}
    assert told["to"] == {"status": "refuted", "value": "15 euros"}
    assert told["claim"] == {"id": "w.1", "text": "The fee is 12 euros."}
