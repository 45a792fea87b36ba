"""What a verification found."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that does not verify.

    Args:
        kind: `form`, `seq`, `prev`, `tree`, `payload`, `missing`, `erasure`, `checkpoint`, `proof`.
        text: one line for the reader.
        seq: the entry that it is about; -1 where it is about the whole.
    """

    kind: str
    text: str
    seq: int = -1

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.text}" if self.seq >= 0 else self.text


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of verifying a log or an export.

    Args:
        log: the log's name.
        entries: entries that were read.
        payloads: payloads that are there and fit their commitment.
        erased: payloads that an entry of the log says were erased.
        size: size of the tree.
        root: its root, hex.
        head: leaf hash of the last entry, hex; empty where there is none or it was not read.
        covered: number of entries, from the first, that a checkpoint vouches for.
        problems: what does not verify; empty where all does.
        notes: what the reader should know besides.
    """

    log: str
    entries: int
    payloads: int
    erased: int
    size: int
    root: str
    head: str
    covered: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything verifies."""
        return not self.problems


@dataclass(slots=True)
class Findings:
    """Collects problems, at most a hundred: one rewritten line spoils all that follow."""

    kept: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, kind: str, text: str, seq: int = -1) -> None:
        """Note a problem."""
        self.count += 1
        if self.count <= MAX_PROBLEMS:
            self.kept.append(Problem(kind, text, seq))

    def all(self) -> tuple[Problem, ...]:
        """The problems, with a last one that says how many more there are."""
        more = self.count - len(self.kept)
        rest = (Problem("more", f"and {more} more problems"),) if more else ()
        return (*self.kept, *rest)
