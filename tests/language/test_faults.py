from __future__ import annotations

from email.utils import formatdate

import pytest

from ledgerrag.language.faults import complaint_in, wait_of
from ledgerrag.language.settings import ModelSettings

NOW = 1_700_000_000.0
SETTINGS = ModelSettings("http://host/v1", "tiny", api_key="key-1")


@pytest.mark.parametrize(
    ("stated", "seconds"),
    [
        ("7", 7.0),
        (" 7 ", 7.0),
        (formatdate(NOW + 9, usegmt=True), 9.0),
        (formatdate(NOW + 9).replace("-0000", ""), 9.0),
        (formatdate(NOW - 9, usegmt=True), 0.0),
        ("soon", None),
        ("-3", None),
        ("1.5", None),
        ("", None),
        ("Mon, 99 Foo 2026 99:99:99 GMT", None),
    ],
)
def test_a_wait_is_read_from_seconds_or_a_date(stated: str, seconds: float | None) -> None:
    assert wait_of({"retry-after": stated}, NOW) == seconds


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"error": {"message": "too long", "code": "ctx"}}', "ctx too long"),
        (b'{"error": "too long"}', "too long"),
        (b'{"detail": "Not Found"}', "Not Found"),
        (b'{"error": {"message": ""}}', ""),
        (b"plain words\n and more", "plain words and more"),
        (b"<html><p>Bad gateway", ""),
        (b"", ""),
        (b"\x1b[31mred\x00", "?[31mred?"),
        (b'{"error": "wrong key key-1"}', "wrong key [key]"),
        (b"[" * 20_000, "[" * 160 + "..."),
    ],
)
def test_a_complaint_is_one_short_line_without_the_key(body: bytes, told: str) -> None:
    assert complaint_in(body, SETTINGS) == told
