"""A recorder that knows who acts, for rooms that do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledgerrag.store.seam import JsonMap, Recorder


@dataclass(frozen=True, slots=True)
class ActingRecorder:
    """Writes an actor and a key into entries that name none (a `store.seam.Recorder`).

    Args:
        inner: appends.
        actor: who acts.
        idem: idempotency key of what is done; empty for none.
    """

    inner: Recorder
    actor: str
    idem: str = ""

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
        """Append one entry; arguments as in `store.seam.Recorder`."""
        return self.inner.append(
            type,
            det,
            run=run,
            step=step,
            actor=actor or self.actor,
            idem=idem or self.idem,
            obs=obs,
            pay=pay,
        )
