"""Who sees what: every route of the application by every role, over objects of somebody else.

The routes are those that the application has: a new one needs a line in `CASES` (or `OPEN`, where
it needs no token), or the first test fails and says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from ledgerrag.service.routes import ROUTERS
from ledgerrag.service.tokens import SCOPES
from tests.service.conftest import Served, serving

# In every object of the owner; nobody else may ever see it.
MARK: Final = "zorblax"
SECRET: Final = {
    "doc_id": f"{MARK}-rule",
    "text": f"The {MARK} levy is 40 euros per month.",
    "source": "market-authority",
    "published": "2026-01-10",
    "domain": "regulation",
}
REPEAL: Final = {
    "act": "repeal",
    "target": f"{MARK}-rule",
    "source": "market-authority",
    "published": "2026-03-01",
    "effective_from": "2026-03-01",
}
STORY: Final = {
    "story": "story",
    "published": "2026-02-01",
    "paragraphs": [{"text": f"The {MARK} levy is 40 euros per month."}],
}
TEXT: Final = {"paragraphs": [{"text": f"The {MARK} levy is 50 euros per month."}]}
QUESTION: Final = {"question": f"How much is the {MARK} levy?", "as_of": "2026-02-01"}


class Whose(Enum):
    """Who may reach what a route is asked for."""

    TENANT = "an object of the tenant: all of its sites may, another tenant is told 404"
    SITE = "an object of a site: another site, or tenant, is told 404"
    OWN = "what the caller has himself: everybody may, each sees his own"


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a route.

    Args:
        scope: that it needs; empty where any token will do.
        whose: who may reach it.
        path: with the owner's objects; `{run}` is a run of his, `{watch}` a watch.
        body: JSON.
    """

    scope: str
    whose: Whose
    path: str
    body: Any = None


OPEN: Final = frozenset({"GET /healthz", "GET /readyz", "GET /openapi.json", "GET /docs"})
CASES: Final[dict[str, Case]] = {
    "GET /metrics": Case("admin", Whose.OWN, "/metrics"),
    "GET /v1/token": Case("", Whose.OWN, "/v1/token"),
    "POST /v1/ask": Case("ask", Whose.OWN, "/v1/ask", QUESTION),
    "POST /v1/ask/stream": Case("ask", Whose.OWN, "/v1/ask/stream", QUESTION),
    "POST /v1/documents": Case("ingest", Whose.OWN, "/v1/documents", [{"doc_id": "x"}]),
    "POST /v1/acts": Case("ingest", Whose.OWN, "/v1/acts", [{"doc_id": "x"}]),
    "GET /v1/documents/{name:path}/versions/{number}": Case(
        "read", Whose.TENANT, f"/v1/documents/{MARK}-rule/versions/1"
    ),
    "GET /v1/documents/{name:path}/diff": Case(
        "read", Whose.TENANT, f"/v1/documents/{MARK}-rule/diff?from=1&to=1"
    ),
    "GET /v1/documents/{name:path}": Case("read", Whose.TENANT, f"/v1/documents/{MARK}-rule"),
    "GET /v1/runs": Case("read", Whose.OWN, "/v1/runs"),
    "GET /v1/runs/{run}": Case("read", Whose.TENANT, "/v1/runs/{run}"),
    "GET /v1/runs/{run}/journal": Case("read", Whose.TENANT, "/v1/runs/{run}/journal"),
    "GET /v1/runs/{run}/proof": Case("read", Whose.TENANT, "/v1/runs/{run}/proof"),
    "POST /v1/runs/{run}/verify": Case("read", Whose.TENANT, "/v1/runs/{run}/verify"),
    "POST /v1/runs/{run}/replay": Case("read", Whose.TENANT, "/v1/runs/{run}/replay", {}),
    "GET /v1/ledgers/{run}": Case("read", Whose.TENANT, "/v1/ledgers/{run}"),
    "POST /v1/watches": Case("watch", Whose.OWN, "/v1/watches", {**STORY, "story": "other"}),
    "GET /v1/watches": Case("watch", Whose.OWN, "/v1/watches"),
    "GET /v1/watches/{watch}": Case("watch", Whose.SITE, "/v1/watches/{watch}"),
    "DELETE /v1/watches/{watch}": Case("watch", Whose.SITE, "/v1/watches/{gone}"),
    "POST /v1/watches/{watch}/notices": Case(
        "watch", Whose.SITE, "/v1/watches/{watch}/notices", {"event": "{event}"}
    ),
    "GET /v1/watches/{watch}/events": Case("watch", Whose.SITE, "/v1/watches/{watch}/events"),
    "GET /v1/watches/{watch}/feed.atom": Case("watch", Whose.SITE, "/v1/watches/{watch}/feed.atom"),
    "GET /v1/events": Case("watch", Whose.OWN, "/v1/events"),
    "GET /v1/feed.atom": Case("watch", Whose.OWN, "/v1/feed.atom"),
    "POST /v1/drafts/{site}/{draft}/checks": Case(
        "draft", Whose.OWN, "/v1/drafts/owner/mine/checks", TEXT
    ),
    "GET /v1/checks/{check}": Case("draft", Whose.SITE, "/v1/checks/{check}"),
    "GET /v1/drafts/{site}/{draft}/checks/{check}": Case(
        "draft", Whose.SITE, "/v1/drafts/owner/story/checks/{check}"
    ),
    "GET /v1/drafts/{site}/{draft}/ledger": Case(
        "draft", Whose.SITE, "/v1/drafts/owner/story/ledger"
    ),
    "GET /v1/drafts/{site}/{draft}/revisions": Case(
        "draft", Whose.OWN, "/v1/drafts/owner/story/revisions"
    ),
    "GET /v1/drafts/{site}/{draft}/diff": Case(
        "draft", Whose.SITE, "/v1/drafts/owner/story/diff?from=1&to=1"
    ),
    "POST /v1/drafts/{site}/{draft}/remarks": Case(
        "draft", Whose.SITE, "/v1/drafts/owner/story/remarks", {"item": "{item}", "action": "tick"}
    ),
    **{
        f"GET /v1/drafts/{{site}}/{{draft}}/exports/{kind}": Case(
            "draft", Whose.SITE, f"/v1/drafts/owner/story/exports/{kind}"
        )
        for kind in ("claimreview", "article", "ninjs", "ledger", "evidence.html")
    },
    "GET /v1/drafts/{site}/{draft}/watch": Case("draft", Whose.OWN, "/v1/drafts/owner/story/watch"),
    "POST /v1/drafts/{site}/{draft}/notices": Case(
        "draft", Whose.SITE, "/v1/drafts/owner/story/notices", {"event": "{event}"}
    ),
}


