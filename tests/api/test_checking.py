from __future__ import annotations

import pytest

from ledgerrag.answer import ClaimVerdict
from ledgerrag.api import ParagraphReport
from ledgerrag.api.drafts import paragraphs
from ledgerrag.errors import InputError
from ledgerrag.model import Verdict
from tests.api.rulebook import LONGER, RULEBOOK
from tests.product.newsroom import Newsroom

DRAFT = """---
title: The rules today
author: desk
---
# The rules today

The **_reporting_ period** is *180 days*.

> The filing fee is 50 EUR.

What changed
------------

- The quorum of the council is 5 members.
- [x] The [filing fee](https://example.org/fee) is **40 EUR**.

| Rule | What it says |
|------|--------------|
| Filing fee | 45 EUR |

```python
fee = "The filing fee is 99 EUR."

quorum = 9
```

Is the fee too high? <!-- The filing fee is 1 EUR. -->
"""


def ends(part: ParagraphReport) -> list[tuple[str, str]]:
    return [(str(one.verdict), one.value) for one in part.answer.verdicts]


def test_a_markdown_draft_is_judged_by_what_it_says(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        report = rag.check(DRAFT, as_of="2026-08-01")
    assert [part.index for part in report.paragraphs] == list(range(1, 9))
    assert [ends(part) for part in report.paragraphs] == [
        [],
        [("supported", "180 days")],
        [("refuted", "50 EUR")],
        [],
        [("supported", "5 members"), ("supported", "40 EUR")],
        [("refuted", "45 EUR")],
        [],
        [],
    ]
    assert report.as_of == "2026-08-01"


def test_the_same_draft_is_judged_as_of_each_date(room: Newsroom) -> None:
    room.take_in(*RULEBOOK, LONGER)
    draft = "The reporting period is 180 days. The filing fee is 40 EUR."
    with room.open() as rag:
        before = rag.check(draft, as_of="2026-06-01").paragraphs[0]
        after = rag.check(draft, as_of="2026-08-01").paragraphs[0]
        then = rag.check(draft, as_of="2026-08-01", known_at="2026-05-01").paragraphs[0]
    assert ends(before) == ends(then) == [("supported", "180 days"), ("supported", "40 EUR")]
    assert ends(after) == [("refuted", "180 days"), ("supported", "40 EUR")]
    assert "270 days" in after.answer.text


def test_a_paragraph_is_a_run_that_can_be_replayed(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        report = rag.check(DRAFT, actor="desk")
        runs = [part.answer.run for part in report.paragraphs]
        assert len(set(runs)) == len(runs)
        for run in runs:
            assert all(rag.replay(run, level).identical for level in ("R0", "R1"))
        assert rag.verify().ok


def test_what_nothing_speaks_to_is_unverified_not_refuted(room: Newsroom) -> None:
    room.take_in(*RULEBOOK)
    with room.open() as rag:
        (part,) = rag.check("The harbour master earns 900 EUR.").paragraphs
    verdicts: tuple[ClaimVerdict, ...] = part.answer.verdicts
    assert [one.verdict for one in verdicts] == [Verdict.UNVERIFIED]


@pytest.mark.parametrize("draft", ["", " \n\t\n", "---\ntitle: x\n---\n", ">\n>\n"])
def test_an_empty_draft_is_refused(room: Newsroom, draft: str) -> None:
    with room.open() as rag, pytest.raises(InputError, match="the draft is empty"):
        rag.check(draft)


def test_a_draft_of_too_many_paragraphs_is_refused(room: Newsroom) -> None:
    with room.open() as rag:
        with pytest.raises(InputError, match="501 paragraphs"):
            rag.check("x\n\n" * 501)
        assert rag.counts()["runs"] == 0


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("one\ntwo\n\nthree", ("one\ntwo", "three")),
        ("one\r\n\r\ntwo", ("one", "two")),
        ("> one\n>\n> two", ("> one", "> two")),
        ("```\na\n\nb\n```\n\nc", ("```\na\n\nb\n```", "c")),
        ("~~~\n```\n\nb\n~~~\n\nc", ("~~~\n```\n\nb\n~~~", "c")),
        ("```\nnever\n\nclosed", ("```\nnever\n\nclosed",)),
        ("---\na: 1\n---\n\none", ("one",)),
        ("one\n\n---\n\ntwo\n\n---\n", ("one", "---", "two", "---")),
    ],
)
def test_paragraphs_lie_between_empty_lines(draft: str, expected: tuple[str, ...]) -> None:
    assert paragraphs(draft) == expected
