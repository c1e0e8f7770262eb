"""Step 2: train one small reader per noise and seed from MiniLM, on a GPU.

    python -m benchmarks.extrinsic.train DATA.npz BASE OUT [--seeds 3] [--workers 4]

DATA.npz is the output of step 1, BASE the folder with MiniLM's weights (training/README.md). For
each noise and seed, OUT gets a small file with the answers to the clean test questions; finished
files are skipped. All runs take the same steps over the same passages in the same order and differ
only in the questions. The first seed of every noise is trained first, so that an interrupted run is
complete with fewer seeds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.extrinsic.conditions import CONDITIONS
from training.neural.encoder import MINILM, load_base
from training.reader.batches import by_length
from training.reader.scores import LONGEST_ANSWER
from training.reader.train import ReaderModel, collate
from training.reader.word_pieces import Pair

EPOCHS, RATE, HEADS_FACTOR, WARM_UP = 2, 3e-4, 5.0, 0.1
PIECES = 8192
"""Number of word pieces in a batch."""
CLS, SEP = 101, 102
ENDS = ("start", "end")

Arrays = dict[str, np.ndarray]


def rows(arrays: Arrays, name: str) -> list[np.ndarray]:
    ends = np.cumsum(arrays[f"{name}.lengths"].astype(np.int64))
    return np.split(arrays[f"{name}.ids"], ends[:-1])


def pairs(arrays: Arrays, question: str, passage: str) -> list[Pair]:
    made = []
    for asked, text in zip(rows(arrays, question), rows(arrays, passage), strict=True):
        ids = np.concatenate([[CLS], asked, [SEP], text, [SEP]]).astype(np.uint16)
        made.append(Pair(ids, len(asked) + 2))
    return made


def labelled(arrays: Arrays, condition: int) -> list[Pair]:
    made = pairs(arrays, f"train.question.{condition}", "train.passage")
    for pair, (start, end) in zip(made, arrays["train.spans"].tolist(), strict=True):
        pair.labels = {"start": pair.first + start, "end": pair.first + end}
    return made


def batches(made: list[Pair], clean: list[Pair], seed: int) -> Iterator[list[Pair]]:
    """Yield the same batches for every noise; the clean pairs determine them."""
    mixer = random.Random(seed)
    numbered = {id(pair): number for number, pair in enumerate(clean)}
    for _ in range(EPOCHS):
        laid = list(by_length(clean, PIECES, mixer))
        mixer.shuffle(laid)
        for batch in laid:
            yield [made[numbered[id(pair)]] for pair in batch]


def train(arrays: Arrays, base: Path, condition: int, seed: int, device: str) -> ReaderModel:
    torch.manual_seed(seed)
    model = ReaderModel(load_base(base, MINILM, 2))
    model.to(device).train()
    groups = [
        {"params": list(model.encoder.parameters()), "peak": RATE},
        {"params": list(model.span.parameters()), "peak": RATE * HEADS_FACTOR},
    ]
    optimiser = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), fused=device == "cuda")
    laid = list(batches(labelled(arrays, condition), labelled(arrays, 0), seed))
    for number, batch in enumerate(laid):
        done = number / len(laid)
        for group in optimiser.param_groups:
            group["lr"] = group["peak"] * min(done / WARM_UP, (1 - done) / (1 - WARM_UP))
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            said = model(collate(batch, device))
        loss = torch.zeros((), device=device)
        for end in ENDS:
            aim = torch.tensor([pair.labels[end] for pair in batch], device=device)
            loss = loss + torch.nn.functional.cross_entropy(said[end], aim)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
    model.eval()
    return model


def answers(model: ReaderModel, tested: list[Pair], device: str) -> np.ndarray:
    """Return the first and last piece of each best answer, relative to the passage."""
    found = np.zeros((len(tested), 2), np.uint16)
    numbered = {id(pair): number for number, pair in enumerate(tested)}
    for batch in by_length(tested, 4 * PIECES, random.Random(0)):
        given = collate(batch, device)
        with (
            torch.no_grad(),
            torch.autocast(device, torch.bfloat16, enabled=device == "cuda"),
        ):
            said = model(given)
        for row, pair in enumerate(batch):
            start, end = (said[name][row, pair.first : len(pair.ids) - 1] for name in ENDS)
            size = len(start)
            scores = start[:, None] + end[None, :]
            scores = scores.triu() + torch.full_like(scores, -1e9).tril(-1)
            scores = scores + torch.full_like(scores, -1e9).triu(LONGEST_ANSWER)
            best = int(scores.argmax())
            found[numbered[id(pair)]] = best // size, best % size
    return found


def work(data: Path, base: Path, out: Path, jobs: Any) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(1)
    with np.load(data) as stored:
        arrays = dict(stored)
    tested = pairs(arrays, "test.question", "test.passage")
    while (job := jobs.get()) is not None:
        condition, seed = job
        file = out / f"{condition:02d}-{seed}.npy"
        if file.exists():
            continue
        begun = time.monotonic()
        found = answers(train(arrays, base, condition, seed, device), tested, device)
        part = file.with_suffix(".part")
        with part.open("wb") as stream:
            np.save(stream, found, allow_pickle=False)
        part.replace(file)
        print(f"{CONDITIONS[condition]}, seed {seed}: {time.monotonic() - begun:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=4)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    spawning = multiprocessing.get_context("spawn")
    jobs = spawning.Queue()
    for seed in range(1, given.seeds + 1):
        for condition in range(len(CONDITIONS)):
            jobs.put((condition, seed))
    for _ in range(given.workers):
        jobs.put(None)
    workers = [
        spawning.Process(target=work, args=(given.data, given.base, given.out, jobs))
        for _ in range(given.workers)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise SystemExit("a worker failed: see above")


if __name__ == "__main__":
    main()
