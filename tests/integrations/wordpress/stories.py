"""Stories as WordPress stores them."""

from __future__ import annotations

EVERY_BLOCK = """<!-- wp:heading --><h2>What we <em>know</em></h2><!-- /wp:heading -->
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

CLASSIC = "First line\nsecond line.\n\n<h2>Head</h2>\nText 5 < 6.\n\n<ul><li>a</li><li>b</li></ul>"
