"""A run with a language model: which parts it serves, and what of it goes on record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ledgerrag.answer import Answer, Degraded, Language
from ledgerrag.api.forms import Request, sha256
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.consulted import replayed
from ledgerrag.config import Params
from ledgerrag.generate import Writer
from ledgerrag.language.consulting import Call, Consultation, Limits, Source, live
from ledgerrag.language.prompting import prompt
from ledgerrag.language.seam import LanguageModel
from ledgerrag.language.seam import Request as ModelRequest
from ledgerrag.reading import Reader
from ledgerrag.reading.judging import ModelStance, SecondOpinion
from ledgerrag.reading.language import ModelReader
from ledgerrag.reading.suggesting import ModelSuggester, NoSuggester, Suggester
from ledgerrag.stance.combined import Combined, OddsModel
from ledgerrag.stance.seam import StanceModel
from ledgerrag.store.seam import Json, JsonMap


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a run reads, judges, searches and writes with.

    Args:
        reader: takes the text apart.
        stance: judges.
        suggester: adds search words.
        writer: words what is settled; None: the rules do.
    """

    reader: Reader
    stance: StanceModel
    suggester: Suggester
    writer: Writer | None


def equipped(
    reader: Reader,
    rules: StanceModel,
    odds: OddsModel | None,
    consultation: Consultation | None,
    params: Params,
) -> Equipment:
    """The local parts, or those that ask the model first, as the parameters say.

    Args:
        reader: the rules.
        rules: that judge.
        odds: the local model that judges beside them; None: the rules do alone.
        consultation: the run's dealings with a model; None: there is none.
        params: which parts it serves.
    """
    stance = rules if odds is None else Combined(rules, odds)
    if consultation is None:
        return Equipment(reader, stance, NoSuggester(), None)
    judge = ModelStance(consultation)
    return Equipment(
        ModelReader(consultation, reader) if params.model_reads else reader,
        SecondOpinion(stance, judge) if params.model_judges else stance,
        ModelSuggester(consultation) if params.model_searches else NoSuggester(),
        Writer(consultation, stance) if params.model_writes else None,
    )


@dataclass(slots=True)
class Fuse:
    """Of runs that belong together: after a model did not answer one, the others do not wait.

    Args:
        blown: why it did not answer; empty while it does.
    """

    blown: str = ""

    def source(self, inner: Source) -> Source:
        """A source that fails at once after it has failed for good."""

        def call(request: ModelRequest, key: str) -> Call:
            if self.blown:
                return Call(request.prompt, key, "", self.blown, gone=True)
            made = inner(request, key)
            self.blown = made.error if made.gone else ""
            return made

        return call


def consult(
    model: LanguageModel | None,
    request: Request,
    *,
    required: bool = False,
    timed: Callable[[Source], Source] = lambda source: source,
) -> Consultation | None:
    """Dealings with a live model for a request; None where it uses none.

    Args:
        model: answers.
        request: as it was settled: it names the model, and the limits.
        required: a failure ends the run.
        timed: wraps the source, to measure it.
    """
    if model is None or not request.model:
        return None
    return _consultation(request, timed(live(model)), required=required)


def consult_again(request: Request, lookup: Callable[[str], bytes | None]) -> Consultation | None:
    """Dealings with a model on record; None where the run used none.

    Args:
        request: as stored.
        lookup: the stored body for a request key.
    """
    return _consultation(request, replayed(lookup)) if request.model else None


def _consultation(request: Request, source: Source, *, required: bool = False) -> Consultation:
    params = request.parameters()
    limits = Limits(params.max_model_calls, params.max_tokens, required)
    return Consultation(request.model, request.model_digest, source, limits)


def accounted(answer: Answer, consultation: Consultation | None) -> Answer:
    """An answer with what the model had to do with it."""
    if consultation is None:
        return answer
    calls = tuple(consultation.calls.values())
    tokens_in, tokens_out = consultation.tokens
    told = Language(
        model=consultation.model,
        digest=consultation.digest,
        prompts=prompts_of(calls),
        calls=len(calls),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        degraded=tuple(
            Degraded(part.value, reason) for part, reason in sorted(consultation.failed.items())
        ),
    )
    return replace(answer, cost=replace(answer.cost, model_calls=len(calls)), language=told)


def prompts_of(calls: Iterable[Call]) -> tuple[str, ...]:
    """Label and digest of each prompt that was sent, in order of label."""
    labels = sorted({one.prompt for one in calls})
    return tuple(f"{label} {prompt(label).digest}" for label in labels)


def told(call: Call) -> JsonMap:
    """A call as the journal keeps it: hashes and counts; the words are payload."""
    return {
        "prompt": call.prompt,
        "digest": prompt(call.prompt).digest,
        "request": call.key,
        "answer": sha256(call.text.encode("utf-8")),
        "raw": sha256(call.raw.encode("utf-8")),
        "error": call.error,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
    }


def said(consultation: Consultation, call: Call) -> dict[str, bytes]:
    """The words of a call: the messages that were sent, and what came back."""
    messages: list[Json] = [list(one) for one in consultation.asked[call.key].messages]
    return {"request": dumps(messages), "answer": (call.text or call.raw).encode("utf-8")}