@dataclass(slots=True)
class World:
    """A service with an owner's objects in it, and the tokens of those who come.

    Args:
        served: the service.
        objects: what stands in the paths of the cases, by name.
    """

    served: Served
    objects: dict[str, str] = field(default_factory=dict)

    def call(self, name: str, token: str, objects: dict[str, str] | None = None) -> Any:
        case = CASES[name]
        path, body = case.path, json.dumps(case.body)
        for key, value in (self.objects if objects is None else objects).items():
            path = path.replace(f"{{{key}}}", value)
            body = body.replace(f"{{{key}}}", value)
        return self.served.call(name.partition(" ")[0], path, token, json=json.loads(body))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    from ledgerrag.api import LedgerRAG

    store = tmp_path_factory.mktemp("tenancy") / "s.db"
    LedgerRAG.open(store).close()
    with serving(store) as served:
        token = served.token(site="owner")
        assert served.call("POST", "/v1/documents", token, json=[SECRET]).status_code == 200
        run = served.call("POST", "/v1/ask", token, json=QUESTION).json()["run"]
        watch, gone = (
            served.call("POST", "/v1/watches", token, json={**STORY, "story": name}).json()["watch"]
            for name in ("story", "gone")
        )
        assert served.call("POST", "/v1/acts", token, json=[REPEAL]).status_code == 200
        # Both stories are touched: which of them is told first is not said.
        told = served.call("GET", f"/v1/watches/{watch}/events?wait=30", token).json()["items"]
        check, item = checked(served, token)
        objects = {"run": run, "watch": watch, "gone": gone, "check": check, "item": item}
        objects["event"] = str(told[0]["seq"])
        yield World(served, objects)


def checked(served: Served, token: str) -> tuple[str, str]:
    """A check of the owner's draft that is done, and an item of its checklist."""
    accepted = served.call("POST", "/v1/drafts/owner/story/checks", token, json=TEXT).json()
    after, status = 0, "queued"
    while status in ("queued", "running"):
        told = served.call("GET", f"{accepted['href']}?after={after}&wait=30", token).json()
        after, status = told["last_seq"], told["status"]
    shot = served.call("GET", "/v1/drafts/owner/story/ledger", token).json()
    return str(accepted["check"]), str(shot["checklist"][0]["id"])


def routes(served: Served) -> set[str]:
    app = served.client.app
    assert isinstance(app, FastAPI)
    found = [route for router in ROUTERS for route in router.routes]
    return {
        f"{method} {route.path}"
        for route in found
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }


def scoped() -> list[str]:
    return [name for name, case in CASES.items() if case.scope]


