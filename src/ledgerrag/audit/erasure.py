"""Erasure of a payload: the body goes, its commitment stays, and the log says that it was erased.

Whether a payload may go is decided above; here only the record is kept whole. An erased payload
differs from a lost one by an entry of type `erase` that names its commitment.
"""

from __future__ import annotations

from ledgerrag.audit.chain import ERASE
from ledgerrag.audit.seam import JournalWriter
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.store.seam import Recorder


def erase(
    tx: JournalWriter, recorder: Recorder, commit: str, reason: str, *, actor: str = ""
) -> int:
    """Erase a payload and record it; return the seq of the entry.

    Args:
        tx: an open transaction.
        recorder: of the same transaction.
        commit: the payload's commitment, as the entry that it belongs to names it.
        reason: why, in words that may stay in the log for good.
        actor: who asked for it.
    Raises:
        InputError: no reason is given.
        NotFoundError: no payload has this commitment, or it was erased before.
    """
    if not reason.strip():
        raise InputError("an erasure needs a reason", "say why the payload has to go")
    if tx.store.payload(commit) is None:
        raise NotFoundError(
            f"no payload has the commitment {commit[:80]!a}", "look it up in the entry's `pay`"
        )
    tx.erase_payload(commit)
    return recorder.append(ERASE, {"commit": commit, "reason": reason}, actor=actor)
