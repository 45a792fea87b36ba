"""A double of the service's draft API, over a real store: every verdict is made by the system.

It can do what a real service does only by accident: hold a check, lose one, be away.
"""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import asdict, dataclass, field
from typing import Any

from ledgerrag.answer import Answer, Citation, ClaimVerdict
from ledgerrag.api import LedgerRAG
from ledgerrag.api.views import LedgerView
from ledgerrag.model import Authority, Stance

Json = dict[str, Any]
STATUS = {"supported": "verified", "refuted": "refuted", "contested": "disputed"}
WORDS = {Authority.OFFICIAL: "official", Authority.OUTLET: "outlet", Authority.USER: "user"}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request gets."""

    status: int
    body: Json


@dataclass
class Desk:
    """The draft API of one draft.

    Args:
        rag: an open store.
        as_of: the day on which claims must hold.
        open: closed, a check waits; tests look at what is shown meanwhile.
        away: every answer is 503.
        end: how checks end.
        page: revisions a page.
        events: what happened to the published story.
    """

    rag: LedgerRAG
    as_of: str = "2026-02-17"
    open: threading.Event = field(default_factory=threading.Event)
    away: bool = False
    end: str = "done"
    page: int = 50
    events: list[Json] = field(default_factory=list)
    snapshots: list[Json] = field(default_factory=list)
    remarks: dict[str, list[Json]] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    requests: list[tuple[str, Json]] = field(default_factory=list)
    _checks: list[Json] = field(default_factory=list)
    _claims: dict[str, tuple[list[Json], list[Json]]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, method: str, suffix: str, query: Json, body: Json) -> Reply:
        """A request as the relay forwards it."""
        if self.away:
            return problem(503, "the service is starting", "try again in a moment")
        if method == "POST":
            self.requests.append((suffix, body))
        match suffix.split("/"):
            case ["checks"]:
                self._checks.append(body)
                return Reply(202, {"check": str(len(self._checks)), "status": "queued"})
            case ["checks", number]:
                return self._progress(int(number))
            case ["ledger"] if self.snapshots:
                with self._lock:
                    return Reply(200, self._latest())
            case ["revisions"]:
                return Reply(200, self._revisions(int(query.get("before", 2**53))))
            case ["diff"]:
                return Reply(200, self._diff(int(query["from"]), int(query["to"])))
            case ["watch"]:
                wanted = bool(self.events)
                return Reply(
                    200, {"watch": "w1", "needs_correction": wanted, "events": self.events}
                )
            case ["remarks"]:
                return self._remark(body)
            case ["notices"]:
                return self._notice(body)
        return problem(404, f"there is nothing at {suffix}", "check the draft first")

    def _progress(self, number: int) -> Reply:
        if not self.open.wait(timeout=0.3):
            return Reply(200, {"status": "running", "last_seq": 0, "events": [], "problem": None})
        if self.end == "failed":
            why = {"detail": "the draft is too long", "next_step": "split it in two"}
            return Reply(200, {"status": "failed", "last_seq": 1, "events": [], "problem": why})
        if self.end == "superseded":
            return Reply(
                200, {"status": "superseded", "last_seq": 1, "events": [], "problem": None}
            )
        with self._lock:
            if len(self.snapshots) < number:
                self.snapshots.append(self._check(self._checks[number - 1]))
        return Reply(200, {"status": "done", "last_seq": 1, "events": [], "problem": None})

    def _check(self, form: Json) -> Json:
        made: Json = {"paragraphs": [], "claims": [], "checklist": []}
        fresh = 0
        for place, paragraph in enumerate(form["paragraphs"]):
            text = paragraph["text"]
            if text not in self._claims:
                self.read.append(text)
                answer = self.rag.check(text, as_of=self.as_of).paragraphs[0].answer
                self._claims[text] = claims_of(answer, self.rag.ledger(answer.run), text)
                fresh += len(self._claims[text][0])
            claims, items = self._claims[text]
            key = f"{place + 1}-{paragraph['id']}"
            made["paragraphs"].append({**paragraph, "id": key, "claims": [c["id"] for c in claims]})
            made["claims"] += [{**claim, "paragraph": key} for claim in claims]
            made["checklist"] += items
        counts = dict.fromkeys((*STATUS.values(), "unverified", "stale", "unchecked"), 0)
        for claim in made["claims"]:
            counts[claim["status"]] += 1
        return {
            "revision": len(self.snapshots) + 1,
            "title": form["title"],
            "editor": form.get("editor", ""),
            "as_of": self.as_of,
            "known_at": "2026-11-16",
            "checked_at": "2026-11-16T09:00:00Z",
            **made,
            "summary": {
                **counts,
                "claims_checked": fresh,
                "claims_cached": len(made["claims"]) - fresh,
            },
        }

    def _revisions(self, before: int) -> Json:
        found = [one for one in reversed(self.snapshots) if one["revision"] < before]
        more = found[self.page - 1]["revision"] if len(found) > self.page else None
        return {"items": [brief(one) for one in found[: self.page]], "next": more}

    def _latest(self) -> Json:
        last = self.snapshots[-1]
        return {**last, "checklist": [self._item(item) for item in last["checklist"]]}

    def _item(self, item: Json) -> Json:
        remarks = self.remarks.get(item["id"], [])
        state = "open"
        for one in remarks:
            states = {"tick": "ticked", "untick": "open", "override": "overridden"}
            state = states.get(one["action"], state)
        return {**item, "state": state, "remarks": remarks}

    def _remark(self, body: Json) -> Reply:
        item = next(one for one in self.snapshots[-1]["checklist"] if one["id"] == body["item"])
        self.remarks.setdefault(item["id"], []).append(
            {
                "action": body["action"],
                "by": f"newsroom/{body['editor']}",
                "at": "2026-11-16T09:05:00Z",
                "reason": body["reason"],
            }
        )
        return Reply(201, self._item(item))

    def _notice(self, body: Json) -> Reply:
        event = next(one for one in self.events if one["seq"] == body["event"])
        text = f"An earlier version said {event['from']['value']}; it is {event['to']['value']}."
        kind = body["kind"]
        return Reply(201, {"kind": kind, "headline": kind.capitalize(), "text": text})

    def _diff(self, start: int, end: int) -> Json:
        one, other = self.snapshots[start - 1], self.snapshots[end - 1]
        before = {claim["id"]: claim for claim in one["claims"]}
        after = {claim["id"]: claim for claim in other["claims"]}
        texts = {paragraph["text"] for paragraph in one["paragraphs"]}
        return {
            "came": [claim for key, claim in after.items() if key not in before],
            "went": [claim for key, claim in before.items() if key not in after],
            "changed": [],
            "paragraphs": [
                paragraph for paragraph in other["paragraphs"] if paragraph["text"] not in texts
            ],
        }


def problem(status: int, detail: str, next_step: str) -> Reply:
    return Reply(status, {"status": status, "detail": detail, "next_step": next_step})


def brief(snapshot: Json) -> Json:
    return {
        "revision": snapshot["revision"],
        "created": snapshot["checked_at"],
        "editor": snapshot["editor"],
        "summary": snapshot["summary"],
    }


def claims_of(answer: Answer, ledger: LedgerView, text: str) -> tuple[list[Json], list[Json]]:
    """The claims and checklist items of a paragraph's answer."""
    made: list[Json] = []
    items: list[Json] = []
    for verdict in answer.verdicts:
        claim = claim_of(answer, verdict, ledger, text)
        mine = [
            {"id": short(f"{item.kind} {claim['id']}"), "kind": item.kind, "text": item.text}
            for item in answer.checklist
            if item.claim_id == verdict.claim_id
        ]
        items += [{**item, "claim": claim["id"]} for item in mine]
        made.append({**claim, "checklist": [item["id"] for item in mine]})
    return made, items


