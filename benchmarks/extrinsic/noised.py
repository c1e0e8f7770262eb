"""Step 1: add each kind of noise to the questions, and store them as word pieces.

    python -m benchmarks.extrinsic.noised DATA OUT.npz

Training uses SQuAD (two thirds of its articles) and QAMR; the test has the questions of the other
articles, which stay clean. Paragraphs of human-judgement sets are excluded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from benchmarks.extrinsic.conditions import CLEAN, CONDITIONS, LONGEST_PASSAGE, LONGEST_QUESTION
from qgauge.core import Example
from qgauge.models import tokenizer as embedded_tokenizer
from qgauge.noise import apply
from training.reader.data import read_qamr, read_squad
from training.reader.records import Question, part

TEST_PART = 3
"""One SQuAD article in three is used for the test."""


def questions(shared: Path) -> tuple[list[Question], list[Question]]:
    """Return the training and the test questions; each has an answer that occurs in its passage."""
    squad = [one for one in read_squad(shared / "train") if not one.impossible and one.start >= 0]
    tested = [one for one in squad if part("extrinsic " + one.group, TEST_PART) == 0]
    held = {one.group for one in tested}
    qamr, _ = read_qamr(shared / "train")
    train = [one for one in squad if one.group not in held]
    return train + [one for one in qamr if one.split == "train"], tested


def noised(asked: Sequence[Question], condition: str) -> list[str]:
    if condition == CLEAN:
        return [one.text for one in asked]
    examples = (Example(str(number), one.text) for number, one in enumerate(asked))
    return [example.question for example in apply(condition, examples)]


def flat(rows: Sequence[Sequence[int]], name: str) -> dict[str, Any]:
    """Store rows of different lengths as one array and their lengths."""
    return {
        f"{name}.ids": np.array([piece for row in rows for piece in row], np.uint16),
        f"{name}.lengths": np.array([len(row) for row in rows], np.uint16),
    }


def windows(
    tokenizer: Tokenizer, asked: Sequence[Question], test: bool
) -> tuple[list[list[int]], list[list[int]], list[tuple[int, int]]]:
    """Return a window of each passage: pieces, offsets in the text, and the answer's pieces.

    In training the window surrounds the answer; in the test it is the start of the passage.
    """
    encoded = tokenizer.encode_batch([one.passage for one in asked], add_special_tokens=False)
    ids, offsets, spans = [], [], []
    for one, passage in zip(asked, encoded, strict=True):
        end = one.start + len(one.answer)
        inside = [at for at, (a, b) in enumerate(passage.offsets) if b > one.start and a < end]
        begin = 0
        if not test and len(passage.ids) > LONGEST_PASSAGE:
            begin = min(inside[0] - LONGEST_PASSAGE // 2, len(passage.ids) - LONGEST_PASSAGE)
            begin = max(0, begin)
        ids.append(passage.ids[begin : begin + LONGEST_PASSAGE])
        places = passage.offsets[begin : begin + LONGEST_PASSAGE]
        offsets.append([place for pair in places for place in pair])
        spans.append((inside[0] - begin, min(inside[-1] - begin, LONGEST_PASSAGE - 1)))
    return ids, offsets, spans


def asked_as_pieces(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    return [question.ids[:LONGEST_QUESTION] for question in encoded]


def main(shared: Path, out: Path) -> None:
    """Read the shared folder and write the arrays."""
    tokenizer = embedded_tokenizer()
    train, test = questions(shared)
    arrays: dict[str, Any] = {}
    for name, asked in (("train", train), ("test", test)):
        ids, offsets, spans = windows(tokenizer, asked, name == "test")
        arrays |= flat(ids, f"{name}.passage")
        if name == "test":
            arrays |= flat(offsets, "test.offsets")
            arrays |= flat(asked_as_pieces(tokenizer, [one.text for one in asked]), "test.question")
        else:
            arrays["train.spans"] = np.array(spans, np.uint16)
    for number, condition in enumerate(CONDITIONS):
        texts = noised(train, condition)
        changed = sum(text != one.text for text, one in zip(texts, train, strict=True))
        print(f"{condition}: {changed} of {len(texts)} changed", flush=True)
        arrays |= flat(asked_as_pieces(tokenizer, texts), f"train.question.{number}")
    np.savez_compressed(out, **arrays)
    print(f"{len(train)} questions to train on, {len(test)} to test on: {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
