"""What other rooms may write through while a transaction is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json]"
JsonMap: TypeAlias = "dict[str, Json]"


class Recorder(Protocol):
    """Appends journal entries inside the open transaction (audit.journal is the real one)."""

    def append(
        self,
        type: str,
        det: JsonMap,
        *,
        run: str = "",
        step: int = 0,
        actor: str = "",
        idem: str = "",
        obs: JsonMap | None = None,
        pay: Mapping[str, bytes] | None = None,
    ) -> int:
        """Append one entry and return its seq.

        Args:
            type: kind of entry: `ingest`, `act`, `run`, `step`, `answer`, ...
            det: the deterministic part, compared on replay.
            run: run id; empty for entries outside a run.
            step: loop step.
            actor: who asked for it.
            idem: idempotency key; empty for none.
            obs: times and hosts: never compared.
            pay: payloads by name; the entry commits to each by salted hash.
        """
        ...
