"""The stance model that ships: a small cross-encoder, weights in 8 bits, run by onnxruntime.

One pair is run at a time, without padding, on one thread of the engine; several pairs run beside
each other. So a judgement cannot depend on what else is judged, nor on the number of threads. What
comes out is made whole numbers before anything else is done with it.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

import numpy as np

from ledgerrag import wordpieces
from ledgerrag.errors import ModelError, UnavailableError
from ledgerrag.model import UNIT, Claim, ClaimKind, Judgement, Passage, Stance
from ledgerrag.stance.combined import pair_of
from ledgerrag.stance.encoding import LIMIT, Encoded, Pair, encode
from ledgerrag.stance.odds import STANCES, Odds, softmax

if TYPE_CHECKING:
    import onnxruntime  # type: ignore[import-untyped]

WEIGHTS: Final = "stance.onnx"
META: Final = "stance.json"
_AGAIN: Final = "install ledgerrag again"
_RULES: Final = f"1 pieces {LIMIT}, one pair a run, softmax in millionths"


@dataclass(frozen=True, slots=True)
class Weights:
    """What is known of a file of weights.

    Args:
        version: its name, such as `stance/2`.
        sha256: of the file.
        temperature_u: the logits are divided by it, in millionths (Guo et al. 2017).
    """

    version: str
    sha256: str
    temperature_u: int


Logits = tuple[int, int, int]
"""For support, refute and neutral, in millionths, before the temperature."""


@dataclass(slots=True)
class Memory:
    """Logits of pairs judged before: a run judges the same pair again at each of its steps.

    Args:
        most: pairs kept; the oldest give way.
    """

    most: int = 4096
    _kept: OrderedDict[Encoded, Logits] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, pair: Encoded) -> Logits | None:
        """What was kept of a pair."""
        with self._lock:
            return self._kept.get(pair)

    def put(self, pair: Encoded, logits: Logits) -> None:
        """Keep a pair's logits."""
        with self._lock:
            self._kept[pair] = logits
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)


class OnnxStance:
    """Judges by the model alone; the weights are read when the first pair is judged.

    Args:
        weights: what is known of the file; as `known` reads it.
        folder: where the file lies.
        threads: pairs that run beside each other.
        memory: of pairs judged before; None: each is run anew.
    """

    def __init__(
        self,
        weights: Weights,
        folder: Traversable,
        threads: int = 2,
        memory: Memory | None = None,
    ) -> None:
        self.weights = weights
        self._folder = folder
        self._threads = threads
        self._memory = memory
        self._loading = threading.Lock()
        self._session: onnxruntime.InferenceSession | None = None

    @property
    def name(self) -> str:
        """For the journal."""
        return f"model {self.weights.version}"

    @cached_property
    def digest(self) -> str:
        """Of weights, temperature, tokenizer and the way in which pairs are run."""
        known = self.weights
        raw = f"{known.sha256} {known.temperature_u} {wordpieces.SHA256} {_RULES}"
        return hashlib.sha256(raw.encode("ascii")).hexdigest()

    def judge(self, pairs: Sequence[tuple[Claim, Passage]]) -> tuple[Judgement, ...]:
        """One judgement a pair, in the same order.

        Raises:
            ModelError: the weights are not the ones that were shipped.
        """
        asked = [pair_of(claim, p) for claim, p in pairs if claim.kind is not ClaimKind.SLOT]
        odds = iter(self.odds(asked))
        return tuple(
            Judgement(Stance.NEUTRAL, 0, "a slot states nothing")
            if claim.kind is ClaimKind.SLOT
            else _judgement(next(odds), self.name)
            for claim, _ in pairs
        )

    def odds(self, pairs: Sequence[Pair]) -> tuple[Odds, ...]:
        """Probabilities of the stances for each pair, in the same order.

        Raises:
            ModelError: the weights are not the ones that were shipped.
        """
        temperature = self.weights.temperature_u
        return tuple(softmax(logits, temperature) for logits in self.logits(pairs))

    def logits(self, pairs: Sequence[Pair]) -> tuple[Logits, ...]:
        """What the model gives for each pair, in the same order, before the temperature.

        Raises:
            ModelError: the weights are not the ones that were shipped.
        """
        if not pairs:
            return ()
        encoded = encode([_encodable(pair) for pair in pairs], wordpieces.tokenizer())
        distinct = list(dict.fromkeys(encoded))
        kept = {pair: self._memory.get(pair) if self._memory else None for pair in distinct}
        found = {pair: logits for pair, logits in kept.items() if logits is not None}
        fresh = [pair for pair in distinct if pair not in found]
        if len(fresh) > 1 and self._threads > 1:
            with ThreadPoolExecutor(self._threads) as pool:
                ran = list(pool.map(self._run, fresh))
        else:
            ran = [self._run(pair) for pair in fresh]
        for pair, logits in zip(fresh, ran, strict=True):
            found[pair] = logits
            if self._memory:
                self._memory.put(pair, logits)
        return tuple(found[pair] for pair in encoded)

    def _run(self, pair: Encoded) -> Logits:
        feed = {
            "ids": np.array([pair.ids], np.int64),
            "parts": np.array([pair.parts], np.int64),
        }
        logits = self._loaded().run(None, feed)[0][0].astype(np.float64)
        support, refute, neutral = (int(x) for x in np.rint(logits * UNIT))
        return support, refute, neutral

    def _loaded(self) -> onnxruntime.InferenceSession:
        with self._loading:
            if self._session is None:
                self._session = _session(self._folder, self.weights)
            return self._session


