"""Train the generator on labelled rows and on the teacher's questions.

    python -m training.generator.train READER.npz TOKENIZER.json ROWS.jsonl.gz KEPT.jsonl OUT
        [--passes 6] [--minutes 8] [--seed 1]

The weights are rounded as in the shipped file during the last part of the training, so that they
learn to work at 4 bits. OUT gets `generator.safetensors` and the loss on held-out rows.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer

from qgauge.text.question_kind import question_kind
from qgauge.tools.embedded.generator_source import CLS, SEP, source
from qgauge.tools.roles import Place
from training.generator.model import Generator, from_reader
from training.generator.teacher import read

Row = dict[str, Any]
Item = tuple[list[int], list[int], list[int]]
"""Ids and types of a source, and the pieces of its question."""
LONGEST_QUESTION = 44
TIMES = {"encyclopedia": 2, "tale": 4, "qud": 6, "sentence": 1}
"""How often a labelled row counts in a pass; the teacher's rows count once."""
OPEN_KIND = 0.4
SMALL_FROM = 0.6
"""Share of the time after which weights are rounded."""
BATCH = 65536
"""Pieces of the sources of a batch."""


def items(rows: list[Row], tokenizer: Tokenizer, seed: int) -> list[Item]:
    chance = random.Random(seed)
    made = []
    for row in rows:
        kind = "" if chance.random() < OPEN_KIND else row["kind"]
        anchor = tuple(row["anchor"]) if row.get("anchor") else None
        place = Place(row["passage"], row["start"], row["end"], kind, anchor)
        pieces = source(place, row["style"], tokenizer)
        question = tokenizer.encode(row["question"], add_special_tokens=False).ids
        if len(question) <= LONGEST_QUESTION:
            made.append((list(pieces.ids), list(pieces.types), [CLS, *question, SEP]))
    return made


def padded(rows: list[list[int]]) -> torch.Tensor:
    longest = max(map(len, rows))
    made = torch.zeros((len(rows), longest), dtype=torch.long)
    for line, row in enumerate(rows):
        made[line, : len(row)] = torch.tensor(row)
    return made.cuda() if torch.cuda.is_available() else made


def batches(data: list[Item], seed: int | None) -> list[list[int]]:
    chance = random.Random(seed)
    order = sorted(range(len(data)), key=lambda at: len(data[at][0]) + chance.random() * 24)
    groups, group = [], []
    for at in order:
        if group and (len(group) + 1) * (len(data[at][0]) + 24) > BATCH:
            groups.append(group)
            group = []
        group.append(at)
    groups.append(group)
    chance.shuffle(groups)
    return groups


def tensors(data: list[Item], some: list[int]) -> tuple[torch.Tensor, ...]:
    return tuple(padded([data[at][part] for at in some]) for part in range(3))


def train(
    model: Generator, data: list[Item], passes: int, minutes: float, rate: float, seed: int
) -> None:
    """Train until the passes are made or the time is over, whichever comes first."""
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    start, step, turn = time.monotonic(), 0, 0
    shown: list[torch.Tensor] = []
    device = next(model.parameters()).device.type
    while True:
        turn += 1
        groups = batches(data, seed * 1000 + turn)
        for number, some in enumerate(groups):
            share = (turn - 1 + number / len(groups)) / passes
            done = max(share, (time.monotonic() - start) / (minutes * 60))
            if done >= 1:
                print(f"{step} steps, {share * passes:.1f} passes", flush=True)
                return
            if done > SMALL_FROM and not model.small:
                model.shrink()
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 400, (1 - done) / 0.85)
            ids, types, pieces = tensors(data, some)
            with torch.autocast(device, torch.bfloat16):
                loss = model.loss(ids, types, pieces, smoothing=0.05)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            shown.append(loss.detach())
            if step % 200 == 0:
                mean = float(torch.stack(shown).mean())
                print(f"step {step} pass {turn} {done:.2f} loss {mean:.3f}", flush=True)
                shown.clear()


@torch.no_grad()
def held_out_loss(model: Generator, data: list[Item]) -> float:
    model.eval()
    total = many = 0.0
    for some in batches(data, None):
        ids, types, pieces = tensors(data, some)
        size = int((pieces[:, 1:] != 0).sum())
        total += float(model.loss(ids, types, pieces, smoothing=0.0)) * size
        many += size
    return total / many


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("reader", "tokenizer", "rows", "kept", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.backends.cuda.enable_cudnn_sdp(False)
    torch.backends.cuda.matmul.allow_tf32 = True
    tokenizer = Tokenizer.from_file(str(given.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = read(given.rows)
    labelled = [row for row in rows if row["split"] == "train" for _ in range(TIMES[row["style"]])]
    with given.kept.open(encoding="utf-8") as lines:
        kept = [json.loads(line) for line in lines]
    for row in kept:
        row["kind"] = question_kind(row["question"])
    data = items(labelled + kept, tokenizer, given.seed)
    print(
        f"{len(labelled)} labelled rows, {len(kept)} of the teacher, {len(data)} used", flush=True
    )
    with np.load(given.reader) as found:
        model = from_reader({name: found[name] for name in found.files})
    model = model.cuda() if torch.cuda.is_available() else model
    train(model, data, given.passes, given.minutes, given.rate, given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    weights = {
        name: one.detach().half().cpu().contiguous() for name, one in model.state_dict().items()
    }
    save_file(weights, given.out / "generator.safetensors")
    figures = {}
    for style in ("encyclopedia", "tale", "qud"):
        held = [row for row in rows if row["split"] == "test" and row["style"] == style]
        figures[style] = held_out_loss(model, items(held, tokenizer, 7))
    print("RESULT", json.dumps(figures), flush=True)
    (given.out / "figures.json").write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
