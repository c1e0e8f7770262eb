"""Trains the reader: finds answers in passages, and says what follows from a text.

    python reader.py --data reader.jsonl.gz --base minilm --minutes 8 --seed 1 --out r.safetensors

With --teacher, every batch is also labelled by the (larger) teacher, and unlabelled pairs join in.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from encoder import MINILM, MPNET, Encoder, Shape, load_base
from loop import Trainer, restore, save, soft_loss
from reader_scores import report_reader
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

LONGEST = 384
CLASSES = ("entailment", "neutral", "contradiction")
TASKS = {"qa": 0.5, "nli": 0.22, "statement": 0.28}
POOL_TASKS = {"pool_qa": 0.18, "pool_nli": 0.24}
"""Shares of the steps on unlabelled pairs when there is a teacher; the tasks above get the rest."""
WRONG = (0.0, 0.3, 0.7)
"""What a wrong statement is: mostly contradicted, sometimes just not said."""


@dataclass
class Pair:
    """Two texts as one input, with labels. `offsets` place the second text's pieces in it."""

    ids: list[int]
    types: list[int]
    offsets: list[tuple[int, int]] = field(default_factory=list)
    first: int = 0
    labels: dict[str, Any] = field(default_factory=dict)


class Pieces:
    """Texts as word pieces, each text encoded once."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.known: dict[str, Any] = {}

    def learn(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        for text, encoded in zip(
            new, self.tokenizer.encode_batch(new, add_special_tokens=False), strict=True
        ):
            self.known[text] = (encoded.ids, encoded.offsets)

    def pair(self, one: str, two: str, keep: tuple[int, int] | None = None) -> Pair:
        """[CLS] one [SEP] two [SEP]; of a text too long for that, the part around `keep`."""
        ids_one, (ids_two, offsets) = self.known[one][0], self.known[two]
        ids_one = ids_one[: LONGEST - 40]
        room = LONGEST - 3 - len(ids_one)
        start = 0
        if len(ids_two) > room:
            if keep is not None:
                inside = [at for at, (a, b) in enumerate(offsets) if b > keep[0] and a < keep[1]]
                if inside:
                    start = max(0, min(inside[0] - room // 2, len(ids_two) - room))
            ids_two, offsets = ids_two[start : start + room], offsets[start : start + room]
        ids = [101, *ids_one, 102, *ids_two, 102]
        types = [0] * (len(ids_one) + 2) + [1] * (len(ids_two) + 1)
        return Pair(ids, types, offsets, len(ids_one) + 2)


def read_records(path: Path) -> tuple[dict[int, str], dict[int, str], list[dict[str, Any]]]:
    passages: dict[int, str] = {}
    texts: dict[int, str] = {}
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            if "passage_id" in record:
                passages[record["passage_id"]] = record["passage"]
            elif "text_id" in record:
                texts[record["text_id"]] = record["text"]
            else:
                rows.append(record)
    return passages, texts, rows


def load(
    path: Path, tokenizer: Tokenizer, only: str | None = None
) -> dict[tuple[str, str], list[Pair]]:
    """Pairs by (task, split)."""
    passages, texts, rows = read_records(path)

    def text(value: Any) -> str:
        return texts[value] if isinstance(value, int) else value

    pieces = Pieces(tokenizer)
    wanted: list[tuple[dict[str, Any], str, str]] = []
    for row in rows:
        if only and row.get("split", "train") != only:
            continue
        if row["task"] in ("qa", "pool_qa"):
            wanted.append((row, text(row["question"]), passages[row["passage"]]))
        elif row["task"] == "statement":
            # the long text comes second, so that it is the one to be cut
            wanted.append((row, text(row["hypothesis"]), passages[row["passage"]]))
        else:
            wanted.append((row, text(row["hypothesis"]), text(row["premise"])))
    pieces.learn([one for _, one, _ in wanted] + [two for _, _, two in wanted])
    loaded: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for row, one, two in wanted:
        task, split = row["task"], row.get("split", "train")
        keep = None
        if task == "qa" and row["start"] >= 0:
            keep = (row["start"], row["start"] + len(row["answer"]))
        pair = pieces.pair(one, two, keep)
        if label_pair(pair, row, task, keep):
            pair.labels["texts"] = (one, two) if split == "test" else ()
            loaded[task, split].append(pair)
    return loaded


def label_pair(pair: Pair, row: dict[str, Any], task: str, keep: tuple[int, int] | None) -> bool:
    """Add the labels; False for a pair that cannot be used."""
    if task == "qa":
        start = end = 0
        if keep is not None:
            inside = [at for at, (a, b) in enumerate(pair.offsets) if b > keep[0] and a < keep[1]]
            if not inside:
                return False
            start, end = pair.first + inside[0], pair.first + inside[-1]
        pair.labels = {
            "start": start,
            "end": end,
            "answers": row.get("answers") or [row["answer"]],
            "source": row["source"],
            "answerable": keep is not None,
        }
    elif task == "nli":
        label = row["label"]
        target = [float(label == name) for name in CLASSES]
        pair.labels = {"target": target, "not": label == "not_entailment", "source": row["source"]}
        pair.labels["label"] = label
    elif task == "statement":
        pair.labels = {
            "target": [1.0, 0.0, 0.0] if row["right"] else list(WRONG),
            "not": False,
            "right": row["right"],
            "how": row.get("how", ""),
        }
    return True


class ReaderModel(nn.Module):
    """The encoder and its heads."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.span = nn.Linear(encoder.shape.hidden, 2)
        self.nli = nn.Linear(encoder.shape.hidden, 3)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        states = self.encoder(batch["ids"], batch["mask"], batch["types"])
        span = self.span(states).float()
        # an answer is in the second text; position 0 says there is none
        place = (batch["types"] == 1) & (batch["mask"] == 1) & (batch["ids"] != 102)
        place[:, 0] = True
        span = span.masked_fill(~place[..., None], -1e4)
        return {"start": span[..., 0], "end": span[..., 1], "nli": self.nli(states[:, 0])}


