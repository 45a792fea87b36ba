from __future__ import annotations

import pytest

from ledgerrag.language.served import another


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("tiny", ""),
        ("tiny", "tiny"),
        ("gpt-4o-mini", "gpt-4o-mini-2024-07-18"),
        ("gemma-3-270m", "/models/gemma-3-270m-Q4_K_M.gguf"),
        ("llama3.1:8b", "meta-llama/Llama-3.1-8B-Instruct"),
        ("mistral-large-latest", "mistral-large-2411"),
        ("deepseek-chat", "deepseek-v3"),
        ("llama3.2", "llama3.2:latest"),
    ],
)
def test_a_longer_name_of_the_same_model_is_no_other(asked: str, served: str) -> None:
    assert not another(asked, served)


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("gpt-4o", "gpt-3.5-turbo"),
        ("deepseek-chat", "qwen2.5-7b"),
        ("llama3.1:8b", "llama-2-7b"),
        ("tiny", "o1"),
    ],
)
def test_another_family_or_version_is_another_model(asked: str, served: str) -> None:
    assert another(asked, served)
