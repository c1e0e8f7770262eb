"""Measure questions by a reader that had no part in making them.

    python -m training.generator.independent_reader SMOLLM_FOLDER ROWS.jsonl.gz OUT.json
        NAME=WRITTEN.jsonl ... [--minutes 1.5]

A second copy of SmolLM2 is fine-tuned to answer people's training questions. It then answers the
questions in each file (rows of `held-teacher.jsonl`: a held-out row and the question `written` for
it), and people's own. The F1 of its answers with the intended ones says how well a question leads
to its answer; the generator's training rows were chosen by another reader.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from training.generator import smollm
from training.generator.teacher import Pairs, fine_tune, read, write

Row = dict[str, Any]


def reading_prompt(passage: str, question: str) -> str:
    return f"{passage}<|im_end|>{question}<|im_start|>"


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", re.sub(r"\b(a|an|the)\b", " ", text.lower())))


def f1(one: str, other: str) -> float:
    """Return the token F1 of two answers, as SQuAD computes it."""
    first, second = words(one), words(other)
    common = sum((first & second).values())
    return 2 * common / (sum(first.values()) + sum(second.values())) if common else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("folder", "rows", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("written", nargs="+")
    parser.add_argument("--minutes", type=float, default=1.5)
    given = parser.parse_args()
    torch.manual_seed(5)
    torch.backends.cuda.enable_cudnn_sdp(False)
    tokenizer = Tokenizer.from_file(str(given.folder / "smollm-tokenizer.json"))
    styles = ("encyclopedia", "tale")
    train = [row for row in read(given.rows) if row["split"] == "train" and row["style"] in styles]
    texts = [
        (reading_prompt(row["passage"], row["question"]), row["passage"][row["start"] : row["end"]])
        for row in train
    ]
    model = smollm.load(given.folder).cuda()
    fine_tune(model, Pairs(tokenizer, texts), given.minutes)
    model = model.to(torch.bfloat16)
    files = dict(one.split("=") for one in given.written)
    asked: list[tuple[str, Row, str]] = []
    for name, file in files.items():
        with Path(file).open(encoding="utf-8") as lines:
            rows = [row for row in map(json.loads, lines) if row["style"] in styles]
        asked += [(name, row, row["written"]) for row in rows]
    asked += [
        ("people", row, row["question"]) for name, row, _ in asked if name == next(iter(files))
    ]
    prompts = [reading_prompt(row["passage"], question) for _, row, question in asked]
    found: dict[str, list[float]] = {}
    for at, answers in write(model, tokenizer, prompts, 1, float("inf"), 512):
        name, row, _ = asked[at]
        score = f1(answers[0], row["passage"][row["start"] : row["end"]])
        found.setdefault(f"{name} {row['style']}", []).append(score)
    figures = {
        name: {"n": len(each), "f1": sum(each) / len(each)} for name, each in sorted(found.items())
    }
    given.out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
