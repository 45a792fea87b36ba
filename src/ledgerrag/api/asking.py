"""Asking: defaults for dates, one run, one commit with everything that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from ledgerrag import config
from ledgerrag.answer import Answer
from ledgerrag.api import choosing, drafts, keeping
from ledgerrag.api.equipping import Fuse, consult
from ledgerrag.api.forms import Request, read_answer, read_request
from ledgerrag.api.running import Seams, execute
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


@dataclass(frozen=True, slots=True)
class Question:
    """What a caller asks; arguments as in `LedgerRAG.ask`."""

    text: str
    as_of: str = ""
    known_at: str = ""
    period: str = ""
    no_hindsight: bool = False
    preset: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)
    actor: str = ""
    idem: str = ""


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

    def today(self) -> str:
        """The clock's UTC day, ISO-8601."""
        return from_day(self.clock().astimezone(UTC).date()).text

    def ask(self, question: Question) -> Answer:
        """See `LedgerRAG.ask`."""
        request = self.request("ask", question)
        if question.idem:
            known = self.store.idempotent(_idem_key(question.idem))
            if known is not None:
                row = self.store.run(known.decode("ascii"))
                _check_same(question, request, row)
                return read_answer(row.answer, row.entry)
        return self.run(request, question.actor, question.idem)

    def check(self, question: Question) -> DraftReport:
        """See `LedgerRAG.check`."""
        _check_text(question)
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
        _check_text(question)
        params = choosing.settled(self.store, self._chosen(question))
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
        return self._now(stored)

    def _now(self, request: Request) -> Request:
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
        self, request: Request, actor: str = "", idem: str = "", fuse: Fuse | None = None
    ) -> Answer:
        """Execute a request and commit its run, ledger, answer, searches and journal together."""
        watch, fuse = Stopwatch(self._timer), fuse or Fuse()
        recording = RecordingRetriever(self._retriever)
        model = self._odds(request)
        judged = RecordingOdds(model) if model is not None else None
        run = self._run_id()
        begun = self._timer()
        seams = Seams(
            self.store,
            TimedRetriever(recording, watch),
            TimedStance(self._stance, watch),
            self._reader,
            self._elapsed(begun, request),
            consult(
                self._language,
                request,
                required=self._required,
                timed=lambda source: fuse.source(watch.source(source)),
            ),
            TimedOdds(judged, watch) if judged is not None else None,
        )
        # One state of the store, whatever is ingested meanwhile: all reads are at the watermark.
        with self.store.snapshot():
            request = self._now(request)
            try:
                execution = execute(request, run, seams)
            except ModelError as error:
                self._note_failure(request, run, error, actor)
                raise
        read = (self._timer() - begun) // 1_000
        elsewhere = ("retrieve", "judge", "model")
        watch.spent["read"] = read - sum(watch.spent.get(stage, 0) for stage in elsewhere)
        key = _idem_key(idem) if idem else f"run:{run}"

        def commit(tx: Tx) -> bytes:
            with watch.stage("journal"):
                recorder = self._journal.recorder(tx, self.clock)
                seq = keeping.write_entries(recorder, run, execution, actor, idem)
            keeping.put_records(tx, run, recording, seams.consultation, judged)
            return keeping.put_run(tx, run, request, execution, utc_text(self.clock()), seq)

        with watch.stage("commit"):
            kept = self.store.submit(key, commit).decode("ascii")
        watch.spent["commit"] -= watch.spent.get("journal", 0)
        row = self.store.run(kept)
        answer = read_answer(row.answer, row.entry)
        stages = tuple(sorted(watch.spent.items()))
        return replace(answer, cost=replace(answer.cost, stage_us=stages))

    def _chosen(self, question: Question) -> Params:
        if not question.preset and not question.params:
            return self.params
        kept = {name: _plain(getattr(self.params, name)) for name in self.params.given}
        stated = {
            key: value for key, value in kept.items() if not _names(key) & _all(question.params)
        }
        return config.load(
            question.preset or self.params.preset, None, {**stated, **question.params}
        )

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


def _check_text(question: Question) -> None:
    for name in ("text", "actor", "idem"):
        try:
            getattr(question, name).encode("utf-8")
        except UnicodeEncodeError:
            what = "the text" if name == "text" else name
            raise InputError(
                f"{what} holds half of a surrogate pair", "give it as UTF-8 text"
            ) from None


def _check_same(question: Question, request: Request, row: RunRow) -> None:
    """A key stands for one question; dates count where they are stated, as today moves on."""
    same = row.question == request.text
    same = same and (not question.as_of or row.as_of == request.as_of)
    if not same or (question.known_at and row.known_at != request.known_at):
        raise InputError(
            f"the idempotency key {question.idem[:80]!r} was used for another question",
            "give each question a key of its own",
        )


def _idem_key(idem: str) -> str:
    return f"ask:{idem}"


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value).lower()


def _names(key: str) -> set[str]:
    return {key, key.removesuffix("_u")}


def _all(params: Mapping[str, str | int]) -> set[str]:
    return {name.strip().lower().replace("-", "_") for name in params} | {
        name.strip().lower().replace("-", "_") + "_u" for name in params
    }
