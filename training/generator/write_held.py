"""Write the generator's most likely question for each held-out row, from its checkpoint.

python -m training.generator.write_held WEIGHTS.safetensors TOKENIZER.json ROWS.jsonl.gz OUT.jsonl
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from qgauge.tools.embedded.generator_source import CLS, SEP
from training.generator.model import Generator
from training.generator.teacher import read
from training.generator.train import LONGEST_QUESTION, items, padded

BATCH = 256


@torch.no_grad()
def greedy(model: Generator, ids: torch.Tensor, types: torch.Tensor) -> list[list[int]]:
    """Return the pieces of the most likely continuation, piece by piece."""
    table = model.table
    memory, bias = model.encode(ids, types, table)
    pieces = torch.full((len(ids), 1), CLS, device=ids.device)
    for _ in range(LONGEST_QUESTION):
        states = model.decode(pieces, memory, bias, table)[:, -1:]
        logits, copies, gate = model.outputs(states, memory, ids, types, table)
        chances = logits[:, 0].float().softmax(-1) * torch.sigmoid(gate.float())
        copied = copies[:, 0].exp() * torch.sigmoid(-gate.float())
        chances = chances.scatter_add(1, ids, copied)
        pieces = torch.cat([pieces, chances.argmax(-1, keepdim=True)], 1)
    rows = []
    for row in pieces[:, 1:].tolist():
        rows.append(row[: row.index(SEP)] if SEP in row else row)
    return rows


def main() -> None:
    weights, tokenizer_file, rows_file, out = map(Path, sys.argv[1:5])
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = Generator().eval()
    model.load_state_dict({name: one.float() for name, one in load_file(weights).items()})
    model.shrink()
    model = model.cuda() if torch.cuda.is_available() else model
    held = [row for row in read(rows_file) if row["split"] == "test" and row["style"] != "sentence"]
    made = items([{**row, "kind": "", "question": "?"} for row in held], tokenizer, 0)
    with out.open("w", encoding="utf-8") as file:
        for first in range(0, len(held), BATCH):
            some = made[first : first + BATCH]
            ids, types = (padded([one[part] for one in some]) for part in (0, 1))
            found = greedy(model, ids, types)
            for row, text in zip(held[first:], tokenizer.decode_batch(found)):
                file.write(json.dumps({**row, "written": text}) + "\n")


if __name__ == "__main__":
    main()
