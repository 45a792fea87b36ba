"""Asking: defaults for dates, one run, one commit with everything that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from ledgerrag.answer import Answer
from ledgerrag.api import choosing, drafts, keeping
from ledgerrag.api.equipping import Fuse, consult
from ledgerrag.api.following import NOBODY, Follower, followed, followed_source
from ledgerrag.api.forms import Request, read_answer, read_request
from ledgerrag.api.questions import Question, check_same, check_text, chosen
from ledgerrag.api.running import Execution, Seams, execute
from ledgerrag.api.taken import Taken
from ledgerrag.api.timing import Stopwatch, TimedOdds, TimedRetriever, TimedStance
from ledgerrag.api.views import DraftReport, ParagraphReport
from ledgerrag.audit.journal import Journal, utc_text
from ledgerrag.audit.judged import RecordingOdds
from ledgerrag.audit.recorded import RecordingRetriever
from ledgerrag.config import Params
from ledgerrag.dates import from_day, parse
from ledgerrag.errors import InputError, ModelError
from ledgerrag.language.seam import LanguageModel
from ledgerrag.reading import RuleReader
from ledgerrag.retrieval.seam import Retriever
from ledgerrag.stance.onnx import Memory, OnnxStance, open_stance
from ledgerrag.stance.rules import RuleStance
from ledgerrag.store import RunRow, Store, Tx

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MOST_PARAGRAPHS = 500

__all__ = ["MOST_PARAGRAPHS", "Asker", "Question", "Taken"]


class Asker:
    """Runs questions and commits what they leave.

    Args:
        store: the record.
        retriever: the live index.
        journal: of the store.
        params: the parameters that a question may change.
        clock: aware datetimes.
        entropy: n random bytes.
        timer: monotonic nanoseconds.
        language: a language model; None: the rules do without.
        require_model: a failure of the model ends the run with its error.

    `taking` is told of each run that begins; what it looks for is kept there while it runs.
    """

    def __init__(
        self,
        store: Store,
        retriever: Retriever,
        journal: Journal,
        params: Params,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        timer: Callable[[], int],
        language: LanguageModel | None = None,
        *,
        require_model: bool = False,
    ) -> None:
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self._retriever = retriever
        self._journal = journal
        self.params = params
        self._timer = timer
        self._reader = RuleReader()
        self._stance = RuleStance()
        self._model: OnnxStance | None = None
        self._language = language
        self._required = require_model
        self.taking: Callable[[Taken], None] = _unheard

    def today(self) -> str:
        """The clock's UTC day, ISO-8601."""
        return from_day(self.clock().astimezone(UTC).date()).text

    def ask(self, question: Question, follower: Follower = NOBODY) -> Answer:
        """See `LedgerRAG.ask`."""
        request = self.request("ask", question)
        if question.idem:
            known = self.store.idempotent(_idem_key(question.idem))
            if known is not None:
                row = self.store.run(known.decode("ascii"))
                check_same(question, request, row)
                return read_answer(row.answer, row.entry)
        return self.run(request, question.actor, question.idem, follower=follower)

    def check(self, question: Question) -> DraftReport:
        """See `LedgerRAG.check`."""
        check_text(question)
        paragraphs = drafts.paragraphs(question.text)
        if not paragraphs:
            raise InputError("the draft is empty", "give it at least one paragraph")
        if len(paragraphs) > MOST_PARAGRAPHS:
            raise InputError(
                f"the draft has {len(paragraphs)} paragraphs", f"check {MOST_PARAGRAPHS} at a time"
            )
        requests = [self.request("check", replace(question, text=text)) for text in paragraphs]
        fuse = Fuse()
        reports = tuple(
            ParagraphReport(index, request.text, self.run(request, question.actor, fuse=fuse))
            for index, request in enumerate(requests, 1)
        )
        return DraftReport(reports, requests[0].as_of, requests[0].known_at)

    def request(self, kind: str, question: Question) -> Request:
        """A question with its dates and parameters settled; `run` settles what it may see.

        Raises:
            InputError: half of a surrogate pair: no text.
            DateError: a date that cannot be.
            ConfigError: no such preset or parameter.
        """
        check_text(question)
        params = choosing.settled(self.store, chosen(question, self.params))
        today = self.today()
        as_of = parse(question.as_of, name="as_of").text if question.as_of else today
        if question.known_at:
            known_at = parse(question.known_at, name="known_at").text
        else:
            known_at = as_of if question.no_hindsight or not params.hindsight else today
        period = parse(question.period, name="period").text if question.period else ""
        return Request(
            kind=kind,
            text=question.text,
            as_of=as_of,
            known_at=known_at,
            period=period,
            params=params.canonical(),
            given=params.given,
            watermark=0,
            registry=0,
            model=self._language.name if self._language else "",
            model_digest=self._language.digest if self._language else "",
        )

    def live(self, row: RunRow) -> Request:
        """A stored request as it would be made now: the same text and dates, today's corpus."""
        model = self._language
        stored = replace(
            read_request(row.request),
            model=model.name if model else "",
            model_digest=model.digest if model else "",
        )
        return self.now(stored)

    def now(self, request: Request) -> Request:
        """A request over the store as it is now: its watermark and its source registry."""
        return replace(request, watermark=self.store.seq(), registry=self.store.registry()[0])

    def seams(self, request: Request) -> Seams:
        """The live seams for a request, not recorded."""
        return Seams(
            self.store,
            self._retriever,
            self._stance,
            self._reader,
            elapsed_ms=lambda _: 0,
            consultation=consult(self._language, request),
            odds=self._odds(request),
        )

    def _odds(self, request: Request) -> OnnxStance | None:
        """The stance model, opened when a request first judges by it."""
        if request.parameters().stance != "rules+model":
            return None
        if self._model is None:
            self._model = open_stance(memory=Memory())
        return self._model

    def run(
        self,
        request: Request,
        actor: str = "",
        idem: str = "",
        fuse: Fuse | None = None,
        follower: Follower = NOBODY,
    ) -> Answer:
        """Execute a request and commit its run, ledger, answer, searches and journal together.

        Raises:
            AbandonedError: the follower ended it; nothing was kept.
        """
        taken = self.take(request, fuse, follower)
        # One state of the store, whatever is ingested meanwhile: all reads are at the watermark.
        with self.store.snapshot():
            request = self.now(request)
            try:
                execution = execute(request, taken.run, taken.seams)
            except ModelError as error:
                self._note_failure(request, taken.run, error, actor)
                raise
        watch = taken.watch
        watch.spent.update(taken.measured())
        row = self._committed(request, taken, execution, actor, idem)
        answer = read_answer(row.answer, row.entry)
        stages = tuple(sorted(watch.spent.items()))
        return replace(answer, cost=replace(answer.cost, stage_us=stages))

    def take(
        self, request: Request, fuse: Fuse | None = None, follower: Follower = NOBODY
    ) -> Taken:
        """The seams of a run that begins now, timed and recorded.

        Args:
            request: which judge and which language model it uses, and its limits.
            fuse: of runs that belong together.
            follower: sees its steps, and may end it.
        """
        fuse = fuse or Fuse()
        watch = Stopwatch(self._timer)
        searches = RecordingRetriever(self._retriever)
        model = self._odds(request)
        judged = RecordingOdds(model) if model is not None else None
        run, begun = self._run_id(), self._timer()
        seams = Seams(
            self.store,
            TimedRetriever(searches, watch),
            TimedStance(self._stance, watch),
            self._reader,
            self._elapsed(begun, request),
            consult(
                self._language,
                request,
                required=self._required,
                timed=lambda source: followed_source(fuse.source(watch.source(source)), follower),
            ),
            TimedOdds(judged, watch) if judged is not None else None,
        )
        taken = Taken(run, begun, watch, followed(seams, follower), searches, judged)
        self.taking(taken)
        return taken

    def _committed(
        self, request: Request, taken: Taken, execution: Execution, actor: str, idem: str
    ) -> RunRow:
        watch, run = taken.watch, taken.run

        def commit(tx: Tx) -> bytes:
            with watch.stage("journal"):
                recorder = self._journal.recorder(tx, self.clock)
                seq = keeping.write_entries(recorder, run, execution, actor, idem)
            keeping.put_records(tx, run, taken.searches, taken.seams.consultation, taken.judged)
            return keeping.put_run(tx, run, request, execution, utc_text(self.clock()), seq)

        with watch.stage("commit"):
            key = _idem_key(idem) if idem else f"run:{run}"
            kept = self.store.submit(key, commit).decode("ascii")
        watch.spent["commit"] -= watch.spent.get("journal", 0)
        return self.store.run(kept)

    def _elapsed(self, begun: int, request: Request) -> Callable[[int], int]:
        """Milliseconds at each step, read once a step; 0 where no wall clock limits the run."""
        if not request.params["max_wall_ms"]:
            return lambda _: 0
        seen: dict[int, int] = {}

        def elapsed(step: int) -> int:
            return seen.setdefault(step, (self._timer() - begun) // 1_000_000)

        return elapsed

    def _note_failure(self, request: Request, run: str, error: ModelError, actor: str) -> None:
        def commit(tx: Tx) -> bytes:
            recorder = self._journal.recorder(tx, self.clock)
            keeping.write_failure(recorder, run, request, error, actor)
            return run.encode("ascii")

        self.store.submit(f"run:{run}", commit)

    def _run_id(self) -> str:
        """A ULID: the time in front, so that runs sort by it, and 80 random bits."""
        now = self.clock()
        milliseconds = int(now.timestamp() * 1_000) & (2**48 - 1)
        number = milliseconds << 80 | int.from_bytes(self.entropy(10), "big")
        return "".join(_CROCKFORD[number >> (5 * place) & 31] for place in range(25, -1, -1))


def _unheard(taken: Taken) -> None:
    del taken


def _idem_key(idem: str) -> str:
    return f"ask:{idem}"
