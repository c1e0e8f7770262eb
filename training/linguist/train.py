"""Train the linguist: tags, trees, entities, question class, well-formedness, grammar errors.

    python -m training.linguist.train --data linguist.jsonl.gz --base minilm --minutes 8
        --seeds 1 --out NAME

One model with many heads; every step takes a batch of one task. With --teacher, the (larger)
teacher also labels every batch in all heads, and unlabelled text is added. All seeds are trained in
parallel on the same batches, so that the teachers read each batch once; they differ in their heads
and in dropout.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from qgauge.models.shapes import COUNT as SHAPES
from training.linguist.scores import report_linguist
from training.linguist.word_pieces import IGNORE, Item, load
from training.neural.encoder import MINILM, MPNET, Encoder, Shape, load_base
from training.neural.trainer import (
    Trainer,
    plain_tokenizer,
    restore,
    save_and_measure,
    soft_loss,
    training_options,
)

SHARES = {
    "words": {"ewt": 0.42, "atis": 0.08, "ner": 0.22, "errors": 0.16, "segment": 0.12},
    "texts": {"trec": 0.3, "wellformed": 0.25, "blimp": 0.2, "errors": 0.25},
    "all": {
        "ewt": 0.24,
        "atis": 0.06,
        "ner": 0.16,
        "errors": 0.12,
        "trec": 0.12,
        "wellformed": 0.08,
        "blimp": 0.14,
        "segment": 0.08,
    },
}
"""Shares of the steps.

