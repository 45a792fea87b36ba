from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from lxml import html

from ledgerrag.answer import ChecklistItem
from ledgerrag.dykbench.human import make
from ledgerrag.dykbench.human.page import page, reasons
from tests.dykbench.human.test_pairs import ITEMS, study
from tests.dykbench.saying import answer, change, cite, item, unverified

HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">'


def parsed(text: str) -> Any:
    """The page as a browser reads it; lxml's own types allow for every kind of result."""
    return html.fromstring(text)


def hostile_page() -> str:
    bad = item(text=HOSTILE)
    said = answer(
        [(HOSTILE, (1,))],
        citations=[cite(HOSTILE, title=HOSTILE, source_name=HOSTILE)],
        checklist=[ChecklistItem("note", "", HOSTILE)],
    )
    return make([bad], {"ours": {"i1": said}, "base": {"i1": said}}, 1).page


def test_the_page_is_one_file_that_loads_nothing() -> None:
    text = page(study())
    tree = parsed(text)
    assert not tree.xpath("//link | //img | //iframe | //script[@src] | //*[@srcset]")
    assert not re.search(r"https?://|@import|url\(", text)
    assert "default-src 'none'" in text.replace("&#39;", "'")


def test_the_browser_runs_the_pages_own_script_and_style_only() -> None:
    text = page(study())
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    allowed = parsed(f"<p>{policy.group(1)}</p>").text_content()
    for tag in ("script", "style"):
        (body,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in allowed
    assert not re.search(r"\son\w+=", text)


def test_what_others_wrote_stays_text() -> None:
    text = hostile_page()
    tree = parsed(text)
    assert len(tree.xpath("//script")) == 1
    assert not tree.xpath("//img | //*[@onerror]")
    assert HOSTILE in tree.xpath("//h2")[0].text_content()
    assert HOSTILE in tree.xpath("//blockquote")[0].text_content()


def test_the_page_names_no_system_no_item_and_no_gold() -> None:
    made = study()
    text = page(made)
    for secret in ("ours", "base-rag", made.pairs[0].item.item_id, "LedgerRAG"):
        assert secret not in text.replace("yours", "")
    assert "ours" in made.key()


def test_both_answers_are_shown_the_same_way_in_the_order_of_the_key() -> None:
    made = study()
    tree = parsed(page(made))
    first = tree.xpath("//section[@id='p001']//article")
    assert [one.xpath("./h3")[0].text for one in first] == ["Answer A", "Answer B"]
    shown = [" ".join(one.text_content().split()) for one in first]
    for side, words in zip((made.pairs[0].a, made.pairs[0].b), shown, strict=True):
        assert side.answer.sentences[0].text in words


def test_changes_and_open_matters_are_shown_with_the_answer() -> None:
    said = answer(changes=[change("mooring@1", "mooring@2")])
    text = make([item()], {"a-rag": {"i1": said}, "b-rag": {"i1": unverified()}}, 1).page
    assert "25 -&gt; 40 euros from 2026-07-01" in text
    assert "Still to check" in text


def test_every_control_has_a_name_and_every_choice_a_legend() -> None:
    tree = parsed(page(study()))
    named = set(tree.xpath("//label/@for"))
    for control in tree.xpath("//input | //textarea | //select"):
        inside = control.xpath("ancestor::label")
        assert inside or control.get("id") in named
    for group in tree.xpath("//fieldset"):
        assert group.xpath("./legend")
    assert len(tree.xpath("//*[@role='status']")) == 2
    assert tree.get("lang") == "en"
    assert [one.tag for one in tree.xpath("//body//*[self::h1 or self::h2]")][:2] == ["h1", "h2"]
    ids = tree.xpath("//*/@id")
    assert len(ids) == len(set(ids))


def test_the_page_carries_what_an_export_must_name() -> None:
    made = study()
    body = parsed(page(made)).xpath("//body")[0]
    assert (body.get("data-study"), body.get("data-form")) == (made.name, "1")
    pairs = body.xpath(".//*/@data-pair")
    assert pairs == [one.name for one in made.pairs]
    values = set(body.xpath(".//section[1]//input[@type='checkbox']/@value"))
    assert values == {key for key, _ in reasons()}


def test_the_same_study_makes_the_same_page() -> None:
    assert page(study()) == page(study(list(reversed(ITEMS))))
