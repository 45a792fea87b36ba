"""The pairs of each phase, in the order in which they are learnt, and the held-out ones."""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import rule_pairs
from ledgerrag.bench.law_pairs import load_law
from ledgerrag.bench.stance_pairs import Judged, load, sets
from ledgerrag.model import Stance
from ledgerrag.stance.encoding import Pair

MIX: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("mix.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Material:
    """All pairs: to learn from by set, and held out by set."""

    learnt: Mapping[str, tuple[Judged, ...]]
    held_out: Mapping[str, tuple[Judged, ...]]


def material(data: Path) -> Material:
    """Every set and the law pairs; nothing learnt shares a claim or a sentence with a held-out one.

    Args:
        data: the folder that holds `nli`, `canada_laws`, `dc_code` and `ota_terms`.
    """
    everything = {which.name: load(which, data / "nli") for which in sets()}
    everything["law"] = load_law(data)
    apart = {
        words
        for pairs in everything.values()
        for judged in pairs
        if judged.held_out
        for words in (_key(judged.pair.claim), _key(judged.pair.text))
    }
    return Material(
        {
            name: tuple(
                judged
                for judged in pairs
                if not judged.held_out
                and _key(judged.pair.claim) not in apart
                and _key(judged.pair.text) not in apart
            )
            for name, pairs in everything.items()
        },
        {
            name: tuple(judged for judged in pairs if judged.held_out)
            for name, pairs in everything.items()
        },
    )


def phase(which: str, learnt: Mapping[str, tuple[Judged, ...]], epoch: int) -> list[Judged]:
    """The pairs of one pass over a phase, shuffled; each pass draws and makes its pairs anew."""
    chance = random.Random(f"{MIX['seed']} {which} {epoch}")
    out: list[Judged] = []
    for name, share in MIX[which].items():
        out += _drawn(learnt[name], share, chance)
    made = MIX["made"][which]
    law = learnt["law"]
    out += _drawn([j for j in law if j.stance is Stance.REFUTE], made["law_refute"], chance)
    out += _drawn([j for j in law if j.stance is not Stance.REFUTE], made["law_rest"], chance)
    sources = _sources(learnt, chance)
    out += list(rule_pairs.made(sources[: made["rules"]], chance))
    out += list(_elsewhere(sources[-made["elsewhere"] :], chance))
    out = [_context(judged, chance) for judged in out]
    chance.shuffle(out)
    return out


def _drawn(pairs: Sequence[Judged], share: float, chance: random.Random) -> list[Judged]:
    whole, rest = divmod(share, 1.0)
    return [*pairs] * int(whole) + chance.sample([*pairs], round(rest * len(pairs)))


def _sources(learnt: Mapping[str, tuple[Judged, ...]], chance: random.Random) -> list[Pair]:
    names = ("vitaminc_real", "vitaminc_synthetic", "law", "fool_me_twice", "covidfact", "wice")
    by_text = {
        judged.pair.text: judged.pair
        for name in names
        for judged in learnt[name]
        if 6 <= len(judged.pair.text.split()) <= 60
    }
    sources = list(by_text.values())
    chance.shuffle(sources)
    return sources


def _elsewhere(sources: Sequence[Pair], chance: random.Random) -> Iterator[Judged]:
    """A sentence of another page that shares a rare word with the claim says nothing about it."""
    holding: dict[str, list[Pair]] = defaultdict(list)
    for pair in sources:
        for word in frozenset(pair.text.split()):
            if len(word) > 4:
                holding[word].append(pair)
    for pair in sources:
        rare = sorted(
            (word for word in frozenset(pair.text.split()) if 1 < len(holding[word]) <= 40),
            key=lambda word: (len(holding[word]), word),
        )
        others = [o for word in rare[:3] for o in holding[word] if o.title != pair.title]
        if others:
            other = chance.choice(others)
            yield Judged(replace(other, claim=pair.text), Stance.NEUTRAL, held_out=False)


def _context(judged: Judged, chance: random.Random) -> Judged:
    """Half of the pairs go without their surroundings: a passage may have none."""
    if chance.random() < 0.5:
        return judged
    return replace(judged, pair=Pair(judged.pair.claim, judged.pair.text))


def _key(text: str) -> str:
    return " ".join(text.casefold().split())
