"""The description of the API: what FastAPI derives, the form of errors, and an example of each."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ledgerrag.service.problems import MEDIA, Problem

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_REF: Final = "#/components/schemas/Problem"


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of an application; made once.

    Args:
        app: with all its routes.
    """
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            openapi_version=app.openapi_version,
            routes=app.routes,
            separate_input_output_schemas=False,
        )
        parts = schema.setdefault("components", {}).setdefault("schemas", {})
        parts["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        for unused in ("HTTPValidationError", "ValidationError"):
            parts.pop(unused, None)
        for path, methods in schema["paths"].items():
            for method in _METHODS:
                if method in methods:
                    _complete(methods[method], f"{method.upper()} {path}")
        app.openapi_schema = schema
    return app.openapi_schema


def _complete(operation: dict[str, Any], name: str) -> None:
    invalid = operation["responses"].get("422")
    if invalid is not None:
        invalid["content"] = {MEDIA: {"schema": {"$ref": _REF}}}
    example = _examples().get(name)
    for status, response in operation["responses"].items():
        for media, content in response.get("content", {}).items():
            if status.startswith("2") and media.endswith("json") and example is not None:
                content.setdefault("example", example)


@cache
def _examples() -> dict[str, Any]:
    text = resources.files("ledgerrag.service").joinpath("examples.json").read_text("utf-8")
    return dict(json.loads(text))
