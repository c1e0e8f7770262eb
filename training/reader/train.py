"""Train the reader: find answers in passages, and decide what follows from a text.

    python -m training.reader.train --data reader.jsonl.gz --base mpnet --arch mpnet ...
        --out teacher
    python -m training.reader.train --data reader.jsonl.gz --base minilm
        --teacher teacher-1.safetensors --seeds 1 2 3 ... --out reader

The larger teacher is fine-tuned on the labelled pairs. Students learn from those, from the
teacher's output on them and on many unlabelled pairs, and from its middle and last hidden states.
All seeds are trained in parallel on the same batches, so that the teacher reads each batch once;
they differ in their heads and in dropout.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.neural.cuda_graphs import Recorder
from training.neural.encoder import MINILM, MPNET, Encoder, hasten, load_base
from training.neural.trainer import (
    Trainer,
    plain_tokenizer,
    restore,
    save_and_measure,
    soft_loss,
    training_options,
)
from training.reader.batches import Batches, size_of
from training.reader.scores import report_reader
from training.reader.word_pieces import CLASSES, Pair, load

TASKS = {"qa": 0.32, "nli": 0.24, "statement": 0.1, "verify": 0.34}
TAUGHT = {
    "qa": 0.2,
    "pool_qa": 0.22,
    "nli": 0.16,
    "pool_nli": 0.06,
    "statement": 0.06,
    "verify": 0.3,
}
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
        self.verify = nn.Linear(encoder.shape.hidden, 1)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        return self.both(batch)[0]

    def both(self, batch: dict[str, Tensor]) -> tuple[dict[str, Tensor], list[Tensor]]:
        """Return the output of the heads, and the states after each layer."""
        after = self.encoder.states(batch["ids"], batch["mask"], batch["types"])
        states = after[-1]
        span = self.span(states).float()
        # answers are in the second text; position 0 means no answer
        place = (batch["types"] == 1) & (batch["mask"] == 1) & (batch["ids"] != 102)
        place[:, 0] = True
        span = span.masked_fill(~place[..., None], NO_PLACE)
        said = {
            "start": span[..., 0],
            "end": span[..., 1],
            "nli": self.nli(states[:, 0]),
            "verify": self.verify(states[:, 0])[:, 0],
        }
        return said, after


def collate(pairs: Sequence[Pair], device: str) -> dict[str, Tensor]:
    length = max(map(size_of, pairs))
    arrays = {name: np.zeros((len(pairs), length), np.int64) for name in ("ids", "mask", "types")}
    for row, pair in enumerate(pairs):
        size = len(pair.ids)
        arrays["ids"][row, :size] = pair.ids
        arrays["mask"][row, :size] = 1
        arrays["types"][row, pair.first : size] = 1
    return {name: sent(array, device) for name, array in arrays.items()}


def aims_of(task: str, pairs: Sequence[Pair], device: str) -> dict[str, Tensor]:
    """Return the labels of a batch."""
    if task not in TASKS:
        return {}
    kinds: dict[str, type] = {"target": np.float32, "open": bool}
    if task in ("qa", "verify"):
        kinds = {"start": np.int64, "end": np.int64}
    if task == "verify":
        kinds["right"] = np.float32
    return {
        name: sent(np.array([pair.labels[name] for pair in pairs], kind), device)
        for name, kind in kinds.items()
    }


def sent(array: npt.NDArray[Any], device: str) -> Tensor:
    """Send an array to the device; from pinned memory this does not block."""
    tensor = torch.from_numpy(array)
    if device == "cuda":
        tensor = tensor.pin_memory()
    return tensor.to(device, non_blocking=True)


def gold_loss(task: str, aims: dict[str, Tensor], out: dict[str, Tensor]) -> Tensor:
    if task == "verify":
        right = functional.binary_cross_entropy_with_logits(out["verify"].float(), aims["right"])
        places = [place_loss(out[side], aims[side]) for side in ("start", "end")]
        return 2 * right + 0.25 * sum(places)
    if task == "qa":
        return functional.cross_entropy(out["start"], aims["start"]) + functional.cross_entropy(
            out["end"], aims["end"]
        )
    logp = out["nli"].float().log_softmax(-1)
    # an open label lists what is possible; another one is a distribution
    either = -torch.logsumexp(logp.masked_fill(aims["target"] == 0, NO_PLACE), -1)
    exactly = -(aims["target"] * logp).sum(-1)
    return torch.where(aims["open"], either, exactly).mean()


def place_loss(scores: Tensor, places: Tensor) -> Tensor:
    """Cross-entropy over the rows whose place is known: it is not -1."""
    known = (places >= 0).float()
    loss = functional.cross_entropy(scores, places.clamp(min=0), reduction="none")
    return (loss * known).sum() / known.sum().clamp(min=1)


class Bridges(nn.Module):
    """Maps from a student's middle and last states to its teacher's; used in training only."""

    def __init__(self, student: Encoder, teacher: Encoder) -> None:
        super().__init__()
        self.spans = nn.ModuleList(
            nn.Linear(student.shape.hidden, teacher.shape.hidden) for _ in range(2)
        )

    def distance(self, mine: list[Tensor], aims: list[Tensor], mask: Tensor) -> Tensor:
        """Return the distance to `aims`, which `halves` returns; padding does not count."""
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
    """Return the distance of the student to the teacher's output."""
    if task in SPANS:
        return (
            soft_loss(out["start"], told["start"]).mean()
            + soft_loss(out["end"], told["end"]).mean()
        )
    if task == "verify":
        sure = torch.sigmoid(told["verify"].float())
        right = functional.binary_cross_entropy_with_logits(out["verify"].float(), sure)
        places = soft_loss(out["start"], told["start"]) + soft_loss(out["end"], told["end"])
        return 3 * right + 0.25 * places.mean()
    return 2 * soft_loss(out["nli"], told["nli"], 1.5).mean()