A teacher that classifies some texts and parses others forgets how to parse those it only
classifies, and its students then learn wrong trees for questions. So there is one teacher for words
and one for texts.
"""
WITH_POOL = 0.35
"""Share of the steps on unlabelled text if there is a teacher."""


class Linguist(nn.Module):
    """The encoder and its heads."""

    def __init__(
        self, encoder: Encoder, names: dict[str, Any], arc: int = 384, rel: int = 128
    ) -> None:
        super().__init__()
        hidden = encoder.shape.hidden
        self.encoder = encoder
        self.pos = nn.Linear(hidden, len(names["pos"]))
        self.ner = nn.Linear(hidden, len(names["ner"]))
        self.errors = nn.Linear(hidden, len(names["errors"]))
        self.ends = nn.Linear(hidden, 1)
        self.trec = nn.Linear(hidden, len(names["trec"]))
        self.wellformed = nn.Linear(hidden, 1)
        self.acceptable = nn.Linear(hidden, 1)
        self.arc_dep, self.arc_head = nn.Linear(hidden, arc), nn.Linear(hidden, arc)
        self.rel_dep, self.rel_head = nn.Linear(hidden, rel), nn.Linear(hidden, rel)
        self.arc_weight = nn.Parameter(torch.zeros(arc + 1, arc))
        self.rel_weight = nn.Parameter(torch.zeros(len(names["rel"]), rel + 1, rel + 1))
        nn.init.normal_(self.arc_weight, std=0.02)
        nn.init.normal_(self.rel_weight, std=0.02)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        states = self.encoder(batch["ids"], batch["mask"], batch["shapes"])
        cls = states[:, 0]
        place = batch["starts"][:, :, None].expand(-1, -1, states.shape[-1])
        words = states.gather(1, place)
        drop = 0.15 if self.training else 0.0
        mixed = functional.dropout(words, drop, self.training)
        heads = torch.cat([cls[:, None], mixed], 1)

        def part(layer: nn.Linear, given: Tensor) -> Tensor:
            return functional.dropout(functional.leaky_relu(layer(given), 0.1), drop, self.training)

        def with_one(given: Tensor) -> Tensor:
            return torch.cat([given, torch.ones_like(given[..., :1])], -1)

        arc = (
            with_one(part(self.arc_dep, mixed))
            @ self.arc_weight
            @ part(self.arc_head, heads).transpose(1, 2)
        )
        dep, head = with_one(part(self.rel_dep, mixed)), with_one(part(self.rel_head, heads))
        # possible heads: the root, and the words of this text
        real = torch.cat([torch.ones_like(batch["words"][:, :1]), batch["words"]], 1)
        arc = arc.float().masked_fill(real[:, None, :] == 0, -1e4)
        return {
            "pos": self.pos(words),
            "ner": self.ner(words),
            "errors": self.errors(words),
            "ends": self.ends(words)[..., 0],
            "trec": self.trec(cls),
            "wellformed": self.wellformed(cls)[:, 0],
            "acceptable": self.acceptable(cls)[:, 0],
            "arc": arc,
            "rel_dep": dep,
            "rel_head": head,
        }

    def rels(self, out: dict[str, Tensor], heads: Tensor) -> Tensor:
        """Return the relation scores of each word with its given head."""
        chosen = out["rel_head"].gather(
            1, heads[:, :, None].expand(-1, -1, out["rel_head"].shape[-1])
        )
        return torch.einsum(
            "bwi,rij,bwj->bwr", out["rel_dep"], self.rel_weight.to(chosen.dtype), chosen
        )


def collate(
    items: Sequence[Item], device: str, recase: random.Random | None = None
) -> dict[str, Tensor]:
    """Return a padded batch; `recase` makes some of the texts lower-case or upper-case."""
    length = max(len(item.ids) for item in items)
    width = max(len(item.starts) for item in items)
    ids = np.zeros((len(items), length), np.int64)
    mask = np.zeros((len(items), length), np.int64)
    shapes = np.zeros((len(items), length), np.int64)
    starts = np.zeros((len(items), width), np.int64)
    words = np.zeros((len(items), width), np.int64)
    for row, item in enumerate(items):
        ids[row, : len(item.ids)] = item.ids
        mask[row, : len(item.ids)] = 1
        own = np.array(item.shapes)
        if recase is not None:
            chance = recase.random()
            if chance < 0.3:
                own = np.where((own > 0) & (own < 5), 1, own)
            elif chance < 0.34:
                own = np.where((own > 0) & (own < 5), 3, own)
        shapes[row, : len(item.ids)] = own
        starts[row, : len(item.starts)] = item.starts
        words[row, : len(item.starts)] = 1
    arrays = {"ids": ids, "mask": mask, "shapes": shapes, "starts": starts, "words": words}
    return {
        name: torch.from_numpy(array).to(device, non_blocking=True)
        for name, array in arrays.items()
    }


def padded(
    rows: Sequence[Sequence[float]], width: int, device: str, fill: float = IGNORE
) -> Tensor:
    filled = np.full((len(rows), width), fill, np.float32)
    for at, row in enumerate(rows):
        filled[at, : len(row)] = row
    return torch.from_numpy(filled).to(device)


class Batches:
    """Batches of one task in random order, each of similar lengths to save padding."""

    def __init__(self, items: list[Item], size: int, seed: int) -> None:
        self.items, self.size, self.random = items, size, random.Random(seed)
        self.waiting: list[list[Item]] = []

    def next(self) -> list[Item]:
        if not self.waiting:
            order = sorted(
                self.items, key=lambda item: len(item.ids) * self.random.uniform(0.85, 1.15)
            )
            self.waiting = [order[at : at + self.size] for at in range(0, len(order), self.size)]
            self.random.shuffle(self.waiting)
        return self.waiting.pop()


def gold_loss(
    model: Linguist,
    task: str,
    items: Sequence[Item],
    batch: dict[str, Tensor],
    out: dict[str, Tensor],
) -> Tensor:
    device, width = str(batch["ids"].device), batch["starts"].shape[1]
    if task in ("ewt", "atis"):
        pos = padded([item.labels["pos"] for item in items], width, device).long()
        heads = padded([item.labels["heads"] for item in items], width, device).long()
        rels = padded([item.labels["rels"] for item in items], width, device).long()
        scores = model.rels(out, heads.clamp(min=0))
        return (
            functional.cross_entropy(
                out["pos"].flatten(0, 1).float(), pos.flatten(), ignore_index=IGNORE
            )
            + functional.cross_entropy(
                out["arc"].flatten(0, 1), heads.flatten(), ignore_index=IGNORE
            )
            + functional.cross_entropy(
                scores.flatten(0, 1).float(), rels.flatten(), ignore_index=IGNORE
            )
        )
    if task == "ner":
        tags = padded([item.labels["ner"] for item in items], width, device).long()
        logp = out["ner"].float().log_softmax(-1)
        # if a source has no MISC, its "O" may be MISC: count both as correct
        outside = torch.logsumexp(logp[..., [0, 7, 8]], -1)
        no_misc = torch.tensor([not item.labels["misc"] for item in items], device=device)
        chosen = logp.gather(-1, tags.clamp(min=0)[..., None])[..., 0]
        chosen = torch.where((tags == 0) & no_misc[:, None], outside, chosen)
        known = (tags != IGNORE).float()
        return -(chosen * known).sum() / known.sum()
    if task == "trec":
        labels = torch.tensor([item.labels["trec"] for item in items], device=device)
        return functional.cross_entropy(
            out["trec"].float(), labels, label_smoothing=0.1, ignore_index=IGNORE
        )
    if task == "wellformed":
        target = torch.tensor([item.labels["wellformed"] for item in items], device=device)
        return functional.binary_cross_entropy_with_logits(out["wellformed"].float(), target)
    if task == "errors":
        kinds = padded([item.labels["errors"] for item in items], width, device).long()
        clean = torch.tensor(
            [float(not any(item.labels["errors"])) for item in items], device=device
        )
        return functional.cross_entropy(
            out["errors"].flatten(0, 1).float(), kinds.flatten(), ignore_index=IGNORE
        ) * 3 + 0.5 * functional.binary_cross_entropy_with_logits(out["acceptable"].float(), clean)
    ends = padded([item.labels["ends"] for item in items], width, device)
    known = (ends != IGNORE).float()
    each = functional.binary_cross_entropy_with_logits(
        out["ends"].float(), ends.clamp(min=0), reduction="none"
    )
    return (each * known).sum() / known.sum()


def word_loss(
    model: Linguist,
    teacher: Linguist,
    batch: dict[str, Tensor],
    out: dict[str, Tensor],
    told: dict[str, Tensor],
    sentences: bool,
) -> Tensor:
    """Return the distance of the student to the teacher of words, over all word-level heads.

    Only single sentences have trees; running text has none to learn.
    """
    known = batch["words"].float()
    weight = known / known.sum()
    loss = (soft_loss(out["pos"], told["pos"]) * weight).sum()
    if sentences:
        heads = told["arc"].argmax(-1)
        loss = loss + 2 * (soft_loss(out["arc"], told["arc"]) * weight).sum()
        loss = loss + (soft_loss(model.rels(out, heads), teacher.rels(told, heads)) * weight).sum()
    loss = loss + 3 * (soft_loss(out["ner"], told["ner"]) * weight).sum()
    loss = loss + 2 * (soft_loss(out["errors"], told["errors"]) * weight).sum()
    ends = functional.binary_cross_entropy_with_logits(
        out["ends"].float(), told["ends"].float().sigmoid(), reduction="none"
    )
    return loss + 2 * (ends * weight).sum()


def preference(out: dict[str, Tensor]) -> Tensor:
    """Return how much higher the good half of each pair scores; the good halves come first."""
    good, bad = out["acceptable"].float().chunk(2)
    return good - bad


def text_loss(out: dict[str, Tensor], told: dict[str, Tensor], pairs: bool) -> Tensor:
    """Return the distance of the student to the teacher of texts."""
    loss = 0.5 * soft_loss(out["trec"], told["trec"]).mean()
    if pairs:
        loss = loss + 3 * functional.binary_cross_entropy_with_logits(
            preference(out), preference(told).sigmoid()
        )
    for name in ("wellformed", "acceptable"):
        target = told[name].float().sigmoid()
        loss = loss + 0.5 * functional.binary_cross_entropy_with_logits(out[name].float(), target)
    return loss


def frozen_teacher(file: Path | None, names: dict[str, Any], device: str) -> Linguist | None:
    if file is None:
        return None
    teacher = Linguist(Encoder(Shape(**{**MPNET.__dict__, "types": SHAPES})), names)
    restore(teacher, file)
    return teacher.to(device).eval().requires_grad_(False)


class Student:
    """A model in training, with its optimiser."""

    def __init__(
        self, arguments: argparse.Namespace, seed: int, names: dict[str, Any], device: str
    ) -> None:
        torch.manual_seed(seed)
        shape = MPNET if arguments.arch == "mpnet" else MINILM
        self.seed = seed
        self.model = Linguist(load_base(arguments.base, shape, SHAPES), names).to(device)
        self.trainer = Trainer(self.model, arguments.minutes, arguments.rate)
        self.model.train()


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(2)
    loaded, names = load(arguments.data, plain_tokenizer(arguments.tokenizer))
    print({key: len(items) for key, items in sorted(loaded.items())}, flush=True)
    teacher = frozen_teacher(arguments.teacher, names, device)
    text_teacher = frozen_teacher(arguments.text_teacher, names, device)
    shares = SHARES[arguments.tasks]
    chooser = random.Random(arguments.seeds[0])
    size = arguments.batch
    batches = {
        task: Batches(
            loaded[task, "train"],
            size // 2 if task in ("segment", "blimp") else size,
            arguments.seeds[0],
        )
        for task in [*shares, *(["pool"] if teacher else [])]
    }
    students = [Student(arguments, seed, names, device) for seed in arguments.seeds]
    for _ in students[0].trainer.until_done():
        if teacher and chooser.random() < WITH_POOL:
            task = "pool"
        else:
            task = chooser.choices(list(shares), list(shares.values()))[0]
        items = batches[task].next()
        if task == "blimp":
            batch = collate([*items, *(item.labels["other"] for item in items)], device)
        else:
            batch = collate(items, device, chooser)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            with torch.no_grad():
                told = teacher(batch) if teacher else None
                told_texts = text_teacher(batch) if text_teacher else None
            for student in students:
                model = student.model
                out = model(batch)
                loss = torch.zeros((), device=device)
                if task == "blimp":
                    loss = -functional.logsigmoid(preference(out)).mean()
                elif task != "pool":
                    loss = gold_loss(model, task, items, batch, out)
                if teacher and told:
                    loss = loss + word_loss(model, teacher, batch, out, told, task != "segment")
                if told_texts:
                    loss = loss + text_loss(out, told_texts, task == "blimp")
                student.trainer.step(loss, task)
    save_and_measure(
        students,
        {"model": "linguist", "labels": names},
        arguments.out,
        lambda model: report_linguist(model, loaded, names, device, arguments.tasks),
    )


def main() -> None:
    parser = training_options(__doc__)
    parser.add_argument("--tasks", choices=["all", "words", "texts"], default="all")
    parser.add_argument("--teacher", type=Path, help="teacher of words")
    parser.add_argument("--text-teacher", type=Path, help="teacher of texts")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
