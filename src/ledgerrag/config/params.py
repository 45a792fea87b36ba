"""Every parameter of a run: the paper's symbols by name, ours beside them.

Every value is an integer, a word or a switch; what the paper writes as a decimal (`tau_cov = 0.8`)
is kept in millionths under the same name with `_u`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, get_args, get_type_hints

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
        About("", "most model tokens of a run, then the rules go on; 0: no limit", 0, 10**12),
    ]
    max_wall_ms: Annotated[int, About("", "most milliseconds of a run; 0: no limit", 0, 10**9)]
    adjudication: Annotated[
        Adjudication,
        About("", "equation (5) alone, or standing first", choices=("paper", "governed")),
    ]
    settles: Annotated[
        int,
        About(
            "",
            "least level that settles a claim; 0: 2 where the registry knows such a source, else 1",
            0,
            3,
        ),
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
    by_kind: Annotated[
        bool,
        About("", "where no words are the same, the only value of the kind asked for may answer"),
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
        return {name: getattr(self, name) for name in sorted(FIELDS)}

    def describe(self) -> tuple[Described, ...]:
        """Each parameter for a reader, in the order of the class."""
        return tuple(
            Described(
                name.removesuffix("_u"),
                about.symbol,
                shown(name, getattr(self, name)),
                about.meaning,
            )
            for name, about in FIELDS.items()
        )


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter as documentation and command line show it."""

    name: str
    symbol: str
    value: str
    meaning: str


def shown(name: str, value: object) -> str:
    """A value as a reader writes it: `0.8`, `on`, a word."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if name.endswith("_u") and isinstance(value, int):
        text = format(Decimal(value) / UNIT, "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


HINTS = get_type_hints(Params, include_extras=True)
FIELDS: dict[str, About] = {
    name: get_args(hint)[1] for name, hint in HINTS.items() if name != "given"
}
