"""How long an editor waits for a paragraph: through the site and its relay, and at the service."""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import re
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ledgerrag.version import __version__
from start import HOST, SITE, NewsroomError, free, running, set_up

TEXT = "A single ticket for the night ferry to Ostrel costs {} crowns."
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Way:
    """A way to the ledger of a draft.

    Args:
        place: Address that the suffixes `checks` and `ledger` follow.
        headers: Sent with each request.
        opener: Keeps the cookies of the browser, where there are any.
    """

    place: str
    headers: dict[str, str]
    opener: urllib.request.OpenerDirector

    def wait(self, text: str) -> tuple[float, list[str]]:
        """Milliseconds from the request of a check to its ledger, and what its claims are."""
        begun = time.perf_counter()
        paragraphs = [{"id": "p1", "kind": "paragraph", "text": text}]
        told = self._sent("checks", {"title": "Fares", "paragraphs": paragraphs})
        while told["status"] in ("queued", "running"):
            told = self._sent(f"checks/{told['check']}?wait=10", None)
        ledger = self._sent("ledger", None)
        spent = 1000 * (time.perf_counter() - begun)
        return spent, [claim["status"] for claim in ledger["claims"]]

    def _sent(self, suffix: str, body: object | None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self.place + suffix, data, headers)  # noqa: S310
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            told = error.read().decode()[:300]
            raise NewsroomError(f"{request.full_url} answered {error.code}: {told}") from None


def main(argv: Sequence[str] | None = None) -> int:
    """Set up a newsroom of its own, measure, and print one line a way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="checks by each way")
    times = parser.parse_args(argv).times
    try:
        with tempfile.TemporaryDirectory(prefix="newsroom-") as folder:
            state = Path(folder) / "state"
            service, site = free(0, "--service-port"), free(0, "--site-port")
            password = set_up(state, site)
            with running(state, service, site):
                _measure(_by_site(site, password), _direct(state, service), times)
    except NewsroomError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _direct(state: Path, port: int) -> Way:
    token = (state / "token").read_text("utf-8")
    place = f"http://{HOST}:{port}/v1/drafts/{SITE}/measured/"
    return Way(place, {"Authorization": f"Bearer {token}"}, urllib.request.build_opener())


def _by_site(port: int, password: str) -> Way:
    """The way of the panel: a session of the site, its CSRF token, and the page of a story."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    site = f"http://{HOST}:{port}"
    opener.open(f"{site}/admin/login/", timeout=SECONDS).close()
    form = {"username": "editor", "password": password, "next": "/admin/pages/"}
    body = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": _csrf(jar)}).encode()
    with opener.open(f"{site}/admin/login/", body, timeout=SECONDS) as page:
        front = re.search(r'id="page_(\d+)_title"', page.read().decode())
    if front is None:
        raise NewsroomError("The site lets nobody in; see its log")
    with opener.open(f"{site}/admin/pages/{front[1]}/", timeout=SECONDS) as page:
        story = re.search(r'id="page_(\d+)_title">\s*Last boat', page.read().decode())
    if story is None:
        raise NewsroomError("The site shows no story to edit; see its log")
    return Way(f"{site}/admin/ledger/pages/{story[1]}/", {"X-CSRFToken": _csrf(jar)}, opener)


def _csrf(jar: http.cookiejar.CookieJar) -> str:
    return next((one.value or "" for one in jar if one.name == "csrftoken"), "")


def _measure(site: Way, direct: Way, times: int) -> None:
    """In turns, a figure of its own each time, so that none is taken over from the check before."""
    spent: dict[str, list[float]] = {"through the site": [], "at the service": []}
    for number in range(times + 1):
        for name, way in zip(spent, (site, direct), strict=True):
            waited, found = way.wait(TEXT.format(100 + number))
            if found != ["refuted"]:
                raise NewsroomError(f"A wrong fare was found {found}, not refuted")
            # The first opens files and connections.
            spent[name] += [waited] if number else []
    print(f"ledgerrag {__version__}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, waits in spent.items():
        print(f"{name}: p50 {statistics.median(waits):.0f} ms, slowest {max(waits):.0f} ms")
    by_site, direct_p50 = (statistics.median(waits) for waits in spent.values())
    print(f"ratio {by_site / direct_p50:.2f}, {times} checks each")


if __name__ == "__main__":
    raise SystemExit(main())
