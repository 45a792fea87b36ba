"""The paper's symbols by name, ours beside them, and the presets that set them.

Every value is an integer, a word or a switch; what the paper writes as a decimal (`tau_cov = 0.8`)
is kept in millionths under the same name with `_u`. Presets are data: `presets/*.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal, Protocol, cast, get_args, get_type_hints

from ledgerrag.errors import ConfigError
from ledgerrag.model import UNIT, Domain

Adjudication = Literal["paper", "governed"]
TimeValidity = Literal["decay", "in_force"]
StatsMode = Literal["as_of", "index"]
Retrieval = Literal["lexical", "dense", "hybrid"]
Judges = Literal["rules", "rules+model"]

PRESETS = ("auto", "regulation", "news", "paper")
MODES = ("lexical", "dense", "hybrid")
JUDGES = ("rules", "rules+model")
_VALIDITY = ("decay", "in_force")
_FAR = 1_000 * UNIT
_WORDS = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


class Readable(Protocol):
    """A file that can be read as text (`pathlib.Path` is one)."""

    def read_text(self, encoding: str) -> str:
        """The whole file."""
        ...


@dataclass(frozen=True, slots=True)
class About:
    """What a parameter means, and which values it takes.

    Args:
        symbol: as the paper writes it; empty where it is ours.
        meaning: one line.
        low: least value of a number, in the field's own unit.
        high: greatest value.
        choices: the words that it may be; empty for numbers and switches.
    """

    symbol: str
    meaning: str
    low: int = 0
    high: int = UNIT
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """Every parameter of a run; `describe` says what each means (paper sections 4.2 and 6.1).

    Values come from a preset, never from defaults in code: use `load`.
    """

    preset: Annotated[str, About("", "the preset that the values started from", choices=PRESETS)]
    s_max: Annotated[int, About("S_max", "most retrieval steps of a run", 1, 50)]
    top_k: Annotated[int, About("top-k", "length of one result list", 1, 1_000)]
    tau_cov_u: Annotated[int, About("tau_cov", "gap fires below this coverage, equation (3)")]
    tau_tv_u: Annotated[int, About("tau_tv", "drift fires below this validity, equation (4)")]
    tau_v_u: Annotated[int, About("tau_v", "threshold of v_i for a verified claim", -_FAR, _FAR)]
    epsilon_u: Annotated[int, About("epsilon", "an improvement below this does not count")]
    k_pat: Annotated[int, About("k_pat", "steps without improvement that end a run", 1, 50)]
    horizon_regulation_days: Annotated[
        int, About("H", "decay timescale of regulation and reference, in days", 1, 365_000)
    ]
    horizon_news_days: Annotated[int, About("H", "decay timescale of news, in days", 1, 365_000)]
    strict_verified: Annotated[
        bool, About("", "verified takes standing support and v_i > tau_v; off: v_i >= tau_v alone")
    ]
    time_validity_regulation: Annotated[
        TimeValidity, About("TV@t", "freshness of regulation", choices=_VALIDITY)
    ]
    time_validity_reference: Annotated[
        TimeValidity, About("TV@t", "freshness of reference", choices=_VALIDITY)
    ]
    time_validity_news: Annotated[
        TimeValidity, About("TV@t", "freshness of news", choices=_VALIDITY)
    ]
    tau_div_u: Annotated[int, About("", "stance confidence from which an entry is strong")]
    important_w_u: Annotated[int, About("w_i", "weight of an important claim", 0, _FAR)]
    package_cov_u: Annotated[int, About("", "coverage that completes the package; 0: tau_cov")]
    context_budget: Annotated[int, About("", "characters in the evidence package", 1, 10_000_000)]
    max_retrieval_calls: Annotated[
        int, About("", "most retrieval calls of a run; 0: no limit", 0, 1_000_000)
    ]
    max_tokens: Annotated[
        int,
        About("", "most model tokens of a run; beyond them the rules go on; 0: no limit", 0, 10**12),
    ]
    max_wall_ms: Annotated[int, About("", "most milliseconds of a run; 0: no limit", 0, 10**9)]
    adjudication: Annotated[
        Adjudication,
        About("", "equation (5) alone, or standing first", choices=("paper", "governed")),
    ]
    places_official: Annotated[int, About("", "places of a list kept for level 3", 0, 1_000)]
    places_outlet: Annotated[int, About("", "places of a list kept for level 2", 0, 1_000)]
    per_cluster: Annotated[int, About("", "most places for one cluster; 0: no limit", 0, 1_000)]
    per_series: Annotated[int, About("", "most places for one series; 0: no limit", 0, 1_000)]
    gap: Annotated[
        bool, About("gap", "search on for what lacks evidence (A1); off: the first search alone")
    ]
    drift: Annotated[bool, About("drift", "search for newer versions of what is stale (A3)")]
    conflict: Annotated[
        bool, About("conflict", "search for counter-evidence where strong readings differ (A2)")
    ]
    counter_evidence: Annotated[bool, About("A2", "search for what would refute")]
    probe_official: Annotated[bool, About("", "ask level-3 sources once for every claim")]
    hindsight: Annotated[bool, About("", "K is now; off: K = V, what could be known then")]
    clusters: Annotated[bool, About("", "copies count once")]
    stats: Annotated[
        StatsMode,
        About("", "term statistics of the slice, or the index's", choices=("as_of", "index")),
    ]
    model_reads: Annotated[
        bool, About("", "a language model, where there is one, takes text apart")
    ]
    model_searches: Annotated[
        bool, About("", "a language model, where there is one, adds search words to A1, A2, A3")
    ]
    model_judges: Annotated[
        bool, About("", "a language model, where there is one, judges as a second opinion")
    ]
    model_writes: Annotated[
        bool, About("", "a language model, where there is one, words what is settled")
    ]
    max_model_calls: Annotated[
        int, About("", "most language-model calls of a run; beyond them the rules go on", 0, 10_000)
    ]
    retrieval: Annotated[Retrieval, About("", "search by words, by meaning or both", choices=MODES)]
    stance: Annotated[
        Judges,
        About("", "who judges: rules, or rules and the stance model", choices=JUDGES),
    ]
    given: tuple[str, ...] = ()

    def horizon_days(self, domain: Domain) -> int:
        """H of equation (2): a domain's decay timescale."""
        if domain is Domain.NEWS:
            return self.horizon_news_days
        return self.horizon_regulation_days

    def time_validity(self, domain: Domain) -> TimeValidity:
        """How freshness is measured in a domain."""
        return {
            Domain.REGULATION: self.time_validity_regulation,
            Domain.REFERENCE: self.time_validity_reference,
            Domain.NEWS: self.time_validity_news,
        }[domain]

    def canonical(self) -> dict[str, int | str | bool]:
        """Everything that decides, by name in order: what a config hash is taken of."""
        return {name: getattr(self, name) for name in sorted(_FIELDS)}

    def describe(self) -> tuple[Described, ...]:
        """Each parameter for a reader, in the order of the class."""
        return tuple(
            Described(
                name.removesuffix("_u"),
                about.symbol,
                _shown(name, getattr(self, name)),
                about.meaning,
            )
            for name, about in _FIELDS.items()
        )


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter as documentation and command line show it."""

    name: str
    symbol: str
    value: str
    meaning: str


_HINTS = get_type_hints(Params, include_extras=True)
_FIELDS: dict[str, About] = {
    name: get_args(hint)[1] for name, hint in _HINTS.items() if name != "given"
}


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
        given.update(_converted(table))
    given.update(_converted(overrides or {}))
    return _built({**_preset(preset), **given}, tuple(sorted(given)))


def resolve(params: Params, domain: Domain) -> Params:
    """`auto` settled by the evidence's domain, values set by hand kept; other presets unchanged."""
    if params.preset != "auto":
        return params
    chosen = "news" if domain is Domain.NEWS else "regulation"
    kept = {name: getattr(params, name) for name in params.given}
    return _built({**_preset(chosen), **kept}, params.given)


