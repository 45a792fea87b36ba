"""What changed between two versions, on word tokens: `180 -> 270 days from 2026-07-01`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from ledgerrag.answer import Change, Edit
from ledgerrag.model import Document
from ledgerrag.retrieval.analyzer import analyze

_TOKEN = re.compile(r"[$€£]?\d+(?:[.,:/-]\d+)*(?:[eE][+-]?\d+)?%?|\w+(?:['’]\w+)*|[^\w\s]")
_WORD = re.compile(r"\w")
# Beyond this many tokens on a side a run is reported as replaced whole: word matching is quadratic.
_MOST = 4_000
_SHOWN = 3
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class Focus:
    """The part of a text that the reader is looking at: its edits are told first.

    Args:
        start: first code point.
        end: first code point after.
        later: whether it lies in the later text, not in the earlier.
    """

    start: int
    end: int
    later: bool = True


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class _Run:
    before: tuple[str, ...]
    after: tuple[str, ...]
    following: str
    old_at: int
    new_at: int

    @property
    def figures(self) -> bool:
        """Whether both sides state figures."""
        return all(any(c.isdigit() for c in " ".join(s)) for s in (self.before, self.after))

    def within(self, focus: Focus | None) -> bool:
        """Whether the run begins in the part looked at."""
        if focus is None:
            return False
        return focus.start <= (self.new_at if focus.later else self.old_at) < focus.end


def change(
    before: Document | None,
    after: Document | None,
    effective_from: str,
    focus: Focus | None = None,
) -> Change:
    """The change from one version to the next, as edits and one line.

    Args:
        before: the earlier version; None where there was none.
        after: the later version; None where the thing was repealed.
        effective_from: ISO date from which the later state holds.
        focus: the part whose edits are told first.
    """
    runs = tuple(_runs(before.text, after.text)) if before and after else ()
    near = [run for run in runs if run.within(focus)]
    whole = after or before
    return Change(
        series=whole.series if whole else "",
        before=str(before.key) if before else "",
        after=str(after.key) if after else "",
        effective_from=effective_from,
        edits=tuple(Edit(_join(run.before), _join(run.after)) for run in runs),
        summary=_summary(before, after, near or runs, len(runs), effective_from),
    )


def _runs(old: str, new: str) -> Iterator[_Run]:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    old_starts, new_starts = _starts(old_lines), _starts(new_lines)
    lines = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for tag, a, b, c, d in lines.get_opcodes():
        if tag != "equal":
            yield from _word_runs(
                _tokens(old, old_starts[a], old_starts[b]),
                _tokens(new, new_starts[c], new_starts[d]),
            )


def _starts(lines: Sequence[str]) -> list[int]:
    return list(accumulate((len(line) + 1 for line in lines), initial=0))


def _tokens(text: str, start: int, end: int) -> list[_Token]:
    return [_Token(m.group(), m.start()) for m in _TOKEN.finditer(text, start, min(end, len(text)))]


def _word_runs(old: Sequence[_Token], new: Sequence[_Token]) -> Iterator[_Run]:
    old_words, new_words = [t.text for t in old], [t.text for t in new]
    if max(len(old), len(new)) > _MOST:
        yield _Run(tuple(old_words), tuple(new_words), "", _at(old, 0), _at(new, 0))
        return
    words = SequenceMatcher(None, old_words, new_words, autojunk=False)
    for tag, a, b, c, d in words.get_opcodes():
        if tag != "equal" and (b > a or d > c):
            yield _Run(
                tuple(old_words[a:b]),
                tuple(new_words[c:d]),
                _unit(new_words[d : d + 4]),
                _at(old, a),
                _at(new, c),
            )


def _unit(words: Sequence[str]) -> str:
    """The noun that directly follows a figure (`days`, `km/h`); empty where none does."""
    words = words[1:] if words[:1] == [")"] else words
    # A capital or a function word begins something else: `66. Structures`, `$10,000 or more`.
    if not words or not words[0].islower() or not analyze(words[0]):
        return ""
    return "".join(words[:3]) if words[1:2] == ["/"] else words[0]


def _at(tokens: Sequence[_Token], place: int) -> int:
    return tokens[min(place, len(tokens) - 1)].at if tokens else -1


def _join(tokens: Sequence[str]) -> str:
    text = " ".join(tokens)
    return re.sub(r" ([,.;:)\]%])", r"\1", re.sub(r"([(\[$€£]) ", r"\1", text))


def _summary(
    before: Document | None,
    after: Document | None,
    runs: Sequence[_Run],
    count: int,
    effective_from: str,
) -> str:
    since = f" from {effective_from}" if effective_from else ""
    if after is None:
        return f"no longer holds{since}" if before else "no change"
    if before is None:
        return f"new{since}"
    if not runs:
        return f"the same words{since}"
    telling = [run for run in runs if run.figures] or list(runs)
    shown = ", ".join(_words(run) for run in telling[:_SHOWN])
    rest = count - min(len(telling), _SHOWN)
    edits = "edit" if rest == 1 else "edits"
    return shown + since + (f" (and {rest} more {edits})" if rest > 0 else "")


def _words(run: _Run) -> str:
    if not run.before:
        return f'added "{_short(run.after)}"'
    if not run.after:
        return f'removed "{_short(run.before)}"'
    unit = f" {run.following}" if run.figures and len(run.after) == 1 and run.following else ""
    return f"{_short(run.before)} -> {_short(run.after)}{unit}"


def _short(tokens: Sequence[str]) -> str:
    return _join(tokens[:_LONGEST]) + (" ..." if len(tokens) > _LONGEST else "")
