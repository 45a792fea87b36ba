"""Write the learnt weights as the file that ships: `export.py --data .. --run .. --out ..`.

The weights are kept in 8 bits. Each pair is judged in a run of its own, so that nothing that stands
beside it can change the outcome.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from tokenizers import Tokenizer
from torch import Tensor, nn

from mix import material
from model import STANCES, CrossEncoder, packaged
from train import Sample, samples

# A pair of each held-out set, so that no set decides the temperature alone.
CALIBRATION = 150
# Seven bits of the eight: the products of two of them fit 16 bits on every processor.
REDUCED = True


class OnePair(nn.Module):
    """The network for one pair without padding."""

    def __init__(self, model: CrossEncoder) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, parts: Tensor) -> Tensor:
        """Logits, (1, 3)."""
        logits: Tensor = self.model(ids, parts, torch.ones_like(ids))
        return logits


def learnt(base: Path, checkpoint: Path) -> CrossEncoder:
    """The network with the mean of the weights of a run."""
    model = CrossEncoder(base).eval()
    mean = torch.load(checkpoint, weights_only=True)["mean"]
    with torch.no_grad():
        torch._foreach_copy_(list(model.parameters()), mean)
    return model


def written(model: CrossEncoder, to: Path, *, reduced: bool = REDUCED) -> None:
    """Export and quantise."""
    ids, parts = torch.randint(1000, 20000, (1, 40)), torch.tensor([[0] * 15 + [3] * 25])
    pieces = torch.export.Dim("pieces", min=4, max=512)
    program = torch.onnx.export(
        OnePair(model),
        (ids, parts),
        dynamo=True,
        dynamic_shapes=({1: pieces}, {1: pieces}),
        input_names=["ids", "parts"],
        output_names=["logits"],
        opset_version=21,
        verbose=False,
    )
    with tempfile.TemporaryDirectory() as folder:
        whole, ready = Path(folder) / "whole.onnx", Path(folder) / "ready.onnx"
        program.optimize()
        program.save(str(whole))
        quant_pre_process(str(whole), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(
            str(ready),
            str(to),
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=reduced,
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        )


def logits_of(path: Path, of: Sequence[Sample]) -> np.ndarray:
    """Logits of some pairs, (pairs, 3), each in a run of its own."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(
        str(path), options, disabled_optimizers=["SkipLayerNormFusion"]
    )
    rows = []
    for sample in of:
        feed = {
            "ids": np.array([sample.encoded.ids], dtype=np.int64),
            "parts": np.array([sample.encoded.parts], dtype=np.int64),
        }
        rows.append(session.run(None, feed)[0][0])
    return np.array(rows, dtype=np.float64)


def temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    """The scalar that makes the probabilities of the right stances likeliest (Guo et al., 2017)."""

    def loss(t: float) -> float:
        scaled = logits / t
        scaled = scaled - scaled.max(1, keepdims=True)
        told = scaled - np.log(np.exp(scaled).sum(1, keepdims=True))
        return float(-told[np.arange(len(labels)), labels].mean())

    steps = [math.exp(x / 50) for x in range(-60, 90)]
    return min(steps, key=loss)


def main() -> None:
    """Export, calibrate, say what was seen."""
    ask = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "run", "out"):
        ask.add_argument(f"--{name}", type=Path, required=True)
    ask.add_argument("--base", type=Path, help="folder of the base; else the pinned package's")
    ask.add_argument("--version", required=True, help="name of these weights, such as stance/2")
    ask.add_argument("--compare", action="store_true", help="accuracy before and after 8 bits")
    given = ask.parse_args()
    base = given.base or packaged()
    given.out.mkdir(parents=True, exist_ok=True)
    path = given.out / "stance.onnx"
    model = learnt(base, given.run / "checkpoint.pt")
    written(model, path)
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    held_out = material(given.data).held_out
    chance = random.Random(3)
    some: list[Sample] = []
    for pairs in held_out.values():
        some += samples(chance.sample(list(pairs), min(CALIBRATION, len(pairs))), tokenizer)
    labels = np.array([sample.label for sample in some])
    logits = logits_of(path, some)
    found = temperature(logits, labels)
    meta = {
        "version": given.version,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size,
        "temperature_u": round(found * 1_000_000),
        "outputs": [str(stance) for stance in STANCES],
    }
    (given.out / "stance.json").write_text(json.dumps(meta, indent=2) + "\n", "utf-8")
    print(json.dumps(meta))
    if given.compare:
        with torch.inference_mode():
            full = np.array(
                [
                    model(
                        torch.tensor([s.encoded.ids]),
                        torch.tensor([s.encoded.parts]),
                        torch.ones(1, len(s.encoded.ids), dtype=torch.long),
                    )[0].numpy()
                    for s in some
                ]
            )
        print(
            f"right: {np.mean(full.argmax(1) == labels):.4f} before, "
            f"{np.mean(logits.argmax(1) == labels):.4f} after 8 bits; "
            f"same answer {np.mean(full.argmax(1) == logits.argmax(1)):.4f} of {len(some)}"
        )


if __name__ == "__main__":
    main()
