"""The pages for people: ask, see the answer and what is behind it, step through versions, verify.

They act as `page` in tenant main. Every page works without a script; every form carries what only
our pages know. Text of documents is escaped wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl, quote

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, PackageLoader

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.errors import DateError, InputError, IntegrityError, LedgerRAGError, StoreError
from ledgerrag.service.problems import RefusedError, status_of
from ledgerrag.service.showing import run_page, versions_page
from ledgerrag.service.state import Service, service_of
from ledgerrag.service.steps import Teller
from ledgerrag.service.work import Cancel

ACTOR: Final = "page"
LATEST: Final = 10
LISTED: Final = 50
MOST_TEXT: Final = 20_000
_MOST_FIELDS: Final = 12
_FORM: Final = "application/x-www-form-urlencoded"
_LEVELS: Final = ("R0", "R1", "R2")


class PageRoute(APIRoute):
    """A route whose errors are pages too."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with errors shown as a person reads them."""
        handler = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handler(request)
            except LedgerRAGError as error:
                if isinstance(error, StoreError | IntegrityError):
                    raise
                return _trouble(request, error)
            except RequestValidationError:
                bad = RefusedError(422, "the address of this page is not complete", "start anew")
                return _trouble(request, bad)

        return handled


router = APIRouter(include_in_schema=False, route_class=PageRoute)


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("ledgerrag.service"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["when"] = _when
    pages.filters["in_path"] = lambda name: quote(name, safe="/")
    return pages


def _when(stated: str) -> str:
    """A date as stated; an instant shorter."""
    day, at, time = stated.partition("T")
    zone = "UTC" if time.endswith(("Z", "+00:00")) else ""
    return f"{day} {time[:5]} {zone}".rstrip() if at else stated


def _page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    door = service_of(request).door
    inside = _is_inside(request)
    made = _pages().get_template(f"pages/{template}.html.j2")
    return HTMLResponse(
        made.render(forms=door.forms if inside else "", inside=inside, **values), status
    )


def _trouble(request: Request, error: LedgerRAGError) -> HTMLResponse:
    status = status_of(error)
    template = "outside" if status == 401 else "problem"
    made = _page(request, template, status, error=error, missing=status == 404)
    if isinstance(error, RefusedError):
        made.headers.update(error.headers)
    return made


def _cookie(request: Request) -> str:
    # A browser sends cookies to every port of a host: each service has a name of its own.
    return f"ledgerrag-{request.url.port or 80}"


def _is_inside(request: Request) -> bool:
    return service_of(request).door.knows(request.cookies.get(_cookie(request), ""))


def inside(request: Request) -> Service:
    """The service, for who came in by its door.

    Raises:
        RefusedError: 401, nobody we know.
    """
    if not _is_inside(request):
        raise RefusedError(401, "this browser is not signed in", "open the address of the terminal")
    return service_of(request)


def reading(service: Annotated[Service, Depends(inside)]) -> LedgerRAG:
    """The system that the pages read."""
    return service.tenants.get()


async def sent(request: Request, service: Annotated[Service, Depends(inside)]) -> dict[str, str]:
    """The fields of a form of ours.

    Raises:
        RefusedError: 403, the form is not of our pages; 415, it is none.
    """
    if not request.headers.get("content-type", "").startswith(_FORM):
        raise RefusedError(415, "this is no form", "use the form of the page")
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = dict(parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise RefusedError(
            422, "the form has too many fields", "use the form of the page"
        ) from None
    if not service.door.ours(fields.get("forms", "")):
        raise RefusedError(
            403, "this form is of an earlier start of the service", "open the page again"
        )
    return {name: text.strip() for name, text in fields.items()}


Inside = Annotated[Service, Depends(inside)]
Reading = Annotated[LedgerRAG, Depends(reading)]
Fields = Annotated[dict[str, str], Depends(sent)]
When = Annotated[str, Query(max_length=60)]
Name = Annotated[str, Query(max_length=1_100)]


@router.get("/enter")
def enter(request: Request, key: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Let a browser in that brings the key, and take the key out of its address."""
    door = service_of(request).door
    if not door.fits(key):
        raise RefusedError(401, "the key is not of this start", "open the address of the terminal")
    # Not a redirect: a strict cookie is not sent along one that began on another site.
    made = HTMLResponse(_pages().get_template("pages/entered.html.j2").render(inside=False))
    made.set_cookie(
        _cookie(request),
        door.cookie,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return made


@router.get("/")
def start(request: Request, rag: Reading, question: Name = "", as_of: When = "") -> Response:
    """The form of a question, and the latest runs."""
    asked = {"question": question, "as_of": as_of}
    return _page(request, "ask", asked=asked, runs=rag.runs(LATEST), counts=rag.counts())


@router.post("/ask")
async def ask(request: Request, service: Inside, fields: Fields) -> Response:
    """Ask, and go to the answer."""
    rag = service.tenants.get()

    def answered(cancel: Cancel) -> Answer:
        return rag.ask(
            _question(fields),
            as_of=fields.get("as_of", ""),
            known_at=fields.get("known_at", ""),
            no_hindsight=bool(fields.get("no_hindsight")),
            period=fields.get("period", ""),
            actor=ACTOR,
            follower=Teller(cancel),
        )

    try:
        answer = await service.pool.run(request, answered)
    except InputError as error:
        field = error.field if isinstance(error, DateError) else "question"
        return _page(
            request,
            "ask",
            422,
            asked=fields,
            error=error,
            field=field,
            runs=rag.runs(LATEST),
            counts=rag.counts(),
        )
    return RedirectResponse(f"/runs/{answer.run}", 303)


def _question(fields: dict[str, str]) -> str:
    question = fields.get("question", "")
    if not question:
        raise InputError("the question is empty", "write what you want to know")
    if len(question) > MOST_TEXT:
        raise InputError("the question is too long", f"use at most {MOST_TEXT:,} characters")
    return question


@router.get("/runs")
def runs(
    request: Request, rag: Reading, before: Annotated[str, Query(max_length=64)] = ""
) -> Response:
    """The runs, newest first."""
    found = rag.runs(LISTED + 1, before)
    more = found[LISTED - 1].run if len(found) > LISTED else ""
    return _page(request, "runs", runs=found[:LISTED], more=more, before=before)


@router.get("/runs/{run}")
def run(request: Request, run: str, rag: Reading) -> Response:
    """An answer and everything behind it."""
    return _page(request, "run", found=run_page(rag, run))


@router.post("/runs/{run}/replay")
async def replay(request: Request, run: str, service: Inside, fields: Fields) -> Response:
    """Execute a run again and show what differs."""
    rag, level = service.tenants.get(), fields.get("level", "")
    if level not in _LEVELS:
        raise RefusedError(422, "there is no such way to verify", "use a button of the page")
    report = await service.audits.run(request, lambda _: rag.replay(run, level))
    return _page(request, "run", found=run_page(rag, run), report=report)


@router.get("/versions")
def find(request: Request, rag: Reading, name: Name = "") -> Response:
    """Ask for a document by name."""
    if not name.strip():
        return _page(request, "find", counts=rag.counts())
    rag.document(name.strip())
    return RedirectResponse(f"/versions/{quote(name.strip(), safe='/')}", 303)


@router.get("/versions/{name:path}")
def versions(
    request: Request,
    name: str,
    rag: Reading,
    as_of: When = "",
    known_at: When = "",
    at: Name = "",
) -> Response:
    """The versions of a document or series; the open one against the one before."""
    found = versions_page(rag, name, as_of=as_of, known_at=known_at, open_key=at)
    dates = {"as_of": as_of, "known_at": known_at}
    kept = {key: text for key, text in dates.items() if text}
    return _page(request, "versions", found=found, dates=dates, kept=kept)


@router.get("/journal")
def journal(request: Request, rag: Reading) -> Response:
    """What the journal is, and a button that verifies it."""
    return _page(request, "journal", counts=rag.counts())


@router.post("/journal")
async def verify(request: Request, service: Inside, fields: Fields) -> Response:
    """Verify the whole journal."""
    del fields
    rag = service.tenants.get()
    report = await service.audits.run(request, lambda _: rag.verify())
    return _page(request, "journal", counts=rag.counts(), report=report)
