"""Sentences by a language model, held to the evidence: checked one by one, or left to the rules.

The model sees settled claims and the spans that the answer cites for them, nothing else. It chooses
words. Which claims are told, how each was decided, what is cited, disputed, changed or left to
check: all of that is made by the rules, before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledgerrag.answer import ChecklistItem, Sentence
from ledgerrag.force import STANDING
from ledgerrag.generate.checks import Grounds, fault, states
from ledgerrag.generate.findings import Findings
from ledgerrag.generate.sentences import lead
from ledgerrag.language.consulting import Consultation, Part
from ledgerrag.language.prompting import Foreign
from ledgerrag.language.shapes import Line, Lines
from ledgerrag.model import Claim, Evidence, Span, Value, ValueKind, Verdict
from ledgerrag.stance.seam import StanceModel
from ledgerrag.wording import clipped, sentence

MOST_LINES: Final = 3
"""Most sentences of a model for one claim."""

_WITHOUT: Final = "no sentence of it passed the checks"
_UNSTATED: Final = "the value of the claim is not stated"
_NO_PLACE: Final = "it names a claim or span that is not given"


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes, and who checks.

    Args:
        consultation: the run's dealings with the model.
        stance: the judge of the run.
    """

    consultation: Consultation
    stance: StanceModel


