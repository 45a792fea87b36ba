"""The rules for one document, in the order in which they decide.

Each takes the document, the acts that bind it and (V, K), and answers with a standing or passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledgerrag.dates import Moment, PartialDate
from ledgerrag.model import Act, ActKind, Document, Standing, Status


@dataclass(frozen=True, slots=True)
class At:
    """Where a question stands.

    Args:
        v: as_of, the moment at which a thing is asked to hold.
        k: known_at, the moment by which the world could know.
        period: the subject period that the question is about; None where it names none.
    """

    v: Moment
    k: Moment
    period: PartialDate | None = None


def names(document: Document) -> tuple[str, str, str]:
    """The strings by which an act may name the document: its key, its doc_id, its series."""
    return (str(document.key), document.doc_id, document.series)


def acts_on(document: Document, acts: Sequence[Act], at: At) -> tuple[Act, ...]:
    """The acts that bind a document: named, authorised, and not undone by a later reinstatement."""
    named = [
        act
        for act in acts
        if act.target in names(document) and act.authority_level >= document.authority_level
    ]
    bound: list[Act] = []
    for act in named:
        if act.kind is ActKind.REINSTATE:
            if act.effective_from is None or act.effective_from.reached(at.v):
                bound = [earlier for earlier in bound if earlier.kind is ActKind.SUPERSEDE]
        else:
            bound.append(act)
    return tuple(bound)


def on_its_own(document: Document, acts: Sequence[Act], at: At) -> Standing:
    """What the document is before later versions of its series are looked at."""
    bound = acts_on(document, acts, at)
    for rule in (_voided, _corrected, _interval, _repealed, _suspended, _superseded_by_act):
        standing = rule(document, bound, at)
        if standing is not None:
            return standing
    notes = _saved_notes(bound, at) + _hindsight_notes(document, at)
    return Standing(
        document.key,
        Status.IN_FORCE,
        since=document.effective_from.text,
        until=_ends(document, bound),
        rule="its interval covers V",
        notes=notes,
    )


def _voided(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    """A retraction voids for every V; a withdrawal holds from its own date."""
    for act in reversed(acts):
        if act.kind is ActKind.RETRACT:
            return Standing(
                document.key, Status.RETRACTED, act.published.text, "", act.act_id, "retracted"
            )
        if act.kind is ActKind.WITHDRAW:
            begins = act.effective_from
            if begins is None or begins.reached(at.v) or _never_began(document, act):
                since = (begins or act.published).text
                return Standing(document.key, Status.WITHDRAWN, since, "", act.act_id, "withdrawn")
    return None


def _never_began(document: Document, act: Act) -> bool:
    """Withdrawn no later than its own beginning: it never took effect."""
    begins = act.effective_from
    return begins is None or begins.begins() <= document.effective_from.begins()


def _corrected(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    for act in reversed(acts):
        if act.kind is ActKind.CORRECT and act.by not in (str(document.key), document.doc_id):
            begins = act.effective_from
            if begins is None or begins.reached(at.v):
                since = (begins or act.published).text
                by = act.by or act.act_id
                return Standing(document.key, Status.SUPERSEDED, since, "", by, "corrected")
    return None


def _interval(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    """Whether the effective interval covers V; where the dates cannot tell, unknown."""
    del acts
    begins, ends = document.effective_from, document.effective_to
    if not begins.reached(at.v):
        status = Status.UNKNOWN if begins.possible(at.v) else Status.NOT_YET
        return Standing(document.key, status, begins.text, rule="begins after V")
    if ends is not None and ends.possible(at.v):
        status = Status.LAPSED if ends.reached(at.v) else Status.UNKNOWN
        return Standing(document.key, status, ends.text, rule="ended by its own terms")
    if document.effective_to_unknown and document.published.reached(at.v):
        note = "it ends, and nobody said when"
        return Standing(document.key, Status.UNKNOWN, rule="end unknown", notes=(note,))
    return None


def _repealed(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    for act in acts:
        if act.kind is not ActKind.REPEAL:
            continue
        begins = act.effective_from
        if begins is None:
            if act.published.possible(at.v):
                note = f"repealed by an act of {act.published.text} that gives no date of effect"
                return Standing(
                    document.key, Status.UNKNOWN, "", "", act.act_id, "end unknown", (note,)
                )
            continue
        if not begins.possible(at.v):
            continue
        saved = _saved(act, at.period)
        if saved is True:
            continue
        undecided = saved is None or not begins.reached(at.v)
        status = Status.UNKNOWN if undecided else Status.REPEALED
        notes = (_saving_words(act),) if act.saves else ()
        return Standing(document.key, status, begins.text, "", act.act_id, "repealed", notes)
    return None


def _saved(act: Act, period: PartialDate | None) -> bool | None:
    """Whether the saving clause covers the period; None where the period straddles its border."""
    if not act.saves or period is None:
        return False
    lo = act.saves_from.local_lo if act.saves_from else None
    hi = act.saves_to.local_lo if act.saves_to else None
    inside = (lo is None or period.local_lo >= lo) and (hi is None or period.local_hi <= hi)
    outside = (lo is not None and period.local_hi <= lo) or (
        hi is not None and period.local_lo >= hi
    )
    return True if inside else False if outside else None


def _saving_words(act: Act) -> str:
    since = f" from {act.saves_from.text}" if act.saves_from else ""
    until = f" before {act.saves_to.text}" if act.saves_to else ""
    return f"still applies to periods{since}{until}"


def _saved_notes(acts: Sequence[Act], at: At) -> tuple[str, ...]:
    return tuple(
        f"repealed from {act.effective_from.text}, {_saving_words(act)}"
        for act in acts
        if act.kind is ActKind.REPEAL
        and act.saves
        and act.effective_from is not None
        and act.effective_from.reached(at.v)
    )


def _suspended(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    for act in acts:
        if act.kind is not ActKind.SUSPEND:
            continue
        begins, ends = act.effective_from or act.published, act.effective_to
        if begins.reached(at.v) and not (ends is not None and ends.reached(at.v)):
            until = ends.text if ends else ""
            return Standing(
                document.key, Status.SUSPENDED, begins.text, until, act.act_id, "suspended"
            )
    return None


def _superseded_by_act(document: Document, acts: Sequence[Act], at: At) -> Standing | None:
    for act in reversed(acts):
        if act.kind is not ActKind.SUPERSEDE or act.by in (str(document.key), document.doc_id):
            continue
        begins = act.effective_from
        by = act.by or act.act_id
        if begins is None:
            if act.published.possible(at.v):
                note = f"superseded by {by}; no date of effect is given"
                return Standing(document.key, Status.UNKNOWN, "", "", by, "end unknown", (note,))
        elif begins.reached(at.v):
            return Standing(document.key, Status.SUPERSEDED, begins.text, "", by, "superseded")
    return None


def _ends(document: Document, acts: Sequence[Act]) -> str:
    ends = [document.effective_to] if document.effective_to else []
    ends += [
        act.effective_from
        for act in acts
        if act.kind in (ActKind.REPEAL, ActKind.SUPERSEDE) and act.effective_from and not act.saves
    ]
    return min(ends, key=lambda end: end.begins()).text if ends else ""


def _hindsight_notes(document: Document, at: At) -> tuple[str, ...]:
    if document.published.reached(at.v):
        return ()
    return (f"published later ({document.published.local_date}); retroactive, check",)
