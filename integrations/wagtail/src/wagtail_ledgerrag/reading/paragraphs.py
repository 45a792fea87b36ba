"""The paragraphs of a page as it stands in a value of its model."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wagtail.models import Page

from wagtail_ledgerrag.reading.plan import Kind, Listed, Named, Node, Plan, Rich, Text

KIND_OF_BLOCK: dict[str, Kind] = {
    "unstyled": "paragraph",
    "blockquote": "quote",
    "ordered-list-item": "list",
    "unordered-list-item": "list",
}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a story.

    Args:
        id: Its address: field, ids and names of blocks, key inside rich text; with dots between.
        kind: What it is in the story.
        text: Its words, as the editor shows them.
        path: The address of its field in Wagtail's comments.
        key: The key of the block inside rich text; empty elsewhere.
    """

    id: str
    kind: Kind
    text: str
    path: str
    key: str = ""

    def as_json(self) -> dict[str, str]:
        """The paragraph as the service takes it."""
        return {"id": self.id, "kind": self.kind, "text": self.text}


def paragraphs(page: Page, plan: Plan) -> tuple[Paragraph, ...]:
    """The paragraphs of a page, in the order of the story; empty ones are left out.

    Args:
        page: A page of the model that the plan was made for, saved or not.
        plan: Where its text stands.
    """
    return tuple(
        paragraph
        for name, node in plan.fields
        for paragraph in _read(node, getattr(page, name), (name,))
        if paragraph.text.strip()
    )


def _read(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[Paragraph]:
    if value is None:
        return
    match node:
        case Text(kind):
            # A form sends line ends as CR LF; the editor's script sees LF.
            text = str(value).replace("\r\n", "\n").replace("\r", "\n")
            yield Paragraph(".".join(path), kind, text, ".".join(path))
        case Rich(converter):
            yield from _rich(converter, value, path)
        case Listed(child):
            for item in value.bound_blocks:
                yield from _read(child, item.value, (*path, str(item.id)))
        case Named(children, stream) if stream:
            nodes = dict(children)
            for item in value:
                if (child_node := nodes.get(item.block_type)) is not None:
                    yield from _read(child_node, item.value, (*path, str(item.id)))
        case Named(children):
            for name, child_node in children:
                yield from _read(child_node, value.get(name), (*path, name))


def _rich(converter: Any, value: Any, path: tuple[str, ...]) -> Iterator[Paragraph]:
    source = str(getattr(value, "source", value))
    state = json.loads(converter.from_database_format(source))
    for block in state["blocks"]:
        if block["type"] == "atomic":
            continue
        kind = KIND_OF_BLOCK.get(block["type"])
        if kind is None:
            kind = "heading" if block["type"].startswith("header-") else "paragraph"
        key = str(block["key"])
        yield Paragraph(".".join((*path, key)), kind, block["text"], ".".join(path), key)