def shipped() -> Traversable:
    """The folder with the weights of this release."""
    return resources.files("ledgerrag.stance").joinpath("data")


def known(folder: Traversable) -> Weights:
    """What the file beside the weights says of them.

    Raises:
        UnavailableError: there are no weights.
        ModelError: the file is damaged.
    """
    try:
        body = folder.joinpath(META).read_text("utf-8")
    except OSError:
        raise _absent(folder) from None
    try:
        table = json.loads(body)
        found = Weights(str(table["version"]), str(table["sha256"]), int(table["temperature_u"]))
        whole = found.temperature_u > 0 and table["outputs"] == [str(one) for one in STANCES]
    except (KeyError, TypeError, ValueError):
        whole = False
    if not whole:
        raise ModelError(f"{META} of the stance model is damaged", next_step=_AGAIN)
    return found


def _absent(folder: Traversable) -> UnavailableError:
    if folder == shipped():
        return UnavailableError("this installation has no stance model", _AGAIN)
    return UnavailableError(f"no stance model at {folder}", f"name a folder that has {META}")


def open_stance(
    folder: Traversable | None = None, threads: int = 2, memory: Memory | None = None
) -> OnnxStance:
    """The stance model of a folder; the one that ships where None is given.

    Raises:
        UnavailableError: there are no weights.
        ModelError: the file beside them is damaged.
    """
    place = folder if folder is not None else shipped()
    return OnnxStance(known(place), place, threads, memory)


def _judgement(odds: Odds, name: str) -> Judgement:
    stance, sure = odds.likeliest()
    return Judgement(stance, 0 if stance is Stance.NEUTRAL else sure, name)


def _session(folder: Traversable, weights: Weights) -> onnxruntime.InferenceSession:
    # A command that judges by rules does not wait for the library.
    import onnxruntime

    try:
        body = folder.joinpath(WEIGHTS).read_bytes()
    except OSError as reason:
        raise UnavailableError(
            f"the weights of the stance model cannot be read: {reason.strerror}", _AGAIN
        ) from None
    if hashlib.sha256(body).hexdigest() != weights.sha256:
        raise ModelError(
            f"the weights of the stance model {weights.version} are not the ones that were shipped",
            next_step=_AGAIN,
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    # As when the temperature was found: the fusion rounds otherwise.
    return onnxruntime.InferenceSession(
        body,
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=["SkipLayerNormFusion"],
    )


def _encodable(pair: Pair) -> Pair:
    """The texts with halves of surrogate pairs replaced, which no tokenizer takes."""
    texts = (pair.claim, pair.text, pair.title, pair.before, pair.after)
    return Pair(*(text.encode("utf-8", "replace").decode("utf-8") for text in texts))
