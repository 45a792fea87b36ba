"""Calibration: how a judge's word goes with the labels that people gave to the same questions.

The file has a JSON object a line. `kind` is `support` (`statement`, `passages` of `quote`, `title`,
`face`), `facts` (`fact`, `answer` lines) or `answer` (`question`, `as_of`, `reference`, `answer`);
`label` is a person's word: support, refute, neutral; stated, missing; correct, partly, wrong, none.
Several people may have labelled one question: each line counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ledgerrag.dykbench.agreement import Kappa, kappa, pearson, spearman
from ledgerrag.dykbench.items import Gold, Item, Label, Task
from ledgerrag.dykbench.judging import ModelJudge
from ledgerrag.dykbench.metrics.judge import Cited, Judge
from ledgerrag.errors import InputError, NotFoundError

SCORES: Final[Mapping[str, float]] = {
    "support": 1.0,
    "neutral": 0.0,
    "refute": -1.0,
    "stated": 1.0,
    "missing": 0.0,
    "correct": 1.0,
    "partly": 0.5,
    "wrong": 0.0,
    "none": 0.0,
}
"""Labels as scores, for Pearson's and Spearman's coefficients."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Passage(_Form):
    """A cited passage, as `Cited`."""

    quote: str
    title: str = ""
    face: str = ""


class Support(_Form):
    """Whether passages hold a statement."""

    kind: Literal["support"]
    statement: str
    passages: tuple[Passage, ...]
    label: Literal["support", "refute", "neutral"]


class Fact(_Form):
    """Whether an answer states a fact."""

    kind: Literal["facts"]
    fact: str
    answer: tuple[str, ...]
    label: Literal["stated", "missing"]


class Graded(_Form):
    """Whether an answer is right, by the reference."""

    kind: Literal["answer"]
    question: str
    as_of: str
    reference: str
    answer: str
    label: Literal["correct", "partly", "wrong", "none"]


Sample: TypeAlias = Annotated[Support | Fact | Graded, Field(discriminator="kind")]
_ADAPTER: Final[TypeAdapter[Support | Fact | Graded]] = TypeAdapter(Sample)


@dataclass(frozen=True, slots=True)
class Agreement:
    """A judge against people on questions of one kind.

    Args:
        kind: support, facts or answer.
        items: how many.
        pearson: of the scores; None where one side never varies.
        spearman: of their ranks; likewise.
        kappa: of the labels, beyond chance.
        confusion: (person's label, judge's label) -> how often.
    """

    kind: str
    items: int
    pearson: float | None
    spearman: float | None
    kappa: Kappa
    confusion: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What came of a calibration.

    Args:
        judge: its name.
        judge_kind: local stance model or language model.
        kinds: one line a kind of question; kinds without samples are left out.
        skipped: samples that the judge cannot answer: grades without a language model.
    """

    judge: str
    judge_kind: str
    kinds: tuple[Agreement, ...]
    skipped: int

    def plain(self) -> dict[str, object]:
        """As JSON, for the report."""
        return {
            "judge": self.judge,
            "judge_kind": self.judge_kind,
            "skipped": self.skipped,
            "kinds": [
                {
                    "kind": one.kind,
                    "items": one.items,
                    "pearson": one.pearson,
                    "spearman": one.spearman,
                    "kappa": float(one.kappa.value),
                    "kappa_low": one.kappa.low,
                    "kappa_high": one.kappa.high,
                    "confusion": [
                        {"person": person, "judge": judge, "count": count}
                        for (person, judge), count in sorted(one.confusion.items())
                    ],
                }
                for one in self.kinds
            ],
        }


def load(path: Path) -> tuple[Support | Fact | Graded, ...]:
    """Read labels of people.

    Raises:
        NotFoundError: there is no such file.
        InputError: a line is not in the form above.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise NotFoundError(f"no labels at {path}", "name the file of labels") from None
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{path} cannot be read", "check the path and the encoding") from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_ADAPTER.validate_python(json.loads(line)))
        except (ValidationError, ValueError) as error:
            raise InputError(
                f"{path}, line {number}: {_fault(error)}", "docs/dykbench.md shows the form"
            ) from None
    if not found:
        raise InputError(f"{path} holds no label", "put a JSON object on each line")
    return tuple(found)


def calibrate(judge: Judge, samples: Iterable[Support | Fact | Graded]) -> Calibration:
    """Put the labelled questions to a judge and compare.

    Args:
        judge: whose word is held against people's.
        samples: by `load`.
    """
    pairs: dict[str, list[tuple[str, str]]] = {}
    skipped = 0
    for sample in samples:
        said = _asked(judge, sample)
        if said is None:
            skipped += 1
        else:
            pairs.setdefault(sample.kind, []).append((sample.label, said))
    kinds = tuple(
        found for kind in sorted(pairs) if (found := _agreement(kind, pairs[kind])) is not None
    )
    return Calibration(judge.name, judge.kind, kinds, skipped)


def _asked(judge: Judge, sample: Support | Fact | Graded) -> str | None:
    if isinstance(sample, Support):
        cited = [Cited(one.quote, one.title, one.face) for one in sample.passages]
        return judge.entails(sample.statement, cited).value
    if isinstance(sample, Fact):
        return "stated" if judge.holds((sample.fact,), sample.answer)[0] else "missing"
    if not isinstance(judge, ModelJudge):
        return None
    grade = judge.grade(_item(sample), sample.answer)
    return grade.grade if grade is not None else None


def _item(sample: Graded) -> Item:
    gold = Gold(Label.SUPPORTED, sample.reference)
    return Item(
        item_id="",
        task=Task.REGCHANGE,
        kind="",
        source="",
        group="",
        split="plain",
        form="ask",
        text=sample.question,
        as_of=sample.as_of,
        known_at=sample.as_of,
        gold=gold,
    )


def _agreement(kind: str, pairs: Sequence[tuple[str, str]]) -> Agreement | None:
    people, judged = [one for one, _ in pairs], [two for _, two in pairs]
    found = kappa(people, judged)
    if found is None:
        return None
    scores = [SCORES[one] for one in people], [SCORES[one] for one in judged]
    confusion: dict[tuple[str, str], int] = {}
    for pair in pairs:
        confusion[pair] = confusion.get(pair, 0) + 1
    return Agreement(kind, len(pairs), pearson(*scores), spearman(*scores), found, confusion)


def _fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        return f"{where}: {first['msg']}"
    return "it is no JSON object"
