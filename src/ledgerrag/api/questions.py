"""What a caller asks: the text, its dates, and the parameters that it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledgerrag import config
from ledgerrag.api.forms import Request
from ledgerrag.config import Params
from ledgerrag.errors import InputError
from ledgerrag.store import RunRow


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


def chosen(question: Question, standing: Params) -> Params:
    """The parameters of a question: those of the store, changed by what it says itself.

    Args:
        question: names a preset, single values, both or neither.
        standing: what holds where it says nothing.
    Raises:
        ConfigError: no such preset or parameter.
    """
    if not question.preset and not question.params:
        return standing
    kept = {name: _plain(getattr(standing, name)) for name in standing.given}
    stated = {key: value for key, value in kept.items() if not _names(key) & _all(question.params)}
    return config.load(question.preset or standing.preset, None, {**stated, **question.params})


def check_text(question: Question) -> None:
    """Refuse what is no text.

    Raises:
        InputError: half of a surrogate pair.
    """
    for name in ("text", "actor", "idem"):
        try:
            getattr(question, name).encode("utf-8")
        except UnicodeEncodeError:
            what = "the text" if name == "text" else name
            raise InputError(
                f"{what} holds half of a surrogate pair", "give it as UTF-8 text"
            ) from None


def check_same(question: Question, request: Request, row: RunRow) -> None:
    """A key stands for one question; dates count where they are stated, as today moves on.

    Args:
        question: as it is asked now.
        request: made of it.
        row: the run that was stored under its key.
    Raises:
        InputError: that run answered another question.
    """
    same = row.question == request.text
    same = same and (not question.as_of or row.as_of == request.as_of)
    if not same or (question.known_at and row.known_at != request.known_at):
        raise InputError(
            f"the idempotency key {question.idem[:80]!r} was used for another question",
            "give each question a key of its own",
        )


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value).lower()


def _names(key: str) -> set[str]:
    return {key, key.removesuffix("_u")}


def _all(params: Mapping[str, str | int]) -> set[str]:
    return {name.strip().lower().replace("-", "_") for name in params} | {
        name.strip().lower().replace("-", "_") + "_u" for name in params
    }
