"""What a run leaves in the store: journal entries, its row, and what a replay looks up."""

from __future__ import annotations

from ledgerrag.api.forms import Request, answer_bytes, ledger_bytes, request_bytes
from ledgerrag.api.running import Execution
from ledgerrag.audit.consulted import encode_call
from ledgerrag.audit.judged import KEY, RecordingOdds, encode_odds
from ledgerrag.audit.recorded import RecordingRetriever
from ledgerrag.errors import ModelError
from ledgerrag.language.consulting import Consultation
from ledgerrag.store import RunRow, Tx
from ledgerrag.store.seam import JsonMap, Recorder


def write_entries(recorder: Recorder, run: str, execution: Execution, actor: str, idem: str) -> int:
    """Append the run's entries; returns the seq of the last, which tells the answer."""
    seq = -1
    for entry in execution.entries:
        seq = recorder.append(
            entry.type,
            entry.det,
            run=run,
            step=entry.step,
            actor=actor,
            idem=idem,
            pay=entry.pay,
        )
    return seq


def write_failure(
    recorder: Recorder, run: str, request: Request, error: ModelError, actor: str
) -> None:
    """Append the one entry that a run leaves which a required model has ended."""
    det: JsonMap = {"kind": request.kind, "model": request.model, "error": error.message}
    pay = {"question": request.text.encode("utf-8"), "raw": error.raw.encode("utf-8")}
    recorder.append("failure", det, run=run, actor=actor, pay=pay)


def put_records(
    tx: Tx,
    run: str,
    recording: RecordingRetriever,
    consultation: Consultation | None,
    judged: RecordingOdds | None,
) -> None:
    """What a replay of the run looks up: searches, the calls of a model, what another judged."""
    if judged is not None and judged.records:
        tx.put_record("model", f"{run}:{KEY}", encode_odds(judged.records))
    for key, body in sorted(recording.records.items()):
        tx.put_record("retrieval", f"{run}:{key}", body)
    for key, body in sorted(recording.vectors.items()):
        tx.put_record("model", f"{run}:{key}", body)
    for key, call in sorted(consultation.calls.items() if consultation else ()):
        tx.put_record("model", f"{run}:{key}", encode_call(call))


def put_run(
    tx: Tx, run: str, request: Request, execution: Execution, created: str, seq: int
) -> bytes:
    """The run's row: question, ledger and answer; returns what its idempotency key stands for.

    Args:
        tx: open transaction.
        run: run id.
        request: as it was executed.
        execution: how it ended.
        created: when, UTC text.
        seq: journal entry of the answer.
    """
    outcome = execution.outcome
    tx.put_run(
        RunRow(
            run=run,
            question=request.text,
            as_of=request.as_of,
            known_at=request.known_at,
            created=created,
            ledger=ledger_bytes(outcome.state.ledger),
            answer=answer_bytes(outcome.answer),
            request=request_bytes(request),
            entry=seq,
        ),
        execution.touches,
    )
    return run.encode("ascii")
