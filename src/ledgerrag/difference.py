"""What changed between two versions, on word tokens: `180 -> 270 days from 2026-07-01`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ledgerrag.answer import Change, Edit
from ledgerrag.model import Document

_TOKEN = re.compile(r"[$€£]?\d+(?:[.,:/-]\d+)*%?|\w+(?:['’]\w+)*|[^\w\s]")
_WORD = re.compile(r"\w")
# Beyond this many tokens on a side a run is reported as replaced whole: word matching is quadratic.
_MOST = 4_000
_SHOWN = 3
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class _Run:
    before: tuple[str, ...]
    after: tuple[str, ...]
    following: str

    @property
    def figures(self) -> bool:
        """Whether both sides state figures."""
        return all(any(c.isdigit() for c in " ".join(s)) for s in (self.before, self.after))


def change(before: Document | None, after: Document | None, effective_from: str) -> Change:
    """The change from one version to the next, as edits and one line.

    Args:
        before: the earlier version; None where there was none.
        after: the later version; None where the thing was repealed.
        effective_from: ISO date from which the later state holds.
    """
    old, new = (before.text if before else ""), (after.text if after else "")
    runs = tuple(_runs(old, new)) if before and after else ()
    series = (after or before).series if (after or before) else ""  # type: ignore[union-attr]
    return Change(
        series=series,
        before=str(before.key) if before else "",
        after=str(after.key) if after else "",
        effective_from=effective_from,
        edits=tuple(Edit(_join(run.before), _join(run.after)) for run in runs),
        summary=_summary(before, after, runs, effective_from),
    )


def _runs(old: str, new: str) -> Iterator[_Run]:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    lines = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for tag, a, b, c, d in lines.get_opcodes():
        if tag != "equal":
            yield from _word_runs(
                _TOKEN.findall("\n".join(old_lines[a:b])), _TOKEN.findall("\n".join(new_lines[c:d]))
            )


def _word_runs(old: Sequence[str], new: Sequence[str]) -> Iterator[_Run]:
    if max(len(old), len(new)) > _MOST:
        yield _Run(tuple(old), tuple(new), "")
        return
    words = SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in words.get_opcodes():
        if tag != "equal" and (b > a or d > c):
            following = next((token for token in new[d : d + 2] if _WORD.match(token)), "")
            yield _Run(tuple(old[a:b]), tuple(new[c:d]), following)


def _join(tokens: Sequence[str]) -> str:
    text = " ".join(tokens)
    return re.sub(r" ([,.;:)\]%])", r"\1", re.sub(r"([(\[$€£]) ", r"\1", text))


def _summary(
    before: Document | None, after: Document | None, runs: Sequence[_Run], effective_from: str
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
    rest = len(runs) - min(len(telling), _SHOWN)
    return shown + since + (f" (and {rest} more edits)" if rest > 0 else "")


def _words(run: _Run) -> str:
    if not run.before:
        return f'added "{_short(run.after)}"'
    if not run.after:
        return f'removed "{_short(run.before)}"'
    unit = f" {run.following}" if run.figures and len(run.after) == 1 and run.following else ""
    return f"{_short(run.before)} -> {_short(run.after)}{unit}"


def _short(tokens: Sequence[str]) -> str:
    return _join(tokens[:_LONGEST]) + (" ..." if len(tokens) > _LONGEST else "")
