"""`/v1/runs` and `/v1/ledgers`: what was answered, the evidence behind it, and its proofs."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerView, ReplayReport, RunSummary
from ledgerrag.api.proving import RunProof
from ledgerrag.service.answering import as_response
from ledgerrag.service.auth import Caller, Reader
from ledgerrag.service.problems import PROBLEMS
from ledgerrag.service.work import Cancel

router = APIRouter(prefix="/v1", tags=["runs"], responses=PROBLEMS)
Run = Annotated[str, Path(max_length=64, examples=["01M7HSBBM0283B4Z3880WG2YET"])]


class Runs(BaseModel):
    """Runs, newest first; `next` is what to ask for as `before`, empty at the end."""

    items: tuple[RunSummary, ...]
    next: str


class RunView(BaseModel):
    """A run: what was asked and what came out."""

    run: str
    question: str
    as_of: str
    known_at: str
    created: str
    journal_seq: int
    answer: Answer


class JournalLine(BaseModel):
    """A line of the journal, as it was hashed (`text`) and taken apart (`entry`)."""

    seq: int
    text: str
    entry: dict[str, Any]


class Journal(BaseModel):
    """The lines of a run, in order."""

    run: str
    items: tuple[JournalLine, ...]


class ReplayForm(BaseModel):
    """How far to go: R0 verify, R1 from records, R2 search again, R3 ask as of today's store."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"level": "R1"}]})

    level: Literal["R0", "R1", "R2", "R3"] = "R1"


@router.get("/runs", response_model=Runs)
def runs(
    caller: Reader,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The runs of the tenant, newest first."""
    found = caller.rag.runs(limit + 1, before)
    more = found[limit - 1].run if len(found) > limit else ""
    return as_response(Runs(items=found[:limit], next=more), Runs)


@router.get("/runs/{run}", response_model=RunView)
def run(run: Run, caller: Reader) -> Response:
    """A run and its answer."""
    rag = caller.rag
    row = rag.store.run(run)
    view = RunView(
        run=row.run,
        question=row.question,
        as_of=row.as_of,
        known_at=row.known_at,
        created=row.created,
        journal_seq=row.entry,
        answer=rag.answer(run),
    )
    return as_response(view, RunView)


@router.get("/runs/{run}/journal", response_model=Journal)
def journal(run: Run, caller: Reader) -> Response:
    """The journal's lines of a run."""
    lines = tuple(
        JournalLine(seq=line.seq, text=line.text, entry=json.loads(line.text))
        for line in caller.rag.journal(run)
    )
    return as_response(Journal(run=run, items=lines), Journal)


@router.get("/runs/{run}/proof", response_model=RunProof)
def proof(run: Run, caller: Reader) -> Response:
    """The journal's lines of a run, each with the proof that it is in the log."""
    return as_response(caller.rag.proof(run), RunProof)


@router.post("/runs/{run}/verify", response_model=ReplayReport)
async def verify(run: Run, caller: Reader, request: Request) -> Response:
    """Read the whole journal, and compare what is stored of the run with what its lines say."""
    return await _replayed(run, "R0", caller, request)


@router.post("/runs/{run}/replay", response_model=ReplayReport)
async def replay(run: Run, form: ReplayForm, caller: Reader, request: Request) -> Response:
    """Execute a run again and compare every line, the ledger and the answer."""
    return await _replayed(run, form.level, caller, request)


async def _replayed(run: str, level: str, caller: Caller, request: Request) -> Response:
    def work(cancel: Cancel) -> ReplayReport:
        rag = caller.rag
        with rag.store.while_wanted(cancel.wanted):
            return rag.replay(run, level)

    report = await caller.service.audits.run(request, work)
    return as_response(report, ReplayReport)


@router.get("/ledgers/{run}", response_model=LedgerView, tags=["runs"])
def ledger(run: Run, caller: Reader) -> Response:
    """The ledger of a run as it read at its own dates: claims, evidence, what put it aside."""
    return as_response(caller.rag.ledger(run), LedgerView)
