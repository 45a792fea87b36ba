"""What a change of a watched claim means for a story that is published.

*Correction*: what was said was wrong when it was published. *Update*: it was right then, and
changed since. *Clarification*: what was said may stay, but it is disputed, no longer borne out, or
holds under conditions. *Retraction*: what it rested on was taken back. *None*: nothing to mend.
A person may choose another kind: this is a proposal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from ledgerrag.cms.watched import Found, Ground
from ledgerrag.dates import parse
from ledgerrag.model import ActKind, Domain, Standing, Status

Kind = Literal["correction", "clarification", "update", "retraction", "none"]
KINDS: Final = get_args(Kind)
_ENDED: Final = (Status.LAPSED, Status.REPEALED, Status.SUPERSEDED, Status.SUSPENDED)
_VOIDED: Final = (Status.RETRACTED, Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Since:
    """What became of the document that a claim rested on.

    Args:
        standing: what it is now; None where the claim rested on nothing.
        acts: kinds of the acts upon it that came in since.
    """

    standing: Standing | None = None
    acts: frozenset[ActKind] = frozenset()


def changed(before: Found, after: Found) -> bool:
    """Whether a claim is another thing than it was: its status, its value or its conditions."""
    if before.status != after.status:
        return True
    if after.status == "verified":
        return bool(set(after.scope.split()) - set(before.scope.split()))
    return after.status == "refuted" and before.measure != after.measure


def kind_of(before: Found, after: Found, since: Since, published: str) -> Kind:
    """What a change means.

    Args:
        before: what the claim was.
        after: what it is; `changed` of the two is true.
        since: what became of what it rested on.
        published: when the story was, ISO date or instant.
    """
    if after.status == "verified":
        return "clarification" if before.status == "verified" else "none"
    if after.status == "unverified":
        return _unborne(before, since)
    if after.status == "disputed":
        return "clarification"
    if after.ground is None:
        return "correction"
    return _overtaken(before, after.ground, since, published)


def _unborne(before: Found, since: Since) -> Kind:
    """Nothing bears the claim any more."""
    standing = since.standing
    if standing is not None and standing.status in _VOIDED:
        return "retraction"
    if before.status != "verified":
        # What spoke against it is gone: there is nothing to take back.
        return "none"
    if standing is not None and standing.rule == "corrected":
        return "correction"
    ended = standing is not None and standing.status in _ENDED
    return "update" if ended else "clarification"


def _overtaken(before: Found, ground: Ground, since: Since, published: str) -> Kind:
    """Something else holds: already when the story was published, or since."""
    if ActKind.CORRECT in since.acts or _was(since, "corrected"):
        return "correction"
    begins, out = parse(ground.effective_from), parse(published)
    # A report says when it was written, not since when things are so.
    if ground.domain != Domain.NEWS or ground.effective_from != ground.published:
        return "update" if begins.local_date > out.local_date else "correction"
    return "update" if _goes_on(before.ground, ground) and not out.after(begins) else "correction"


def _was(since: Since, rule: str) -> bool:
    return since.standing is not None and since.standing.rule == rule


def _goes_on(before: Ground | None, after: Ground) -> bool:
    """Whether a report goes on where an earlier one stopped: the same story or the same speaker.

    Another speaker who says otherwise, of no less authority, says that the earlier one was wrong.
    """
    if before is None:
        return False
    same = before.series == after.series or before.source == after.source
    return same or after.authority < before.authority
