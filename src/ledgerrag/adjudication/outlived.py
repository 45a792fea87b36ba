"""Reports that are older than the end of the text that they report."""

from __future__ import annotations

from collections.abc import Sequence

from ledgerrag.adjudication.ruling import Rule
from ledgerrag.dates import parse
from ledgerrag.ledger import Lens, Mark
from ledgerrag.model import Evidence, Standing, Status

# A text that is not in force yet, or of which nobody knows, has not ended.
_ENDED = (
    Status.RETRACTED,
    Status.WITHDRAWN,
    Status.REPEALED,
    Status.SUSPENDED,
    Status.SUPERSEDED,
    Status.LAPSED,
)


def outlived(
    standing: Sequence[Evidence], fallen: Sequence[Evidence], lens: Lens
) -> tuple[Mark, ...]:
    """What lower authorities said, before a text ended, as that text said it.

    A report of a rule does not outlast the rule. One that says otherwise is no report of it, and
    one that came after the end may know of something new; both stay. Where the highest authority
    that spoke still speaks, it decides, and nothing is put aside here.

    Args:
        standing: the entries that stand, best first.
        fallen: those that do not.
        lens: what stands, and from when.
    """
    if not standing:
        return ()
    above = [
        entry
        for entry in fallen
        if entry.authority > standing[0].authority
        and entry.confidence_u >= lens.params.tau_div_u
        and _ended(entry, lens)
    ]
    marks = []
    for entry in standing:
        text = next((old for old in above if _reports(entry, old, lens)), None)
        if text is not None:
            marks.append(Mark(entry, Rule.OUTLIVED, str(text.span.key)))
    return tuple(marks)


def _ended(entry: Evidence, lens: Lens) -> bool:
    found = lens.standings.get(entry.span.key)
    return found is not None and (found.status in _ENDED or _undated(found))


def _undated(standing: Standing) -> bool:
    """Whether an act ends a text on a day that nobody has told."""
    return standing.status is Status.UNKNOWN and bool(standing.by) and not standing.since


def _reports(entry: Evidence, text: Evidence, lens: Lens) -> bool:
    ended: Standing = lens.standings[text.span.key]
    if entry.y is not text.y:
        return False
    if not ended.since:
        # Nobody can tell whether it came before the end.
        return _undated(ended)
    end = parse(ended.since)
    # On the day of the end itself nobody can tell which came first: then it settles nothing.
    return not (entry.ts.after(end) or entry.effective_from.after(end))
