"""The sentence that answers a question about a text's history, from the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ledgerrag.dates import parse
from ledgerrag.difference import Focus, change
from ledgerrag.force import is_tombstone
from ledgerrag.generate.findings import Findings
from ledgerrag.histories import began, previous
from ledgerrag.model import Act, Claim, Document, Evidence, Standing, Status
from ledgerrag.reading.records import History, Wants, history
from ledgerrag.wording import clipped, sentence

_SHOWN: Final = 240


def of_record(findings: Findings, root: Claim, best: Evidence) -> str:
    """One statement about the text that is cited: what changed, since when, until when.

    Args:
        findings: the end of the run.
        root: a slot that asks for a history.
        best: the entry that names the version.
    """
    key = best.span.key
    document = findings.corpus.documents([key])[key]
    standing = findings.corpus.standings([document.series])[key]
    asked = history(root.text)
    wants = asked.wants if asked else Wants.SINCE
    if asked is not None and wants is Wants.CHANGE:
        return sentence(_changed(findings, document, standing, asked, best))
    by_kind = {
        Wants.AMENDED: _amended,
        Wants.COMING: _coming,
        Wants.VERSION: _version,
        Wants.SINCE: _since,
        Wants.ACT: _act,
    }
    if wants is Wants.DATED:
        return sentence(clipped(best.text, _SHOWN))
    told = by_kind.get(wants, _ended)(findings, document, standing)
    if wants is Wants.SINCE and not (asked is not None and asked.strict):
        # Who asks for this wording wants the day of this one alone.
        told += _first(findings, document, standing)
    return sentence(told)


def as_it_reads(findings: Findings, root: Claim, best: Evidence) -> str:
    """The sentence that a change is in, as it reads now: `4 -> 6 euros` tells not what is 6 euros.

    Of a version that is asked for, and of the act that made it, it is what is cited.

    Args:
        findings: the end of the run.
        root: a slot that asks for a history.
        best: the entry that names the version.
    Returns:
        Empty where the question asks for something else, or no figure of the sentence is new.
    """
    asked = history(root.text)
    if asked is not None and asked.wants in (Wants.VERSION, Wants.ACT):
        return sentence(clipped(best.text, _SHOWN))
    if asked is None or asked.wants is not Wants.CHANGE or best.value is None:
        return ""
    standing = findings.standings.get(best.span.key)
    document = findings.corpus.documents([best.span.key])[best.span.key]
    if standing is None or not standing.stands or _before(findings, document) is None:
        return ""
    return sentence(clipped(best.text, _SHOWN))


def _name(document: Document) -> str:
    return f"{document.title} ({document.key})" if document.title else str(document.key)


def _state(document: Document, standing: Standing) -> str:
    """What a version is; the place of a provision that is gone says that it is repealed."""
    if standing.stands and is_tombstone(document.text):
        since = f" since {standing.since}" if standing.since else ""
        return f"is repealed{since}, as its text in force says"
    return _is(standing)


def _is(standing: Standing) -> str:
    since = f" since {standing.since}" if standing.since else ""
    until = f" until {standing.until}" if standing.until else ""
    by = f" by {standing.by}" if standing.status is Status.SUPERSEDED else ""
    return f"is {standing.status}{since}{until}{by}"


def _before(findings: Findings, document: Document, since: str = "") -> Document | None:
    versions = findings.corpus.versions(document.series)
    one = previous(document, versions, findings.corpus.standings([document.series]), since)
    return findings.corpus.documents([one.key])[one.key] if one else None


def _step(findings: Findings, document: Document) -> str:
    before = _before(findings, document)
    if before is None:
        return ""
    return change(before, document, document.effective_from.text).summary


def _changed(
    findings: Findings, document: Document, standing: Standing, asked: History, best: Evidence
) -> str:
    """The step from the version that held before, or on the day that is compared with."""
    on_day = began(document, asked.on)
    if asked.on and not on_day:
        return f"No change of {_name(document)} on {asked.on} is on record: it " + _state(
            document, standing
        )
    if not standing.stands and not on_day:
        return f"{_name(document)} {_state(document, standing)}"
    since = parse(asked.since) if asked.since else None
    if since is not None and since.after(document.effective_from):
        return f"No change of {_name(document)} since {asked.since} is on record: it " + _state(
            document, standing
        )
    before = _before(findings, document, asked.since)
    if before is None:
        return _unchanged(document, standing)
    return change(before, document, document.effective_from.text, _at(best)).summary


def _at(best: Evidence) -> Focus:
    return Focus(best.span.start, best.span.end)


def _unchanged(document: Document, standing: Standing) -> str:
    return f"No change of {_name(document)} is on record: it {_state(document, standing)}"


def _amended(findings: Findings, document: Document, standing: Standing) -> str:
    if not standing.stands:
        return f"{_name(document)} {_state(document, standing)}"
    step = _step(findings, document)
    if not step:
        return _unchanged(document, standing)
    return f"{_name(document)} was last amended from {document.effective_from.text}: {step}"


def _coming(findings: Findings, document: Document, standing: Standing) -> str:
    coming = sorted(findings.corpus.coming(document.series), key=lambda one: one[1])
    if not coming:
        return (
            f"No coming change of {_name(document)} is on record: it {_state(document, standing)}"
        )
    item, begins = coming[0]
    if isinstance(item, Act):
        return f"{item.kind} of {_name(document)}{f' from {begins}' if begins else ''}"
    after = findings.corpus.documents([item.key])[item.key]
    return change(document if standing.stands else None, after, begins).summary


def _version(findings: Findings, document: Document, standing: Standing) -> str:
    del findings
    if standing.stands:
        return f"Version {document.version} of {_name(document)} {_state(document, standing)}"
    return f"No version of {document.title or document.series} is in force: {document.key} " + _is(
        standing
    )


def _act(findings: Findings, document: Document, standing: Standing) -> str:
    del findings
    since = f", in force since {standing.since}" if standing.since else ""
    return f"{_name(document)}{since}"


def _since(findings: Findings, document: Document, standing: Standing) -> str:
    del findings
    if standing.stands:
        # Until when it holds is another question.
        standing = replace(standing, until="")
    if standing.status is Status.NOT_YET:
        return f"{_name(document)} is not yet in force: it begins on {standing.since}"
    told = f"{_name(document)} {_state(document, standing)}"
    if standing.stands:
        return told
    return f"{told}; it began on {document.effective_from.text}"


def _first(findings: Findings, document: Document, standing: Standing) -> str:
    """The day of the first version on record, where that was another one."""
    first, one = document, _before(findings, document)
    while one is not None:
        first, one = one, _before(findings, one)
    if first is document or not standing.stands:
        return ""
    return f" in this version; the first one on record began on {first.effective_from.text}"


def _ended(findings: Findings, document: Document, standing: Standing) -> str:
    del findings
    gone = is_tombstone(document.text)
    if standing.stands and not standing.until and not gone:
        return f"No end of {_name(document)} is on record: it {_state(document, standing)}"
    return f"{_name(document)} {_state(document, standing)}"
