"""What goes into the store as bytes and comes out again: requests, ledgers, answers.

Canonical JSON, so that equal values are equal bytes: that is what a replay compares.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from ledgerrag.answer import Answer
from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.config import Params, load
from ledgerrag.dates import parse
from ledgerrag.errors import InputError, IntegrityError
from ledgerrag.ledger import Ledger
from ledgerrag.standing import At
from ledgerrag.store.seam import Json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that a replay needs to ask again.

    Args:
        kind: ask or check (a paragraph of a draft).
        text: the question, or one paragraph of a draft.
        as_of: V as stated or defaulted, ISO-8601.
        known_at: K as stated or defaulted.
        period: subject period; empty where none was given (the question may name one).
        params: the run's parameters by name.
        given: names of those set by hand.
        watermark: highest sequence number seen.
        registry: version of the source registry.
        origin: the run that a refresh renews; empty otherwise.
        reasked: root claims that a refresh asks again.
        model: name of the language model; empty where none is used.
        model_digest: what identifies it.
    """

    kind: str
    text: str
    as_of: str
    known_at: str
    period: str
    params: dict[str, int | str | bool]
    given: tuple[str, ...]
    watermark: int
    registry: int
    origin: str = ""
    reasked: tuple[str, ...] = ()
    model: str = ""
    model_digest: str = ""

    def parameters(self) -> Params:
        """The parameters as a value again; one that is newer than the request is the preset's.

        Raises:
            IntegrityError: a parameter that does not exist.
        """
        known = load(str(self.params["preset"])).canonical()
        if set(self.params) - set(known):
            raise IntegrityError(
                "the stored parameters are not those of this version", "use the version that ran it"
            )
        return Params(**cast("dict[str, Any]", {**known, **self.params}), given=self.given)

    def at(self, period: str) -> At:
        """V, K and the subject period, which the question may name where none was given."""
        return At(
            parse(self.as_of, name="as_of").moment(),
            parse(self.known_at, name="known_at").moment(),
            parse(period, name="period") if period else None,
        )


_REQUEST = TypeAdapter(Request)
_ANSWER = TypeAdapter(Answer)
_LEDGER = TypeAdapter(Ledger)


def request_bytes(request: Request) -> bytes:
    """A request as canonical JSON."""
    return dumps(cast("Json", _REQUEST.dump_python(request, mode="json")))


def read_request(body: bytes) -> Request:
    """The request that `request_bytes` wrote."""
    return _read(_REQUEST, body, "request")


def answer_bytes(answer: Answer) -> bytes:
    """The deterministic part of an answer as canonical JSON: without times and journal number."""
    bare = replace(answer, cost=replace(answer.cost, stage_us=()), journal_seq=-1)
    # What is absent is left out: so answers without a model keep their bytes.
    return dumps(cast("Json", _ANSWER.dump_python(bare, mode="json", exclude_none=True)))


def read_answer(body: bytes, entry: int) -> Answer:
    """The answer that `answer_bytes` wrote, with its journal number."""
    return replace(_read(_ANSWER, body, "answer"), journal_seq=entry)


def ledger_bytes(ledger: Ledger) -> bytes:
    """A ledger as canonical JSON; what is absent is left out."""
    return dumps(cast("Json", _LEDGER.dump_python(ledger, mode="json", exclude_none=True)))


def read_ledger(body: bytes) -> Ledger:
    """The ledger that `ledger_bytes` wrote."""
    return _read(_LEDGER, body, "ledger")


def _read(form: TypeAdapter[T], body: bytes, what: str) -> T:
    try:
        return form.validate_python(loads(body))
    except (InputError, ValidationError):
        raise IntegrityError(
            f"the stored {what} is not as it was written",
            "replay the run at level R0; restore the store from a copy",
        ) from None


def sha256(body: bytes) -> str:
    """sha256, hex."""
    return hashlib.sha256(body).hexdigest()


def answer_schema() -> dict[str, Any]:
    """The JSON schema of an answer (draft 2020-12)."""
    schema = _ANSWER.json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Answer", **schema}
