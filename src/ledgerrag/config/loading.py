"""Where the parameters of a run come from: presets (data in `presets/*.toml`), files, words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any, Protocol, cast

from ledgerrag.config.params import PRESETS, Params
from ledgerrag.config.values import converted, hint
from ledgerrag.errors import ConfigError
from ledgerrag.model import Domain


class Readable(Protocol):
    """A file that can be read as text (`pathlib.Path` is one)."""

    def read_text(self, encoding: str) -> str:
        """The whole file."""
        ...


def load(
    preset: str = "auto",
    file: Readable | None = None,
    overrides: Mapping[str, str | int] | None = None,
) -> Params:
    """A preset, changed by a file's `[params]`, changed by single values.

    Args:
        preset: auto, regulation, news or paper; a file's own `preset` counts where this is auto.
        file: TOML with a table `[params]` and, where wanted, `preset = "..."` above it.
        overrides: `name=value`; `tau_cov=0.8` and `tau_cov_u=800000` say the same.
    Raises:
        ConfigError: a name, value or file that does not fit.
    """
    given: dict[str, object] = {}
    if file is not None:
        asked, table = _read(file)
        preset = asked if asked and preset == "auto" else preset
        given.update(converted(table))
    given.update(converted(overrides or {}))
    return _built({**_preset(preset), **given}, tuple(sorted(given)))


def resolve(params: Params, domain: Domain) -> Params:
    """`auto` settled by the evidence's domain, values set by hand kept; other presets unchanged."""
    if params.preset != "auto":
        return params
    chosen = "news" if domain is Domain.NEWS else "regulation"
    kept = {name: getattr(params, name) for name in params.given}
    return _built({**_preset(chosen), **kept}, params.given)


def _built(values: Mapping[str, object], given: tuple[str, ...]) -> Params:
    params = Params(**cast("dict[str, Any]", dict(values)), given=given)
    over = params.places_official + params.places_outlet - params.top_k
    if over <= 0:
        return params
    if {"places_official", "places_outlet"} & set(given):
        raise ConfigError(
            f"places_official + places_outlet exceed top_k = {params.top_k}",
            "raise top_k or lower the reserved places",
        )
    # A preset's places give way to a shorter list, the outlets' first.
    outlet = max(0, params.places_outlet - over)
    return replace(
        params,
        places_outlet=outlet,
        places_official=min(params.places_official, params.top_k - outlet),
    )


@cache
def _preset(name: str) -> Mapping[str, object]:
    if name not in PRESETS:
        raise ConfigError(f"there is no preset {name!r}", hint(name, PRESETS))
    text = resources.files("ledgerrag").joinpath("presets", f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(text, parse_float=Decimal)
    base = _preset(table["base"]) if "base" in table else {}
    return {**base, **converted(table["params"]), "preset": name}


def _read(file: Readable) -> tuple[str, Mapping[str, object]]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as reason:
        raise ConfigError(f"{file} cannot be read: {reason.strerror}", "check the path") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as reason:
        raise ConfigError(f"{file} is not TOML: {reason}", "write [params] and name = value") from (
            None
        )
    unknown = sorted(set(table) - {"preset", "params"})
    if unknown:
        raise ConfigError(
            f"{file} has an unknown entry {unknown[0]!r}", "put values under [params]"
        )
    params, preset = table.get("params", {}), table.get("preset", "")
    if not isinstance(params, dict) or not isinstance(preset, str):
        raise ConfigError(f"{file}: preset is a word and [params] a table", "see the presets")
    return preset, params
