"""Values of the API as responses: written once by pydantic, not checked again on the way out."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Response
from pydantic import TypeAdapter


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def as_plain(value: Any, kind: Any) -> Any:
    """A value as plain JSON values.

    Args:
        value: of that kind.
        kind: a dataclass, a model or a type of them.
    """
    return _adapter(kind).dump_python(value, mode="json")


def as_response(value: Any, kind: Any, status: int = 200, **headers: str) -> Response:
    """A value as a response; arguments as in `as_plain`.

    Args:
        value: of that kind.
        kind: its type.
        status: HTTP status.
        headers: by name, `_` for `-`.
    """
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    body = _adapter(kind).dump_json(value)
    return Response(body, status, named, "application/json")
