"""YAML front matter as plain fields: no objects, no references, dates as they were written.

Built on YAML's event stream, because the ready-made constructors turn `2020-01-25` into a date
object, `12:30` into a number of minutes and `no` into false, and keep the last of two equal keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.text import quoted

_FENCE = re.compile(r"---[ \t]*\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_STRING_TAGS = (None, "!", "tag:yaml.org,2002:str")
# Only what comes back unchanged as text: 007, 1_000, 0x1F and +1 stay strings.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "~": None,
    "": None,
}
# The binding to libyaml is some ten times as fast; not every build of PyYAML has it.
_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def split(text: str, limit: int) -> tuple[str | None, str]:
    """Front matter and body of a text whose lines end in LF; None where there is no front matter.

    Args:
        text: the whole text.
        limit: characters of front matter at most.
    Raises:
        DocumentError: front matter that is not closed or too long.
    """
    opening = _FENCE.match(text)
    if opening is None:
        return None, text
    closing = _END.search(text, opening.end(), opening.end() + limit)
    if closing is None:
        raise DocumentError(
            "front matter opened on line 1 is not closed", "end it with a line of three dashes"
        )
    return text[opening.end() : closing.start()], text[closing.end() :]


def fields(matter: str, depth: int) -> dict[str, object]:
    """The fields of front matter.

    Args:
        matter: the YAML between the fences.
        depth: how deep values may be nested.
    Raises:
        DocumentError: not YAML, not a mapping, a key twice, an alias or a tag.
    """
    builder = _Builder(depth)
    try:
        for event in _events(matter):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        raise _broken(error) from None
    except yaml.YAMLError as error:
        raise DocumentError(
            f"broken front matter: {str(error).splitlines()[0]}", "mend the YAML"
        ) from None
    if builder.root is None:
        return {}
    if not isinstance(builder.root, dict):
        raise DocumentError(
            "front matter is not a list of `key: value` lines",
            "write fields, or begin the text with an empty line",
        )
    return builder.root


def _events(matter: str) -> Iterator[Event]:
    events: Iterator[Event] = yaml.parse(matter, Loader=_LOADER)
    return events


class _Builder:
    """Puts events together, without recursion and without any type beyond text and numbers."""

    def __init__(self, depth: int) -> None:
        self.root: object = None
        self._depth = depth
        self._open: list[dict[str, object] | list[object]] = []
        self._keys: list[str | None] = []

    def take(self, event: Event) -> None:
        line = event.start_mark.line + 2 if event.start_mark else 0
        if isinstance(event, AliasEvent):
            raise DocumentError(
                f"front matter line {line} refers to another value (*{event.anchor})",
                "write the value out",
            )
        if isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._begin(event, line)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self._open.pop()
            self._keys.pop()
        elif isinstance(event, ScalarEvent):
            self._scalar(event, line)

    def _begin(self, event: MappingStartEvent | SequenceStartEvent, line: int) -> None:
        if event.tag not in (None, "!"):
            raise _tagged(event.tag, line)
        if len(self._open) >= self._depth:
            raise DocumentError(
                f"front matter line {line} is nested deeper than {self._depth} levels", "flatten it"
            )
        value: dict[str, object] | list[object] = {} if isinstance(event, MappingStartEvent) else []
        self._put(value, line)
        self._open.append(value)
        self._keys.append(None)

    def _scalar(self, event: ScalarEvent, line: int) -> None:
        if event.tag not in _STRING_TAGS:
            raise _tagged(event.tag, line)
        inside = self._open[-1] if self._open else None
        if isinstance(inside, dict) and self._keys[-1] is None:
            if event.value in inside:
                raise DocumentError(
                    f"front matter line {line}: the key {quoted(event.value)} occurs twice",
                    "keep one of them",
                )
            self._keys[-1] = event.value
            return
        plain = event.implicit[0] and event.tag is None and event.style in (None, "")
        self._put(_plain(event.value) if plain else event.value, line)

    def _put(self, value: object, line: int) -> None:
        if not self._open:
            self.root = value
            return
        inside = self._open[-1]
        if isinstance(inside, list):
            inside.append(value)
            return
        key = self._keys[-1]
        if key is None:
            raise DocumentError(f"front matter line {line}: a key is not text", "write plain keys")
        inside[key] = value
        self._keys[-1] = None


def _plain(text: str) -> object:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.fullmatch(text) else text


def _broken(error: yaml.MarkedYAMLError) -> DocumentError:
    mark = error.problem_mark or error.context_mark
    place = f" line {mark.line + 2}" if mark else ""
    problem = error.problem or error.context or "not YAML"
    if problem.startswith("mapping values are not allowed"):
        # By far the most frequent fault: `title: Addendum: data`.
        return DocumentError(f"broken front matter{place}: a value holds `: `", "put it in quotes")
    return DocumentError(f"broken front matter{place}: {problem}", "mend the YAML")


def _tagged(tag: str, line: int) -> DocumentError:
    return DocumentError(
        f"front matter line {line} has the YAML tag {quoted(tag)}", "write plain text"
    )