def collate(pairs: Sequence[Pair], device: str) -> dict[str, Tensor]:
    length = max(len(pair.ids) for pair in pairs)
    arrays = {name: np.zeros((len(pairs), length), np.int64) for name in ("ids", "mask", "types")}
    for row, pair in enumerate(pairs):
        size = len(pair.ids)
        arrays["ids"][row, :size] = pair.ids
        arrays["mask"][row, :size] = 1
        arrays["types"][row, :size] = pair.types
    return {
        name: torch.from_numpy(array).to(device, non_blocking=True)
        for name, array in arrays.items()
    }


class Batches:
    """Batches with a bounded number of word pieces, neighbours in length, in random order."""

    def __init__(self, pairs: list[Pair], budget: int, seed: int) -> None:
        self.pairs, self.budget, self.random = pairs, budget, random.Random(seed)
        self.waiting: list[list[Pair]] = []

    def next(self) -> list[Pair]:
        if not self.waiting:
            batch: list[Pair] = []
            order = sorted(
                self.pairs, key=lambda pair: len(pair.ids) * self.random.uniform(0.9, 1.1)
            )
            for pair in order:
                batch.append(pair)
                if len(batch) * len(pair.ids) >= self.budget or len(batch) >= 128:
                    self.waiting.append(batch)
                    batch = []
            if batch:
                self.waiting.append(batch)
            self.random.shuffle(self.waiting)
        return self.waiting.pop()


def gold_loss(task: str, pairs: Sequence[Pair], out: dict[str, Tensor]) -> Tensor:
    device = out["nli"].device
    if task == "qa":
        start = torch.tensor([pair.labels["start"] for pair in pairs], device=device)
        end = torch.tensor([pair.labels["end"] for pair in pairs], device=device)
        return functional.cross_entropy(out["start"], start) + functional.cross_entropy(
            out["end"], end
        )
    logp = out["nli"].float().log_softmax(-1)
    target = torch.tensor([pair.labels["target"] for pair in pairs], device=device)
    either = torch.tensor([pair.labels["not"] for pair in pairs], device=device)
    return torch.where(either, -torch.logsumexp(logp[:, 1:], -1), -(target * logp).sum(-1)).mean()


def teacher_loss(task: str, out: dict[str, Tensor], told: dict[str, Tensor]) -> Tensor:
    if task in ("qa", "pool_qa"):
        return (
            soft_loss(out["start"], told["start"], 2.0).mean()
            + soft_loss(out["end"], told["end"], 2.0).mean()
        )
    return 2 * soft_loss(out["nli"], told["nli"], 1.5).mean()


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(2)
    tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    loaded = load(arguments.data, tokenizer)
    print({key: len(pairs) for key, pairs in sorted(loaded.items())}, flush=True)
    shape = MPNET if arguments.arch == "mpnet" else MINILM
    model = ReaderModel(load_base(arguments.base, shape, 2))
    if arguments.init:
        restore(model, arguments.init)
    model = model.to(device)
    teacher = None
    shares = dict(TASKS)
    if arguments.teacher:
        teacher = ReaderModel(Encoder(Shape(**{**MPNET.__dict__, "types": 2})))
        restore(teacher, arguments.teacher)
        teacher = teacher.to(device).eval().requires_grad_(False)
        left = 1 - sum(POOL_TASKS.values())
        shares = {task: share * left for task, share in TASKS.items()} | POOL_TASKS
    chooser = random.Random(arguments.seed)
    batches = {
        task: Batches(loaded[task, "train"], arguments.pieces, arguments.seed)
        for task in shares
        if loaded[task, "train"]
    }
    trainer = Trainer(model, arguments.minutes, arguments.rate, head_factor=5)
    model.train()
    running = defaultdict(list)
    for step in trainer.until_done():
        task = chooser.choices(list(batches), [shares[name] for name in batches])[0]
        pairs = batches[task].next()
        batch = collate(pairs, device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            out = model(batch)
            loss = torch.zeros((), device=device)
            if task in TASKS:
                loss = gold_loss(task, pairs, out) * (
                    0.5 if teacher and task != "statement" else 1.0
                )
            if teacher:
                with torch.no_grad():
                    told = teacher(batch)
                loss = loss + teacher_loss(task, out, told)
        trainer.step(loss)
        running[task].append(loss.detach())
        if step % 500 == 499:
            shown = {
                name: round(float(torch.stack(losses).mean()), 3)
                for name, losses in running.items()
            }
            print(f"step {step + 1} {trainer.progress():.2f} {shown}", flush=True)
            running.clear()
    model.eval()
    print(f"steps {trainer.steps}", flush=True)
    figures = report_reader(model, loaded, device)
    print("RESULT", json.dumps(figures), flush=True)
    config = {
        "model": "reader",
        "labels": {"nli": list(CLASSES)},
        "seed": arguments.seed,
        "steps": trainer.steps,
        "figures": figures,
    }
    save(model, config, arguments.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="folder with model.safetensors")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--arch", choices=["minilm", "mpnet"], default="minilm")
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--init", type=Path, help="weights to go on from")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--pieces", type=int, default=8192, help="word pieces in a batch")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