class Student:
    """A model in training, with its optimiser."""

    def __init__(
        self, arguments: argparse.Namespace, seed: int, teacher: ReaderModel | None, device: str
    ) -> None:
        torch.manual_seed(seed)
        shape = MPNET if arguments.arch == "mpnet" else MINILM
        self.seed = seed
        if arguments.start:
            layers = shape.layers + arguments.added
            self.model = ReaderModel(Encoder(replace(shape, types=2, layers=layers)))
            restore(self.model, *arguments.start)
        else:
            self.model = ReaderModel(load_base(arguments.base, shape, 2, arguments.added))
        self.model = self.model.to(device)
        heads = nn.ModuleList([self.model.span, self.model.nli, self.model.verify])
        if teacher:
            self.bridges = Bridges(self.model.encoder, teacher.encoder).to(device)
            heads.append(self.bridges)
        learning = nn.ModuleDict({"encoder": self.model.encoder, "heads": heads})
        self.trainer = Trainer(
            learning, arguments.minutes, arguments.rate, head_factor=5, recorded=device == "cuda"
        )
        self.model.train()


def frozen_teacher(file: Path | None, device: str) -> ReaderModel | None:
    if file is None:
        return None
    teacher = ReaderModel(Encoder(replace(MPNET, types=2)))
    restore(teacher, file)
    return teacher.to(device).eval().requires_grad_(False)


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(2)
    tasks = TAUGHT if arguments.teacher else TASKS
    loaded = load(arguments.data, plain_tokenizer(arguments.tokenizer), tasks)
    print({key: len(pairs) for key, pairs in sorted(loaded.items())}, flush=True)
    gc.freeze()
    if device == "cuda":
        hasten()
    teacher = frozen_teacher(arguments.teacher, device)
    chooser = random.Random(arguments.seeds[0])
    batches = {
        task: Batches(loaded[task, "train"], arguments.pieces, arguments.seeds[0]) for task in tasks
    }
    students = [Student(arguments, seed, teacher, device) for seed in arguments.seeds]
    step = Recorder(partial(learn, students, teacher))
    finished = torch.cuda.synchronize if device == "cuda" else lambda: None
    finished()
    with torch.cuda.stream(step.stream):
        for _ in students[0].trainer.until_done():
            task = chooser.choices(list(tasks), list(tasks.values()))[0]
            pairs = batches[task].next()
            for student in students:
                student.trainer.schedule()
            losses = step(task, collate(pairs, device) | aims_of(task, pairs, device))
            for student, loss in zip(students, losses, strict=True):
                student.trainer.note(loss, task)
    finished()
    save_and_measure(
        students,
        {"model": "reader", "labels": {"nli": list(CLASSES)}},
        arguments.out,
        lambda model: report_reader(model, loaded, device),
    )


def learn(
    students: Sequence[Student],
    teacher: ReaderModel | None,
    task: str,
    batch: dict[str, Tensor],
) -> list[Tensor]:
    """Take one step of all students on a batch, and return their losses."""
    device = batch["ids"].device.type
    losses = []
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        if teacher:
            with torch.no_grad():
                told, told_states = teacher.both(batch)
                aims = [normal(states) for states in halves(told_states)]
        for student in students:
            out, states = student.model.both(batch)
            loss = torch.zeros((), device=device)
            if task in TASKS:
                loss = gold_loss(task, batch, out)
            if teacher:
                loss = (1.0 if task == "statement" else 0.5) * loss
                loss = loss + taught_loss(task, out, told)
                loss = loss + student.bridges.distance(states, aims, batch["mask"])
            student.trainer.learn(loss)
            losses.append(loss.detach())
    return losses


def main() -> None:
    parser = training_options(__doc__)
    parser.add_argument("--teacher", type=Path, help="weights of a fine-tuned mpnet")
    parser.add_argument(
        "--start", type=Path, nargs="*", default=[], help="weights to start from: their mean"
    )
    parser.add_argument("--pieces", type=int, default=8192, help="number of word pieces in a batch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--added", type=int, default=0, help="number of layers to add to the base")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
