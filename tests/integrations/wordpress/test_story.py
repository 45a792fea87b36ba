from __future__ import annotations

import json

import pytest

from tests.integrations.wordpress.newsroom import WordPress
from tests.integrations.wordpress.stories import CLASSIC, EVERY_BLOCK

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]


def read(wordpress: WordPress, content: str) -> list[tuple[str, str]]:
    code = f"echo wp_json_encode(LedgerRAG\\Story::paragraphs({json.dumps(content)}));"
    return [(one["kind"], one["text"]) for one in json.loads(wordpress.php(code))]


def test_a_story_of_blocks_is_read_paragraph_by_paragraph(wordpress: WordPress) -> None:
    assert read(wordpress, EVERY_BLOCK) == [
        ("heading", "What we know"),
        ("paragraph", "Tea & cake cost 3 marks.\nThe fee is 9 marks."),
        ("list", "One boat"),
        ("list", "of oak"),
        ("quote", "The mate"),
        ("quote", "It leaks."),
        ("paragraph", "In a column."),
        ("paragraph", "Fare"),
        ("paragraph", "12 marks"),
        ("paragraph", "All fares"),
        ("paragraph", "Raw text"),
    ]


def test_a_story_of_the_classic_editor_is_read_by_its_empty_lines(wordpress: WordPress) -> None:
    assert read(wordpress, CLASSIC) == [
        ("paragraph", "First line\nsecond line."),
        ("heading", "Head"),
        ("paragraph", "Text 5 < 6."),
        ("list", "a"),
        ("list", "b"),
    ]


def test_an_empty_story_has_no_paragraphs(wordpress: WordPress) -> None:
    assert read(wordpress, "") == []
    assert read(wordpress, "<!-- wp:paragraph --><p> &nbsp; </p><!-- /wp:paragraph -->") == []


def test_the_same_words_in_other_markup_have_one_digest(wordpress: WordPress) -> None:
    one, two = "<p>The fee.</p>", '<p class="x">The&nbsp;<b>fee</b>.</p>'
    code = (
        "foreach (array("
        + ", ".join(json.dumps(text) for text in (one, two, "<p>A fee.</p>"))
        + ') as $text) { echo LedgerRAG\\Story::digest("t", $text), "\\n"; }'
    )
    first, second, third = wordpress.php(code).split()
    assert first == second
    assert first != third
