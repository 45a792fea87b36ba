"""The view of an answer: what a person reads first, and what it rests on."""

from __future__ import annotations

from ledgerrag.answer import (
    Answer,
    Change,
    ChecklistItem,
    Citation,
    ClaimVerdict,
    Disputed,
    Language,
    Pending,
    Sentence,
)
from ledgerrag.cli.page import Page, Part
from ledgerrag.model import Authority, Basis, Status, Verdict
from ledgerrag.wording import clipped, counted

_AUTHORITY = {Authority.OFFICIAL: "green", Authority.OUTLET: "cyan", Authority.USER: "yellow"}
VERDICT = {
    Verdict.SUPPORTED: "green",
    Verdict.REFUTED: "red",
    Verdict.CONTESTED: "yellow",
    Verdict.UNVERIFIED: "yellow",
}


def answer(page: Page, found: Answer) -> None:
    """An answer with citations, changes, disputes, what is left to check, and its run.

    Args:
        page: where it is written.
        found: the answer.
    """
    sentences(page, found.sentences)
    for cited in found.citations:
        citation(page, cited)
    verdicts(page, found.verdicts)
    changes(page, found.changes)
    pending(page, found.pending)
    disputed(page, found.disputed)
    nearest(page, found.nearest)
    checklist(page, found.checklist)
    language(page, found.language)
    _asked(page, found)
    _run(page, found)


def sentences(page: Page, told: tuple[Sentence, ...]) -> None:
    """The answer proper, one sentence a line, each with the numbers of its citations."""
    if not told:
        page.line(("Nothing stands that answers this.", "bold"))
    for sentence in told:
        stop = "." if sentence.text.endswith(".") and sentence.citations else ""
        marks = ((f" [{n}]", "cyan") for n in sentence.citations)
        page.line((sentence.text.removesuffix(stop), "bold"), *marks, (stop, "bold"))


def citation(page: Page, cited: Citation) -> None:
    """Who says so, since when it holds, where exactly it stands, and the quote."""
    page.line(
        *_source(cited),
        " · ",
        _holds(cited),
        _titled(cited),
        f" · {cited.doc_id}@{cited.version} [{cited.start}:{cited.end}]",
        f" · page {cited.page}" if cited.page else "",
        lead=f"  [{cited.n}] ",
        style="cyan",
    )
    page.line(f'"{cited.quote}"', lead="      ")
    for note in cited.notes:
        page.line((note, "yellow"), lead="      note: ")


def verdicts(page: Page, told: tuple[ClaimVerdict, ...]) -> None:
    """How each claim ended and why; left out where the one claim is simply supported."""
    if len(told) == 1 and told[0].verdict is Verdict.SUPPORTED:
        return
    for number, claim in enumerate(told):
        page.row(
            "" if number else "Claims",
            f"{claim.claim_id} ",
            (worded(claim), VERDICT[claim.verdict]),
            f": {claim.reason}" if claim.reason else "",
        )


def worded(claim: ClaimVerdict) -> str:
    """The verdict; what a model alone read, or only the kind of a value, is probable at most."""
    return f"{'probably ' if claim.basis in (Basis.MODEL, Basis.KIND) else ''}{claim.verdict.value}"


def changes(page: Page, told: tuple[Change, ...]) -> None:
    """What changed, from when, and which version stood before."""
    for number, change in enumerate(told):
        before = f" (before: {change.before})" if change.before else ""
        page.row("" if number else "Changed", change.summary, before)


def pending(page: Page, told: tuple[Pending, ...]) -> None:
    """What is announced and not yet in force."""
    for number, item in enumerate(told):
        page.row("" if number else "Pending", item.summary, f" ({item.key})")
        if item.quote:
            page.row("", f'"{item.quote}"')


def disputed(page: Page, told: tuple[Disputed, ...]) -> None:
    """Positions that differ."""
    for number, item in enumerate(told):
        style = "" if item.outranked else "yellow"
        page.row("" if number else "Disputed", (item.summary, style))


def nearest(page: Page, told: tuple[Citation, ...]) -> None:
    """Where nothing stands: the nearest things that were found."""
    for number, cited in enumerate(told):
        page.row(
            "" if number else "Nearest",
            *_source(cited),
            " · ",
            _holds(cited),
            _titled(cited),
            f" · {cited.doc_id}@{cited.version} [{cited.start}:{cited.end}]",
        )
        page.row("", f'"{cited.quote}"')
        for note in cited.notes:
            page.row("", (f"note: {note}", "yellow"))


def checklist(page: Page, told: tuple[ChecklistItem, ...]) -> None:
    """What a person must still check."""
    if not told:
        page.row("Checklist", ("nothing open", "green"))
    for number, item in enumerate(told):
        page.row("" if number else "Checklist", (item.kind, "yellow"), f": {item.text}")


def language(page: Page, used: Language | None) -> None:
    """What a language model had to do with the answer, and where it was not of use."""
    if used is None:
        return
    sent = ", ".join(label.partition(" ")[0] for label in used.prompts) or "not asked"
    tokens = counted(used.tokens_in + used.tokens_out, "token")
    page.row("Model", f"{clipped(used.model, 80)} · {sent} · {tokens}")
    for item in used.degraded:
        page.row("Degraded", (f"{item.part} went on by rules: {clipped(item.reason)}", "yellow"))


def _source(cited: Citation) -> tuple[Part, ...]:
    return (
        cited.source_name or cited.source,
        " · ",
        (cited.authority.word, _AUTHORITY[cited.authority]),
        f" · published {cited.published}",
    )


def _titled(cited: Citation) -> str:
    # A quote and a doc_id seldom say what the text is about.
    if cited.title in ("", cited.doc_id):
        return ""
    return f" · {clipped(cited.title, 80)}"


def _holds(cited: Citation) -> Part:
    style = "" if cited.status is Status.IN_FORCE else "yellow"
    return (held(cited.status, cited.since, cited.until), style)


def held(status: Status, since: str, until: str = "") -> str:
    """A status with its dates: `in force since 2026-07-01 until 2026-10-01`."""
    # What has not begun holds since no date: it will from that date on.
    begin = "from" if status is Status.NOT_YET else "since"
    return " ".join(
        [status.value, *([begin, since] if since else []), *(["until", until] if until else [])]
    )


def _asked(page: Page, found: Answer) -> None:
    period = f" · about {found.period}" if found.period else ""
    page.row("As of", f"{found.as_of} · known at {found.known_at}{period} · {found.preset}")


def _run(page: Page, found: Answer) -> None:
    cost = found.cost
    facts = [
        counted(cost.steps, "step"),
        counted(cost.retrieval_calls, "retrieval call"),
        *([counted(cost.model_calls, "model call")] if cost.model_calls else []),
        *([f"{milliseconds(found)} ms"] if page.live and cost.stage_us else []),
        *([f"journal entry {found.journal_seq}"] if found.journal_seq >= 0 else []),
    ]
    page.row("Run", f"{found.run} · " + ", ".join(facts))


def milliseconds(found: Answer) -> int:
    """The time that an answer took; its stages follow each other."""
    stages = dict(found.cost.stage_us)
    return round(stages.get("total", sum(stages.values())) / 1000)


def answered(found: Answer) -> bool:
    """Whether any claim ended otherwise than unverified."""
    return any(claim.verdict is not Verdict.UNVERIFIED for claim in found.verdicts)