def claim_of(answer: Answer, verdict: ClaimVerdict, ledger: LedgerView, text: str) -> Json:
    start = max(text.find(verdict.text), 0)
    shown = [
        (one, "supports" if row.evidence.y is Stance.SUPPORT else "refutes")
        for one in answer.citations
        for row in ledger.rows
        if row.evidence.claim_id == verdict.claim_id
        and (one.doc_id, one.version, one.start)
        == (row.evidence.span.doc_id, row.evidence.span.version, row.evidence.span.start)
    ] or [(one, "near") for one in answer.nearest]
    level = max((one.authority for one, how in shown if how != "near"), default=None)
    first = shown[0][0] if level else None
    return {
        "id": short(verdict.text),
        "start": start,
        "end": start + len(verdict.text),
        "text": verdict.text,
        "status": STATUS.get(verdict.verdict, "unverified"),
        "verdict": str(verdict.verdict),
        "reason": verdict.reason,
        "basis": str(verdict.basis or "rules"),
        "value": verdict.value,
        "authority": WORDS[level] if level else "none",
        "as_of": answer.as_of,
        "known_at": answer.known_at,
        "validity": {"status": first.status, "since": first.since, "until": first.until}
        if first
        else {"status": "", "since": "", "until": ""},
        "evidence": [evidence_of(one, how) for one, how in shown],
        "conflicts": [
            {**asdict(one), "authority": WORDS[one.authority]}
            for one in answer.disputed
            if one.claim_id == verdict.claim_id
        ],
        "changes": [asdict(one) for one in answer.changes],
        "pending": [asdict(one) for one in answer.pending],
        "run": answer.run,
        "journal_seq": answer.journal_seq,
        "cached": False,
    }


def evidence_of(one: Citation, stance: str) -> Json:
    made = json.loads(json.dumps(asdict(one)))
    whole = {"before": "", "after": ""}
    return {**made, **whole, "stance": stance, "authority": WORDS[one.authority]}


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
