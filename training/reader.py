"""Trains the reader: finds answers in passages, and says what follows from a text.

    python reader.py --data reader.jsonl.gz --base mpnet --arch mpnet ... --out teacher
    python reader.py --data reader.jsonl.gz --base minilm --teacher teacher-1.safetensors
        --seeds 1 2 3 ... --out reader

The larger teacher is fine-tuned on the labelled pairs. Students learn from those, from what the
teacher says to them and to many unlabelled pairs, and from how the teacher sees each word piece
half-way and at the end. All seeds learn side by side from the same batches, so that the teacher
reads each batch once; they differ in their heads and in what dropout hides from them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from encoder import MINILM, MPNET, Encoder, Shape, load_base
from loop import Trainer, describe, plain_tokenizer, restore, save, soft_loss
from reader_input import CLASSES, Pair, load
from reader_scores import report_reader
from torch import Tensor, nn
from torch.nn import functional

TASKS = {"qa": 0.5, "nli": 0.22, "statement": 0.28}
TAUGHT = {"qa": 0.2, "pool_qa": 0.38, "nli": 0.08, "pool_nli": 0.18, "statement": 0.16}
"""Shares of the steps, without and with a teacher."""
SPANS = ("qa", "pool_qa")
NO_PLACE = -1e4


class ReaderModel(nn.Module):
    """The encoder and its heads."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.span = nn.Linear(encoder.shape.hidden, 2)
        self.nli = nn.Linear(encoder.shape.hidden, 3)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        return self.both(batch)[0]

    def both(self, batch: dict[str, Tensor]) -> tuple[dict[str, Tensor], list[Tensor]]:
        """What the heads say, and the states after each layer."""
        after = self.encoder.states(batch["ids"], batch["mask"], batch["types"])
        states = after[-1]
        span = self.span(states).float()
        # an answer is in the second text; position 0 says there is none
        place = (batch["types"] == 1) & (batch["mask"] == 1) & (batch["ids"] != 102)
        place[:, 0] = True
        span = span.masked_fill(~place[..., None], NO_PLACE)
        said = {"start": span[..., 0], "end": span[..., 1], "nli": self.nli(states[:, 0])}
        return said, after


def collate(pairs: Sequence[Pair], device: str) -> dict[str, Tensor]:
    length = max(len(pair.ids) for pair in pairs)
    arrays = {name: np.zeros((len(pairs), length), np.int64) for name in ("ids", "mask", "types")}
    for row, pair in enumerate(pairs):
        size = len(pair.ids)
        arrays["ids"][row, :size] = pair.ids
        arrays["mask"][row, :size] = 1
        arrays["types"][row, pair.first : size] = 1
    return {
        name: torch.from_numpy(array).to(device, non_blocking=True)
        for name, array in arrays.items()
    }


def by_length(pairs: Sequence[Pair], budget: int, mixer: random.Random) -> Iterator[list[Pair]]:
    """Batches of about `budget` word pieces, each of pairs that are nearly equal in length."""
    batch: list[Pair] = []
    for pair in sorted(pairs, key=lambda pair: len(pair.ids) * mixer.uniform(0.9, 1.1)):
        batch.append(pair)
        if len(batch) * len(pair.ids) >= budget or len(batch) >= 128:
            yield batch
            batch = []
    if batch:
        yield batch


class Batches:
    """The batches of one task, in random order, without end."""

    def __init__(self, pairs: list[Pair], budget: int, seed: int) -> None:
        self.pairs, self.budget, self.random = pairs, budget, random.Random(seed)
        self.waiting: list[list[Pair]] = []

    def next(self) -> list[Pair]:
        if not self.waiting:
            self.waiting = list(by_length(self.pairs, self.budget, self.random))
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


class Bridges(nn.Module):
    """From a student's states to its teacher's, half-way and at the end; they do not ship."""

    def __init__(self, student: Encoder, teacher: Encoder) -> None:
        super().__init__()
        self.spans = nn.ModuleList(
            nn.Linear(student.shape.hidden, teacher.shape.hidden) for _ in range(2)
        )

    def distance(self, mine: list[Tensor], aims: list[Tensor], mask: Tensor) -> Tensor:
        """`aims` as `halves` gives them; pieces that are padding do not count."""
        known = mask / mask.sum()
        far = torch.zeros((), device=mask.device)
        for bridge, seen, aim in zip(self.spans, halves(mine), aims, strict=True):
            apart = normal(bridge(seen)) - aim
            far = far + (apart.square().mean(-1) * known).sum()
        return far


