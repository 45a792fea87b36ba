"""The ways in which servers take a schema, and a request's body in each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from ledgerrag.language.gbnf import grammar
from ledgerrag.language.seam import Request

TOOL: Final = "answer"


class Way(StrEnum):
    """How the schema of an answer is asked for; the surest first."""

    JSON_SCHEMA = "json_schema"
    OBJECT_SCHEMA = "json_object_schema"
    GUIDED = "guided_json"
    GRAMMAR = "grammar"
    TOOL = "tool"
    JSON_OBJECT = "json_object"
    PROMPT = "prompt"


ABOUT: Final[Mapping[Way, str]] = {
    Way.JSON_SCHEMA: 'response_format {"type": "json_schema"}, strict',
    Way.OBJECT_SCHEMA: 'response_format {"type": "json_object", "schema": ...}',
    Way.GUIDED: "guided_json and structured_outputs (vLLM)",
    Way.GRAMMAR: "grammar, made from the schema (llama.cpp)",
    Way.TOOL: "a tool that must be called",
    Way.JSON_OBJECT: 'response_format {"type": "json_object"}, the schema in the prompt',
    Way.PROMPT: "the schema in the prompt alone",
}

# These are told the schema in words: nothing else tells the model.
_TOLD: Final = (Way.JSON_OBJECT, Way.PROMPT)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a server is spoken to.

    Args:
        way: how it takes a schema.
        limit: the field that bounds the answer.
        temperature: whether it takes a temperature.
        seed: whether it takes a seed.
    """

    way: Way = Way.JSON_SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True
    seed: bool = True

    def without(self, complaint: str) -> Dialect | None:
        """The dialect that a server's complaint asks for; None where it is about something else.

        Args:
            complaint: what came with status 400 or 422.
        """
        said = complaint.lower()
        if "max_completion_tokens" in said and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "temperature" in said and self.temperature:
            return replace(self, temperature=False)
        if re.search(r"\bseed\b", said) and self.seed:
            return replace(self, seed=False)
        return None


def about_the_way(complaint: str) -> bool:
    """Whether a server complains of how it was asked for a schema."""
    said = complaint.lower()
    words = ("response_format", "schema", "grammar", "tool", "guided", "structured", "json_object")
    return any(word in said for word in words)


def messages_of(request: Request, way: Way) -> list[dict[str, str]]:
    """The messages as they are sent; where nothing else would tell the schema, with it."""
    found = [{"role": role, "content": _clean(content)} for role, content in request.messages]
    if not request.schema or way not in _TOLD:
        return found
    told = f"Answer with one JSON object that fits this JSON schema:\n{request.schema}"
    if found and found[0]["role"] == "system":
        return [{**found[0], "content": f"{found[0]['content']}\n\n{told}"}, *found[1:]]
    return [{"role": "system", "content": told}, *found]


def fields_of(request: Request, dialect: Dialect) -> dict[str, Any]:
    """Everything of a request's body but model and messages.

    Raises:
        ModelError: the schema cannot be said in this way.
    """
    body: dict[str, Any] = {dialect.limit: request.max_tokens}
    if dialect.temperature:
        body["temperature"] = request.temperature_u / 1_000_000
    if dialect.seed:
        body["seed"] = request.seed
    if request.stop:
        body["stop"] = list(request.stop)
    if request.schema:
        body |= _asking(dialect.way, json.loads(request.schema), _name(request.prompt))
    return body


def _asking(way: Way, schema: dict[str, Any], name: str) -> dict[str, Any]:
    if way is Way.JSON_SCHEMA:
        stated = {"name": name, "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": stated}}
    if way is Way.OBJECT_SCHEMA:
        return {"response_format": {"type": "json_object", "schema": schema}}
    if way is Way.GUIDED:
        return {"guided_json": schema, "structured_outputs": {"json": schema}}
    if way is Way.GRAMMAR:
        return {"grammar": grammar(schema)}
    if way is Way.TOOL:
        function = {
            "name": TOOL,
            "description": "Give the answer.",
            "parameters": schema,
            "strict": True,
        }
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": TOOL}},
        }
    return {"response_format": {"type": "json_object"}} if way is Way.JSON_OBJECT else {}


def _name(prompt: str) -> str:
    """A schema's name, of signs that every server takes."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", prompt)[:60] or "answer"


def _clean(text: str) -> str:
    """Text that UTF-8 can hold: half of a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
