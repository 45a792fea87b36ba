"""A system of one's own, named where it is written: `my_system.py:MINE` or `package.module:MINE`.

The name after the colon is a system (`seam.System`), or a class or function that makes one without
arguments. Whoever names a file has its code executed, as with `python my_system.py`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.api.forms import answer_bytes, read_answer
from ledgerrag.baselines import registry
from ledgerrag.baselines.seam import Asked, System
from ledgerrag.errors import ConfigError, NotFoundError
from ledgerrag.model import DocKey
from ledgerrag.retrieval.seam import Mode

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_SEARCHES: Final = ("lexical", "dense", "hybrid")
_FORM: Final = "write FILE.py:NAME or package.module:NAME"
_FIELDS: Final = "fill the fields with the types that ledgerrag.answer states"
_SEAM: Final = "a system has a name, a title and answer(rag, asked, before)"


@dataclass(frozen=True, slots=True)
class Submitted:
    """A system that somebody else has written.

    Args:
        name: as its author calls it.
        title: as a reader is told it.
        system: what answers.
        retrieval: lexical, or dense or hybrid where it needs a store with vectors.
        file: where it is written; its bytes are part of what a run is.
    """

    name: str
    title: str
    system: System
    retrieval: Mode
    file: Path

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        """Answer as it does.

        Raises:
            ConfigError: what it returns is no answer, or quotes what no document says.
        """
        found: object = self.system.answer(rag, asked, before)
        if not isinstance(found, Answer):
            raise ConfigError(
                f"it returned {type(found).__name__}, not an Answer",
                "return a ledgerrag.answer.Answer",
            )
        _keepable(found)
        _quoted(found, rag)
        return found


def _keepable(answer: Answer) -> None:
    """Make sure that what was said can be written down and read again as it is."""
    try:
        with warnings.catch_warnings():
            # A field of another type is only warned of, and read as something else.
            warnings.simplefilter("error")
            kept = read_answer(answer_bytes(answer), answer.journal_seq)
    except Exception as error:  # noqa: BLE001 - fields may hold anything
        first = " ".join(str(error).split())
        raise ConfigError(f"its answer cannot be kept: {first}", _FIELDS) from None
    if kept != replace(answer, cost=replace(answer.cost, stage_us=())):
        raise ConfigError("its answer is read back as another one", _FIELDS)


def _quoted(answer: Answer, rag: LedgerRAG) -> None:
    """Make sure that every quote is what its document says there."""
    for one in answer.citations:
        key = DocKey(one.doc_id, one.version)
        try:
            text = rag.store.document(key).text
        except NotFoundError:
            raise ConfigError(f"it cites {key}, which is not there", "cite a hit") from None
        if one.quote != text[one.start : one.end] or not one.quote:
            raise ConfigError(
                f"it quotes {key} [{one.start}:{one.end}], and other words stand there",
                "count code points of the document's text in the store",
            )
    known = {one.n for one in answer.citations}
    for sentence in answer.sentences:
        if not known.issuperset(sentence.citations):
            raise ConfigError(f"it cites a number that it does not explain: {sentence.text}")


def is_reference(name: str) -> bool:
    """Whether a word of `--systems` says where a system is written: names have no colon."""
    return ":" in name


@cache
def load(reference: str) -> Submitted:
    """A system by where it is written; each reference is executed once.

    Args:
        reference: `FILE.py:NAME` or `package.module:NAME`.
    Raises:
        ConfigError: nothing is there, it cannot be executed, or what is there is no system.
    """
    place, _, attribute = reference.rpartition(":")
    if not place or not attribute:
        raise ConfigError(f"{reference!r} names no system", _FORM)
    module, file = _module(place)
    if not hasattr(module, attribute):
        near = [name for name, one in vars(module).items() if _made_here(one, module)]
        hint = f"it has {', '.join(near)}" if near else _SEAM
        raise ConfigError(f"{place} has no {attribute}", hint)
    return _checked(reference, _made(reference, getattr(module, attribute)), file)


@dataclass(frozen=True, slots=True)
class Roster:
    """Finds systems by name, those of the registry and submitted ones; goes to processes.

    Args:
        references: of submitted systems, by the names that they give themselves.
    """

    references: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, names: Iterable[str]) -> tuple[System, ...]:
        """Systems by name, each once.

        Raises:
            ConfigError: no such system.
        """
        return tuple(self._one(name) for name in dict.fromkeys(names))

    @property
    def submitted(self) -> tuple[Submitted, ...]:
        """The submitted ones."""
        return tuple(load(reference) for reference in self.references.values())

    def _one(self, name: str) -> System:
        if name in self.references:
            return load(self.references[name])
        return registry.systems((name,))[0]


def roster(names: Iterable[str]) -> tuple[tuple[str, ...], Roster]:
    """The names of systems as a run uses them, and what finds them.

    Args:
        names: registered names and references.
    Raises:
        ConfigError: no such system, or two of one name.
    """
    found: list[str] = []
    references: dict[str, str] = {}
    for name in names:
        if not is_reference(name):
            found.append(registry.entry(name).name)
            continue
        one = load(name)
        if references.setdefault(one.name, name) != name:
            raise ConfigError(
                f"{name} and {references[one.name]} are both named {one.name}", "rename one"
            )
        found.append(one.name)
    return tuple(dict.fromkeys(found)), Roster(references)


def _module(place: str) -> tuple[ModuleType, Path]:
    if place.endswith(".py") or "/" in place or "\\" in place:
        return _of_file(Path(place))
    try:
        module = importlib.import_module(place)
    except Exception as error:  # noqa: BLE001 - code of somebody else may raise anything
        raise _unloadable(place, error) from None
    return module, Path(inspect.getfile(module))


def _of_file(file: Path) -> tuple[ModuleType, Path]:
    if not file.is_file():
        raise ConfigError(f"there is no file {file}", _FORM)
    path = file.resolve()
    # Classes look their module up, and the same file must not be executed as two modules.
    name = f"submitted_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{file} is no Python file", _FORM)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 - code of somebody else may raise anything
        del sys.modules[name]
        raise _unloadable(str(file), error) from None
    return module, path


def _unloadable(place: str, error: Exception) -> ConfigError:
    return ConfigError(
        f"{place} cannot be loaded: {type(error).__name__}: {error}",
        "mend it; it must load by itself, as with `python FILE.py`",
    )


def _made_here(one: object, module: ModuleType) -> bool:
    return callable(getattr(one, "answer", None)) and (
        getattr(one, "__module__", type(one).__module__) == module.__name__
    )


def _made(reference: str, found: object) -> object:
    """What the name stands for: a system, or what a class or function makes."""
    if not (inspect.isclass(found) or inspect.isroutine(found)):
        return found
    try:
        return found()
    except Exception as error:  # noqa: BLE001 - code of somebody else may raise anything
        raise ConfigError(
            f"{reference} cannot be made without arguments: {type(error).__name__}: {error}",
            "name a made system, or a class or function that takes none",
        ) from None


def _checked(reference: str, made: object, file: Path) -> Submitted:
    name, title = getattr(made, "name", None), getattr(made, "title", None)
    if not isinstance(name, str) or not isinstance(title, str) or not title.strip():
        raise ConfigError(f"{reference} has no name or no title", _SEAM)
    if not callable(getattr(made, "answer", None)):
        raise ConfigError(f"{reference} cannot answer", _SEAM)
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"{reference} is named {name!r}",
            "use small letters, digits, dots and hyphens, 64 at most: it names files",
        )
    if name in registry.entries():
        raise ConfigError(f"{reference} is named {name}, as a system that ships", "rename it")
    retrieval = getattr(made, "retrieval", "lexical")
    if retrieval not in _SEARCHES:
        raise ConfigError(
            f"{reference} searches by {retrieval!r}", f"choose from {', '.join(_SEARCHES)}"
        )
    return Submitted(name, title, cast("System", made), cast("Mode", retrieval), file)
