"""Train the head that finds misstated questions, on top of the frozen reader.

    python -m training.misstated.train FOLDER OUT [--below 6] [--seeds 1 2 3] [--minutes 2]

FOLDER holds the files of `training.misstated.pairs`. The head is one more layer on the reader's
states, of which only the first position is computed, and one linear output each for "the question
misstates the passage" and "the question is about another text". It starts as a copy of the reader's
last layer. Nothing else of the reader changes, so its other outputs stay what they are.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.misstated.tasks import TASKS

HEADS, WIDTH, HIDDEN = 12, 32, 384
WEIGHTS = {"negation": 0.3, "superlative": 0.4, "tense": 0.3, "crowd": 2.0, "role": 2.0}
"""Kinds that the question alone often gives away count less; those that people wrote, more."""


def matrix(tensors: dict[str, np.ndarray], name: str) -> Tensor:
    """Return a weight as a float matrix (inputs, outputs)."""
    small = tensors[f"{name}.weight"]
    if small.dtype == np.int8:
        blocks, size, out = small.shape
        wide = small.astype(np.float32) * tensors[f"{name}.scale"]
        return torch.from_numpy(wide.reshape(blocks * size, out))
    return torch.from_numpy(small.astype(np.float32))


class Layer(nn.Module):
    """One layer of the reader, in the form of its file: query, key and value are one matrix."""

    def __init__(self, tensors: dict[str, np.ndarray], name: str) -> None:
        super().__init__()
        for part in ("mix", "output", "up", "down"):
            self.register_parameter(part, nn.Parameter(matrix(tensors, f"{name}.{part}")))
            bias = torch.from_numpy(tensors[f"{name}.{part}.bias"].astype(np.float32))
            self.register_parameter(f"{part}_bias", nn.Parameter(bias))
        for norm in ("norm1", "norm2"):
            for part in ("weight", "bias"):
                value = torch.from_numpy(tensors[f"{name}.{norm}.{part}"].astype(np.float32))
                self.register_parameter(f"{norm}_{part}", nn.Parameter(value))

    def forward(self, states: Tensor, bias: Tensor, first_only: bool = False) -> Tensor:
        mixed = states @ self.mix + self.mix_bias
        query, key, value = mixed.unflatten(-1, (3, HEADS, WIDTH)).permute(2, 0, 3, 1, 4)
        if first_only:
            query, states = query[:, :, :1], states[:, :1]
        # the scale is part of the query's weights
        seen = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=bias.to(query.dtype), scale=1.0
        )
        seen = seen.transpose(1, 2).flatten(2) @ self.output + self.output_bias
        states = functional.layer_norm(
            (states + seen).float(), (HIDDEN,), self.norm1_weight, self.norm1_bias, 1e-12
        )
        inner = functional.gelu(states @ self.up + self.up_bias) @ self.down + self.down_bias
        return functional.layer_norm(
            (states + inner).float(), (HIDDEN,), self.norm2_weight, self.norm2_bias, 1e-12
        )


class Reader(nn.Module):
    """The frozen layers of the reader."""

    def __init__(self, tensors: dict[str, np.ndarray], layers: int) -> None:
        super().__init__()
        word = tensors["word"].astype(np.float32) * tensors["word.scale"]
        self.word = nn.Parameter(torch.from_numpy(word))
        self.position = nn.Parameter(torch.from_numpy(tensors["position"]))
        self.kind = nn.Parameter(torch.from_numpy(tensors["type"]))
        for part in ("weight", "bias"):
            value = torch.from_numpy(tensors[f"encoder.norm.{part}"])
            self.register_parameter(f"norm_{part}", nn.Parameter(value))
        self.layers = nn.ModuleList(Layer(tensors, f"encoder.layers.{i}") for i in range(layers))
        self.requires_grad_(False)

    def forward(self, ids: Tensor, types: Tensor, bias: Tensor) -> Tensor:
        states = self.word[ids] + self.position[: ids.shape[1]] + self.kind[types]
        states = functional.layer_norm(states, (HIDDEN,), self.norm_weight, self.norm_bias, 1e-12)
        for layer in self.layers:
            states = layer(states, bias)
        return states


class Head(nn.Module):
    """The trained layer and its outputs."""

    def __init__(self, tensors: dict[str, np.ndarray]) -> None:
        super().__init__()
        self.layer = Layer(tensors, "encoder.layers.6")
        self.out = nn.Linear(HIDDEN, len(TASKS))

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        first = self.layer(states, bias, first_only=True)[:, 0]
        return self.out(functional.dropout(first, 0.1, self.training))


class Pairs:
    """The tokenised records."""

    def __init__(self, folder: Path) -> None:
        with np.load(folder / "pairs.npz") as found:
            self.ids = found["ids"].astype(np.int64)
            self.first, self.length = found["first"].astype(int), found["length"].astype(int)
            self.label, self.kind = found["label"].astype(int), found["kind"].astype(int)
            self.held = found["held"].astype(bool)
        self.start = np.concatenate([[0], np.cumsum(self.length)[:-1]])
        self.kinds: list[str] = json.loads((folder / "kinds.json").read_text(encoding="utf-8"))
        self.elsewhere = np.array([self.kinds[k].endswith("elsewhere") for k in self.kind])

    def batches(self, rows: np.ndarray, pieces: int, random: np.random.Generator | None = None):
        """Yield rows of similar length together, with at most `pieces` word pieces."""
        noise = random.integers(0, 12, len(rows)) if random else 0
        order = rows[np.argsort(self.length[rows] + noise, kind="stable")]
        groups, first = [], 0
        while first < len(order):
            last = first + max(1, pieces // int(self.length[order[first]] + 12))
            groups.append(order[first:last])
            first = last
        for at in random.permutation(len(groups)) if random else range(len(groups)):
            yield groups[at]

    def to_gpu(self) -> None:
        """Put the padded ids and types on the GPU, where batches are cut out of them."""
        longest = int(self.length.max())
        ids = np.zeros((len(self.length), longest), np.int32)
        for row, (start, size) in enumerate(zip(self.start, self.length, strict=True)):
            ids[row, :size] = self.ids[start : start + size]
        self.padded = torch.from_numpy(ids).cuda()
        self.sizes = torch.from_numpy(self.length).cuda()
        self.firsts = torch.from_numpy(self.first).cuda()
        self.labels = torch.from_numpy(self.label).float().cuda()
        self.off = torch.from_numpy(self.elsewhere).float().cuda()
        self.weights = torch.tensor([weight_of(self.kinds[k]) for k in self.kind]).cuda()

    def tensors(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        longest = int(self.length[rows].max())
        at = torch.from_numpy(rows).cuda()
        ids = self.padded[at, :longest].long()
        place = torch.arange(longest, device="cuda")[None]
        types = (place >= self.firsts[at, None]) & (place < self.sizes[at, None])
        seen = place < self.sizes[at, None]
        return ids, types.long(), (seen.float() - 1)[:, None, None, :] * 1e9


def weight_of(kind: str) -> float:
    """Return the weight of a kind of record in the loss."""
    return WEIGHTS.get(kind.partition(":")[2], 1.0)


def auc(good: np.ndarray, bad: np.ndarray) -> float:
    both = np.concatenate([good, bad])
    ranks = both.argsort().argsort() + 1.0
    return float(
        (ranks[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / len(good) / len(bad)
    )


def losses(out: Tensor, label: Tensor, elsewhere: Tensor, weights: Tensor) -> Tensor:
    """Return the loss; a question about another text does not count as misstated or not."""
    bad = functional.binary_cross_entropy_with_logits(out[:, 0], label, reduction="none")
    off = functional.binary_cross_entropy_with_logits(out[:, 1], elsewhere, reduction="none")
    counted = (1 - elsewhere) * weights
    return (bad * counted).sum() / counted.sum().clamp(min=1) + off.mean()


def scores(reader: Reader, head: Head, pairs: Pairs, rows: np.ndarray) -> np.ndarray:
    head.eval()
    found = np.zeros((len(pairs.label), len(TASKS)))
    with torch.no_grad():
        for some in pairs.batches(rows, 65536):
            ids, types, bias = pairs.tensors(some)
            with torch.autocast("cuda", torch.bfloat16):
                states = reader(ids, types, bias)
            found[some] = head(states.float(), bias).float().cpu().numpy()
    return found


def report(name: str, pairs: Pairs, found: np.ndarray, rows: np.ndarray) -> None:
    true = rows[(pairs.label[rows] == 0)]
    print(f"{name}: AUC elsewhere {auc(found[rows[pairs.elsewhere[rows]], 1], found[true, 1]):.3f}")
    bad = rows[(pairs.label[rows] == 1) & ~pairs.elsewhere[rows]]
    print(f"{name}: AUC misstated {auc(found[bad, 0], found[true, 0]):.3f} n {len(bad)}")
    for at, kind in enumerate(pairs.kinds):
        some = rows[pairs.kind[rows] == at]
        source = kind.split(":")[0]
        near = [r for r in true if pairs.kinds[pairs.kind[r]].startswith(source)]
        if len(some) and pairs.label[some[0]] == 1 and near:
            print(f"    {kind:24} {auc(found[some, 0], found[near, 0]):.3f} n {len(some)}")


def train(reader: Reader, tensors, pairs: Pairs, seed: int, minutes: float, rate: float) -> Head:
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    head = Head(tensors).cuda()
    optimiser = torch.optim.AdamW(head.parameters(), lr=rate, weight_decay=0.01)
    rows = np.flatnonzero(~pairs.held)
    began, step = time.time(), 0
    while (spent := (time.time() - began) / 60) < minutes:
        for some in pairs.batches(rows, 24576, random):
            spent = (time.time() - began) / 60
            if spent >= minutes:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 100) * max(0.02, 1 - spent / minutes)
            head.train()
            ids, types, bias = pairs.tensors(some)
            at = torch.from_numpy(some).cuda()
            with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
                states = reader(ids, types, bias)
            out = head(functional.dropout(states.float(), 0.05), bias)
            loss = losses(out, pairs.labels[at], pairs.off[at], pairs.weights[at])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            optimiser.step()
            step += 1
    print(f"seed {seed}: {step} steps, last loss {loss.item():.3f}", flush=True)
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--below", type=int, default=6, help="layers of the reader below the head")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rate", type=float, default=1e-4)
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    with np.load(options.folder / "reader.npz") as found:
        tensors = dict(found)
    pairs = Pairs(options.folder)
    pairs.to_gpu()
    held = np.flatnonzero(pairs.held)
    reader = Reader(tensors, options.below).cuda()
    heads = [
        train(reader, tensors, pairs, seed, options.minutes, options.rate) for seed in options.seeds
    ]
    found = [scores(reader, head, pairs, held) for head in heads]
    for seed, one in zip(options.seeds, found):
        report(f"below {options.below}, seed {seed}", pairs, one, held)
    mean = {
        name: torch.stack([head.state_dict()[name] for head in heads]).mean(0)
        for name in heads[0].state_dict()
    }
    heads[0].load_state_dict(mean)
    report("mean of weights", pairs, scores(reader, heads[0], pairs, held), held)
    kept = {name: value.cpu().numpy().astype(np.float32) for name, value in mean.items()}
    np.savez(options.out, **kept)


if __name__ == "__main__":
    main()
