"""What an answer states, measured: its words, its value, its version, its edits, its facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ledgerrag.answer import Answer
from ledgerrag.dykbench.items import Label
from ledgerrag.dykbench.metrics.counts import ZERO
from ledgerrag.dykbench.metrics.judge import Cited, Judge, lines_of
from ledgerrag.dykbench.metrics.said import Said, key_of, past_of
from ledgerrag.dykbench.metrics.same import any_same, states
from ledgerrag.dykbench.metrics.tokens import ans2gram_f1, diff_f1
from ledgerrag.stance.compare import is_comparable
from ledgerrag.stance.values import figures

_EMPTY: Final = frozenset[str]()


def words(said: Said) -> Fraction | None:
    """Ans2gramF1 of the answer's statements against `gold.answer`; see `tokens.ans2gram_f1`.

    None where nothing is there to be answered: the words of an abstention are not compared.
    An answer that states nothing, or cannot be read, gets 0.
    """
    if not said.resolvable:
        return None
    if not said.readable:
        return ZERO
    return ans2gram_f1(" ".join(one.text for one in said.statements), said.item.gold.answer)


def value(said: Said) -> bool | None:
    """Value accuracy: the value that the answer gives is the gold's, in any of its spellings.

    The value is that of the supported claims (`ClaimVerdict.value`); where a claim states none,
    the sentences about it must state it and no other of its kind (`same.states`). Of several
    claims one must state it, and none another. None where the item asks for no value, or for
    none that can be had. Source: exact match of SQuAD (Rajpurkar et al. 2016), on canonical values.
    """
    spellings = said.item.gold.values
    if not spellings or said.item.gold.label is not Label.SUPPORTED:
        return None
    right = wrong = False
    for text in said.values:
        if any_same(spellings, text) or (not said.typed and states(spellings, text)):
            right = True
        elif said.typed and any(_rival(one, text) for one in spellings):
            wrong = True
    return right and not wrong


def _rival(gold: str, text: str) -> bool:
    """Whether an answered value is another one for the same question, not one beside it."""
    return any(
        is_comparable(one.value, other.value) for one in figures(gold) for other in figures(text)
    )


def provision(said: Said, family: frozenset[str] = _EMPTY) -> bool | None:
    """Whether the answer cites the provision at all, in whatever version.

    Args:
        said: the answer.
        family: keys of all versions of the provision, where the runner has them from the store;
            else a version of the same document id counts.
    """
    gold = said.item.gold.version
    if not gold:
        return None
    return any(_kin(key_of(one), gold, family) for one in said.cited)


def version(said: Said, family: frozenset[str] = _EMPTY) -> bool | None:
    """Version accuracy: of the provision the version in force at t is cited, and no other one.

    A version that the answer itself tells as the earlier side of a change is no other one. None
    where the item asks for no version or the provision was not found (`provision`): a metric of
    choosing, not of finding.
    """
    if not provision(said, family) or said.answer is None:
        return None
    gold = said.item.gold.version
    keys = {key_of(one) for one in said.cited}
    others = {key for key in keys if key != gold and _kin(key, gold, family)}
    return gold in keys and others <= past_of(said.answer)


def difference(said: Said) -> Fraction | None:
    """Diff token-F1 of the edits that the answer tells against `gold.edits`; see `diff_f1`.

    Told are the edits of the changes that lead to or from `gold.version`; of all changes where
    none does. None where the item does not ask what changed.
    """
    gold = said.item.gold
    if not gold.edits:
        return None
    if said.answer is None:
        return ZERO
    near = [one for one in said.answer.changes if gold.version in (one.before, one.after)]
    told = [
        (edit.before, edit.after)
        for change in (near or said.answer.changes)
        for edit in change.edits
    ]
    return diff_f1(told, gold.edits)


def nuggets(said: Said, judge: Judge) -> Fraction | None:
    """Nugget recall: the share of `gold.nuggets` that the answer as shown states (Voorhees 2003).

    Shown are its sentences with source, dates and standing of what they cite, changes, pending
    changes and other positions; not the quotes, which are evidence and not answer.
    """
    facts = said.item.gold.nuggets
    if not facts:
        return None
    if said.answer is None or not said.readable:
        return ZERO
    held = judge.holds(facts, shown(said, said.answer))
    return Fraction(sum(held), len(facts))


def shown(said: Said, answer: Answer) -> tuple[str, ...]:
    """The lines of an answer as a reader sees them, quotes apart."""
    sentences = (
        "; ".join((one.text, *(f"{c.title}; {Cited.of(c).face}" for c in one.citations)))
        for one in said.statements
    )
    others = (
        *(one.summary for one in answer.changes),
        *(one.summary for one in answer.pending),
        *(one.summary for one in answer.disputed),
    )
    return lines_of((*sentences, *others))


def _kin(key: str, gold: str, family: frozenset[str]) -> bool:
    if key == gold:
        return True
    if family:
        return key in family
    return key.rpartition("@")[0] == gold.rpartition("@")[0]
