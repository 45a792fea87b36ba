"""What a system said to each item, kept line by line so that a killed run goes on.

A line is appended whole and synced; a line that was cut off by a kill is cut away when the file is
opened again. Of several lines of one item the last counts: an item that failed is asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self, cast

from ledgerrag.answer import Answer
from ledgerrag.api.forms import answer_bytes, read_answer, sha256
from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.errors import InputError, IntegrityError
from ledgerrag.store.seam import Json, JsonMap

RESULTS: Final = "results"
JOURNALS: Final = "journals"
NO_ENTRY: Final = -1


@dataclass(frozen=True, slots=True)
class Result:
    """One answer of one system.

    Args:
        item_id: the question.
        system: who answered.
        answer: what it said; None where it failed.
        error: why it failed, in one line; empty where it did not.
        us: wall time in microseconds; not deterministic.
        stage_us: microseconds by stage; not deterministic.
    """

    item_id: str
    system: str
    answer: Answer | None
    error: str = ""
    us: int = 0
    stage_us: tuple[tuple[str, int], ...] = ()

    @property
    def digest(self) -> str:
        """sha256 of what must be the same in every run: the answer without its run's id."""
        if self.answer is None:
            return sha256(self.error.encode("utf-8"))
        return sha256(answer_bytes(replace(self.answer, run="")))

    @property
    def timed(self) -> Answer | None:
        """The answer with the time that its stages took, as a caller got it."""
        if self.answer is None:
            return None
        return replace(self.answer, cost=replace(self.answer.cost, stage_us=self.stage_us))


@dataclass(frozen=True, slots=True)
class Trace:
    """How an answer came about: entries of the journal, or what a system without one did.

    Args:
        item_id: the question.
        run: run id in the store beside the results; empty where the system leaves none.
        entries: in order; type, step and what a replay compares.
        searches: what each search brought, in order: mode, chunks in the slice, and hits as
            `[doc_id@version, start, end]`.
    """

    item_id: str
    run: str
    entries: tuple[JsonMap, ...]
    searches: tuple[JsonMap, ...] = ()

    @property
    def found(self) -> tuple[tuple[str, int, int], ...]:
        """Every stretch that a search brought, each once."""
        hits = [
            (str(key), int(start), int(end))
            for one in self.searches
            for key, start, end in cast("list[tuple[str, int, int]]", one["hits"])
        ]
        return tuple(dict.fromkeys(hits))


def file_of(run: Path, kind: str, system: str) -> Path:
    """The file of a system: its results, or its journals."""
    return run / kind / f"{system}.jsonl"


def result_line(result: Result) -> bytes:
    """A result as one line."""
    line: JsonMap = {
        "item": result.item_id,
        "system": result.system,
        "us": result.us,
        "stage_us": [[name, spent] for name, spent in result.stage_us],
        "digest": result.digest,
    }
    if result.answer is None:
        line["error"] = result.error
    else:
        line["answer"] = loads(answer_bytes(result.answer))
    return dumps(line) + b"\n"


def read_results(path: Path) -> dict[str, Result]:
    """The results of a system by item; of several lines of an item the last.

    Raises:
        IntegrityError: a line that is whole and yet not as it was written.
    """
    found: dict[str, Result] = {}
    for number, line in _whole_lines(path):
        found_one = _result(line, path, number)
        found[found_one.item_id] = found_one
    return found


def read_traces(path: Path) -> dict[str, Trace]:
    """The journals of a system by item; of several lines of an item the last."""
    found: dict[str, Trace] = {}
    for number, line in _whole_lines(path):
        try:
            value = cast("dict[str, Json]", json.loads(line))
            entries = cast("list[JsonMap]", value["entries"])
            searches = cast("list[JsonMap]", value["searches"])
            one = Trace(str(value["item"]), str(value["run"]), tuple(entries), tuple(searches))
        except (ValueError, KeyError, TypeError):
            raise _damaged(path, number) from None
        found[one.item_id] = one
    return found


def trace_line(trace: Trace) -> bytes:
    """A journal as one line."""
    line: JsonMap = {
        "item": trace.item_id,
        "run": trace.run,
        "entries": list(trace.entries),
        "searches": list(trace.searches),
    }
    return dumps(line) + b"\n"


def _result(line: bytes, path: Path, number: int) -> Result:
    try:
        value = cast("dict[str, Json]", json.loads(line))
        answer = value.get("answer")
        stages = cast("list[tuple[str, int]]", value["stage_us"])
        found = Result(
            str(value["item"]),
            str(value["system"]),
            None if answer is None else read_answer(dumps(answer), NO_ENTRY),
            str(value.get("error", "")),
            int(cast("int", value["us"])),
            tuple((name, spent) for name, spent in stages),
        )
    except (ValueError, KeyError, TypeError, InputError, IntegrityError):
        raise _damaged(path, number) from None
    if found.digest != value.get("digest"):
        raise _damaged(path, number)
    return found


def _damaged(path: Path, number: int) -> IntegrityError:
    name = f"{path.parent.name}/{path.name}"
    return IntegrityError(
        f"{name}, line {number} is not as it was written", f"delete {name} and run it again"
    )


def _whole_lines(path: Path) -> Sequence[tuple[int, bytes]]:
    if not path.is_file():
        return ()
    body = path.read_bytes()
    # What follows the last newline was being written when the process was killed.
    whole = body[: body.rfind(b"\n") + 1]
    return list(enumerate(whole.split(b"\n")[:-1], 1))


class Appender:
    """A file of lines to which whole lines are appended, each on the disk before the next.

    Args:
        path: the file; made where it is missing, with its folder.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        end = self._file.tell()
        if end:
            body = path.read_bytes()
            whole = body.rfind(b"\n") + 1
            if whole < end:
                self._file.truncate(whole)

    def append(self, line: bytes) -> None:
        """Write one line and wait until it is on the disk."""
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Release the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def digests(results: Mapping[str, Result]) -> dict[str, str]:
    """What two runs of the same system over the same benchmark must share, by item."""
    return {item: results[item].digest for item in sorted(results)}
