"""The dictionary LEDGERRAG of the Django settings, read into a value."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from django.conf import settings
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError

Policy = Literal["off", "warn", "block"]
WhenDown = Literal["warn", "block"]


class OptionsError(ValueError):
    """What is wrong with the settings; ``problems`` has a line for each fault."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def http_address(value: str) -> str:
    """An address of a service without a slash at its end.

    Raises:
        ValueError: It is no http address, or it carries a name, a password or a query.
    """
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{value!r} is no address; write it like http://127.0.0.1:8000")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("an address has no name, password or query; the token goes into TOKEN")
    return value.rstrip("/")


Address = Annotated[str, AfterValidator(http_address)]


class Options(BaseModel):
    """What the site's developers decide, under the names of the dictionary's keys in small letters.

    Args:
        url: Where the service listens.
        token: The bearer token of the site; sent to ``url`` and to ``allowed_urls`` alone.
        site: The site that the token was made for.
        models: The page models that have a ledger, as ``app.Model``.
        fields: For a model, the names of the fields to read, in order; else all text fields.
        allowed_urls: Other addresses that the settings page may choose.
        policy: What a refuted claim does at publishing until the settings page says otherwise.
        when_down: What happens at publishing while the service does not answer.
        watch: Whether a published story is watched.
        comments: Whether open items of the checklist become comments when publishing is stopped.
        connect_seconds: How long a connection may take.
        read_seconds: How long an answer may take.
        gate_seconds: How long publishing waits for a check.
        wait_seconds: How long one request of the panel may wait for news.
        max_body: The largest request of a panel that is passed on, in bytes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    url: Address
    token: SecretStr = Field(min_length=8)
    site: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    models: tuple[str, ...] = Field(min_length=1)
    fields: dict[str, tuple[str, ...]] = {}
    allowed_urls: tuple[Address, ...] = ()
    policy: Policy = "warn"
    when_down: WhenDown = "warn"
    watch: bool = True
    comments: bool = False
    connect_seconds: float = Field(default=2.0, gt=0, le=60)
    read_seconds: float = Field(default=30.0, gt=0, le=300)
    gate_seconds: float = Field(default=20.0, gt=0, le=120)
    wait_seconds: int = Field(default=5, ge=0, le=30)
    max_body: int = Field(default=2_000_000, ge=10_000)

    def addresses(self) -> tuple[str, ...]:
        """Every address that the token may be sent to, the usual one first."""
        return (self.url, *self.allowed_urls)


NEXT_STEP = {
    "URL": "the address that `ledgerrag serve` prints, or the environment variable LEDGERRAG_URL",
    "TOKEN": "what `ledgerrag token create` prints, best in the environment as LEDGERRAG_TOKEN",
    "SITE": "the --site that the token was made for, or the environment variable LEDGERRAG_SITE",
    "MODELS": "the page models that have a ledger, such as ['news.StoryPage']",
}


def read_options(raw: Mapping[Any, Any], environment: Mapping[str, str]) -> Options:
    """The options that a dictionary and the environment state; the dictionary goes first.

    Raises:
        OptionsError: A key is missing, unknown or has a value that cannot be.
    """
    unknown = [key for key in raw if not isinstance(key, str) or key != key.upper()]
    if unknown:
        raise OptionsError(
            tuple(f"LEDGERRAG[{key!r}] is no setting; keys are in capitals" for key in unknown)
        )
    values = {key.lower(): value for key, value in raw.items() if value not in (None, "")}
    for key in ("url", "token", "site"):
        if stated := environment.get(f"LEDGERRAG_{key.upper()}"):
            values.setdefault(key, stated)
    try:
        return Options.model_validate(values)
    except ValidationError as error:
        raise OptionsError(tuple(_line(fault) for fault in error.errors())) from None


def _line(fault: Any) -> str:
    key = str(fault["loc"][0]).upper()
    name = f"LEDGERRAG[{key!r}]"
    if fault["type"] == "missing":
        return f"{name} is missing: {NEXT_STEP[key]}"
    if fault["type"] == "extra_forbidden":
        known = ", ".join(field.upper() for field in Options.model_fields)
        return f"{name} is no setting; there are {known}"
    if key == "TOKEN":
        return f"{name} is no token: {NEXT_STEP[key]}"
    return f"{name}: {fault['msg'].removeprefix('Value error, ')}"


def options() -> Options:
    """The options of this process, read anew so that a test or a reload may change them.

    Raises:
        OptionsError: The settings are wrong; the system checks tell the same.
    """
    raw = getattr(settings, "LEDGERRAG", None)
    if not isinstance(raw, Mapping):
        raise OptionsError(("LEDGERRAG is missing in the Django settings, or is no dictionary",))
    return read_options(raw, os.environ)
