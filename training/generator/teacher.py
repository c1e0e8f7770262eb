"""Fine-tune the teacher on labelled rows, and let it ask about unlabelled places.

    python -m training.generator.teacher FOLDER ROWS.jsonl.gz PLACES.jsonl.gz OUT
        [--minutes 2] [--samples 4] [--ask-minutes 5]

One pass over the rows: with two, the teacher overfits. OUT gets `sampled.jsonl` (up to `samples`
questions per place) and `held-teacher.jsonl` (its most likely question for each held-out row).
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.generator import smollm

Row = dict[str, Any]
SENTENCES = 9000
"""Rows of QAMR in the pass: its questions are about single sentences."""
QUD_TIMES = 3
LONGEST = 480
BATCH = 32768
"""Tokens of a batch, with padding."""
PLAIN_KIND = 0.5
"""How often the kind is left open."""


def read(file: Path) -> list[Row]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Pairs:
    """Prompts with their continuations as token ids, in batches of similar length."""

    def __init__(self, tokenizer: Tokenizer, texts: list[tuple[str, str]]) -> None:
        firsts = tokenizer.encode_batch([first for first, _ in texts], add_special_tokens=False)
        seconds = tokenizer.encode_batch([second for _, second in texts], add_special_tokens=False)
        self.pairs = [
            (one.ids[-LONGEST:], [*two.ids, smollm.END]) for one, two in zip(firsts, seconds)
        ]

    def batches(self, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
        """Yield (ids, labels); only continuations have labels."""
        chance = random.Random(seed)
        order = sorted(range(len(self.pairs)), key=lambda at: self._size(at) + chance.random() * 20)
        groups, group = [], []
        for at in order:
            if group and (len(group) + 1) * (self._size(at) + 20) > BATCH:
                groups.append(group)
                group = []
            group.append(at)
        groups.append(group)
        chance.shuffle(groups)
        for some in groups:
            longest = max(map(self._size, some))
            ids = torch.full((len(some), longest), smollm.END)
            labels = torch.full((len(some), longest), -100)
            for line, at in enumerate(some):
                first, second = self.pairs[at]
                both = torch.tensor(first + second)
                ids[line, : len(both)] = both
                labels[line, len(first) : len(both)] = both[len(first) :]
            yield ids.cuda(), labels.cuda()

    def _size(self, at: int) -> int:
        return sum(map(len, self.pairs[at]))


def fine_tune(model: Any, pairs: Pairs, minutes: float, rate: float = 2e-4) -> None:
    """Make one pass, or as much of it as fits into the time."""
    model.train()
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    batches = list(pairs.batches(seed=1))
    start = time.monotonic()
    for step, (ids, labels) in enumerate(batches):
        done = max(step / len(batches), (time.monotonic() - start) / (minutes * 60))
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 15, (1 - done) / 0.9)
        with torch.autocast("cuda", torch.bfloat16):
            states = model.model(input_ids=ids).last_hidden_state
        wanted = labels[:, 1:] != -100
        logits = model.lm_head(states[:, :-1][wanted].float())
        loss = torch.nn.functional.cross_entropy(logits, labels[:, 1:][wanted])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 25 == 0:
            seconds = time.monotonic() - start
            print(
                f"step {step} of {len(batches)} loss {loss.item():.3f} {seconds:.0f} s", flush=True
            )
    model.eval()


def write(
    model: Any, tokenizer: Tokenizer, prompts: list[str], samples: int, until: float, batch: int
) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each prompt with its continuations, until the time is over.

    One sample means the most likely continuation.
    """
    encoded = [
        one.ids[-LONGEST:] for one in tokenizer.encode_batch(prompts, add_special_tokens=False)
    ]
    order = list(range(0, len(encoded), batch))
    by_length = sorted(range(len(encoded)), key=lambda at: len(encoded[at]))
    random.Random(2).shuffle(order)
    for first in order:
        if time.monotonic() > until:
            return
        some = by_length[first : first + batch]
        longest = max(len(encoded[at]) for at in some)
        ids = torch.full((len(some), longest), smollm.END)
        mask = torch.zeros((len(some), longest), dtype=torch.long)
        for line, at in enumerate(some):
            ids[line, longest - len(encoded[at]) :] = torch.tensor(encoded[at])
            mask[line, longest - len(encoded[at]) :] = 1
        settings: dict[str, Any] = {"do_sample": False}
        if samples > 1:
            settings = {"do_sample": True, "top_p": 0.92, "temperature": 0.85, "top_k": 0}
            settings["num_return_sequences"] = samples
        with torch.no_grad():
            found = model.generate(
                input_ids=ids.cuda(),
                attention_mask=mask.cuda(),
                max_new_tokens=40,
                eos_token_id=smollm.END,
                pad_token_id=smollm.END,
                **settings,
            )
        texts = tokenizer.decode_batch(found[:, longest:].tolist())
        for line, at in enumerate(some):
            yield at, [text.strip() for text in texts[line * samples : (line + 1) * samples]]


def labelled_texts(rows: list[Row]) -> list[tuple[str, str]]:
    chance = random.Random(3)
    train = [row for row in rows if row["split"] == "train"]
    few = [row for row in train if row["style"] == "sentence"]
    chosen = [row for row in train if row["style"] not in ("sentence", "qud")]
    chosen += chance.sample(few, min(SENTENCES, len(few)))
    chosen += [row for row in train if row["style"] == "qud"] * QUD_TIMES
    return [
        (smollm.prompt(row, "" if chance.random() < PLAIN_KIND else row["kind"]), row["question"])
        for row in chosen
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("folder", "rows", "places", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--minutes", type=float, default=2.5)
    parser.add_argument("--ask-minutes", type=float, default=4)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--batch", type=int, default=512)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    torch.backends.cuda.enable_cudnn_sdp(False)
    tokenizer = Tokenizer.from_file(str(given.folder / "smollm-tokenizer.json"))
    rows = read(given.rows)
    model = smollm.load(given.folder).cuda()
    fine_tune(model, Pairs(tokenizer, labelled_texts(rows)), given.minutes)
    model = model.to(torch.bfloat16)
    held = [row for row in rows if row["split"] == "test" and row["style"] != "sentence"]
    prompts = [smollm.prompt(row, "") for row in held]
    with (given.out / "held-teacher.jsonl").open("w", encoding="utf-8") as out:
        for at, texts in write(model, tokenizer, prompts, 1, float("inf"), given.batch):
            out.write(json.dumps({**held[at], "written": texts[0]}) + "\n")
    print("asking", flush=True)
    while not given.places.exists():  # they may still be in the making
        time.sleep(1)
    asked = [
        {**place, "style": "tale" if place["style"] == "tale" else "encyclopedia"}
        | {"start": start, "end": end}
        for place in read(given.places)
        for start, end in place["spans"]
    ]
    for place in asked:
        del place["spans"]
    prompts = [smollm.prompt(place, "") for place in asked]
    until, many = time.monotonic() + given.ask_minutes * 60, 0
    with (given.out / "sampled.jsonl").open("w", encoding="utf-8") as out:
        for at, texts in write(model, tokenizer, prompts, given.samples, until, given.batch):
            out.write(json.dumps({**asked[at], "questions": texts}) + "\n")
            many += 1
    print(f"asked about {many} of {len(asked)} places", flush=True)


if __name__ == "__main__":
    main()
