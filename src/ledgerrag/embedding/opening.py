"""Opening an embedding model by what a user writes: `minilm`, `openai:MODEL`, and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from ledgerrag.embedding.seam import EmbeddingModel
from ledgerrag.errors import ConfigError

DEFAULT = "minilm"
FORMS = "minilm, openai:MODEL, sentence-transformers:NAME or fastembed:NAME"


def open_model(spec: str, environment: Mapping[str, str]) -> EmbeddingModel:
    """The model that a specification names.

    Args:
        spec: `minilm` (offline, the extra `dense`), `openai:MODEL` (any server of that form),
            `sentence-transformers:NAME`, `fastembed:NAME`.
        environment: for servers: LEDGERRAG_EMBEDDING_BASE_URL and LEDGERRAG_EMBEDDING_API_KEY,
            else OPENAI_BASE_URL and OPENAI_API_KEY.
    Raises:
        ConfigError: it names nothing.
        UnavailableError: what it names is not installed or not configured.
    """
    kind, colon, name = spec.strip().partition(":")
    known: dict[str, Callable[[str, Mapping[str, str]], EmbeddingModel]] = {
        "openai": _openai,
        "sentence-transformers": _sentence_transformers,
        "fastembed": _fastembed,
    }
    if kind == DEFAULT and not colon:
        from ledgerrag.embedding.onnx import MiniLM

        return MiniLM()
    if kind not in known:
        close = get_close_matches(kind, [DEFAULT, *known], n=1, cutoff=0.5)
        raise ConfigError(
            f"there is no embedding model {spec!r}",
            f"did you mean {close[0]}?" if close else f"write {FORMS}",
        )
    if not name.strip():
        raise ConfigError(f"{kind} needs the name of a model", f"write {kind}:NAME")
    return known[kind](name.strip(), environment)


def _openai(name: str, environment: Mapping[str, str]) -> EmbeddingModel:
    from ledgerrag.embedding.api import ServerModel, settings

    return ServerModel(name, settings(environment))


def _sentence_transformers(name: str, environment: Mapping[str, str]) -> EmbeddingModel:
    del environment
    from ledgerrag.embedding.named import sentence_transformers

    return sentence_transformers(name)


def _fastembed(name: str, environment: Mapping[str, str]) -> EmbeddingModel:
    del environment
    from ledgerrag.embedding.named import fastembed

    return fastembed(name)
