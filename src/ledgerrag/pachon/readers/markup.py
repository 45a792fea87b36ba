"""HTML and XML as untrusted input: nothing is fetched, nothing is expanded, depth is bounded."""

from __future__ import annotations

import codecs
import re
import tomllib
from functools import cache
from importlib import resources

from lxml import etree, html

from ledgerrag.errors import DocumentError
from ledgerrag.pachon.readers.text import decode_utf8, quoted, refuse_binary, unify_lines

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""",
    re.IGNORECASE,
)
# Possessive and atomic: comments are passed over once.
_PROLOGUE = re.compile(r"(?>\s+|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_BLANKS = re.compile(r"[ \t\f\v\xa0]+")


@cache
def _words(which: str) -> tuple[str, ...]:
    table = tomllib.loads(resources.files(__package__).joinpath("markup.toml").read_text("utf-8"))
    return tuple(table[which])


def decode_markup(data: bytes) -> str:
    """Text of HTML or XML: UTF-8, or the single-byte encoding that it declares.

    Raises:
        DocumentError: binary data, or bytes that the encoding does not have.
    """
    refuse_binary(data)
    try:
        return unify_lines(decode_utf8(data))
    except DocumentError:
        declared = _DECLARED.search(data[:2048])
        codec = _codec(declared[1].decode("ascii")) if declared else None
        if codec is None:
            raise
        try:
            return unify_lines(data.decode(codec))
        except UnicodeDecodeError as error:
            raise DocumentError(
                f"not {codec}, which it declares, at byte {error.start:,}", "save it as UTF-8"
            ) from None


def _codec(label: str) -> str | None:
    try:
        name = codecs.lookup(label).name
    except LookupError:
        return None
    return name if name.startswith(_words("encodings")) else None


def page_tree(text: str) -> html.HtmlElement:
    """The tree of an HTML page.

    Raises:
        DocumentError: there is nothing in it.
    """
    parser = html.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        tree = html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        raise DocumentError("there is no HTML in it", "check the file") from None
    # The parser stops there without an exception: what follows would be lost.
    if any(entry.level >= etree.ErrorLevels.FATAL for entry in parser.error_log):
        raise DocumentError("the page is nested too deep or damaged", "save it as text")
    return tree


def xml_root(text: str) -> etree._Element:
    """The root of an XML text that defines nothing of its own.

    Raises:
        DocumentError: a document type, or XML that is not well-formed.
    """
    prologue = _PROLOGUE.match(text)
    start = prologue.end() if prologue else 0
    if text[start : start + 9].upper() == "<!DOCTYPE":
        raise DocumentError(
            "the XML brings a document type, which may hold bombs and references to other files",
            "remove <!DOCTYPE ...>",
        )
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
    )
    try:
        return etree.fromstring(text.encode("utf-8"), parser=parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        raise DocumentError(
            f"broken XML in line {line}: {quoted(_first_line(error.msg or ''))}", "mend the XML"
        ) from None


def _first_line(message: str) -> str:
    return message.partition("\n")[0].partition(", line ")[0]


def plain(markup: str) -> str:
    """The text of a piece of HTML, a line for each block."""
    if "<" not in markup and "&" not in markup:
        return markup.strip()
    if not markup.strip():
        return ""
    try:
        tree = page_tree(f"<div>{markup}</div>")
    except DocumentError:
        return ""
    return tree_text(tree)


def tree_text(tree: html.HtmlElement) -> str:
    """The visible text of a tree, a line for each block."""
    blocks, unseen = frozenset(_words("blocks")), frozenset(_words("unseen"))
    pieces: list[str] = []
    hidden = 0
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        name = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            hidden += name in unseen
            if not hidden:
                pieces.append("\n" if name in blocks else "")
                pieces.append(_BLANKS.sub(" ", (element.text or "").replace("\n", " ")))
            continue
        hidden -= name in unseen
        if not hidden:
            pieces.append("\n" if name in blocks else "")
            pieces.append(_BLANKS.sub(" ", (element.tail or "").replace("\n", " ")))
    lines = (line.strip() for line in _BLANKS.sub(" ", "".join(pieces)).split("\n"))
    return "\n".join(line for line in lines if line)
