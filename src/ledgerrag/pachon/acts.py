"""Acts as their channel states them: what a source does to a document or series."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ledgerrag.dates import PartialDate
from ledgerrag.errors import DocumentError
from ledgerrag.model import Act, ActKind
from ledgerrag.pachon.fields import (
    UNKNOWN_DATE,
    Date,
    End,
    Fields,
    Name,
    Text,
    assumed_zone,
    read_date,
    validate,
)
from ledgerrag.pachon.readers import Raw
from ledgerrag.pachon.records import Channel, Quarantined, check_order, dated, ignored, speaker
from ledgerrag.pachon.sources import Registry

_SAVES_KEYS = {"from", "to", "before"}


@dataclass(frozen=True, slots=True)
class DraftedAct:
    """An act before it has its number."""

    where: str
    act: Act
    notes: tuple[str, ...]


class _ActFields(Fields):
    act: Text = ""
    kind: Text = ""
    target: Name = ""
    by: Name = ""
    source: Name = ""
    published: Date | None = None
    effective_from: End | None = None
    effective_to: End | None = None
    saves: object = None
    saves_from: Date | None = None
    saves_to: Date | None = None
    saves_before: Date | None = None
    note: Text = ""


_KNOWN = frozenset(_ActFields.model_fields) | {"type", "act_id", "authority_level"}


def draft(raw: Raw, channel: Channel, registry: Registry) -> DraftedAct | Quarantined:
    """An act from a record, or the reason why it is set aside.

    Args:
        raw: the record.
        channel: what holds where the record is silent.
        registry: who speaks with which authority.
    Raises:
        DocumentError: a field that cannot be used, with the next step.
        DateError: a date that cannot be.
    """
    found = validate(_ActFields, raw.fields)
    if not found.target:
        raise DocumentError("target is missing", "name the doc_id, doc_id@version or series")
    published = dated(found.published or channel.published, "act")
    said_by = speaker(raw, found.source, channel, registry)
    if isinstance(said_by, Quarantined):
        return said_by
    # An effect with no date stays without one: it is never today.
    begins, ends = _known(found.effective_from), _known(found.effective_to)
    if begins is not None:
        check_order(begins, ends)
    saves, saves_from, saves_to = _saving_clause(found)
    act = Act(
        act_id="",
        kind=_act_kind(found.act or found.kind),
        target=found.target,
        by=found.by,
        source=said_by.source,
        authority_level=said_by.level,
        published=published,
        effective_from=begins,
        effective_to=ends,
        saves_from=saves_from,
        saves_to=saves_to,
        saves=saves,
        note=found.note,
    )
    zones = assumed_zone(published=published, effective_from=begins, effective_to=ends)
    notes = (*raw.notes, *said_by.notes, *ignored(raw, _KNOWN), *zones)
    return DraftedAct(raw.where, replace(act, act_id=act_id(act)), notes)


def act_id(act: Act) -> str:
    """The act's id: sha256 of all that it says and of the authority that says it, 16 hex digits."""
    content = {
        "kind": act.kind.value,
        "target": act.target,
        "by": act.by,
        "source": act.source,
        "authority_level": int(act.authority_level),
        "published": act.published.text,
        "effective_from": _stated(act.effective_from),
        "effective_to": _stated(act.effective_to),
        "saves": act.saves,
        "saves_from": _stated(act.saves_from),
        "saves_to": _stated(act.saves_to),
        "note": act.note,
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:16]


def _stated(value: PartialDate | None) -> str:
    return value.text if value else ""


def _known(value: PartialDate | str | None) -> PartialDate | None:
    return value if isinstance(value, PartialDate) else None


def _act_kind(stated: str) -> ActKind:
    try:
        return ActKind(stated.casefold())
    except ValueError:
        kinds = ", ".join(kind.value for kind in ActKind)
        raise DocumentError(f"act {stated!r:.60} does not exist", f"write one of {kinds}") from None


def _saving_clause(found: _ActFields) -> tuple[bool, PartialDate | None, PartialDate | None]:
    """Whether there is one, and the subject period that it leaves untouched."""
    first, last = found.saves_from, found.saves_before or found.saves_to
    stated = found.saves
    if isinstance(stated, Mapping):
        stray = sorted(str(key) for key in set(stated) - _SAVES_KEYS)
        if stray:
            raise DocumentError(f"saves has the field {stray[0]!r}", "write `from`, `to`, `before`")
        first = _saved(stated, "from") or first
        last = _saved(stated, "before") or _saved(stated, "to") or last
    elif stated not in (None, True, False):
        raise DocumentError("saves is not a period", "write saves: {from: DATE, to: DATE}")
    if first is not None and last is not None and first.after(last):
        raise DocumentError(f"saves ends {last} before it begins {first}", "correct one of them")
    return bool(stated) or first is not None or last is not None, first, last


def _saved(stated: Mapping[object, object], key: str) -> PartialDate | None:
    value = stated.get(key)
    if value in (None, "", UNKNOWN_DATE):
        return None
    return read_date(value, f"saves.{key}")
