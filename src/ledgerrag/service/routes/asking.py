"""`POST /v1/ask`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ledgerrag.answer import Answer
from ledgerrag.service.auth import Asking
from ledgerrag.service.work import Cancel

router = APIRouter(prefix="/v1", tags=["ask"])
_ANSWER = TypeAdapter(Answer)


class AskForm(BaseModel):
    """A question and its dates."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(max_length=20_000, examples=["How long is the reporting period?"])
    as_of: str = Field("", examples=["2026-08-01"])
    known_at: str = ""
    no_hindsight: bool = False
    period: str = ""
    preset: str = ""
    params: dict[str, str | int] = Field(default_factory=dict)
    editor: str = ""


@router.post("/ask")
async def ask(
    form: AskForm,
    caller: Asking,
    request: Request,
    idempotency_key: Annotated[str, Header()] = "",
) -> dict[str, Any]:
    """Answer a question as of a date, as known at another."""

    def work(_: Cancel) -> Answer:
        return caller.rag.ask(
            form.question,
            as_of=form.as_of,
            known_at=form.known_at,
            no_hindsight=form.no_hindsight,
            period=form.period,
            preset=form.preset,
            params=form.params,
            actor=caller.actor(form.editor),
            idem=f"{caller.site}:{idempotency_key}" if idempotency_key else "",
        )

    answer = await caller.service.pool.run(request, work)
    return dict(_ANSWER.dump_python(answer, mode="json"))