@cache
def lexicon(name: str) -> Mapping[str, tuple[str, ...]]:
    """A word list that ships with the package: `actions` or `signals`, by list name."""
    text = resources.files("ledgerrag").joinpath(f"{name}.toml").read_text("utf-8")
    return {key: tuple(words) for key, words in tomllib.loads(text).items()}


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
        raise ConfigError(f"there is no preset {name!r}", _hint(name, PRESETS))
    text = resources.files("ledgerrag").joinpath("presets", f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(text, parse_float=Decimal)
    base = _preset(table["base"]) if "base" in table else {}
    return {**base, **_converted(table["params"]), "preset": name}


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


def _converted(values: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for stated, value in values.items():
        name, decimal = _name(stated)
        if name in found:
            raise ConfigError(f"{stated} is given twice", "give each parameter once")
        found[name] = _value(name, stated, value, decimal=decimal)
    return found


def _name(stated: str) -> tuple[str, bool]:
    """The field that a name means, and whether its value is a decimal to be made millionths."""
    plain = stated.strip().lower().replace("-", "_")
    if plain != "preset" and plain in _FIELDS:
        return plain, False
    if f"{plain}_u" in _FIELDS:
        return f"{plain}_u", True
    shown = tuple(name.removesuffix("_u") for name in _FIELDS if name != "preset")
    raise ConfigError(f"there is no parameter {stated!r}", _hint(plain, shown))


def _value(name: str, stated: str, value: object, *, decimal: bool) -> object:
    about, kind = _FIELDS[name], get_args(_HINTS[name])[0]
    if kind is bool:
        return _boolean(stated, value)
    if about.choices:
        if value not in about.choices:
            raise ConfigError(f"{stated} = {value} is not a choice", _listed(about.choices))
        return value
    number = _integer(stated, value, decimal=decimal)
    if not about.low <= number <= about.high:
        span = f"{_shown(name, about.low)} to {_shown(name, about.high)}"
        raise ConfigError(f"{stated} = {value} is out of range", f"give {span}")
    return number


def _boolean(stated: str, value: object) -> bool:
    word = str(value).strip().lower()
    if word not in _WORDS:
        raise ConfigError(f"{stated} = {value} is not a switch", "write true or false")
    return _WORDS[word]


def _integer(stated: str, value: object, *, decimal: bool) -> int:
    text = "" if isinstance(value, bool) else str(value).strip()
    try:
        number = Decimal(text) * (UNIT if decimal else 1)
        whole = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        raise ConfigError(f"{stated} = {value} is not a number", "write 3 or 0.8") from None
    if whole != number:
        digits = "at most six decimals" if decimal else "a whole number"
        raise ConfigError(f"{stated} = {value} is too fine", f"give {digits}")
    return whole


def _shown(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if name.endswith("_u") and isinstance(value, int):
        text = format(Decimal(value) / UNIT, "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


def _hint(name: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else _listed(known)


def _listed(choices: tuple[str, ...]) -> str:
    return "choose from " + ", ".join(choices)
