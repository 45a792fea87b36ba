"""The stance model that ships: the same judgement however and wherever a pair is judged."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerrag import wordpieces
from ledgerrag.errors import ModelError, UnavailableError
from ledgerrag.model import UNIT, Claim, ClaimKind, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.encoding import Pair, encode
from ledgerrag.stance.onnx import META, WEIGHTS, Memory, OnnxStance, known, open_stance, shipped

ONE = open_stance(threads=1)
TWO = open_stance(threads=2)

WORDS = st.sampled_from(
    [
        "the",
        "fee",
        "is",
        "not",
        "5",
        "12",
        "days",
        "harbour",
        "Harbour",
        "in",
        "2026",
        "percent",
        "of",
        "owners",
        "must",
        "pay",
        "until",
        "a",
        "dam",
        "leaks",
        "—",
        "más",
        "東京",
        "$40",
        "(b)",
        "never",
        "was",
        "opened",
        "closed,",
        "before;",
        "Alder's",
    ]
)
TEXT = st.lists(WORDS, min_size=1, max_size=40).map(" ".join)
PAIR = st.builds(Pair, TEXT, TEXT, TEXT | st.just(""), TEXT | st.just(""), TEXT | st.just(""))
SLOW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@SLOW
@given(st.lists(PAIR, min_size=2, max_size=5))
def test_logits_are_the_same_alone_in_a_batch_on_one_thread_or_two_and_again(
    pairs: list[Pair],
) -> None:
    together = ONE.logits(pairs)
    assert TWO.logits(pairs) == together
    assert tuple(ONE.logits([pair])[0] for pair in reversed(pairs)) == together[::-1]
    assert ONE.logits(pairs) == together


def test_odds_are_of_the_logits_and_add_up_to_one() -> None:
    pairs = [Pair("The fee is $5.", "The fee is $5."), Pair("The fee is $5.", "It rained.")]
    for odds in ONE.odds(pairs):
        assert odds.support_u + odds.refute_u + odds.neutral_u == UNIT


def test_what_was_judged_before_is_remembered_and_the_oldest_gives_way() -> None:
    memory = Memory(most=2)
    model = OnnxStance(known(shipped()), shipped(), threads=1, memory=memory)
    pairs = [Pair(f"The fee is ${n}.", "The fee is $5.") for n in range(3)]
    plain = ONE.logits(pairs)
    assert model.logits(pairs) == plain
    kept = [memory.get(one) for one in encode(pairs, wordpieces.tokenizer())]
    assert kept == [None, plain[1], plain[2]]
    assert model.logits(pairs) == plain


def claim(text: str) -> Claim:
    return decompose_draft(text)[0]


def passage(text: str) -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, "")


def test_a_judgement_names_the_model_and_a_slot_is_not_judged() -> None:
    statement = claim("The bridge is closed to trucks.")
    slot = Claim("c1", "What is the fee?", UNIT, ClaimKind.SLOT, statement.expects)
    text = passage("Trucks may not use the bridge.")
    first, second = ONE.judge([(slot, text), (statement, text)])
    assert (first.stance, first.rule) == (Stance.NEUTRAL, "a slot states nothing")
    assert second.rule == ONE.name == f"model {known(shipped()).version}"


def test_any_text_is_judged_however_long_or_broken() -> None:
    odd = [Pair("", ""), Pair("word " * 5_000, "word " * 50_000), Pair("half \ud800", "\udfff")]
    assert len(ONE.odds(odd)) == 3


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    with as_file(shipped()) as folder:
        for name in (WEIGHTS, META):
            shutil.copy(folder / name, tmp_path / name)
    return tmp_path


def test_weights_with_one_byte_changed_are_refused(copy: Path) -> None:
    body = bytearray((copy / WEIGHTS).read_bytes())
    body[1_000] ^= 1
    (copy / WEIGHTS).write_bytes(body)
    with pytest.raises(ModelError, match="not the ones that were shipped"):
        open_stance(copy).odds([Pair("a", "b")])


def test_weights_that_are_gone_are_told_when_a_pair_is_judged(copy: Path) -> None:
    (copy / WEIGHTS).unlink()
    with pytest.raises(UnavailableError, match="cannot be read"):
        open_stance(copy).odds([Pair("a", "b")])


def test_an_installation_without_the_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="no stance model"):
        open_stance(tmp_path)


@pytest.mark.parametrize("change", [{"temperature_u": 0}, {"outputs": ["a"]}, {"sha256": None}])
def test_a_damaged_file_beside_the_weights_is_refused(
    copy: Path, change: dict[str, object]
) -> None:
    table = json.loads((copy / META).read_text("utf-8"))
    table.update(change)
    (copy / META).write_text(json.dumps({k: v for k, v in table.items() if v is not None}))
    with pytest.raises(ModelError, match="damaged"):
        open_stance(copy)


def test_another_temperature_is_another_digest(copy: Path) -> None:
    table = json.loads((copy / META).read_text("utf-8"))
    table["temperature_u"] += 1
    (copy / META).write_text(json.dumps(table))
    assert open_stance(copy).digest != ONE.digest


def test_the_weights_are_small_enough_to_ship() -> None:
    with as_file(shipped()) as folder:
        assert (folder / WEIGHTS).stat().st_size <= 25_000_000
