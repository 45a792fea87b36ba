"""A run that has begun: what it is executed with, and what that puts on record."""

from __future__ import annotations

from dataclasses import dataclass

from ledgerrag.api.running import Seams
from ledgerrag.api.timing import Stopwatch
from ledgerrag.audit.judged import RecordingOdds
from ledgerrag.audit.recorded import RecordingRetriever


@dataclass(frozen=True, slots=True)
class Taken:
    """A run that is being executed: its seams, and what they put on record.

    Args:
        run: run id.
        begun: by the timer, in nanoseconds.
        watch: what each stage takes.
        seams: record what passes through them.
        searches: the recorded searches.
        judged: the recorded odds of the stance model; None where rules alone judge.
    """

    run: str
    begun: int
    watch: Stopwatch
    seams: Seams
    searches: RecordingRetriever
    judged: RecordingOdds | None

    def measured(self) -> dict[str, int]:
        """Microseconds by stage so far: what nothing else took was reading."""
        spent = dict(self.watch.spent)
        elsewhere = sum(spent.get(stage, 0) for stage in ("retrieve", "judge", "model"))
        spent["read"] = (self.watch.timer() - self.begun) // 1_000 - elsewhere
        return spent
