"""Where the text of a page model stands: fields, and the blocks inside them.

The plan is made on the server, which knows what a block is, and read by both sides: by
``paragraphs`` for the text that is published, and by the script in the editor for the text
that is being typed. So both see the same paragraphs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.db import models
from wagtail import blocks
from wagtail.fields import RichTextField, StreamField
from wagtail.images.blocks import ImageBlock
from wagtail.models import Page

Kind = Literal["paragraph", "heading", "list", "quote"]


@dataclass(frozen=True, slots=True)
class Text:
    """A string of its own.

    Args:
        kind: What it is in the story.
    """

    kind: Kind = "paragraph"


@dataclass(frozen=True, slots=True)
class Rich:
    """Rich text of the Draftail editor: each of its blocks is a paragraph.

    Args:
        converter: Wagtail's converter from stored HTML to the editor's content state.
    """

    converter: Any


@dataclass(frozen=True, slots=True)
class Named:
    """A struct block or the choice of a stream: children by name.

    Args:
        children: The children that hold text, in order.
        stream: Whether the value is a sequence whose items name one of the children.
    """

    children: tuple[tuple[str, "Node"], ...]
    stream: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A list block.

    Args:
        child: What each of its items is.
    """

    child: "Node"


Node = Text | Rich | Named | Listed


@dataclass(frozen=True, slots=True)
class Plan:
    """The fields of a model that hold text, in the order of the story.

    Args:
        fields: Name of each field with what it holds.
    """

    fields: tuple[tuple[str, Node], ...]

    def as_json(self) -> list[dict[str, Any]]:
        """The plan as the editor's script reads it."""
        return [{"name": name, **_json(node)} for name, node in self.fields]


def plan_of(model: type[Page], names: Iterable[str] = ()) -> Plan:
    """The plan of a page model.

    Args:
        model: The page model.
        names: The fields to read, in order; none means every text field that the model adds.

    Raises:
        LookupError: The model has no such field, or it holds no text that can be read.
    """
    chosen = tuple(names)
    if not chosen:
        found = ((field.name, _field(field)) for field in _own_fields(model))
        return Plan(tuple((name, node) for name, node in found if node is not None))
    by_name = {field.name: field for field in model._meta.get_fields()}
    read: list[tuple[str, Node]] = []
    for name in chosen:
        field = by_name.get(name)
        node = _field(field, asked=True) if isinstance(field, models.Field) else None
        if node is None:
            raise LookupError(f"{model.__name__}.{name} is no text field that can be read")
        read.append((name, node))
    return Plan(tuple(read))


def _own_fields(model: type[Page]) -> list[Any]:
    inherited = {field.name for field in Page._meta.get_fields()}
    return [field for field in model._meta.concrete_fields if field.name not in inherited]


def _field(field: Any, *, asked: bool = False) -> Node | None:
    if isinstance(field, StreamField):
        return _block(field.stream_block)
    if isinstance(field, RichTextField):
        return _rich(field.formfield().widget)
    if field.choices or not field.editable:
        return None
    # A short field holds a name or a code as often as a sentence: it is read where it is asked for.
    if isinstance(field, models.TextField) or (asked and isinstance(field, models.CharField)):
        return Text()
    return None


def _block(block: Any) -> Node | None:
    if isinstance(block, ImageBlock):  # its words describe a picture
        return None
    if isinstance(block, blocks.RichTextBlock):
        return _rich(block.field.widget)
    if isinstance(block, blocks.BaseStreamBlock):
        return _named(block, stream=True)
    if isinstance(block, blocks.BaseStructBlock):
        return _named(block, stream=False)
    if isinstance(block, blocks.ListBlock):
        child = _block(block.child_block)
        return None if child is None else Listed(child)
    if isinstance(block, blocks.BlockQuoteBlock):
        return Text("quote")
    if isinstance(block, blocks.CharBlock | blocks.TextBlock):
        return Text("heading" if _is_heading(block) else "paragraph")
    return None


def _named(block: Any, *, stream: bool) -> Named | None:
    found = ((name, _block(child)) for name, child in block.child_blocks.items())
    children = tuple((name, node) for name, node in found if node is not None)
    return Named(children, stream) if children else None


def _rich(widget: Any) -> Rich | None:
    converter = getattr(widget, "converter", None)
    return None if converter is None else Rich(converter)


def _is_heading(block: Any) -> bool:
    """Wagtail's own mark of a heading is the class "title"; the name is the habit of many sites."""
    classes = str(getattr(block.meta, "form_classname", "") or "").split()
    return isinstance(block, blocks.CharBlock) and ("title" in classes or block.name == "heading")


def _json(node: Node) -> dict[str, Any]:
    match node:
        case Text(kind):
            return {"reads": "text", "kind": kind}
        case Rich():
            return {"reads": "rich"}
        case Listed(child):
            return {"reads": "list", "child": _json(child)}
        case Named(children, stream):
            named = {name: _json(child) for name, child in children}
            return {"reads": "stream" if stream else "struct", "children": named}
