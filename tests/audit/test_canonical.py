from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.audit.canonical import MAX_DEPTH, MAX_INTEGER, dumps, loads
from ledgerrag.errors import InputError, IntegrityError
from ledgerrag.store.seam import Json

keys = st.text(st.characters(max_codepoint=127), max_size=8)
scalars = (
    st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
)
values: st.SearchStrategy[Json] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(values)
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_back_and_is_canonical(value: Json) -> None:
    written = dumps(value)
    assert loads(written, canonical=True) == value
    assert dumps(loads(written)) == written
    assert b"\n" not in written


@given(st.dictionaries(keys, scalars, min_size=2, max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_keys_does_not_matter(value: dict[str, Json], random: object) -> None:
    shuffled = list(value.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert dumps(dict(shuffled)) == dumps(value)


def test_escapes_are_those_of_rfc_8785() -> None:
    # RFC 8785 section 3.2.2.2: short escapes, lower-case \u00xx for other controls, all else raw.
    assert dumps('\u20ac$\x0f\nA\'B"\\\\"/\x7f\u2028') == (
        b'"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f\xe2\x80\xa8"'
    )
    assert dumps("\b\t\f\r\x00\x1f") == b'"\\b\\t\\f\\r\\u0000\\u001f"'


def test_equal_words_in_other_unicode_forms_stay_apart() -> None:
    assert dumps("\u00e9") != dumps("e\u0301")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"a": [1, 1.0]}, "a.1 is of type float"),
        (None, "the value is of type NoneType"),
        ({"a": None}, "a is of type NoneType"),
        (MAX_INTEGER + 1, "2^53"),
        (-MAX_INTEGER - 1, "2^53"),
        ({"\u00e9": 1}, "not an ASCII text"),
        ({1: 2}, "not an ASCII text"),
        ({"a": ["\ud800"]}, "a.0 holds half of a surrogate pair"),
        ((1, 2), "tuple"),
        (b"x", "bytes"),
    ],
)
def test_values_outside_the_profile_are_refused_by_place(value: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        dumps(value)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"nul",
        b"null",
        b"[null]",
        b"1.0",
        b"1e3",
        b"-0",
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"9007199254740992",
        b"9" * 5000,
        b'{"a":1,"a":1}',
        b'{"a":{"b":1,"\\u0062":2}}',
        b'{"\xc3\xa9":1}',
        b'"\\ud800"',
        b'"\xed\xa0\x80"',
        b"\xff",
        b"\xef\xbb\xbf1",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000,
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
        b"1 2",
        b'"a\nb"',
    ],
)
def test_input_outside_the_profile_is_refused_in_one_line(data: bytes) -> None:
    for canonical in (False, True):
        with pytest.raises(InputError) as caught:
            loads(data, canonical=canonical)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300


def test_the_deepest_nesting_allowed_is_read() -> None:
    data = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert dumps(loads(data, canonical=True)) == data


@pytest.mark.parametrize(
    "data",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b' {"a":1}',
        b'{"a":1}\n',
        b'"\\u0041"',
        b'"\\/"',
        b'"\\u000A"',
    ],
)
def test_a_rewritten_text_is_read_but_is_not_canonical(data: bytes) -> None:
    loads(data)
    with pytest.raises(IntegrityError):
        loads(data, canonical=True)


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "import sys\n"
        "from ledgerrag.audit.canonical import dumps\n"
        "names = sorted({'beta', 'alpha', 'gamma', 'Zeta', '_', '1'}, key=hash)\n"
        "sys.stdout.buffer.write(dumps({n: {m: [n, m] for m in names} for n in names}))\n"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(written) == 1
    assert json.loads(written.pop())["Zeta"]["_"] == ["Zeta", "_"]


def test_a_value_that_contains_itself_is_refused() -> None:
    endless: list[Json] = []
    endless.append({"a": endless})
    with pytest.raises(InputError, match="nested deeper"):
        dumps(endless)
