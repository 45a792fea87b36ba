"""Models by name through sentence-transformers or fastembed, for those who have a network.

Both libraries are extras and fetch weights when a model is named first. One text is run at a time:
in a batch they pad, and a vector would depend on its neighbours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from ledgerrag.embedding.seam import Role, Vectors, on_grid
from ledgerrag.errors import ModelError, UnavailableError


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model of a library.

    Args:
        name: `library:model`.
        digest: of its weights, or of what names them.
        run: one text and its role to one vector.
    """

    name: str
    digest: str
    run: Callable[[str, Role], Any]

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """One unit vector a text; equal texts are run once.

        Raises:
            ModelError: the library failed.
        """
        try:
            found = {text: self.run(text, role) for text in dict.fromkeys(texts)}
        except Exception as reason:
            raise _failed(self.name, reason) from reason
        if not found:
            return np.zeros((0, 0), np.float32)
        return on_grid(np.array([found[text] for text in texts]))


def sentence_transformers(name: str) -> NamedModel:
    """A model of sentence-transformers, by its name or folder.

    Raises:
        UnavailableError: the extra is not installed.
        ModelError: there is no such model.
    """
    library = _library("sentence_transformers", "sentence-transformers")
    full = f"sentence-transformers:{name}"
    try:
        model = library.SentenceTransformer(name, device="cpu")
    except Exception as reason:
        raise _failed(full, reason) from reason

    def run(text: str, role: Role) -> Any:
        encode = model.encode_query if role == "query" else model.encode_document
        return encode(text, convert_to_numpy=True, show_progress_bar=False)

    return NamedModel(full, _weights(model.state_dict()), run)


def fastembed(name: str) -> NamedModel:
    """A model of fastembed, by its name.

    Raises:
        UnavailableError: the extra is not installed.
        ModelError: there is no such model.
    """
    library = _library("fastembed", "fastembed")
    full = f"fastembed:{name}"
    try:
        model = library.TextEmbedding(name, threads=1)
    except Exception as reason:
        raise _failed(full, reason) from reason

    def run(text: str, role: Role) -> Any:
        embed = model.query_embed if role == "query" else model.passage_embed
        return next(iter(embed([text])))

    # Its files are the library's own: name and release say which.
    stated = f"1 {full} fastembed {version('fastembed')}"
    return NamedModel(full, hashlib.sha256(stated.encode()).hexdigest(), run)


def _weights(state: dict[str, Any]) -> str:
    digest = hashlib.sha256(b"1")
    for name in sorted(state):
        digest.update(name.encode())
        digest.update(state[name].detach().cpu().float().numpy().tobytes())
    return digest.hexdigest()


def _library(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise UnavailableError(
            f"{extra} is not installed", f"pip install 'ledgerrag[{extra}]'"
        ) from None


def _failed(name: str, reason: Exception) -> ModelError:
    first = (str(reason).splitlines() or [type(reason).__name__])[0][:200]
    return ModelError(f"{name} failed: {first}", str(reason)[:2_000], "check the model's name")
