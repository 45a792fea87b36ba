"""`POST /v1/ask` and `/v1/ask/stream`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ledgerrag.answer import Answer
from ledgerrag.errors import LedgerRAGError
from ledgerrag.service import problems
from ledgerrag.service.answering import as_plain, as_response
from ledgerrag.service.auth import Asking, Caller
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.steps import Teller
from ledgerrag.service.stream import EventStream, beating, event
from ledgerrag.service.work import Cancel

router = APIRouter(prefix="/v1", tags=["ask"], responses=PROBLEMS)
Key = Annotated[
    str,
    Header(
        max_length=200,
        description="Sent again with the same key, the same answer comes back, asked once.",
        examples=["a-key-of-your-own-1"],
    ),
]


class AskForm(BaseModel):
    """A question and its dates."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "question": "How long is the reporting period for the annual solvency report?",
                    "as_of": "2026-08-01",
                }
            ]
        },
    )

    question: str = Field(min_length=1, max_length=20_000)
    as_of: str = Field("", max_length=60, description="When it should hold; now where empty.")
    known_at: str = Field("", max_length=60, description="Only what was published by then; now.")
    no_hindsight: bool = Field(default=False, description="Known at the same date as as_of.")
    period: str = Field("", max_length=60, description="The period asked about (saving clauses).")
    preset: str = Field("", max_length=60, description="auto, regulation, news or paper.")
    params: dict[str, str | int] = Field(default_factory=dict, max_length=100)
    editor: str = Field("", max_length=100, description="Who asks, for the journal.")


def _asked(form: AskForm, caller: Caller, key: str) -> Callable[[Teller], Answer]:
    """The question, ready to be run in a worker."""

    def ask(teller: Teller) -> Answer:
        return caller.rag.ask(
            form.question,
            as_of=form.as_of,
            known_at=form.known_at,
            no_hindsight=form.no_hindsight,
            period=form.period,
            preset=form.preset,
            params=form.params,
            actor=caller.actor(form.editor),
            idem=f"{caller.site}:{key}" if key else "",
            follower=teller,
        )

    return ask


@router.post("/ask", response_model=Answer)
async def ask(
    form: AskForm, caller: Asking, request: Request, idempotency_key: Key = ""
) -> Response:
    """Answer a question as of a date, as known at another: the JSON of `ledgerrag ask --json`."""
    asked = _asked(form, caller, idempotency_key)
    answer = await caller.service.pool.run(request, lambda cancel: asked(Teller(cancel)))
    return as_response(answer, Answer)


@router.post(
    "/ask/stream",
    response_class=EventStream,
    responses={
        200: {
            "description": "Events: `step` for each step of the loop, then `answer` or `problem`.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "example": 'event: step\ndata: {"step":0,"action":"A1","triggers":["gap"]}\n\n',
                }
            },
        }
    },
)
async def ask_stream(form: AskForm, caller: Asking, idempotency_key: Key = "") -> EventStream:
    """The same, each step of the loop told as it happens; whoever hangs up ends the run."""
    asked = _asked(form, caller, idempotency_key)
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[bytes] = asyncio.Queue()

    def tell(step: dict[str, Any]) -> None:
        loop.call_soon_threadsafe(news.put_nowait, event("step", step, str(step["step"])))

    def work(cancel: Cancel) -> Answer:
        return asked(Teller(cancel, tell))

    # Started here, so that a full queue is an answer of its own and not an event.
    cancel = Cancel()
    running = asyncio.wrap_future(caller.service.pool.start(work, cancel))
    running.add_done_callback(lambda _: news.put_nowait(b""))
    seconds = caller.service.settings.max_seconds
    return EventStream(beating(_events(news, running, cancel, seconds)))


async def _events(
    news: asyncio.Queue[bytes], running: asyncio.Future[Answer], cancel: Cancel, seconds: float
) -> AsyncIterator[bytes]:
    try:
        async with asyncio.timeout(seconds):
            while told := await news.get():
                yield told
        yield event("answer", as_plain(running.result(), Answer))
    except LedgerRAGError as reason:
        yield _problem(reason)
    except TimeoutError:
        late = problems.RefusedError(503, f"no answer within {seconds:g} seconds", "ask for less")
        yield _problem(late)
    finally:
        cancel.set()
        running.cancel()


def _problem(reason: LedgerRAGError) -> bytes:
    return event("problem", json.loads(bytes(problems.of_error(reason).body)))