def normal(states: Tensor) -> Tensor:
    return functional.layer_norm(states.float(), states.shape[-1:])


def halves(states: list[Tensor]) -> list[Tensor]:
    return [states[len(states) // 2 - 1], states[-1]]


def taught_loss(task: str, out: dict[str, Tensor], told: dict[str, Tensor]) -> Tensor:
    """How far the student is from what the teacher says."""
    if task in SPANS:
        return (
            soft_loss(out["start"], told["start"]).mean()
            + soft_loss(out["end"], told["end"]).mean()
        )
    return 2 * soft_loss(out["nli"], told["nli"], 1.5).mean()


class Student:
    """A model that learns, with what it learns by."""

    def __init__(
        self, arguments: argparse.Namespace, seed: int, teacher: ReaderModel | None, device: str
    ) -> None:
        torch.manual_seed(seed)
        shape = MPNET if arguments.arch == "mpnet" else MINILM
        self.seed = seed
        self.model = ReaderModel(load_base(arguments.base, shape, 2, arguments.added)).to(device)
        heads = nn.ModuleList([self.model.span, self.model.nli])
        if teacher:
            self.bridges = Bridges(self.model.encoder, teacher.encoder).to(device)
            heads.append(self.bridges)
        learning = nn.ModuleDict({"encoder": self.model.encoder, "heads": heads})
        self.trainer = Trainer(learning, arguments.minutes, arguments.rate, head_factor=5)
        self.model.train()


def frozen_teacher(file: Path | None, device: str) -> ReaderModel | None:
    if file is None:
        return None
    teacher = ReaderModel(Encoder(Shape(**{**MPNET.__dict__, "types": 2})))
    restore(teacher, file)
    return teacher.to(device).eval().requires_grad_(False)


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(2)
    loaded = load(arguments.data, plain_tokenizer(arguments.tokenizer))
    print({key: len(pairs) for key, pairs in sorted(loaded.items())}, flush=True)
    teacher = frozen_teacher(arguments.teacher, device)
    shares = TAUGHT if teacher else TASKS
    chooser = random.Random(arguments.seeds[0])
    batches = {
        task: Batches(loaded[task, "train"], arguments.pieces, arguments.seeds[0])
        for task in shares
    }
    students = [Student(arguments, seed, teacher, device) for seed in arguments.seeds]
    for _ in students[0].trainer.until_done():
        task = chooser.choices(list(shares), list(shares.values()))[0]
        pairs = batches[task].next()
        batch = collate(pairs, device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            if teacher:
                with torch.no_grad():
                    told, told_states = teacher.both(batch)
                    aims = [normal(states) for states in halves(told_states)]
            for student in students:
                out, states = student.model.both(batch)
                loss = torch.zeros((), device=device)
                if task in TASKS:
                    loss = gold_loss(task, pairs, out)
                if teacher:
                    loss = (1.0 if task == "statement" else 0.5) * loss
                    loss = loss + taught_loss(task, out, told)
                    loss = loss + student.bridges.distance(states, aims, batch["mask"])
                student.trainer.step(loss, task)
    kept = [keep(student, arguments.out) for student in students]
    for student, (config, file) in zip(students, kept, strict=True):
        figures = report_reader(student.model, loaded, device)
        print("RESULT", json.dumps(figures), flush=True)
        describe(config | {"figures": figures}, file)


def keep(student: Student, out: Path) -> tuple[dict[str, object], Path]:
    student.model.eval()
    config: dict[str, object] = {
        "model": "reader",
        "labels": {"nli": list(CLASSES)},
        "seed": student.seed,
        "steps": student.trainer.steps,
    }
    file = out.with_name(f"{out.name}-{student.seed}.safetensors")
    save(student.model, config, file)
    return config, file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="folder with model.safetensors")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--arch", choices=["minilm", "mpnet"], default="minilm")
    parser.add_argument("--teacher", type=Path, help="weights of a fine-tuned mpnet")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--pieces", type=int, default=8192, help="word pieces in a batch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--added", type=int, default=0, help="layers more than the base has")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--out", type=Path, required=True, help="OUT-SEED.safetensors is written")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
