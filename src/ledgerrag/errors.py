"""Every error that a caller may see, drawn as one tree.

    LedgerRAGError
    ├── InputError            the caller gave something that cannot be used        exit 2
    │   ├── DateError         a date that cannot be
    │   ├── ConfigError       a parameter or preset that does not exist or fit
    │   ├── DocumentError     a file or record that cannot be read
    │   └── NotFoundError     a document, run, ledger or series that is not there   exit 3
    ├── StoreError            the store cannot be opened or written                 exit 4
    │   ├── StoreBusyError    another writer holds the lock for too long
    │   └── IndexDamagedError the index is missing or damaged: rebuild it
    ├── IntegrityError        the journal, an export or a quote does not verify      exit 5
    │   └── ReplayError       a replay that could not be executed
    ├── ModelError            a model failed or answered outside its schema          exit 6
    │   ├── ModelUnreachableError  its server gave no answer, or none that may be used
    │   ├── AnswerError       it answered, but not with what was asked for
    │   └── BudgetError       the tokens of the process are used up
    ├── UnavailableError      an optional part that is not installed or configured   exit 7
    └── AbandonedError        a run was ended because nobody waits for it            exit 130

Each carries one line for the user: what is wrong, with the name of the thing, and the next step.
"""

from __future__ import annotations

from typing import ClassVar


class LedgerRAGError(Exception):
    """A failure that is described in one line, with the step that mends it.

    Args:
        message: what is wrong, naming the thing.
        next_step: what the reader can do now; empty where nothing can be done.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step

    def __str__(self) -> str:
        return f"{self.message}; {self.next_step}" if self.next_step else self.message


class InputError(LedgerRAGError):
    """The caller gave something that cannot be used."""

    exit_code = 2


class DateError(InputError):
    """A date that cannot be: `2026-02-30`, `tomorrow`, an empty string.

    Args:
        message: what is wrong.
        next_step: what the reader can do now.
        field: the name under which it was given; empty where it had none.
    """

    def __init__(self, message: str, next_step: str = "", field: str = "") -> None:
        super().__init__(message, next_step)
        self.field = field


class ConfigError(InputError):
    """A parameter or preset that does not exist, or a value outside its range."""


class DocumentError(InputError):
    """A file or record that cannot be read as a document or an act."""


class NotFoundError(InputError):
    """A document, series, run or ledger that the store does not hold."""

    exit_code = 3


class StoreError(LedgerRAGError):
    """The store cannot be opened, read or written."""

    exit_code = 4


class StoreBusyError(StoreError):
    """Another writer held the store's lock for longer than the time-out."""


class IndexDamagedError(StoreError):
    """The search index is missing, damaged or of another analyzer: it can be rebuilt."""


class IntegrityError(LedgerRAGError):
    """The journal, an export, a checkpoint or a quoted span does not verify."""

    exit_code = 5


class ReplayError(IntegrityError):
    """A run that could not be executed again from its record."""


class ModelError(LedgerRAGError):
    """A model failed, or answered outside its schema.

    Args:
        message: what is wrong.
        raw: the model's output as it came, for the journal.
        next_step: what the reader can do now.
    """

    exit_code = 6

    def __init__(self, message: str, raw: str = "", next_step: str = "") -> None:
        super().__init__(message, next_step)
        self.raw = raw


class ModelUnreachableError(ModelError):
    """A model's server that gave no answer in time, or refused to."""


class AnswerError(ModelError):
    """A model that answered, but not with what was asked for: outside its schema, cut off, refused.

    Args:
        message: what is wrong.
        raw: what it said.
        prompt_tokens: read for it.
        answer_tokens: written for it.
        next_step: what the reader can do now.
    """

    def __init__(
        self,
        message: str,
        raw: str = "",
        next_step: str = "",
        *,
        prompt_tokens: int = 0,
        answer_tokens: int = 0,
    ) -> None:
        super().__init__(message, raw, next_step)
        self.prompt_tokens = prompt_tokens
        self.answer_tokens = answer_tokens


class BudgetError(ModelError):
    """The tokens that a process may spend are used up: nothing more is asked of the model."""


class UnavailableError(LedgerRAGError):
    """An optional part (an extra, a model, a server) that is not installed or configured."""

    exit_code = 7


class AbandonedError(LedgerRAGError):
    """A run that was ended at its next seam, as nobody waits for it; nothing of it was kept."""

    exit_code = 130
