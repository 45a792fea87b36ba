"""How a model's server is reached: read once, where the program starts, and passed on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ledgerrag.errors import ConfigError

PREFIX: Final = "LEDGERRAG_LM_"
_HOST = re.compile(r"[A-Za-z0-9._:\[\]-]+")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """An OpenAI-compatible server, a model of it, and what a call may cost.

    Args:
        base_url: up to and with the version, without the last slash: `http://127.0.0.1:8080/v1`.
        model: its name, as the server knows it.
        api_key: empty where the server asks for none; in no text of this program.
        served: the name under which it may answer; empty: one that reads like `model`.
        deadline_ms: for one call, with its retries and its waiting for a place.
        max_bytes: of one response.
        attempts: of one call, where trying again may help.
        concurrency: calls at a time.
        max_tokens: that all calls together may spend; 0: no limit.
        proxy: URL of a proxy; empty: none, whatever the environment says.
    """

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    served: str = ""
    deadline_ms: int = 60_000
    max_bytes: int = 4_000_000
    attempts: int = 3
    concurrency: int = 4
    max_tokens: int = 0
    proxy: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        _check_url(self.base_url)
        if not self.model.strip() or not self.model.isprintable():
            raise ConfigError("no model is named", f"set {PREFIX}MODEL to a name the server knows")
        if not (self.api_key.isascii() and (self.api_key or "-").isprintable()):
            raise ConfigError("the API key holds signs that no key has", "copy it again")
        for name in ("deadline_ms", "max_bytes", "attempts", "concurrency"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} of the language model is below 1", "give 1 or more")

    @property
    def name(self) -> str:
        """The server and the model, for people and as the key of what is remembered of them."""
        return f"{self.model} at {self.base_url}"

    @property
    def digest(self) -> str:
        """sha256 of what decides the answers as far as it can be known from here, hex."""
        known = json.dumps([self.base_url, self.model, self.served], separators=(",", ":"))
        return sha256(known.encode("utf-8")).hexdigest()

    def redacted(self, text: str) -> str:
        """A text without the key, which some servers repeat in their complaints."""
        return text.replace(self.api_key, "[key]") if self.api_key else text


def settings_from(environ: Mapping[str, str]) -> ModelSettings | None:
    """The settings that an environment holds; None where it names no server.

    Args:
        environ: `LEDGERRAG_LM_BASE_URL`, `_MODEL`, `_API_KEY` or `_API_KEY_FILE`, `_SERVED`,
            `_DEADLINE` (seconds), `_MAX_BYTES`, `_ATTEMPTS`, `_CONCURRENCY`, `_MAX_TOKENS`,
            `_PROXY`.
    Raises:
        ConfigError: a value that cannot be used.
    """
    base_url = environ.get(f"{PREFIX}BASE_URL", "").strip()
    if not base_url:
        return None
    default = ModelSettings("http://localhost", "any")
    return ModelSettings(
        base_url=base_url.rstrip("/"),
        model=environ.get(f"{PREFIX}MODEL", "").strip(),
        api_key=_key(environ),
        served=environ.get(f"{PREFIX}SERVED", "").strip(),
        deadline_ms=1_000 * _number(environ, "DEADLINE", default.deadline_ms // 1_000),
        max_bytes=_number(environ, "MAX_BYTES", default.max_bytes),
        attempts=_number(environ, "ATTEMPTS", default.attempts),
        concurrency=_number(environ, "CONCURRENCY", default.concurrency),
        max_tokens=_number(environ, "MAX_TOKENS", default.max_tokens),
        proxy=environ.get(f"{PREFIX}PROXY", "").strip(),
    )


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(_HOST.fullmatch(parts.netloc))
        usable = usable and (parts.port is None or parts.port > 0) and bool(parts.hostname)
    except ValueError:
        usable = False
    if "@" in url:
        # Not repeated: what stands before the sign is a password.
        raise ConfigError(
            f"{PREFIX}BASE_URL holds a user name or password", f"give the key as {PREFIX}API_KEY"
        )
    if not usable or parts.query or parts.fragment:
        raise ConfigError(
            f"{PREFIX}BASE_URL is {url[:120]!r}, which is no address of a server",
            "write http://127.0.0.1:8080/v1 or https://host/v1",
        )


def _key(environ: Mapping[str, str]) -> str:
    key, file = environ.get(f"{PREFIX}API_KEY", ""), environ.get(f"{PREFIX}API_KEY_FILE", "")
    if not file:
        return key.strip()
    if key:
        raise ConfigError(f"{PREFIX}API_KEY and {PREFIX}API_KEY_FILE are both set", "set one")
    try:
        return Path(file).read_text("utf-8").strip()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"{PREFIX}API_KEY_FILE {file}: {reason}", "check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{PREFIX}API_KEY_FILE {file} is not text", "check the path") from None


def _number(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(PREFIX + name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise ConfigError(f"{PREFIX}{name} is {text[:40]!r}", "give a whole number")
    return int(text)
