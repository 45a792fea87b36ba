"""The source registry: who speaks with which authority, read from TOML.

    [sources.market-regulator]
    name = "Market Regulator"
    authority_level = 3

Authority comes from here and from nowhere else; a record that states its own level is ignored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledgerrag.errors import ConfigError, NotFoundError
from ledgerrag.model import NO_SOURCE, Authority, Source

UNKNOWN = NO_SOURCE
_EXAMPLE = "write [sources.KEY] with name and authority_level = 1, 2 or 3"


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(default="", max_length=500)
    authority_level: int = Field(ge=1, le=3)


@dataclass(frozen=True, slots=True)
class Registry:
    """The sources that are known.

    Args:
        sources: by key.
    """

    sources: Mapping[str, Source] = field(default_factory=dict)

    @classmethod
    def of(cls, sources: Iterable[Source]) -> Registry:
        """A registry of the given sources."""
        return cls({source.key: source for source in sources})

    def level(self, key: str) -> Authority | None:
        """The authority of a source; None where nobody registered it."""
        source = self.sources.get(key)
        return source.authority_level if source else None


def load(path: Path) -> tuple[Source, ...]:
    """Read a registry file.

    Raises:
        NotFoundError: there is no such file.
        ConfigError: not readable, not TOML, a source twice, a level that does not exist.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise NotFoundError(f"no source registry at {path}", "check --sources") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise ConfigError(f"{path} cannot be read: {reason}", "give a TOML file") from None
    return parse(text, name=path.name)


def parse(text: str, *, name: str = "sources.toml") -> tuple[Source, ...]:
    """Read a registry from TOML text, sorted by key.

    Args:
        text: the TOML.
        name: what the file is called in errors.
    Raises:
        ConfigError: not TOML, a source twice, a level that does not exist, a stray key.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{name} is not TOML: {_reason(error)}", _EXAMPLE) from None
    stray = sorted(set(document) - {"sources"})
    if stray:
        raise ConfigError(f"{name} has {stray[0]!r} beside [sources]", _EXAMPLE)
    entries = document.get("sources")
    if not isinstance(entries, dict) or not entries:
        raise ConfigError(f"{name} registers no source", _EXAMPLE)
    return tuple(_source(key, entries[key], name) for key in sorted(entries))


def _reason(error: Exception) -> str:
    text = str(error)
    if "Cannot declare" in text or "Cannot overwrite" in text:
        return f"a source or key occurs twice ({text})"
    return "nested too deep" if isinstance(error, RecursionError) else text


def _source(key: str, entry: object, name: str) -> Source:
    if not key.strip() or key != key.strip() or not key.isprintable() or len(key) > 200:
        raise ConfigError(f"{name} has the source key {key!r}", "use a plain word as its key")
    try:
        found = _Entry.model_validate(entry)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field_name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"{name}: source {key!r}: {field_name or 'entry'}: {first['msg'].lower()}", _EXAMPLE
        ) from None
    return Source(key, found.name.strip() or key, Authority(found.authority_level))
