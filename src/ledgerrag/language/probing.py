"""Which way of asking for a schema a server has: tried out on a question that does not tell it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ledgerrag.errors import ModelUnreachableError
from ledgerrag.language.answers import schema_of
from ledgerrag.language.faults import Fault
from ledgerrag.language.seam import Completion, Request
from ledgerrag.language.ways import Dialect, Way

Send = Callable[[Request, Dialect], Awaitable[tuple[Completion, Dialect]]]


class _Preference(BaseModel):
    """Nobody answers the question below in this shape unless the schema reaches the model."""

    model_config = ConfigDict(extra="forbid", strict=True)
    preferred_colour: Literal["blue", "green"]
    is_certain: bool


PROBE: Final = Request(
    prompt="probe/1",
    messages=(("user", "Which do you prefer, blue or green?"),),
    schema=schema_of(_Preference),
    max_tokens=256,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one way.

    Args:
        way: tried.
        works: whether the answer fitted the schema.
        note: why not, in one line; the served name where it did.
        ms: that the answer took.
        dialect: the way with what else the server asked for.
        tokens: spent.
    """

    way: Way
    works: bool
    note: str
    dialect: Dialect
    ms: int
    tokens: int = 0


async def probe(send: Send, *, thorough: bool = False) -> tuple[Finding, ...]:
    """Try the ways in order.

    Args:
        send: sends a request in a dialect; gives the dialect that the server took.
        thorough: try every way, where else the first that works ends the search.
    Returns:
        what was tried, in order.
    Raises:
        Fault: the server cannot be had at all.
    """
    found: list[Finding] = []
    dialect = Dialect()
    for way in Way:
        one = await _tried(send, replace(dialect, way=way), first=not found)
        dialect = one.dialect
        found.append(one)
        if one.works and not thorough:
            break
    return tuple(found)


async def _tried(send: Send, dialect: Dialect, *, first: bool) -> Finding:
    clock = asyncio.get_running_loop().time
    way, begun = dialect.way, clock()

    def finding(note: str, tokens: int, *, works: bool = False) -> Finding:
        return Finding(way, works, note, dialect, round((clock() - begun) * 1_000), tokens)

    try:
        made, dialect = await send(PROBE, dialect)
    except Fault as fault:
        silent = isinstance(fault.error, ModelUnreachableError) and not fault.complaint
        if silent and (first or not fault.late):
            raise
        return finding(fault.complaint or fault.error.message, fault.tokens)
    try:
        _Preference.model_validate_json(made.text)
    except ValidationError:
        shown = " ".join(made.text.split())[:60]
        return finding(f"ignored: it answered {shown!r}", made.tokens)
    return finding(made.served, made.tokens, works=True)


def chosen(found: tuple[Finding, ...]) -> Dialect | None:
    """The surest way that works; None where none does."""
    return next((one.dialect for one in found if one.works), None)
