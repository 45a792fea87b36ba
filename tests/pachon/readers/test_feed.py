from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.pachon.readers import Raw, Rejected
from tests.pachon.readers.making import one, records, refusal

RSS = """<?xml version="1.0"?>
<rss version="2.0"><channel><title>Wire</title><language>en</language>
<item><title>A &amp; B</title><link>https://wire.example/1</link><guid>g1</guid>
<pubDate>Sun, 01 Mar 2026 23:30:00 -0800</pubDate>
<description><![CDATA[<!DOCTYPE html><p>Budget is <b>100</b>.</p><p>More.</p>]]></description>
</item>
<item><title>No name</title><description>5 &lt; 6 in plain text</description></item>
<item><title>Headline</title><guid>g3</guid><pubDate>yesterday</pubDate></item>
<item/></channel></rss>"""
ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Amt</title>
<entry><id>urn:1</id><title type="html">Frist &lt;i&gt;neu&lt;/i&gt;</title>
<published>2026-03-01T10:00:00+01:00</published><updated>2026-03-03T10:00:00+01:00</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Eins</p><p>Zwei</p></div></content>
<link href="https://amt.example/1"/></entry>
<entry><id>urn:2</id><title>U</title><updated>2026-03-03</updated><summary>kurz</summary></entry>
</feed>"""
BOMB = """<?xml version="1.0"?><!-- x -->
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>
<rss><channel><item><title>&c;</title></item></channel></rss>"""
OUTSIDE = """<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<rss><channel><item><title>&x;</title></item></channel></rss>"""


def test_rss_items_are_documents_with_their_own_dates_and_zones(tmp_path: Path) -> None:
    found = records(tmp_path, "f.rss", RSS)
    assert [type(item) for item in found] == [Raw, Raw, Raw, Rejected]
    first, second, third = (item for item in found if isinstance(item, Raw))
    assert first.where == "f.rss#1"
    assert first.fields == {
        "doc_id": "g1",
        "title": "A & B",
        "text": "Budget is 100.\nMore.",
        "url": "https://wire.example/1",
        "published": "2026-03-01T23:30:00-08:00",
        "language": "en",
        "feed": "Wire",
    }
    assert second.fields["text"] == "5 < 6 in plain text"
    assert str(second.fields["doc_id"]).startswith("f.rss#")
    assert third.fields["text"] == "Headline"
    assert "published" not in third.fields
    assert any("yesterday" in note for note in third.notes)


def test_an_entry_that_was_changed_is_published_when_it_was_changed(tmp_path: Path) -> None:
    first, second = (item for item in records(tmp_path, "f.atom", ATOM) if isinstance(item, Raw))
    assert first.fields["text"] == "Eins\nZwei"
    assert first.fields["title"] == "Frist neu"
    assert first.fields["published"] == "2026-03-03T10:00:00+01:00"
    assert first.fields["first_published"] == "2026-03-01T10:00:00+01:00"
    assert first.fields["language"] == "de"
    assert second.fields["published"] == "2026-03-03"
    assert "url" not in second.fields


def test_an_entry_without_id_keeps_its_name_when_the_feed_rolls_on(tmp_path: Path) -> None:
    item = "<item><title>T</title><description>text</description></item>"
    other = "<item><title>New</title><description>news</description></item>"
    before = records(tmp_path, "f.rss", f"<rss><channel>{item}</channel></rss>")
    after = records(tmp_path, "f.rss", f"<rss><channel>{other}{item}</channel></rss>")
    assert isinstance(before[0], Raw)
    assert isinstance(after[1], Raw)
    assert before[0].fields["doc_id"] == after[1].fields["doc_id"]


def test_a_declared_encoding_of_one_byte_is_read(tmp_path: Path) -> None:
    text = RSS[:19] + ' encoding="iso-8859-1"' + RSS[19:].replace("Headline", "Café")
    found = records(tmp_path, "f.xml", text.encode("latin-1"))
    assert isinstance(found[2], Raw)
    assert found[2].fields["text"] == "Café"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (BOMB, "document type"),
        (OUTSIDE, "document type"),
        ("<!doctype rss><rss/>", "document type"),
        ("<rss><channel><item>", "broken XML in line 1"),
        ("<rss>&nbsp;</rss>", "broken XML"),
        ("<a>" * 100_000, "broken XML"),
        ("<note><to>x</to></note>", "its root is <note>"),
        ("<rss><channel/></rss>", "no entries"),
        ("https://wire.example/feed", "broken XML"),
        (RSS.encode("utf-16"), "UTF-16"),
        (b"<rss>\xff</rss>", "not UTF-8 at byte 5"),
        (b'<?xml version="1.0" encoding="utf-7"?><rss>\xff</rss>', "not UTF-8"),
    ],
)
def test_bombs_outside_references_and_what_is_no_feed_are_refused(
    tmp_path: Path, content: str | bytes, words: str
) -> None:
    assert words in refusal(tmp_path, "f.xml", content).reason


def test_a_feed_may_begin_with_blank_lines(tmp_path: Path) -> None:
    feed = f"\n\n{RSS.replace('<item/>', '')}"
    assert len(records(tmp_path, "f.xml", feed)) == 3
    assert one(tmp_path, "f.rdf", "<rss><item><title>T</title></item></rss>").fields["title"] == "T"
