"""A JSON schema as a GBNF grammar, for servers that take nothing else (llama.cpp's notation).

Every property is written, optional ones too, in the schema's order: the grammar's texts are some of
those that fit the schema, and all of them fit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ledgerrag.errors import ModelError

_TERMINALS: Final = {
    "char": r'[^"\\\x00-\x1f\x7f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})',
    "string": r'"\"" char* "\""',
    "integer": '"-"? ("0" | [1-9] [0-9]{0,14})',
    "number": '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,9})?',
    "boolean": '"true" | "false"',
    "null": '"null"',
    # Unbounded, a weak model would go on with blanks until its answer is cut off.
    "ws": "[ \\n]{0,2}",
}
# What changes which texts fit, and has no counterpart here.
_UNKNOWN: Final = ("allOf", "not", "if", "pattern", "patternProperties", "format", "multipleOf")


def grammar(schema: Mapping[str, Any]) -> str:
    """The grammar of the texts of a schema.

    Args:
        schema: objects, lists, texts, numbers, switches, choices and references among `$defs`.
    Raises:
        ModelError: the schema says more than a grammar can.
    """
    writer = _Writer(schema.get("$defs", {}))
    root = writer.rule(schema)
    lines = [f"root ::= ws {root} ws", *writer.rules.values()]
    lines += [f"{name} ::= {body}" for name, body in _TERMINALS.items()]
    return "\n".join(lines) + "\n"


@dataclass(slots=True)
class _Writer:
    definitions: Mapping[str, Any]
    rules: dict[str, str] = field(default_factory=dict)

    def rule(self, schema: Mapping[str, Any]) -> str:
        """What stands for a schema in another rule: a rule's name, or literals."""
        if unknown := sorted(set(_UNKNOWN) & set(schema)):
            raise ModelError(f"a grammar cannot say {unknown[0]!r} of a JSON schema")
        if "$ref" in schema:
            return self._reference(str(schema["$ref"]))
        if "const" in schema:
            return _literal(schema["const"])
        if "enum" in schema:
            return self._either([_literal(value) for value in schema["enum"]])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self._either([self.rule(one) for one in schema[key]])
        return self._typed(schema)

    def _typed(self, schema: Mapping[str, Any]) -> str:
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._either([self.rule({**schema, "type": one}) for one in kind])
        if kind == "object":
            return self._added(lambda: self._object(schema.get("properties", {})))
        if kind == "array":
            return self._added(lambda: self._list(schema))
        if kind == "string":
            return self._string(schema)
        if kind in ("integer", "number", "boolean", "null"):
            if any(key.endswith(("imum", "Minimum", "Maximum")) for key in schema):
                raise ModelError("a grammar cannot say the bounds of a number")
            return str(kind)
        raise ModelError(f"a grammar cannot say the type {kind!r} of a JSON schema")

    def _object(self, properties: Mapping[str, Any]) -> str:
        parts = [
            f'{_literal(name)} ws ":" ws {self.rule(schema)}' for name, schema in properties.items()
        ]
        inside = ' ws "," ws '.join(parts)
        return f'"{{" ws {inside} ws "}}"' if inside else '"{" ws "}"'

    def _list(self, schema: Mapping[str, Any]) -> str:
        item = self.rule(schema.get("items", {"type": "string"}))
        least, most = int(schema.get("minItems", 0)), schema.get("maxItems")
        if most == 0:
            return '"[" ws "]"'
        upper = "" if most is None else str(int(most) - 1)
        more = "" if most == 1 else f' (ws "," ws {item}){{{max(0, least - 1)},{upper}}}'
        some = item + more
        return f'"[" ws {some} ws "]"' if least else f'"[" ws ({some} ws)? "]"'

    def _string(self, schema: Mapping[str, Any]) -> str:
        least, most = int(schema.get("minLength", 0)), schema.get("maxLength")
        if not least and most is None:
            return "string"
        upper = "" if most is None else str(int(most))
        return f'"\\"" char{{{least},{upper}}} "\\""'

    def _reference(self, path: str) -> str:
        name = path.removeprefix("#/$defs/")
        if name not in self.definitions:
            raise ModelError(f"the JSON schema refers to {path!r}, which it does not hold")
        label = "def-" + "".join(sign if sign.isalnum() else "-" for sign in name.lower())
        if label not in self.rules:
            # Noted before it is written: a definition may hold itself.
            self.rules[label] = ""
            self.rules[label] = f"{label} ::= {self.rule(self.definitions[name])}"
        return label

    def _either(self, choices: Sequence[str]) -> str:
        return f"({' | '.join(choices)})"

    def _added(self, write: Callable[[], str]) -> str:
        label = f"part-{len(self.rules)}"
        self.rules[label] = ""
        self.rules[label] = f"{label} ::= {write()}"
        return label


def _literal(value: object) -> str:
    """A JSON value as the text that a grammar matches."""
    return json.dumps(json.dumps(value, ensure_ascii=True))
