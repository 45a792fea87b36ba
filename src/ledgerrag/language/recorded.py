"""A model on record: what it answered, by the hash of the request, in a file; and its replay.

A cassette is JSON lines: first whose answers they are, then a line for each request. What is
recorded is not asked again, so that a request has one answer. Failures are recorded too: a replay
fails where the recording failed. Recording anew asks those again, and the later line counts.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ledgerrag.errors import (
    AnswerError,
    InputError,
    ModelError,
    ModelUnreachableError,
    NotFoundError,
    ReplayError,
)
from ledgerrag.language.seam import Completion, LanguageModel, Request

Outcome: TypeAlias = "Completion | ModelError"
L = TypeVar("L", bound=BaseModel)

_KINDS: Final[dict[type[ModelError], Literal["model", "answer", "unreachable"]]] = {
    ModelError: "model",
    AnswerError: "answer",
    ModelUnreachableError: "unreachable",
}


class Model(LanguageModel, Protocol):
    """A language model that holds something to be released."""

    def close(self) -> None:
        """Release it."""
        ...


class _Head(BaseModel):
    model_config = ConfigDict(extra="forbid")
    form: Literal[1] = 1
    model: str
    digest: str


class _Failure(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["model", "answer", "unreachable"]
    message: str
    next_step: str


class _Line(BaseModel):
    """The text is what the model answered, or what it said where that was no answer."""

    model_config = ConfigDict(extra="forbid")
    key: str
    request: dict[str, object]
    text: str
    served: str = ""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    way: str = ""
    failure: _Failure | None = None


@dataclass(frozen=True, slots=True)
class Cassette:
    """A recording.

    Args:
        path: its file.
        model: name of the model that answered.
        digest: of that model.
        outcomes: by request key.
    """

    path: Path
    model: str
    digest: str
    outcomes: dict[str, Outcome]

    @classmethod
    def read(cls, path: Path) -> Cassette:
        """A recording from its file; a last line that was cut off counts as not written.

        Raises:
            NotFoundError: there is no file.
            InputError: it is no cassette.
        """
        lines = _lines(path)
        head = _parsed(_Head, next(lines, b""), path, 1)
        outcomes: dict[str, Outcome] = {}
        for number, text in enumerate(lines, 2):
            line = _parsed(_Line, text, path, number)
            outcomes[line.key] = _outcome(line)
        return cls(path, head.model, head.digest, outcomes)


class ReplayedModel:
    """Answers from a recording only; nothing is sent.

    Args:
        cassette: the recording.
    """

    def __init__(self, cassette: Cassette) -> None:
        self._cassette = cassette

    @property
    def name(self) -> str:
        """Of the model that was recorded."""
        return self._cassette.model

    @property
    def digest(self) -> str:
        """Of the model that was recorded."""
        return self._cassette.digest

    def complete(self, request: Request) -> Completion:
        """Look the request up.

        Raises:
            ReplayError: the recording does not hold it.
            ModelError: the model failed when it was recorded.
        """
        found = self._cassette.outcomes.get(request.key)
        if found is None:
            raise ReplayError(
                f"{self._cassette.path} holds no answer to {request.prompt},"
                f" request {request.key[:16]}",
                "record it with --record, or ask without --replay-only",
            )
        if isinstance(found, ModelError):
            # A new one each time: an error collects the places that it was raised at.
            raise copy(found)
        return found

    def close(self) -> None:
        """There is nothing to release."""


class RecordingModel:
    """Passes requests on and writes down what came of them; may be used from several threads.

    Args:
        inner: the model that answers.
        path: the file; made where there is none.
    Raises:
        InputError: the file is no cassette, or one of another model.
    """

    def __init__(self, inner: Model, path: Path) -> None:
        self._inner = inner
        self._path = path
        self._lock = threading.Lock()
        if not path.exists() or not path.stat().st_size:
            self._write(_Head(model=inner.name, digest=inner.digest))
        cassette = Cassette.read(path)
        if (cassette.model, cassette.digest) != (inner.name, inner.digest):
            raise InputError(
                f"{path} is a recording of {cassette.model}, not of {inner.name} as it is set up",
                "record into another file",
            )
        self._outcomes = cassette.outcomes
        _cut_unfinished(path)

    @property
    def name(self) -> str:
        """Of the model that answers."""
        return self._inner.name

    @property
    def digest(self) -> str:
        """Of the model that answers."""
        return self._inner.digest

    def complete(self, request: Request) -> Completion:
        """The recorded answer, or a new one, which is recorded.

        Raises:
            ModelError: as the inner model.
        """
        known = self._outcomes.get(request.key)
        if isinstance(known, Completion):
            return known
        try:
            found = self._inner.complete(request)
        except ModelError as error:
            # A limit of ours is no answer of the model: only what it or its server did is kept.
            if type(error) in _KINDS:
                self._note(request, error)
            raise
        self._note(request, found)
        return found

    def close(self) -> None:
        """Release the inner model."""
        self._inner.close()

    def _note(self, request: Request, outcome: Outcome) -> None:
        with self._lock:
            self._write(_line(request, outcome))
            self._outcomes[request.key] = outcome

    def _write(self, line: BaseModel) -> None:
        with self._path.open("ab") as file:
            file.write(line.model_dump_json().encode("utf-8") + b"\n")


def _line(request: Request, outcome: Outcome) -> _Line:
    stated = json.loads(request.canonical().decode("utf-8", "replace"))
    if isinstance(outcome, Completion):
        return _Line(
            key=request.key,
            request=stated,
            text=outcome.text,
            served=outcome.served,
            prompt_tokens=outcome.prompt_tokens,
            answer_tokens=outcome.answer_tokens,
            way=outcome.way,
        )
    failure = _Failure(
        kind=_KINDS[type(outcome)], message=outcome.message, next_step=outcome.next_step
    )
    line = _Line(key=request.key, request=stated, text=outcome.raw, failure=failure)
    if isinstance(outcome, AnswerError):
        line.prompt_tokens, line.answer_tokens = outcome.prompt_tokens, outcome.answer_tokens
    return line


def _outcome(line: _Line) -> Outcome:
    failure = line.failure
    if failure is None:
        return Completion(line.text, line.served, line.prompt_tokens, line.answer_tokens, line.way)
    if failure.kind == "answer":
        return AnswerError(
            failure.message,
            line.text,
            failure.next_step,
            prompt_tokens=line.prompt_tokens,
            answer_tokens=line.answer_tokens,
        )
    kind = ModelUnreachableError if failure.kind == "unreachable" else ModelError
    return kind(failure.message, line.text, failure.next_step)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotFoundError(f"no recording at {path}", "make one with --record") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path} cannot be read: {reason}", "check the path") from None
    return iter(data[: data.rfind(b"\n") + 1].splitlines())


def _parsed(kind: type[L], text: bytes, path: Path, number: int) -> L:
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        raise InputError(
            f"{path}, line {number}, is no line of a recording", "make it anew with --record"
        ) from None


def _cut_unfinished(path: Path) -> None:
    """Take a last line away that was not written to its end."""
    with path.open("rb+") as file:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)
