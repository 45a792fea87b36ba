"""Load on a service: by wrk where it is installed, else by threads of ours."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2

from ledgerrag.bench.estimates import percentile
from ledgerrag.bench.serving import Door

_LUA: Final = """\
local bodies = {%s}
local n, tally, all = 0, {}, {}
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer %s"
function setup(thread) table.insert(all, thread) end
function init() answered, refused, failed = 0, 0, 0 end
function request() n = n + 1; return wrk.format(nil, nil, nil, bodies[n %% #bodies + 1]) end
function response(status)
  if status == 200 then answered = answered + 1
  elseif status == 429 or status == 503 then refused = refused + 1
  else failed = failed + 1 end
end
function done(summary, latency)
  local a, r, f = 0, 0, 0
  for _, t in ipairs(all) do
    a, r, f = a + t:get("answered"), r + t:get("refused"), f + t:get("failed")
  end
  local e = summary.errors
  print(string.format("TALLY %%d %%d %%d %%d %%f %%f", a, r, f + e.connect + e.read + e.timeout,
    summary.duration, latency:percentile(50) / 1000, latency:percentile(95) / 1000))
end
"""
_TALLY: Final = re.compile(r"TALLY (\d+) (\d+) (\d+) (\d+) ([\d.]+) ([\d.]+)")


@dataclass(frozen=True, slots=True)
class Load:
    """What came of a round of load.

    Args:
        answered: requests with an answer.
        refused: 429 and 503.
        failed: everything else.
        seconds: how long it took.
        p50_ms: median of the waits.
        p95_ms: their 95th percentile.
    """

    answered: int
    refused: int
    failed: int
    seconds: float
    p50_ms: float
    p95_ms: float

    @property
    def per_second(self) -> float:
        """Answers a second."""
        return self.answered / self.seconds if self.seconds else 0.0


def wrk(tool: str, door: Door, questions: Sequence[str], clients: int, seconds: int) -> Load:
    """A round by wrk, one thread, so many connections.

    Args:
        tool: its path.
        door: the service.
        questions: asked in turn.
        clients: connections.
        seconds: how long.
    """
    # A JSON text within a Lua string: JSON's own escapes are valid there once doubled.
    bodies = ", ".join(json.dumps(json.dumps({"question": one})) for one in questions)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "ask.lua"
        script.write_text(_LUA % (bodies, door.token), encoding="utf-8")
        script.chmod(0o600)
        made = subprocess.run(  # noqa: S603 - the tool that the user installed
            [
                tool, "-t", "1", "-c", str(clients), "-d", f"{seconds}s", "--timeout", "30s",
                "-s", str(script), f"{door.base}/v1/ask",
            ],
            capture_output=True,
            text=True,
            check=True,
        )  # fmt: skip
    found = _TALLY.search(made.stdout)
    if found is None:
        return Load(0, 0, 1, float(seconds), 0.0, 0.0)
    answered, refused, failed, lasted = (int(found[n]) for n in (1, 2, 3, 4))
    return Load(answered, refused, failed, lasted / 1e6, float(found[5]), float(found[6]))


def ours(door: Door, questions: Sequence[str], clients: int, seconds: float) -> Load:
    """A round by threads of this process; arguments as for `wrk`."""
    end = time.monotonic() + seconds
    waits: list[float] = []
    counts = {"answered": 0, "refused": 0, "failed": 0}
    lock = threading.Lock()

    def ask(first: int) -> None:
        number = first
        with httpx2.Client(timeout=60) as client:
            while time.monotonic() < end:
                body = {"question": questions[number % len(questions)]}
                begun = time.perf_counter()
                answer = client.post(f"{door.base}/v1/ask", json=body, headers=door.headers)
                spent = 1000 * (time.perf_counter() - begun)
                kind = {200: "answered", 429: "refused", 503: "refused"}.get(
                    answer.status_code, "failed"
                )
                with lock:
                    counts[kind] += 1
                    waits.append(spent)
                number += clients

    begun = time.monotonic()
    threads = [threading.Thread(target=ask, args=(n,)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lasted = time.monotonic() - begun
    p50, p95 = (percentile(waits or [0.0], part) for part in (50, 95))
    return Load(counts["answered"], counts["refused"], counts["failed"], lasted, p50, p95)
