"""Train the stance model: `python training/stance/train.py --data DATA --out OUT`.

The run can be stopped and started again: it goes on from its last checkpoint.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from ledgerrag.bench.stance_pairs import Judged
from ledgerrag.stance.encoding import Encoded, encode
from mix import Material, material, phase
from model import STANCES, CrossEncoder, packaged, padded

BATCH = 64
PEAK = 2e-4
WARM = 300
# The rate falls slowly up to the knee, then to a hundredth at the end.
KNEE, AT_KNEE = 2_500, 0.55
SMOOTHING = 0.05
AVERAGED = 0.99  # weight of the past in the running mean of the weights, every 4 steps
# Each pass: its phase and how many of its pairs.
PASSES = (("first", 64_000), ("last", 72_000), ("last", 72_000), ("last", 48_000))


@dataclass(frozen=True, slots=True)
class Sample:
    """One pair ready to learn: its pieces and the place of its stance."""

    encoded: Encoded
    label: int


def samples(pairs: Sequence[Judged], tokenizer: Tokenizer) -> list[Sample]:
    """Pairs as the model reads them."""
    encoded = encode([judged.pair for judged in pairs], tokenizer)
    return [Sample(e, STANCES.index(j.stance)) for e, j in zip(encoded, pairs, strict=True)]


def batches(of: Sequence[Sample], chance: random.Random | None) -> Iterator[list[Sample]]:
    """Batches of about one length; in chance order where it is given."""
    for start in range(0, len(of), BATCH * 40):
        part = sorted(of[start : start + BATCH * 40], key=lambda s: len(s.encoded.ids))
        cut = [part[at : at + BATCH] for at in range(0, len(part), BATCH)]
        if chance is not None:
            chance.shuffle(cut)
        yield from cut


class Learner:
    """Weights in 16 bits for the arithmetic, in 32 bits for what is learnt, and their mean."""

    def __init__(self, model: CrossEncoder, steps: int) -> None:
        self.model = model.to(torch.bfloat16)
        self.shadow = list(model.parameters())
        self.weights = [p.detach().float().clone() for p in self.shadow]
        self.mean = [w.clone() for w in self.weights]
        self.optimizer = torch.optim.AdamW(
            self.weights, lr=PEAK, weight_decay=0.01, betas=(0.9, 0.98), fused=True
        )
        self.steps = steps
        self.done = 0

    def learn(self, batch: Sequence[Sample]) -> float:
        """One step; returns the loss."""
        rate = PEAK * min(1.0, (self.done + 1) / WARM) * _fallen(self.done, self.steps)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        logits = self.model(*padded([s.encoded for s in batch])).float()
        labels = torch.tensor([s.label for s in batch])
        loss = nn.functional.cross_entropy(logits, labels, label_smoothing=SMOOTHING)
        loss.backward()
        for weight, shadow in zip(self.weights, self.shadow, strict=True):
            weight.grad = None if shadow.grad is None else shadow.grad.float()
            shadow.grad = None
        nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimizer.step()
        self.done += 1
        with torch.no_grad():
            torch._foreach_copy_(self.shadow, self.weights)
            if self.done % 4 == 0:
                torch._foreach_lerp_(self.mean, self.weights, 1 - AVERAGED)
        return float(loss.detach())

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {
            "weights": self.weights,
            "mean": self.mean,
            "optimizer": self.optimizer.state_dict(),
            "done": self.done,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from `state`."""
        with torch.no_grad():
            torch._foreach_copy_(self.weights, state["weights"])
            torch._foreach_copy_(self.mean, state["mean"])
            torch._foreach_copy_(self.shadow, self.weights)
        self.optimizer.load_state_dict(state["optimizer"])
        self.done = state["done"]

    def use(self, weights: Sequence[Tensor]) -> None:
        """Put some weights into the model."""
        with torch.no_grad():
            torch._foreach_copy_(self.shadow, list(weights))


def _fallen(done: int, steps: int) -> float:
    """Share of the peak that the rate has fallen to."""
    if done <= KNEE:
        return 1 - (1 - AT_KNEE) * done / KNEE
    return max(0.01, AT_KNEE * (steps - done) / (steps - KNEE))


def accuracy(learner: Learner, held_out: dict[str, list[Sample]]) -> dict[str, float]:
    """Share of right stances in each set, with the mean of the weights."""
    learner.use(learner.mean)
    learner.model.eval()
    out = {}
    with torch.inference_mode():
        for name, of in held_out.items():
            right = 0
            for batch in batches(of, None):
                told = learner.model(*padded([s.encoded for s in batch])).argmax(-1).tolist()
                right += sum(s.label == t for s, t in zip(batch, told, strict=True))
            out[name] = round(right / len(of), 3)
    learner.model.train()
    learner.use(learner.weights)
    return out


def watched(known: Material, tokenizer: Tokenizer, most: int) -> dict[str, list[Sample]]:
    """A sample of the held-out pairs that the learning curve is drawn from."""
    names = ("vitaminc_real", "vitaminc_synthetic", "fever_symmetric", "scifact", "healthver")
    chance = random.Random(1)
    out = {}
    for name in (*names, "fool_me_twice", "law"):
        pairs = list(known.held_out[name])
        if name == "law":
            refuted = [j for j in pairs if j.stance is STANCES[1]]
            rest = [j for j in pairs if j.stance is not STANCES[1]]
            pairs = refuted + chance.sample(rest, 2 * len(refuted))
        out[name] = samples(chance.sample(pairs, min(most, len(pairs))), tokenizer)
    return out


def main() -> None:
    """Learn, draw the curve, keep checkpoints."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", type=Path, required=True)
    ask.add_argument("--base", type=Path, help="folder of the base; else the pinned package's")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--stop", type=int, default=0, help="end after so many steps")
    given = ask.parse_args()
    base = given.base or packaged()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(20261201)
    torch.set_num_threads(2)
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    known = material(given.data)
    curve = watched(known, tokenizer, 400)
    phases = [which for which, _ in PASSES]
    passes = [
        phase(which, known.learnt, phases[:at].count(which))[:most]
        for at, (which, most) in enumerate(PASSES)
    ]
    steps = sum(math.ceil(len(pairs) / BATCH) for pairs in passes)
    learner = Learner(CrossEncoder(base), steps)
    kept = given.out / "checkpoint.pt"
    if kept.is_file():
        learner.restore(torch.load(kept, weights_only=True))
    print(f"{steps} steps, {sum(map(len, passes))} pairs, at {learner.done}", flush=True)
    began, at, losses = time.monotonic(), 0, []
    for number, pairs in enumerate(passes):
        for batch in batches(samples(pairs, tokenizer), random.Random(number)):
            at += 1
            if at <= learner.done:
                continue
            losses.append(learner.learn(batch))
            if at % 25 == 0:
                spent = round(time.monotonic() - began)
                print(at, steps, round(sum(losses[-25:]) / 25, 4), spent, flush=True)
            if at % 500 == 0 or at in (steps, given.stop):
                told = accuracy(learner, curve)
                print(at, json.dumps(told), flush=True)
                with (given.out / "curve.jsonl").open("a") as out:
                    out.write(json.dumps({"step": at, "pairs": at * BATCH, **told}) + "\n")
                part = kept.with_suffix(".part")
                torch.save(learner.state(), part)
                part.replace(kept)
            if at == given.stop:
                return


if __name__ == "__main__":
    main()
