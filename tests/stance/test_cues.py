from ledgerrag.model import Domain
from ledgerrag.stance.cues import counter_terms, cues, expansion_terms


def test_cues_are_whole_words_each_once_in_order() -> None:
    text = "CORRECTION: the rule no longer applies; it was amended. A second correction follows."
    assert cues(text) == ("correction", "no longer", "amended")


def test_a_text_without_change_has_no_cues() -> None:
    assert cues("The museum is near the harbour.") == ()


def test_every_domain_has_words_to_look_wider_and_there_are_words_to_look_against() -> None:
    assert all(expansion_terms(domain) for domain in Domain)
    assert "debunk" in counter_terms()
