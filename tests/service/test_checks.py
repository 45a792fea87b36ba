from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.cms.accepting import Wanted
from ledgerrag.cms.assembling import Given
from ledgerrag.service.checks import Checks
from ledgerrag.service.problems import RefusedError
from tests.service.conftest import serving


def draft(name: str) -> Wanted:
    texts = (f"The fee of quay number {n} of {name} is {n + 2} euros per day." for n in range(8))
    given = tuple(Given("", "paragraph", text) for text in texts)
    return Wanted("newsroom", name, given, actor="newsroom/Ana")


def test_a_service_that_ends_leaves_what_it_accepted_for_the_next_start(demo: Path) -> None:
    with serving(demo, seed="first") as served:
        checks = served.service.companion(Checks)
        accepted = [checks.accept("main", draft(name)).row.id for name in ("a", "b", "c")]
    with serving(demo, seed="second") as served:
        store = served.service.tenants.get().store
        token = served.token("draft")
        for check in accepted:
            status = "queued"
            while status in ("queued", "running"):
                last = store.draft_events(check)
                after = last[-1].seq if last else 0
                path = f"/v1/checks/{check}?after={after}&wait=20"
                status = served.call("GET", path, token).json()["status"]
            assert status == "done"
        assert store.draft_unfinished() == ()


def test_a_service_that_has_ended_accepts_nothing(demo: Path) -> None:
    with serving(demo) as served:
        checks = served.service.companion(Checks)
    with pytest.raises(RefusedError, match="shutting down"):
        checks.accept("main", draft("late"))


def test_a_superseded_check_makes_room_in_the_queue(demo: Path) -> None:
    with serving(demo, queue=3) as served:
        checks = served.service.companion(Checks)
        for _ in range(6):
            # The first may run already; those that wait give way to the next.
            accepted = checks.accept("main", draft("same"))
        assert accepted.row.revision == 6
