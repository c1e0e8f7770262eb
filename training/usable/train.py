"""Train the head that rates generated questions, on top of the frozen reader.

    python -m training.usable.train FOLDER OUT.npz [--below 3] [--passes 3] [--rate 1e-4]
        [--seed 1] [--folds 5] [--flaws 0.5]

FOLDER holds the files of `training.usable.pairs`. The reader's layers from `--below` on are copied
and trained; the last of them is computed at the first position only. The outputs are the chance
that a teacher could use the question, which ships, and the chance of each flaw, which only helps
the training. First come the folds, in which no text is both trained on and measured: `OUT.json`
holds the chance of every row by a head that never saw its text. Then the head that ships is
trained on all rows.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.misstated.train import HIDDEN, Layer, Reader, auc

LAYERS = 7
"""Layers of the reader."""
BATCH = 32


class Head(nn.Module):
    """The trained layers and their outputs."""

    def __init__(self, tensors: dict[str, np.ndarray], below: int, outputs: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            Layer(tensors, f"encoder.layers.{at}") for at in range(below, LAYERS)
        )
        self.out = nn.Linear(HIDDEN, outputs)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.out.bias)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        for layer in self.layers[:-1]:
            states = functional.dropout(layer(states, bias), 0.1, self.training)
        first = self.layers[-1](states, bias, first_only=True)[:, 0]
        return self.out(functional.dropout(first, 0.1, self.training))


class Rows:
    """The rated questions as word pieces."""

    def __init__(self, folder: Path) -> None:
        with np.load(folder / "pairs.npz") as found:
            ids, self.first = found["ids"].astype(np.int64), found["first"].astype(int)
            self.length, self.text = found["length"].astype(int), found["text"].astype(int)
            self.labels = found["labels"].astype(np.float32)
        starts = np.concatenate([[0], np.cumsum(self.length)])
        self.ids = [ids[a:b] for a, b in pairwise(starts)]

    def __len__(self) -> int:
        return len(self.ids)

    def tensors(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        longest = int(self.length[rows].max())
        ids = np.zeros((len(rows), longest), np.int64)
        place = np.arange(longest)[None]
        for at, row in enumerate(rows):
            ids[at, : self.length[row]] = self.ids[row]
        seen = place < self.length[rows, None]
        types = (place >= self.first[rows, None]) & seen
        bias = (torch.from_numpy(seen.astype(np.float32)) - 1)[:, None, None, :] * 1e9
        device = torch.device("cuda")
        return (
            torch.from_numpy(ids).to(device),
            torch.from_numpy(types.astype(np.int64)).to(device),
            bias.to(device),
        )


def fit(
    reader: Reader,
    tensors: dict[str, np.ndarray],
    rows: Rows,
    some: np.ndarray,
    options: argparse.Namespace,
) -> Head:
    """Return a head trained on these rows."""
    torch.manual_seed(options.seed)
    random = np.random.default_rng(options.seed)
    head = Head(tensors, options.below, rows.labels.shape[1]).cuda()
    optimiser = torch.optim.AdamW(head.parameters(), lr=options.rate, weight_decay=0.01)
    steps, step = options.passes * -(-len(some) // BATCH), 0
    head.train()
    for _ in range(options.passes):
        order = random.permutation(some)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            share = step / steps
            for group in optimiser.param_groups:
                group["lr"] = options.rate * min(1, 10 * share + 0.02) * (1 - share)
            ids, types, bias = rows.tensors(batch)
            label = torch.from_numpy(rows.labels[batch]).cuda()
            with torch.autocast("cuda", torch.bfloat16):
                with torch.no_grad():
                    states = reader(ids, types, bias)
                out = head(functional.dropout(states.float(), 0.05), bias)
            loss = functional.binary_cross_entropy_with_logits(out.float(), label, reduction="none")
            loss = loss[:, 0].mean() + options.flaws * loss[:, 1:].mean(0).sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), 1.0)
            optimiser.step()
            step += 1
    return head


def logits(reader: Reader, head: Head, rows: Rows, some: np.ndarray) -> np.ndarray:
    """Return the outputs of a head for these rows."""
    head.eval()
    found = np.zeros((len(some), rows.labels.shape[1]))
    with torch.no_grad():
        for first in range(0, len(some), 128):
            batch = some[first : first + 128]
            ids, types, bias = rows.tensors(batch)
            with torch.autocast("cuda", torch.bfloat16):
                out = head(reader(ids, types, bias).float(), bias)
            found[first : first + 128] = out.float().cpu().numpy()
    return found


def held_out(reader: Reader, tensors, rows: Rows, options: argparse.Namespace) -> np.ndarray:
    """Return the outputs for every row by a head that was not trained on its text."""
    texts = np.random.default_rng(0).permutation(rows.text.max() + 1)
    fold = texts[rows.text] % options.folds
    found = np.zeros((len(rows), rows.labels.shape[1]))
    for at in range(options.folds):
        there = np.flatnonzero(fold == at)
        head = fit(reader, tensors, rows, np.flatnonzero(fold != at), options)
        found[there] = logits(reader, head, rows, there)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--below", type=int, default=3, help="layers of the reader below the head")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--flaws", type=float, default=0.5, help="weight of the flaws in the loss")
    options = parser.parse_args()
    with np.load(options.folder / "reader.npz") as found:
        tensors = dict(found)
    rows = Rows(options.folder)
    reader = Reader(tensors, options.below).cuda()
    if options.folds:
        outputs = held_out(reader, tensors, rows, options)
        good, bad = rows.labels[:, 0] > 0.75, rows.labels[:, 0] < 0.25
        area = auc(outputs[good, 0], outputs[bad, 0])
        print(f"{vars(options)}: AUC on texts never trained on {area:.4f}", flush=True)
        chances = (1 / (1 + np.exp(-outputs))).round(4).tolist()
        options.out.with_suffix(".json").write_text(json.dumps(chances), encoding="utf-8")
    head = fit(reader, tensors, rows, np.arange(len(rows)), options)
    kept = {
        name: value.cpu().numpy().astype(np.float16) for name, value in head.state_dict().items()
    }
    np.savez(options.out, **kept)


if __name__ == "__main__":
    main()