@dataclass(frozen=True, slots=True)
class Topic:
    """A settled claim as the model may write of it.

    Args:
        claim: the claim.
        name: the slot or assertion behind it: what the model calls it.
        asked: the question or statement in words.
        verdict: supported or refuted.
        cited: the entries that the answer cites for it, by citation number.
        lead: what the rules put before it.
    """

    claim: Claim
    name: str
    asked: str
    verdict: str
    cited: Mapping[int, Evidence]
    lead: str

    @property
    def value(self) -> Value | None:
        """The value that settles it, as a span states it; None where it is none."""
        best = next(iter(self.cited.values()))
        value = best.value if self.refuted else self.claim.value or best.value
        return value if value and value.kind is not ValueKind.TEXT else None

    @property
    def refuted(self) -> bool:
        """Whether the spans say otherwise: then its words are no ground for a sentence."""
        return self.verdict == Verdict.REFUTED

    def stated(self, texts: Iterable[str]) -> bool:
        """Whether sentences state the value of the claim, where it has one."""
        return self.value is None or any(states(text, self.value) for text in texts)


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence that passed: at the place of the first claim that it is about."""

    text: str
    marks: tuple[int, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fallen:
    """A sentence that did not pass, and why."""

    fault: str
    text: str
    claims: tuple[str, ...]


@dataclass(slots=True)
class _Draft:
    """What passed, by claim, and what did not; grows by one attempt at a time."""

    accepted: dict[str, list[_Told]] = field(default_factory=dict)
    rejected: list[_Fallen] = field(default_factory=list)


def topics(findings: Findings, numbers: Mapping[Span, int]) -> tuple[Topic, ...]:
    """The claims that a model may put into words: settled, and not by the standing of a text.

    Args:
        findings: the end of the run.
        numbers: citation numbers by span.
    """
    found = []
    for claim in findings.ledger.active():
        ruling, root = findings.rulings[claim.claim_id], findings.root(claim)
        cited = {numbers[entry.span]: entry for entry in findings.cited(ruling)}
        told = any(entry.rule == STANDING for entry in cited.values())
        if ruling.settled and cited and not told and not findings.asks_change(root):
            begin = lead(findings, claim, ruling)
            found.append(Topic(claim, root.claim_id, root.text, str(ruling.verdict), cited, begin))
    return tuple(found)


def written(
    findings: Findings, numbers: Mapping[Span, int], plain: Sequence[Sentence], writer: Writer
) -> tuple[tuple[Sentence, ...], tuple[ChecklistItem, ...]]:
    """The answer's sentences with those of a model where they pass, and what was dropped.

    Args:
        findings: the end of the run.
        numbers: citation numbers by span.
        plain: the sentences by rule: one an active claim, then a total where one was asked for.
        writer: the model and the judge.
    """
    about = topics(findings, numbers)
    if not about:
        return tuple(plain), ()
    draft = _Draft()
    answered = _attempt(findings, about, writer, draft)
    tried, draft.rejected = draft.rejected, []
    again = [one for one in about if _anew(one, draft, tried)]
    if answered and again:
        _attempt(findings, again, writer, draft, tried)
    if answered and not draft.accepted:
        writer.consultation.note(Part.WRITING, _WITHOUT)
    fallen = draft.rejected if answered and again else tried
    dropped = tuple(
        ChecklistItem("dropped", "", f"a sentence of the language model was left out: {why}")
        for why in dict.fromkeys(one.fault for one in fallen)
    )
    return _joined(findings, about, plain, draft), dropped


def _anew(topic: Topic, draft: _Draft, tried: Sequence[_Fallen]) -> bool:
    """Whether a claim is asked for again: nothing tells it yet, or a sentence about it fell."""
    name = topic.name
    return name not in draft.accepted or any(name in one.claims for one in tried)


def _attempt(
    findings: Findings,
    about: Sequence[Topic],
    writer: Writer,
    draft: _Draft,
    tried: Sequence[_Fallen] = (),
) -> bool:
    """Ask once, and sort what comes; False where nothing came."""
    found = writer.consultation.ask(
        Part.WRITING, "generate", Lines, _values(findings, about, tried)
    )
    if found is None:
        return False
    by_id = {one.name: one for one in about}
    order = list(by_id)
    fresh: dict[str, list[_Told]] = {}
    for line in found.sentences[: 2 * MOST_LINES * len(about)]:
        text, claims = line.text.strip(), tuple(dict.fromkeys(line.claims))
        if claims and set(claims) <= draft.accepted.keys() - by_id.keys():
            continue  # told already, and not asked for again
        why = _place(line, by_id) or fault(text, _grounds(findings, line, by_id), writer.stance)
        if why:
            draft.rejected.append(_Fallen(why, clipped(text, 300), claims))
        else:
            first = min(claims, key=order.index)
            told = _Told(sentence(text), tuple(sorted(set(line.citations))), claims)
            fresh.setdefault(first, []).append(told)
    for claim_id, lines in fresh.items():
        _keep(by_id, claim_id, lines, draft)
    return True


def _keep(by_id: Mapping[str, Topic], name: str, lines: Sequence[_Told], draft: _Draft) -> None:
    """Take what passed for a claim, each sentence once, if the value of the claim is stated."""
    before = draft.accepted.get(name, [])
    said = {one.text.casefold() for lines in draft.accepted.values() for one in lines}
    new = {one.text.casefold(): one for one in lines if one.text.casefold() not in said}
    kept = [*before, *new.values()][:MOST_LINES]
    if not by_id[name].stated(one.text for one in kept):
        draft.rejected += [_Fallen(_UNSTATED, one.text, one.claims) for one in lines]
        return
    draft.accepted[name] = kept
    for other in {claim for one in kept for claim in one.claims} - draft.accepted.keys():
        # Told along with the first claim, unless the rules have a verdict to put before it.
        topic = by_id[other]
        if not topic.lead and topic.stated(o.text for o in kept if other in o.claims):
            draft.accepted[other] = []


def _place(line: Line, by_id: Mapping[str, Topic]) -> str:
    """Whether a sentence is about given claims and cites spans of theirs, at least one of each."""
    if not line.claims or not line.citations or not set(line.claims) <= by_id.keys():
        return _NO_PLACE
    allowed = {n for claim_id in line.claims for n in by_id[claim_id].cited}
    each = all(by_id[c].cited.keys() & set(line.citations) for c in line.claims)
    return "" if set(line.citations) <= allowed and each else _NO_PLACE


def _grounds(findings: Findings, line: Line, by_id: Mapping[str, Topic]) -> Grounds:
    cited: dict[int, Evidence] = {}
    for claim_id in line.claims:
        cited.update({n: e for n, e in by_id[claim_id].cited.items() if n in line.citations})
    entries = tuple(cited[n] for n in sorted(cited))
    documents = findings.corpus.documents(entry.span.key for entry in entries)
    titles = [documents[entry.span.key].title for entry in entries]
    names = [findings.corpus.source_name(entry.source) for entry in entries]
    about = [by_id[claim_id] for claim_id in line.claims]
    refuted = any(one.refuted for one in about)
    asked = () if refuted else (findings.question.text, *(one.asked for one in about))
    return Grounds(entries, asked, (*titles, *names))


def _values(
    findings: Findings, about: Sequence[Topic], tried: Sequence[_Fallen]
) -> Mapping[str, Foreign]:
    spans = {n: entry for one in about for n, entry in one.cited.items()}
    documents = findings.corpus.documents(entry.span.key for entry in spans.values())
    claims: list[Foreign] = [
        {
            "id": one.name,
            "verdict": one.verdict,
            "text": one.asked,
            "value": one.value.text if one.value else "",
            "citations": list(one.cited),
        }
        for one in about
    ]
    quoted: list[Foreign] = [
        {"n": n, "title": documents[spans[n].span.key].title, "quote": spans[n].text}
        for n in sorted(spans)
    ]
    rejected: list[Foreign] = [{"fault": one.fault, "text": one.text} for one in tried]
    return {
        "question": findings.question.text,
        "claims": claims,
        "spans": quoted,
        "rejected": rejected,
    }


def _joined(
    findings: Findings, about: Sequence[Topic], plain: Sequence[Sentence], draft: _Draft
) -> tuple[Sentence, ...]:
    """In the order of the claims: the model's sentences behind the rules' lead, or the rules'."""
    topic = {one.claim.claim_id: one for one in about}
    sentences: list[Sentence] = []
    active = findings.ledger.active()
    for claim, said in zip(active, plain, strict=False):
        one = topic.get(claim.claim_id)
        if one is None or one.name not in draft.accepted:
            sentences.append(said)
            continue
        for place, told in enumerate(draft.accepted[one.name]):
            begin = f"{one.lead}: " if one.lead and not place else ""
            sentences.append(Sentence(f"{begin}{told.text}", told.marks))
    return (*sentences, *plain[len(active) :])
