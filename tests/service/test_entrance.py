"""The address that the terminal shows opens the pages of that start, and of no other."""

from __future__ import annotations

import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.service.serving import PATIENCE, Process, started

pytestmark = [pytest.mark.kill, pytest.mark.allow_hosts(["127.0.0.1"])]
MARK = "Open in a browser: "


def entrance(service: Process) -> str:
    """The address as the terminal shows it."""
    while service.child.poll() is None:
        for line in service.log.read_text("utf-8").splitlines(keepends=True):
            if line.startswith(MARK) and line.endswith("\n"):
                return line.removeprefix(MARK).strip()
        time.sleep(0.02)
    raise AssertionError(service.log.read_text("utf-8"))


def browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


def status(opener: OpenerDirector, address: str) -> int:
    try:
        with opener.open(address, timeout=PATIENCE) as page:
            return int(page.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def test_the_printed_address_signs_a_browser_in_until_the_service_is_started_again(
    demo: Path,
) -> None:
    inside, outside = browser(), browser()
    with started(demo) as service:
        first = entrance(service)
        assert first.startswith(f"{service.address}/enter?key=")
        assert status(outside, service.address) == 401
        assert status(inside, first) == 200
        assert status(inside, service.address) == 200
    with started(demo) as service:
        assert entrance(service).partition("=")[2] != first.partition("=")[2]
        old = service.address + "/enter?key=" + first.partition("=")[2]
        assert status(outside, old) == 401
        assert status(inside, service.address) == 401
