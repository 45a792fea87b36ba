"""Any server of the form of OpenAI's `/v1/embeddings`, within a deadline and a byte cap.

A server's weights cannot be hashed: the digest names its address and model. Whoever puts another
model under the same name has to have the vectors made anew.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ledgerrag.embedding.seam import Role, Vectors, on_grid
from ledgerrag.errors import ModelError, UnavailableError

if TYPE_CHECKING:
    from openai import OpenAI

_RAW = 2_000  # characters of a server's answer that an error keeps


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server is, and how long it may take.

    Args:
        base_url: up to and with `/v1`.
        key: shown to nobody: neither in errors nor in `repr`.
        batch: texts a request.
        deadline_s: seconds for one request with all its retries.
        attempts: most tries of one request.
        most_bytes: of one answer.
    """

    base_url: str
    key: str = field(repr=False)
    batch: int = 64
    deadline_s: float = 60.0
    attempts: int = 4
    most_bytes: int = 64_000_000


def settings(environment: Mapping[str, str]) -> Settings:
    """Address and key from the environment.

    Raises:
        UnavailableError: neither is given.
    """
    own = environment.get("LEDGERRAG_EMBEDDING_BASE_URL", "")
    base_url = own or environment.get("OPENAI_BASE_URL", "") or "https://api.openai.com/v1"
    key = environment.get("LEDGERRAG_EMBEDDING_API_KEY", "")
    if not own:
        key = key or environment.get("OPENAI_API_KEY", "")
        if not key and not environment.get("OPENAI_BASE_URL"):
            raise UnavailableError(
                "no embedding server is configured",
                "set LEDGERRAG_EMBEDDING_BASE_URL, or LEDGERRAG_EMBEDDING_API_KEY for OpenAI",
            )
    # Servers on one's own machine ask for no key; the client insists on some word.
    return Settings(base_url.rstrip("/"), key or "none")


class ServerModel:
    """A model behind a server.

    Args:
        model: as the server calls it.
        where: address, key and limits.
        timer: monotonic seconds.
    """

    def __init__(
        self, model: str, where: Settings, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = f"openai:{model}"
        self.digest = hashlib.sha256(f"1 {where.base_url} {model}".encode()).hexdigest()
        self._model = model
        self._where = where
        self._timer = timer
        self._client: OpenAI | None = None

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:  # noqa: ARG002
        """One unit vector a text; equal texts are sent once.

        Raises:
            ModelError: no answer within the deadline, a refusal, or an answer that is none.
        """
        distinct = list(dict.fromkeys(texts))
        size = self._where.batch
        parts = [self._batch(distinct[at : at + size]) for at in range(0, len(distinct), size)]
        if len({part.shape[1] for part in parts}) > 1:
            raise ModelError(f"{self.name} gave vectors of different lengths")
        found = dict(zip(distinct, np.concatenate(parts), strict=True)) if parts else {}
        width = parts[0].shape[1] if parts else 0
        return np.array([found[text] for text in texts], np.float32).reshape(len(texts), width)

    def _batch(self, texts: Sequence[str]) -> Vectors:
        import openai
        import stamina

        # A retry is no line of output: its outcome is told.
        stamina.instrumentation.set_on_retry_hooks(())

        until = self._timer() + self._where.deadline_s

        def worth_it(reason: Exception) -> bool | float:
            if not _may_pass(reason):
                return False
            wait = _retry_after(reason)
            return wait if wait is not None else True

        try:
            for attempt in stamina.retry_context(
                on=worth_it, attempts=self._where.attempts, timeout=self._where.deadline_s
            ):
                with attempt:
                    return self._vectors(self._asked(texts, until), len(texts))
        except (openai.APIError, _CutOffError) as reason:
            raise self._failure(reason) from None
        raise ModelError(f"{self.name} was not asked")  # a loop that never ran

    def _asked(self, texts: Sequence[str], until: float) -> bytes:
        """The body of an answer, read under the byte cap and the deadline."""
        left = until - self._timer()
        if left <= 0:
            raise _CutOffError("no answer in time")
        request = self._opened().embeddings.with_streaming_response.create(
            input=[text.encode("utf-8", "replace").decode() or " " for text in texts],
            model=self._model,
            encoding_format="float",
            timeout=left,
        )
        body = bytearray()
        with request as response:
            parts = response.iter_bytes()
            while (part := _next(parts)) is not None:
                body += part
                if len(body) > self._where.most_bytes:
                    raise _CutOffError("its answer is too large")
                if self._timer() > until:
                    raise _CutOffError("no answer in time")
        return bytes(body)

    def _vectors(self, body: bytes, number: int) -> Vectors:
        """The vectors of an answer in the order of the texts."""
        try:
            rows = sorted(json.loads(body)["data"], key=lambda row: int(row["index"]))
            places = [int(row["index"]) for row in rows]
            raw = [[float(one) for one in row["embedding"]] for row in rows]
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            places, raw = [], []
        if places != list(range(number)) or len({len(one) for one in raw}) != 1 or not raw[0]:
            raise ModelError(
                f"{self.name} gave something else than one vector for each text",
                self._hidden(body.decode("utf-8", "replace")),
                "check that its address ends in /v1 and the model is one of embeddings",
            )
        return on_grid(raw)

    def _opened(self) -> OpenAI:
        from openai import OpenAI

        if self._client is None:
            self._client = OpenAI(
                api_key=self._where.key, base_url=self._where.base_url, max_retries=0
            )
        return self._client

    def _failure(self, reason: Exception) -> ModelError:
        status = getattr(reason, "status_code", None)
        if status in {401, 403}:
            return ModelError(
                f"the server of {self.name} refused the key (status {status})",
                next_step="check LEDGERRAG_EMBEDDING_API_KEY",
            )
        raw = self._hidden(str(getattr(reason, "body", "") or reason))
        return ModelError(
            f"the server of {self.name} gave no vectors ({_told(reason)})",
            raw,
            "check LEDGERRAG_EMBEDDING_BASE_URL and the model's name, then try again",
        )

    def _hidden(self, text: str) -> str:
        return text.replace(self._where.key, "[key]")[:_RAW]


class _CutOffError(Exception):
    """An answer that broke off, or that was not read to its end; the message says why."""


def _next(parts: Iterator[bytes]) -> bytes | None:
    """The next part of a body; None at its end."""
    try:
        return next(parts, None)
    except Exception as reason:
        # Below the client the transport has errors of its own, of no public kind.
        late = "Timeout" in type(reason).__name__
        raise _CutOffError("no answer in time" if late else "its answer broke off") from reason


def _may_pass(reason: Exception) -> bool:
    """Whether another try may succeed: no connection, too many requests, a server's fault."""
    import openai

    status = getattr(reason, "status_code", None)
    if isinstance(reason, openai.APIStatusError) and status is not None:
        return status in {408, 409, 429} or int(status) >= 500
    return isinstance(reason, openai.APIConnectionError) or "broke off" in str(reason)


def _told(reason: Exception) -> str:
    """What went wrong, in a few words and without addresses."""
    status = getattr(reason, "status_code", None)
    if status:
        return f"status {status}"
    if isinstance(reason, _CutOffError):
        return str(reason)
    return "no answer in time" if "Timeout" in type(reason).__name__ else "no connection"


def _retry_after(reason: Exception) -> float | None:
    response = getattr(reason, "response", None)
    stated = response.headers.get("retry-after", "") if response is not None else ""
    return float(stated) if stated.strip().isdecimal() else None
