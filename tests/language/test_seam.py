from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.errors import ModelError
from ledgerrag.language.seam import Completion, Request, ScriptedModel

BASE = Request("judge/1", (("user", "Does it?"),), "{}")


@given(st.lists(st.tuples(st.sampled_from(["system", "user"]), st.text()), max_size=3))
def test_equal_requests_have_equal_bytes_and_others_have_others(
    messages: list[tuple[str, str]],
) -> None:
    one = Request("judge/1", tuple(messages), "{}")
    assert one.canonical() == replace(one).canonical()
    assert (one.key == BASE.key) == (one == BASE)


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, prompt="judge/2"),
        replace(BASE, messages=(("system", "Does it?"),)),
        replace(BASE, schema=""),
        replace(BASE, max_tokens=511),
        replace(BASE, temperature_u=1),
        replace(BASE, seed=1),
        replace(BASE, stop=("END",)),
    ],
)
def test_everything_that_decides_an_answer_is_in_the_key(other: Request) -> None:
    assert other.key != BASE.key


def test_the_canonical_form_stays_as_it_is_recorded() -> None:
    # Records of runs and cassettes are found by it: a change makes them all unreadable.
    assert BASE.key == "f5b569eb032ca1b714c11455c11ca4659af74b7e7818f8765dd13e807c9be093"


def test_the_double_answers_from_its_table_then_from_its_function() -> None:
    model = ScriptedModel({BASE: "yes"}, lambda request: request.prompt)
    assert model.complete(BASE) == Completion("yes", prompt_tokens=2, answer_tokens=1)
    assert model.complete(replace(BASE, seed=9)).text == "judge/1"
    with pytest.raises(ModelError, match="no scripted answer for prompt judge/1"):
        ScriptedModel().complete(BASE)
