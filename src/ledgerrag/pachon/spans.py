"""Chunks and sentences as spans of code points: stable, whole, verifiable.

A chunk is what is searched (512 tokens, 128 overlap); a sentence is what is cited. Both are
derived from the document's text alone, so the same text always yields the same spans. Text is
never changed here: every span `(start, end)` satisfies `sentence == text[start:end]`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

import sentencex  # type: ignore[import-untyped]
from semantic_text_splitter import TextSplitter

from ledgerrag.model import Document, Passage, Span, quote_sha256
from ledgerrag.pachon.lines import Line, LineKind, lead_in, stretches

CAPACITY = 512
OVERLAP = 128
LONGEST = 1_200
CONTEXT = 400
ASIDE = 190
SPANS = "spans/1 semantic-text-splitter gpt-4 512/128, sentencex"

_WORD_END = re.compile(r"([^\s(\[\"'“‘]+)\.$")
_FIGURE_START = re.compile(r"[\d(\[§#]|[IVXLCDMivxlcdm]{1,7}\b")
_PIECE = 100
_AHEAD = 80
_LONG_RUN = re.compile(r"[^\W\d_]{200,}|(?:[^\w\s]|_){200,}|\s{200,}")
_BORDERS = (re.compile(r"[;:]\s"), re.compile(r",\s"), re.compile(r"\s"))


@lru_cache(maxsize=1)
def _splitter() -> TextSplitter:
    return TextSplitter.from_tiktoken_model("gpt-4", CAPACITY, OVERLAP)


@lru_cache(maxsize=1)
def _abbreviations() -> tuple[frozenset[str], frozenset[str]]:
    number: set[str] = set()
    always: set[str] = set()
    listing = files("ledgerrag.pachon").joinpath("abbreviations.txt").read_text("utf-8")
    for row in listing.splitlines():
        kind, _, word = row.partition(" ")
        if kind == "number":
            number.add(word.strip())
        elif kind == "always":
            always.add(word.strip())
    return frozenset(number), frozenset(always)


def chunk(text: str) -> tuple[tuple[int, int], ...]:
    """The chunks of a text as code-point spans; they cover everything but blanks between them."""
    return chunk_all((text,))[0]


def chunk_all(texts: Sequence[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The chunks of many texts: the same as one by one, on all cores."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    long: list[int] = []
    for n, text in enumerate(texts):
        # A token is at least one byte, so a text of 512 bytes needs no tokeniser.
        if len(text) <= CAPACITY and len(text.encode("utf-8")) <= CAPACITY:
            found[n] = _whole(text)
        else:
            long.append(n)
    split = _splitter().chunk_all_indices([_readable(texts[n]) for n in long]) if long else []
    for n, parts in zip(long, split, strict=True):
        found[n] = _fitted(texts[n], [(start, start + len(part)) for start, part in parts])
    return tuple(found[n] for n in range(len(texts)))


def _readable(text: str) -> str:
    """The text with runs of one kind broken up: the tokeniser takes quadratic time for each."""
    return _LONG_RUN.sub(_broken_up, text)


def _broken_up(run: re.Match[str]) -> str:
    # As long as the run, so that offsets stay those of the text.
    mark = "x" if run[0].isspace() else " "
    return "".join(f"{run[0][n : n + _PIECE - 1]}{mark}" for n in range(0, len(run[0]), _PIECE))[
        : len(run[0])
    ]


def _fitted(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spans without blanks at their ends that leave out nothing but blanks."""
    fitted: list[tuple[int, int]] = []
    for n, (start, end) in enumerate(spans):
        after = spans[n + 1][0] if n + 1 < len(spans) else len(text)
        first, last = _trim(text, start if n else 0, max(end, after))
        if first < last:
            fitted.append((first, last))
    return tuple(fitted)


