from __future__ import annotations

from typing import Any

import pytest

from ledgerrag.errors import ModelError
from ledgerrag.language.gbnf import grammar
from ledgerrag.language.shapes import SHAPES


def rules(schema: dict[str, Any]) -> dict[str, str]:
    lines = (line.partition(" ::= ") for line in grammar(schema).splitlines())
    return {name: body for name, _, body in lines}


def test_an_object_writes_its_properties_in_order() -> None:
    found = rules(
        {
            "type": "object",
            "properties": {"b": {"type": "integer"}, "a": {"enum": ["x", 'y"']}},
        }
    )
    assert found["root"] == "ws part-0 ws"
    assert found["part-0"] == (
        r'"{" ws "\"b\"" ws ":" ws integer ws "," ws "\"a\"" ws ":" ws ("\"x\"" | "\"y\\\"\"")'
        ' ws "}"'
    )


def test_a_list_keeps_its_bounds() -> None:
    def body(**bounds: int) -> str:
        return rules({"type": "array", "items": {"type": "null"}, **bounds})["part-0"]

    assert body() == '"[" ws (null (ws "," ws null){0,} ws)? "]"'
    assert body(minItems=2, maxItems=3) == '"[" ws null (ws "," ws null){1,2} ws "]"'
    assert body(maxItems=1) == '"[" ws (null ws)? "]"'
    assert body(maxItems=0) == '"[" ws "]"'


def test_texts_keep_their_bounds_and_choices_are_alternatives() -> None:
    found = rules({"anyOf": [{"type": "string", "maxLength": 3}, {"const": 7}]})
    assert found["root"] == r'ws ("\"" char{0,3} "\"" | "7") ws'


def test_a_definition_that_holds_itself_is_written_once() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    found = rules({"$ref": "#/$defs/Node", "$defs": {"Node": node}})
    assert found["root"] == "ws def-node ws"
    assert found["part-1"] == r'"{" ws "\"next\"" ws ":" ws def-node ws "}"'
    assert found["def-node"] == "part-1"


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_every_shape_of_ours_can_be_said_as_a_grammar(name: str) -> None:
    assert grammar(SHAPES[name].model_json_schema()).startswith("root ::= ")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "a+"},
        {"type": "integer", "minimum": 3},
        {"type": "tuple"},
        {"$ref": "#/$defs/Gone"},
    ],
)
def test_what_a_grammar_cannot_say_is_an_error(schema: dict[str, Any]) -> None:
    with pytest.raises(ModelError):
        grammar(schema)
