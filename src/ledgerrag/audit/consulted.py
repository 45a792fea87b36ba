"""A language model on record: what each request brought, by its hash, and its replay.

Failures are recorded like answers, so that a replay fails where the run failed.
"""

from __future__ import annotations

from collections.abc import Callable

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.errors import InputError, ReplayError
from ledgerrag.language.consulting import Call, Source
from ledgerrag.language.seam import Request

_TEXTS = ("prompt", "key", "text", "error", "raw")
_COUNTS = ("tokens_in", "tokens_out")


def encode_call(call: Call) -> bytes:
    """A call as canonical JSON."""
    return dumps(
        {
            **{name: str(getattr(call, name)) for name in _TEXTS},
            **{name: int(getattr(call, name)) for name in _COUNTS},
            "gone": call.gone,
        }
    )


def decode_call(body: bytes) -> Call:
    """The call that `encode_call` wrote.

    Raises:
        InputError: it did not write that.
    """
    value = loads(body)
    if not isinstance(value, dict) or value.keys() != {*_TEXTS, *_COUNTS, "gone"}:
        raise InputError("the record of a model call has other fields")
    texts, counts = [value[name] for name in _TEXTS], [value[name] for name in _COUNTS]
    if not all(isinstance(one, str) for one in texts) or not all(type(n) is int for n in counts):
        raise InputError("the record of a model call has a field of another type")
    prompt, key, text, error, raw = (str(one) for one in texts)
    tokens_in, tokens_out = (n for n in counts if isinstance(n, int))
    return Call(prompt, key, text, error, raw, tokens_in, tokens_out, value["gone"] is True)


def replayed(lookup: Callable[[str], bytes | None]) -> Source:
    """Calls answered from the record only (replay levels R1 and R2).

    Args:
        lookup: the stored body for a request key; None where there is none.
    """

    def call(request: Request, key: str) -> Call:
        body = lookup(key)
        if body is None:
            raise ReplayError(
                f"the record holds no answer of the model to this {request.prompt}",
                "replay with --level R3 to ask it anew",
            )
        try:
            found = decode_call(body)
        except InputError:
            found = None
        if found is None or (found.prompt, found.key) != (request.prompt, key):
            raise ReplayError(
                f"the record of the model's answer to {request.prompt} is not as it was written",
                "restore the store from a copy",
            )
        return found

    return call
