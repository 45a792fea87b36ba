from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag import baselines
from ledgerrag.answer import Answer
from ledgerrag.baselines import Asked, Submitted, roster
from ledgerrag.baselines.submitted import load
from ledgerrag.errors import ConfigError
from tests.baselines.town import HOW_LONG, RULE, town

WRITTEN = """
from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines import Asked


class Mine:
    name = "mine"
    title = "Mine"

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        return rag.ask(asked.text, as_of=asked.as_of, known_at=asked.known_at)


MADE = Mine()
"""
ASKED = Asked(HOW_LONG, "ask", "2025-01-01", "2025-01-01")


def written(folder: Path, text: str = WRITTEN, name: str = "mine.py") -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("attribute", ["Mine", "MADE"])
def test_a_system_of_a_file_is_loaded_as_a_class_or_made(tmp_path: Path, attribute: str) -> None:
    found = load(f"{written(tmp_path)}:{attribute}")
    assert (found.name, found.title, found.retrieval) == ("mine", "Mine", "lexical")
    with town(tmp_path, RULE) as place:
        assert "30 days" in found.answer(place.rag, ASKED, None).text


def test_a_system_of_a_module_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, name="a_module_of_mine.py")
    monkeypatch.syspath_prepend(tmp_path)
    assert load("a_module_of_mine:MADE").name == "mine"


def test_what_finds_systems_goes_to_another_process_and_finds_both_kinds(tmp_path: Path) -> None:
    reference = f"{written(tmp_path)}:MADE"
    names, find = roster(["rule-only", reference, "rule-only"])
    assert names == ("rule-only", "mine")
    there = pickle.loads(pickle.dumps(find))  # noqa: S301 - our own bytes
    assert [one.name for one in there(("mine", "rule-only", "mine"))] == ["mine", "rule-only"]
    with pytest.raises(ConfigError, match="there is no system 'yours'"):
        there(("yours",))


@pytest.mark.parametrize(
    ("text", "attribute", "told"),
    [
        (WRITTEN, "Yours", "has no Yours; it has Mine, MADE"),
        ("def broken(:\n", "MADE", "cannot be loaded: SyntaxError"),
        ("import no_such_library_anywhere\n", "MADE", "cannot be loaded: ModuleNotFoundError"),
        ("raise ValueError('why')\n", "MADE", "cannot be loaded: ValueError: why"),
        ("MADE = 7\n", "MADE", "has no name or no title"),
        ("class MADE:\n    name = 'm'\n    title = 'M'\n", "MADE", "cannot answer"),
        ("class MADE:\n    def __init__(self, n):\n        self.n = n\n", "MADE",
         "cannot be made without arguments"),
        (WRITTEN.replace('"mine"', '"../mine"'), "MADE", "is named '../mine'; use small letters"),
        (WRITTEN.replace('"mine"', '"rule-only"'), "MADE", "as a system that ships; rename it"),
        (WRITTEN.replace('"mine"', '"mine"\n    retrieval = "smell"'), "MADE",
         "searches by 'smell'; choose from lexical, dense, hybrid"),
    ],
)  # fmt: skip
def test_what_is_no_system_is_told_in_one_line(
    tmp_path: Path, text: str, attribute: str, told: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(f"{written(tmp_path, text)}:{attribute}")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("nowhere/mine.py:MADE", "there is no file nowhere/mine.py"),
        ("no_such_module_anywhere:MADE", "cannot be loaded: ModuleNotFoundError"),
        (":MADE", "names no system"),
        ("mine.py:", "names no system"),
    ],
)
def test_a_place_where_nothing_is_is_named(reference: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        load(reference)


def test_two_systems_of_one_name_are_not_taken_for_one(tmp_path: Path) -> None:
    one, two = written(tmp_path), written(tmp_path, name="other.py")
    with pytest.raises(ConfigError, match="are both named mine"):
        roster([f"{one}:MADE", f"{two}:MADE"])


class _Says:
    """Answers as the product does, changed by a function."""

    name = "says"
    title = "Says"

    def __init__(self, change: object) -> None:
        self.change = change

    def answer(self, rag: object, asked: Asked, before: Answer | None) -> Answer:
        plain = baselines.systems(("ledgerrag",))[0].answer(rag, asked, before)  # type: ignore[arg-type]
        assert callable(self.change)
        changed: Answer = self.change(plain)
        return changed


def _other_words(answer: Answer) -> Answer:
    return replace(answer, citations=(replace(answer.citations[0], quote="thirty years"),))


def _other_place(answer: Answer) -> Answer:
    one = answer.citations[0]
    return replace(answer, citations=(replace(one, start=one.start + 1),))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda answer: answer.text, "it returned str, not an Answer"),
        (_other_words, "other words stand there"),
        (_other_place, "other words stand there"),
        (
            lambda answer: replace(
                answer, citations=(replace(answer.citations[0], doc_id="nowhere"),)
            ),
            "it cites nowhere@1, which is not there",
        ),
        (lambda answer: replace(answer, citations=()), "cites a number that it does not explain"),
        (lambda answer: replace(answer, sentences=["words"]), "cannot be kept"),
        (lambda answer: replace(answer, cost=replace(answer.cost, steps=1.5)), "cannot be kept"),
    ],
)
def test_an_answer_that_cannot_be_kept_or_quotes_wrongly_is_refused(
    tmp_path: Path, change: object, told: str
) -> None:
    system = Submitted("says", "Says", _Says(change), "lexical", Path(__file__))
    with town(tmp_path, RULE) as place, pytest.raises(ConfigError) as caught:
        system.answer(place.rag, ASKED, None)
    assert told in str(caught.value)


def test_an_answer_that_is_whole_is_handed_on_as_it_is(tmp_path: Path) -> None:
    system = Submitted("says", "Says", _Says(lambda answer: answer), "lexical", Path(__file__))
    with town(tmp_path, RULE) as place:
        found = system.answer(place.rag, ASKED, None)
    assert "30 days" in found.text
    assert found.cost.stage_us
