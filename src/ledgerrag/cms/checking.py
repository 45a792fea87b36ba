"""A check of a draft: only what changed is read again, only what something touched is judged again.

A paragraph is known by all that decides how it is read and judged; what was found of it is taken
over. Results are committed in the order of the text, each before the next is asked: who is killed
in between goes on where the record ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ledgerrag.api import LedgerRAG, drafts
from ledgerrag.api.asking import Question
from ledgerrag.api.following import NOBODY, Follower
from ledgerrag.api.forms import sha256
from ledgerrag.audit.canonical import dumps
from ledgerrag.cms.assembling import Checked, Given, body_of, read_check
from ledgerrag.cms.course import Course, Keeper, Kept, Result, results_of
from ledgerrag.cms.grounds import Ground, of_run, read_ground, unasked
from ledgerrag.cms.renewing import Held, renewed
from ledgerrag.errors import AbandonedError, LedgerRAGError, ModelError, NotFoundError, StoreError
from ledgerrag.model import Claim
from ledgerrag.reading import RuleReader
from ledgerrag.stance.rules import RuleStance
from ledgerrag.store.drafts import ENDS, CheckRow, GroundRow
from ledgerrag.store.seam import Json
from ledgerrag.version import __version__

MOST_CLAIMS: Final = 2_000
_FORM: Final = "ground/1"
_OVER: Final = "not asked: the draft makes more claims than one check looks at"


class Checker:
    """Runs the accepted checks of one tenant.

    Args:
        rag: the tenant's system.
        timer: monotonic nanoseconds.
        told: called with the id of a check whenever something of it was committed.
        most: claims that one check asks; what is beyond stays unchecked.
    """

    def __init__(
        self,
        rag: LedgerRAG,
        timer: Callable[[], int],
        told: Callable[[str], None] = lambda _: None,
        most: int = MOST_CLAIMS,
    ) -> None:
        self._rag = rag
        self._timer = timer
        self._keeper = Keeper(rag, timer, told)
        self._most = most
        self._reader = RuleReader()

    def run(self, check: str, follower: Follower = NOBODY) -> None:
        """Run a check to its end, from where it was left; nothing where it has ended.

        Args:
            check: its id.
            follower: may end it; it stays on record as unfinished then.
        Raises:
            NotFoundError: there is no such check.
            AbandonedError: the follower ended it, or a newer check did.
            StoreError: the store cannot be written; the check stays unfinished.
        """
        row = self._rag.store.draft_check(check)
        if row is None:
            raise NotFoundError(f"there is no check {check}", "start one")
        try:
            self._run(row, follower)
        except (AbandonedError, StoreError):
            raise
        except LedgerRAGError as reason:
            self._keeper.fail(row, reason.message, reason.next_step)
        except Exception:
            self._keeper.fail(row, "the check could not be finished", "tell the operator")
            raise

    def _run(self, row: CheckRow, follower: Follower) -> None:
        checked = read_check(self._rag.store, row)
        if checked.events and checked.events[-1].type in ENDS:
            return
        course = self._course(checked)
        done = {one.n for one in course.done}
        left = [n for n in range(len(course.given)) if n not in done]
        self._look_up(course, left)
        for n in left:
            # Settled first: that may commit, and empty, what waits.
            result = self._settled(course, n, follower)
            course.waiting.append(result)
        self._keeper.finish(course)

    def _course(self, checked: Checked) -> Course:
        """A check that begins, or goes on at the dates at which it began."""
        row, store, begun = checked.row, self._rag.store, self._timer()
        question = Question("", row.as_of, row.known_at, actor=row.actor)
        request = self._rag.asker.request("check", question)
        request = replace(request, registry=store.registry()[0])
        started = checked.first("started")
        seq = store.seq()
        if started is not None:
            body = body_of(started)
            request = replace(request, as_of=body["as_of"], known_at=body["known_at"])
            seq = body["seq"]
        following = checked.events[-1].seq + 1 if checked.events else 1
        done = results_of(checked.events, dict(checked.grounds))
        return Course(row, checked.paragraphs, request, seq, following, begun, done)

    def _look_up(self, course: Course, places: Sequence[int]) -> None:
        """What is known of the paragraphs, and what of it something touched since."""
        store = self._rag.store
        course.keys = {n: self._key(course, n) for n in places}
        for key, (row, seen) in store.draft_known(course.keys.values()).items():
            course.known[key] = Kept(row, read_ground(row.body), seen)
        held = [
            Held(n, kept.row, kept.ground, kept.seen)
            for n, key in course.keys.items()
            if (kept := course.known.get(key)) is not None
        ]
        found: dict[int, list[int]] = {}
        for n, statement in sorted(renewed(store, held, course.request, course.seq)):
            found.setdefault(n, []).append(statement)
        course.touched = {n: tuple(statements) for n, statements in found.items()}

    def _key(self, course: Course, n: int) -> str:
        """A hash of all that decides how a paragraph is read and judged.

        Dates that were not asked for are left out: another day alone changes little, and `renewed`
        knows what.
        """
        request, row = course.request, course.row
        given: dict[str, Json] = {
            "form": _FORM,
            "text": course.given[n].text,
            "read": _read_as(course.given[n]),
            "as_of": request.as_of if row.as_of else "",
            "known_at": request.known_at if row.known_at else "",
            "params": dict[str, Json](request.params),
            "model": f"{request.model} {request.model_digest}",
            "registry": request.registry,
            "reader": self._reader.digest,
            "stance": RuleStance().digest,
            "code": __version__,
        }
        return sha256(dumps(given))

    def _settled(self, course: Course, n: int, follower: Follower) -> Result:
        """A paragraph as it was found before, or as it is found now."""
        key = course.keys[n]
        kept, touched = course.known.get(key), course.touched.get(n, ())
        if kept is not None and not touched:
            return Result(n, kept, (), max(kept.seen, course.seq))
        # What was found before this is committed before anything is asked: it may take its time.
        self._keeper.flush(course)
        follower.wanted()
        result = self._asked(course, n, kept, touched, follower)
        if result.kept.row.key:
            course.known[key] = result.kept
            # The same text may stand there twice.
            for other in [m for m, one in course.keys.items() if one == key]:
                course.touched.pop(other, None)
        return result

    def _asked(
        self,
        course: Course,
        n: int,
        before: Kept | None,
        touched: tuple[int, ...],
        follower: Follower,
    ) -> Result:
        given, request = course.given[n], course.request
        text = _read_as(given)
        claims = drafts.claims(text, self._reader)
        if course.claims + len(claims) > self._most:
            return _unasked(course, n, claims, _OVER)
        if not claims and not request.model:
            return _result(course, n, Ground(seq=course.seq), ())
        wanted = replace(request, text=text)
        if before is not None and len(touched) < len(before.ground.statements):
            asked = tuple(before.ground.statements[place].claim.claim_id for place in touched)
            wanted = replace(wanted, origin=before.row.run, reasked=asked)
        actor, idem = course.row.actor, f"check:{course.row.id}:{n}"
        try:
            answer = self._rag.asker.run(wanted, actor, idem, course.fuse, follower)
        except ModelError as reason:
            return _unasked(course, n, claims, f"not asked: {reason.message}")
        ground = of_run(self._rag.store, answer.run, given.text)
        fresh = touched if wanted.origin else tuple(range(len(ground.statements)))
        made = _result(course, n, ground, fresh)
        # What went without the language model for once is asked again the next time.
        return _unknown(made) if answer.language and answer.language.degraded else made


def _unasked(course: Course, n: int, claims: Sequence[Claim], reason: str) -> Result:
    ground = unasked(course.given[n].text, claims, reason)
    return _unknown(_result(course, n, ground, ()))


def _unknown(made: Result) -> Result:
    """A result under no key: nothing is known by it, and the paragraph is asked the next time."""
    kept = made.kept
    return replace(made, kept=Kept(replace(kept.row, key=""), kept.ground, kept.seen))


def _result(course: Course, n: int, ground: Ground, fresh: tuple[int, ...]) -> Result:
    request, seq = course.request, ground.seq or course.seq
    dates = (request.as_of, request.known_at)
    row = GroundRow(0, course.keys[n], ground.run, *dates, seq, b"")
    return Result(n, Kept(row, ground, seq), fresh, seq)


def _read_as(given: Given) -> str:
    """A paragraph as the rules read it: a heading states only what has a figure, date or name."""
    if given.kind == "heading" and "\n" not in given.text.strip():
        return f"# {given.text.strip()}"
    return given.text