def pages(served: Served) -> set[str]:
    """The pages for a browser: whoever has no key of this start sees one page that says so."""
    api = ("/v1/", "/metrics")
    return {name for name in routes(served) - OPEN if not name.partition(" ")[2].startswith(api)}


def test_every_route_of_the_application_is_in_the_matrix(world: World) -> None:
    assert routes(world.served) - pages(world.served) == OPEN | set(CASES)


def test_a_browser_without_the_key_of_this_start_sees_nothing_of_the_store(world: World) -> None:
    stranger = world.served.token(*SCOPES, site="owner", tenant="other")
    for name in sorted(pages(world.served)):
        method, _, path = name.partition(" ")
        path = path.replace("{name:path}", f"{MARK}-rule").replace("{name}", f"{MARK}-rule")
        path = path.replace("{run}", world.objects["run"])
        for token in ("", stranger):
            told = world.served.call(method, path, token, follow_redirects=False)
            assert told.status_code < 500, name
            assert "40 euros" not in told.text, name
            assert world.objects["run"] not in told.text, name


@pytest.mark.parametrize("name", CASES)
def test_nobody_gets_in_without_a_token(world: World, name: str) -> None:
    told = world.call(name, "")
    assert told.status_code == 401
    assert told.headers["www-authenticate"] == "Bearer"
    assert MARK not in told.json()["detail"]


@pytest.mark.parametrize("name", CASES)
def test_a_token_that_is_wrong_or_was_revoked_opens_nothing(world: World, name: str) -> None:
    text = world.served.token("admin", site="owner")
    world.served.service.tokens.revoke(text.split("_")[1])
    for token in (text, "lr_00_00", "nonsense", text[:-1]):
        assert world.call(name, token).status_code == 401


@pytest.mark.parametrize("name", scoped())
def test_every_other_scope_together_is_not_enough(world: World, name: str) -> None:
    others = [one for one in SCOPES if one not in (CASES[name].scope, "admin")]
    told = world.call(name, world.served.token(*others, site="owner"))
    assert told.status_code == 403
    assert CASES[name].scope in told.json()["detail"]


@pytest.mark.parametrize("name", CASES)
def test_the_owner_gets_in_with_the_one_scope(world: World, name: str) -> None:
    token = world.served.token(CASES[name].scope or "read", site="owner")
    assert world.call(name, token).status_code < 300


@pytest.mark.parametrize("name", CASES)
def test_another_tenant_sees_neither_the_object_nor_that_it_is_there(
    world: World, name: str
) -> None:
    token = world.served.token(*SCOPES, site="owner", tenant="other")
    told = world.call(name, token)
    if CASES[name].whose is Whose.OWN:
        assert told.status_code < 300
        # What he asked for himself is given back: beyond that, the owner's mark is nowhere.
        assert "40 euros" not in told.text
        assert f"{MARK}-rule" not in told.text
        assert world.objects["run"] not in told.text
        return
    assert told.status_code == 404
    _is_as_if_it_were_nowhere(world, name, token, told)


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if case.whose is not Whose.OWN]
)
def test_another_site_sees_what_its_tenant_shares_and_no_more(world: World, name: str) -> None:
    token = world.served.token(*SCOPES, site="elsewhere")
    told = world.call(name, token)
    if CASES[name].whose is Whose.TENANT:
        assert told.status_code < 300
        return
    assert told.status_code == 404
    _is_as_if_it_were_nowhere(world, name, token, told)


@pytest.mark.parametrize("name", [name for name in CASES if "{site}" in name])
def test_a_site_that_stands_in_the_path_is_that_of_the_token_or_is_not_there(
    world: World, name: str
) -> None:
    assert world.call(name, world.served.token(*SCOPES, site="elsewhere")).status_code == 404


def _is_as_if_it_were_nowhere(world: World, name: str, token: str, told: Any) -> None:
    """The answer for a thing of somebody else is that for a thing which never was."""
    # The number of an event stays: numbers name nothing without the watch that they belong to.
    named = {key: value for key, value in world.objects.items() if not value.isdigit()}
    nowhere = {key: value[:-2] + "ZZ" for key, value in named.items()}
    never = world.call(name, token, world.objects | nowhere)
    assert never.status_code == 404
    body, other = told.json(), never.json()
    for key, value in named.items():
        for part in ("detail", "instance", "next_step"):
            body[part] = body[part].replace(value, key)
            other[part] = other[part].replace(nowhere[key], key)
    assert body == other


def test_a_tenant_without_a_store_gets_an_empty_one_of_its_own(world: World) -> None:
    token = world.served.token("read", tenant="new")
    assert world.served.call("GET", "/v1/runs", token).json() == {"items": [], "next": ""}
    assert Path(world.served.service.tenants.path("new")).is_file()
