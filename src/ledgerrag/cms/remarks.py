"""What people say to a draft's checklist: ticks, overrides and comments outlive every re-check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms.snapshot import Action, Item, Remark, Snapshot, State
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.store import Store, Tx
from ledgerrag.store.drafts import RemarkRow, put_remark

_STATES: Final[Mapping[str, State]] = {"tick": "ticked", "untick": "open", "override": "overridden"}
_KEY_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Said:
    """What was said to the items of a draft, by item, oldest first."""

    remarks: Mapping[str, Sequence[Remark]]

    def on(self, item: Item) -> Item:
        """An item with its remarks, and the state that the last of them left it in."""
        mine = tuple(self.remarks.get(item.id, ()))
        states = [_STATES[one.action] for one in mine if one.action in _STATES]
        return replace(item, state=states[-1] if states else "open", remarks=mine)


def said_of(store: Store, site: str, draft: str) -> Said:
    """What was said to a draft's checklist, whichever revision it was said to."""
    found: dict[str, list[Remark]] = {}
    for row in store.draft_remarks(site, draft):
        made = Remark(cast("Action", row.action), row.actor, row.created, row.reason)
        found.setdefault(row.item, []).append(made)
    return Said(found)


def remark(
    rag: LedgerRAG, shot: Snapshot, item: str, action: Action, reason: str, actor: str
) -> Item:
    """Keep what a person did to an item, with an entry in the journal.

    Args:
        rag: the system.
        shot: the latest ledger of the draft.
        item: id of the item.
        action: tick, untick, override or comment.
        reason: in the person's words.
        actor: site and name of the person, for the journal.
    Raises:
        NotFoundError: the ledger has no such item.
        InputError: an override or a comment says nothing.
    """
    known = next((one for one in shot.checklist if one.id == item), None)
    if known is None:
        raise NotFoundError(
            f"draft {shot.draft} has no checklist item {item[:40]!r}",
            "read the ledger again: the claim may have been edited",
        )
    reason = reason.strip()
    if action in ("override", "comment") and not reason:
        raise InputError(
            f"{'an override' if action == 'override' else 'a comment'} needs a reason",
            "say in `reason` why",
        )
    now = utc_text(rag.asker.clock())

    def commit(tx: Tx) -> bytes:
        entry = rag.recorder(tx).append(
            "remark",
            {
                "site": shot.site,
                "draft": shot.draft,
                "revision": shot.revision,
                "item": item,
                "kind": known.kind,
                "claim": known.claim,
                "action": action,
                "reason": reason,
            },
            actor=actor,
        )
        put_remark(tx, RemarkRow(shot.site, shot.draft, item, action, reason, actor, now, entry))
        return b""

    rag.store.submit(f"remark:{rag.asker.entropy(_KEY_BYTES).hex()}", commit)
    return said_of(rag.store, shot.site, shot.draft).on(known)
