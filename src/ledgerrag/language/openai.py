"""Any OpenAI-compatible server as a language model: DeepSeek, OpenAI, vLLM, Ollama, llama.cpp.

A call ends within its deadline and its byte cap, whatever the server does: as an answer, or as a
typed error. What is tried again, and when, is decided here alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import stamina

from ledgerrag.errors import ModelError
from ledgerrag.language import faults
from ledgerrag.language.exchange import Exchange
from ledgerrag.language.faults import Fault
from ledgerrag.language.memory import Memory
from ledgerrag.language.probing import Finding, chosen, probe
from ledgerrag.language.purse import Purse
from ledgerrag.language.seam import Completion, Request
from ledgerrag.language.settings import ModelSettings
from ledgerrag.language.ways import Dialect, Way, about_the_way
from ledgerrag.language.worker import Worker

T = TypeVar("T")

_MOST_ADAPTIONS: Final = 3
# Of the marks between messages, which every server counts.
_OVERHEAD_TOKENS: Final = 16

# A retry is no line of output: its outcome is told. The library would tell each by structlog, on
# standard output, wherever that is installed.
stamina.instrumentation.set_on_retry_hooks(())


class OpenAIModel:
    """A `LanguageModel` behind an OpenAI-compatible server; may be used from several threads.

    Args:
        settings: where it is, and what a call may cost.
        memory: of what servers are able to do.
        now: seconds since 1970, to read a Retry-After that is a date.
    """

    def __init__(
        self, settings: ModelSettings, memory: Memory, *, now: Callable[[], float]
    ) -> None:
        self.settings = settings
        self.purse = Purse(settings.max_tokens)
        self._memory = memory
        self._exchange = Exchange(settings, now)
        self._worker = Worker()
        self._places = asyncio.Semaphore(settings.concurrency)
        self._probing = asyncio.Lock()

    def __repr__(self) -> str:
        return f"OpenAIModel({self.settings.name})"

    @property
    def name(self) -> str:
        """The model as it was asked for."""
        return self.settings.model

    @property
    def digest(self) -> str:
        """Of server and model: what decides the answers as far as it can be known from here."""
        return self.settings.digest

    def complete(self, request: Request) -> Completion:
        """The model's answer, not yet held against the schema.

        Raises:
            ModelUnreachableError: the server gave no answer that may be used.
            BudgetError: the tokens are used up.
            ModelError: the model refused, was cut off, or gave nothing.
        """
        return self._worker.run(lambda: self._told(lambda: self._timed(request)))

    def probe(self) -> tuple[Finding, ...]:
        """Try every way of asking for a schema, each by a deadline of its own; keep the surest.

        Raises:
            ModelUnreachableError: the server cannot be had.
        """
        return self._worker.run(lambda: self._told(self._probed))

    def close(self) -> None:
        """End what runs and release the connections."""
        self._worker.close(self._exchange.close)

    async def _told(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            return await work()
        except Fault as fault:
            raise fault.error from None

    async def _in_time(self, work: Callable[[float], Coroutine[Any, Any, T]]) -> T:
        """A result by the deadline, waiting for a place included.

        Args:
            work: is told when the deadline is, on the clock of the loop.
        """
        seconds = self.settings.deadline_ms / 1_000
        end = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(end), self._places:
                return await work(end)
        except TimeoutError:
            raise Fault(faults.of_time(self.settings), late=True) from None

    async def _timed(self, request: Request) -> Completion:
        return await self._in_time(partial(self._complete, request))

    async def _complete(self, request: Request, end: float) -> Completion:
        known = self._memory.recall(self.settings.name)
        try:
            dialect = known or await self._first_dialect(request, end)
            completion, spoken = await self._spoken(end, request, dialect)
        except Fault as fault:
            # Only where the complaint is about the way, and the way was remembered.
            if known is None or not request.schema or not about_the_way(fault.complaint):
                raise
            dialect = await self._found_again(known, end)
            completion, spoken = await self._spoken(end, request, dialect)
        if spoken != known and request.schema:
            self._memory.keep(self.settings.name, spoken)
        return completion

    async def _first_dialect(self, request: Request, end: float) -> Dialect:
        if not request.schema:
            return Dialect(Way.PROMPT)
        async with self._probing:
            return self._memory.recall(self.settings.name) or await self._found(end)

    async def _found_again(self, rejected: Dialect, end: float) -> Dialect:
        async with self._probing:
            known = self._memory.recall(self.settings.name)
            return await self._found(end) if known in (None, rejected) else known

    async def _found(self, end: float) -> Dialect:
        dialect = chosen(await probe(partial(self._spoken, end)))
        if dialect is None:
            raise ModelError(
                f"the model {self.settings.name} keeps to no JSON schema, however it is asked",
                next_step="take another model or server; see `ledgerrag models probe`",
            )
        self._memory.keep(self.settings.name, dialect)
        return dialect

    async def _probed(self) -> tuple[Finding, ...]:
        async def send(request: Request, dialect: Dialect) -> tuple[Completion, Dialect]:
            return await self._in_time(lambda end: self._spoken(end, request, dialect))

        found = await probe(send, thorough=True)
        if dialect := chosen(found):
            self._memory.keep(self.settings.name, dialect)
        return found

    async def _spoken(
        self, end: float, request: Request, dialect: Dialect
    ) -> tuple[Completion, Dialect]:
        """An answer, and the dialect in which it was got: fields that are refused are left out."""
        for _ in range(_MOST_ADAPTIONS):
            try:
                return await self._tried(end, request, dialect), dialect
            except Fault as fault:
                other = dialect.without(fault.complaint)
                if other is None:
                    raise
                dialect = other
        return await self._tried(end, request, dialect), dialect

    async def _tried(self, end: float, request: Request, dialect: Dialect) -> Completion:
        """An answer, with another try where that may help and the deadline leaves room."""
        clock = asyncio.get_running_loop().time
        # The waits with jitter are stamina's; a server's own wish counts before them.
        async for attempt in stamina.retry_context(
            on=lambda error: worth(error, end - clock()),
            attempts=self.settings.attempts,
            timeout=None,
            wait_initial=0.25,
            wait_max=8.0,
            wait_jitter=0.5,
        ):
            with attempt:
                return await self._once(request, dialect)
        raise AssertionError("the last try returns or raises")

    async def _once(self, request: Request, dialect: Dialect) -> Completion:
        held = request.estimated_tokens() + _OVERHEAD_TOKENS
        self.purse.hold(held)
        spent = 0
        try:
            found = await self._exchange.once(request, dialect)
            spent = found.tokens
        except Fault as fault:
            spent = fault.tokens
            raise
        finally:
            self.purse.settle(held, spent)
        return found


def worth(error: Exception, left: float) -> bool | float:
    """Whether to try again, and after how many seconds where the server named them.

    Args:
        error: what the last try raised.
        left: seconds to the deadline.
    """
    if not isinstance(error, Fault) or not error.retry:
        return False
    if error.wait is None:
        return True
    return error.wait if error.wait < left else False
