"""The rated questions as word pieces, and the weights of the shipped reader, for the GPU machine.

python -m training.usable.pairs OUT_FOLDER

`rated.jsonl` holds one text a line, with questions that qgauge generated about it and their ratings
by `benchmarks/generation/rating_guide.md`. A question is read as the verifier reads it: question
and answer, then the passage, which is a part of the text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qgauge.models import tokenizer
from qgauge.models.files import FOLDER
from qgauge.tools.embedded.pair_model import CLS, LONGEST, SEP
from training.misstated.pairs import weights

RATED = Path(__file__).with_name("rated.jsonl")
FLAWS = ("wrong answer", "ungrammatical", "unclear", "cannot stand alone")
"""The flaws that get an output of their own in training; the others are too rare."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A question with its ratings; each list has one entry per reading."""

    text: int
    """Number of the text."""
    domain: str
    passage: str
    question: str
    answer: str
    usable: list[int]
    flaws: list[str]

    @property
    def labels(self) -> list[float]:
        """Share of the readings that found it usable, and that found each flaw."""
        found = [sum(self.usable), *(self.flaws.count(flaw) for flaw in FLAWS)]
        return [count / len(self.usable) for count in found]


def rated(file: Path = RATED) -> Iterator[Rated]:
    """Yield the rated questions."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            for one in row["questions"]:
                passage = row["text"][slice(*one["passage"])]
                yield Rated(
                    number,
                    row["domain"],
                    passage,
                    one["question"],
                    one["answer"],
                    one["usable"],
                    one["flaws"],
                )


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    pieces = tokenizer()
    ids: list[int] = []
    firsts, lengths, texts, labels = [], [], [], []
    for row in rated():
        question, answer, passage = (
            pieces.encode(text, add_special_tokens=False).ids
            for text in (row.question, row.answer, row.passage)
        )
        one = [CLS, *question, SEP, *answer, SEP]
        made = [*one, *passage[: LONGEST - 1 - len(one)], SEP]
        ids += made
        firsts.append(len(one))
        lengths.append(len(made))
        texts.append(row.text)
        labels.append(row.labels)
    np.savez_compressed(
        out / "pairs.npz",
        ids=np.array(ids, np.uint16),
        first=np.array(firsts, np.int16),
        length=np.array(lengths, np.int16),
        text=np.array(texts, np.int16),
        labels=np.array(labels, np.float32),
    )
    np.savez(out / "reader.npz", **weights(FOLDER / "reader.onnx"))
    print(f"{len(labels)} questions about {max(texts) + 1} texts")


if __name__ == "__main__":
    main()
