from __future__ import annotations

from importlib.util import find_spec

import pytest

from ledgerrag.embedding.opening import open_model
from ledgerrag.errors import ConfigError, UnavailableError


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("minlm", "did you mean minilm"),
        ("sentence-transformer:x", "did you mean sentence-transformers"),
        ("word2vec", "openai:MODEL"),
        ("openai:", "openai:NAME"),
        ("", "openai:MODEL"),
    ],
)
def test_a_name_that_is_none_is_told_with_what_may_be_meant(spec: str, hint: str) -> None:
    with pytest.raises(ConfigError, match=hint):
        open_model(spec, {})


@pytest.mark.parametrize(
    ("extra", "module"),
    [("sentence-transformers", "sentence_transformers"), ("fastembed", "fastembed")],
)
def test_a_library_that_is_absent_is_told_with_the_extra(extra: str, module: str) -> None:
    if find_spec(module) is not None:
        pytest.skip(f"{module} is installed here")
    with pytest.raises(UnavailableError) as caught:
        open_model(f"{extra}:some-model", {})
    assert str(caught.value) == (f"{extra} is not installed; pip install 'ledgerrag[{extra}]'")


def test_minilm_is_the_model_that_needs_no_network() -> None:
    found = open_model("minilm", {})
    assert (found.name, len(found.digest)) == ("minilm", 64)
