"""What raters preferred: shares with intervals, reasons, and how far raters agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ledgerrag.bench.estimates import Share
from ledgerrag.dykbench.agreement import Kappa, kappa
from ledgerrag.errors import InputError, NotFoundError

TIE: Final = "tie"
Choice = Literal["a", "b", "tie", ""]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KeyPair(_Form):
    """Which system stands on which side of a pair."""

    pair: str
    item: str
    a: str
    b: str


class Key(_Form):
    """The key of a study, as `human make` writes it."""

    form: Literal[1]
    study: str
    systems: tuple[str, str]
    seed: int
    pairs: tuple[KeyPair, ...]


class Rating(_Form):
    """What one rater said of one pair."""

    pair: str
    choice: Choice
    reasons: tuple[str, ...]
    comment: str


class Ratings(_Form):
    """What a page saves."""

    form: Literal[1]
    study: str
    rater: str
    ratings: tuple[Rating, ...]


F = TypeVar("F", bound=_Form)


@dataclass(frozen=True, slots=True)
class Shares:
    """How often each system was preferred.

    Args:
        preferred: by system, and `tie`; with Wilson intervals.
        p: exact two-sided sign test of the preferences that are not ties: are both systems
            preferred equally often?
    """

    preferred: Mapping[str, Share]
    p: float


@dataclass(frozen=True, slots=True)
class Preference:
    """What came of a study.

    Args:
        study: its name.
        raters: those who rated, in order.
        pairs: how many were rated by somebody, of how many.
        majority: one voice a pair: what most of its raters said, a tie where two lead.
        raters_shares: of each rater alone.
        left: how often the left side was preferred among preferences: far from a half, the place
            on the page decided.
        reasons: by preferred system (or tie), how often each reason was given.
        agreement: Cohen's kappa of every two raters over the pairs that both rated.
        comments: (pair, rater, preferred, words).
    """

    study: str
    raters: tuple[str, ...]
    pairs: tuple[int, int]
    majority: Shares
    raters_shares: Mapping[str, Shares]
    left: Share
    reasons: Mapping[str, Mapping[str, int]]
    agreement: Mapping[tuple[str, str], Kappa]
    comments: tuple[tuple[str, str, str, str], ...]

    def plain(self) -> dict[str, object]:
        """As JSON."""
        return {
            "study": self.study,
            "raters": list(self.raters),
            "pairs_rated": self.pairs[0],
            "pairs": self.pairs[1],
            "majority": _plain(self.majority),
            "by_rater": {name: _plain(one) for name, one in self.raters_shares.items()},
            "left": {"share": self.left.share, "interval": list(self.left.interval)},
            "reasons": {name: dict(held) for name, held in self.reasons.items()},
            "kappa": [
                {
                    "raters": list(names),
                    "items": one.items,
                    "kappa": float(one.value),
                    "low": one.low,
                    "high": one.high,
                }
                for names, one in self.agreement.items()
            ],
            "comments": [list(one) for one in self.comments],
        }


def read_key(path: Path) -> Key:
    """The key of a study.

    Raises:
        NotFoundError: there is no such file.
        InputError: it is no key.
    """
    return _read(path, Key, "key of a study", "name the key that was made with the page")


def read_ratings(path: Path) -> Ratings:
    """What a rater saved.

    Raises:
        NotFoundError: there is no such file.
        InputError: it is no such file.
    """
    return _read(path, Ratings, "file of ratings", "name a file that the page saved")


def score(key: Key, files: Sequence[Ratings]) -> Preference:
    """Preference shares, reasons and agreement.

    Args:
        key: which system stands where.
        files: one a rater; unrated pairs are left out.
    Raises:
        InputError: no file, one of another study, one rater twice, or a pair that is not there.
    """
    votes = _votes(key, files)
    known = {one.pair: one for one in key.pairs}
    chosen = [
        (known[rating.pair], rating.choice)
        for one in files
        for rating in one.ratings
        if rating.choice in ("a", "b")
    ]
    reasons: dict[str, Counter[str]] = {name: Counter() for name in (*key.systems, TIE)}
    comments = []
    for one in files:
        for rating in one.ratings:
            voice = votes[one.rater].get(rating.pair, "")
            if voice:
                reasons[voice].update(dict.fromkeys(rating.reasons, 1))
            if rating.comment:
                comments.append((rating.pair, one.rater, voice, rating.comment))
    majority = _majority(key, votes)
    return Preference(
        study=key.study,
        raters=tuple(one.rater for one in files),
        pairs=(len(majority), len(key.pairs)),
        majority=_shares(key, majority.values()),
        raters_shares={name: _shares(key, held.values()) for name, held in votes.items()},
        left=Share(sum(1 for _, choice in chosen if choice == "a"), len(chosen)),
        reasons={name: dict(sorted(held.items())) for name, held in reasons.items()},
        agreement=_agreement(votes),
        comments=tuple(comments),
    )


def _votes(key: Key, files: Sequence[Ratings]) -> dict[str, dict[str, str]]:
    """Rater -> pair -> preferred system or tie."""
    if not files:
        raise InputError("no ratings are given", "name the files that the raters saved")
    known = {one.pair: one for one in key.pairs}
    found: dict[str, dict[str, str]] = {}
    for one in files:
        if one.study != key.study:
            raise InputError(
                f"the ratings of {one.rater} are of study {one.study}, the key is of {key.study}",
                "name the key and the ratings of one study",
            )
        if one.rater in found:
            raise InputError(
                f"rater {one.rater} is there twice", "name each rater's last file only"
            )
        voices: dict[str, str] = {}
        for rating in one.ratings:
            if rating.pair not in known or rating.pair in voices:
                raise InputError(
                    f"the ratings of {one.rater} hold pair {rating.pair} twice or wrongly",
                    "let the rater save the file again",
                )
            pair = known[rating.pair]
            if rating.choice:
                sides = {"a": pair.a, "b": pair.b, "tie": TIE}
                voices[rating.pair] = sides[rating.choice]
        found[one.rater] = voices
    return found


def _majority(key: Key, votes: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in key.pairs:
        voices = Counter(held[pair.pair] for held in votes.values() if pair.pair in held)
        if voices:
            most = max(voices.values())
            leading = [name for name, count in voices.items() if count == most]
            found[pair.pair] = leading[0] if len(leading) == 1 else TIE
    return found


def _shares(key: Key, voices: Iterable[str]) -> Shares:
    held = Counter(voices)
    total = held.total()
    one, two = (held[name] for name in key.systems)
    n = one + two
    tail = sum(comb(n, i) for i in range(min(one, two) + 1))
    preferred = {name: Share(held[name], total) for name in (*key.systems, TIE)}
    return Shares(preferred, min(1.0, 2 * tail / 2**n))


def _agreement(votes: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], Kappa]:
    found: dict[tuple[str, str], Kappa] = {}
    for one, two in combinations(votes, 2):
        both = [pair for pair in votes[one] if pair in votes[two]]
        made = kappa([votes[one][p] for p in both], [votes[two][p] for p in both])
        if made is not None:
            found[one, two] = made
    return found


def _plain(shares: Shares) -> dict[str, object]:
    return {
        "preferred": {
            name: {"hits": one.hits, "of": one.total, "share": one.share, "interval": one.interval}
            for name, one in shares.preferred.items()
        },
        "p": shares.p,
    }


def _read(path: Path, form: type[F], what: str, step: str) -> F:
    try:
        return form.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise NotFoundError(f"there is no {what} at {path}", step) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path} cannot be read: {reason}", "check the path") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise InputError(f"{path} is no {what} ({where}: {first['msg']})", step) from None