def _whole(text: str) -> tuple[tuple[int, int], ...]:
    start, end = _trim(text, 0, len(text))
    return ((start, end),) if start < end else ()


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a text as code-point spans, in order, apart, none longer than 1,200.

    Lines end sentences (the items of a law are lines), except where a page's width broke the line.
    A bare enumerator (`42`, `(a)`) belongs to what follows it.
    """
    found: list[tuple[int, int]] = []
    for start, end in stretches(text):
        for first, last in _sentences_in(text, start, end):
            found.extend(_cut(text, first, last))
    return tuple(span for span in found if _says_something(text, *span))


def _says_something(text: str, start: int, end: int) -> bool:
    return any(character.isalnum() for character in text[start:end])


def _sentences_in(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    # Same length on purpose: offsets of the flattened stretch are offsets of the text.
    flat = text[start:end].replace("\n", " ")
    pending: int | None = None
    for bound in sentencex.get_sentence_boundaries("en", flat):
        first, last = _trim(flat, bound["start_index"], bound["end_index"])
        if first >= last:
            continue
        begin = first if pending is None else pending
        if _continues(flat, begin, first, last):
            pending = begin
            continue
        pending = None
        yield start + begin, start + last
    if pending is not None:
        begin, last = _trim(flat, pending, len(flat))
        yield start + begin, start + last


def _continues(flat: str, begin: int, first: int, last: int) -> bool:
    """Whether what ends at `last` goes on: an abbreviation or an enumerator stands there."""
    following = flat[last : last + _AHEAD].lstrip()
    if not following:
        return False
    if Line.of(flat[begin:last]).kind is LineKind.ENUMERATOR:
        return True
    match = _WORD_END.search(flat[first:last])
    if match is None:
        return False
    word = match[1].casefold()
    number, always = _abbreviations()
    if word in always:
        return True
    return word in number and _FIGURE_START.match(following) is not None


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is longer than 1,200 code points at the last clause border that fits."""
    while end - start > LONGEST:
        border = start + LONGEST
        for pattern in _BORDERS:
            ends = [m.end() for m in pattern.finditer(text, start + LONGEST // 4, border)]
            if ends:
                border = ends[-1]
                break
        first, last = _trim(text, start, border)
        if first < last:
            yield first, last
        start = border
    first, last = _trim(text, start, end)
    if first < last:
        yield first, last


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def passages(document: Document, start: int, end: int) -> tuple[Passage, ...]:
    """The whole sentences that begin in `[start, end)` of a document, with their context.

    The context is taken from the document, not from the chunk, so that a sentence is judged the
    same wherever it was found. For an item of a list it begins with the words that lead it in.

    Args:
        document: a version with its text.
        start: first code point of the chunk.
        end: first code point after it.
    """
    text = document.text
    spans = sentences(text)
    found: list[Passage] = []
    for n in range(bisect_left(spans, (start, 0)), bisect_left(spans, (end, 0))):
        first, last = spans[n]
        quote = text[first:last]
        following = _shorten(text[slice(*spans[n + 1])], ASIDE) if n + 1 < len(spans) else ""
        found.append(
            Passage(
                Span(document.doc_id, document.version, first, last, quote_sha256(quote)),
                quote,
                document.title,
                _before(text, spans, n),
                following,
            )
        )
    return tuple(found)


def _before(text: str, spans: Sequence[tuple[int, int]], n: int) -> str:
    """Lead-in lines and the sentence before, outermost first, within 400 code points."""
    first = spans[n][0]
    parts = list(lead_in(text, first))
    if n and not any(start < spans[n - 1][1] and spans[n - 1][0] < end for start, end in parts):
        parts.append(spans[n - 1])
    found: list[str] = []
    room = CONTEXT
    for start, end in reversed(parts):
        part = _shorten(text[start : min(end, first)], ASIDE)
        if len(part) > room:
            break
        room -= len(part) + 1
        found.append(part)
    return "\n".join(reversed(found))


def _shorten(text: str, size: int) -> str:
    """Beginning and end of a text, where the subject and the last words stand."""
    if len(text) <= size:
        return text
    half = (size - 3) // 2
    head, tail = text[:half].rpartition(" ")[0], text[-half:].partition(" ")[2]
    return f"{head or text[:half]} … {tail or text[-half:]}"
