from __future__ import annotations

import json

import pytest

from tests.integrations.wordpress.newsroom import WordPress

pytestmark = [
    pytest.mark.wordpress,
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

STORY = """<!-- wp:heading --><h2>What we <em>know</em></h2><!-- /wp:heading -->
<!-- wp:paragraph --><p>Tea &amp; cake cost&nbsp;3 marks.<br>The fee is
9&nbsp;marks.</p><!-- /wp:paragraph -->
<!-- wp:list --><ul><!-- wp:list-item --><li>One boat<!-- wp:list --><ul><!-- wp:list-item -->
<li>of
 oak</li><!-- /wp:list-item --></ul><!-- /wp:list --></li>
<!-- /wp:list-item --></ul><!-- /wp:list -->
<!-- wp:quote --><blockquote class="wp-block-quote"><!-- wp:paragraph --><p>It leaks.</p>
<!-- /wp:paragraph --><cite>The mate</cite></blockquote><!-- /wp:quote -->
<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">
<!-- wp:paragraph --><p>In a column.</p><!-- /wp:paragraph --></div><!-- /wp:column --></div>
<!-- /wp:columns -->
<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>Fare</td>
<td>12 marks</td></tr>
</tbody></table><figcaption>All fares</figcaption></figure><!-- /wp:table -->
<!-- wp:html --><p>Raw <script>var a = "no";</script>text</p><style>p{}</style><!-- /wp:html -->
<!-- wp:shortcode -->[gallery ids="1"]<!-- /wp:shortcode -->
<!-- wp:code --><pre class="wp-block-code"><code>x = 1</code></pre><!-- /wp:code -->"""


def read(wordpress: WordPress, content: str) -> list[tuple[str, str]]:
    code = f"echo wp_json_encode(LedgerRAG\\Story::paragraphs({json.dumps(content)}));"
    return [(one["kind"], one["text"]) for one in json.loads(wordpress.php(code))]


def test_a_story_of_blocks_is_read_paragraph_by_paragraph(wordpress: WordPress) -> None:
    assert read(wordpress, STORY) == [
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
    classic = (
        "First line\nsecond line.\n\n<h2>Head</h2>\nText 5 < 6.\n\n<ul><li>a</li><li>b</li></ul>"
    )
    assert read(wordpress, classic) == [
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
