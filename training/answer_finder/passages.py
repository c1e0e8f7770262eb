"""Passages with the spans that people asked about: SQuAD's articles and FairytaleQA's tales."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from training.reader.data import read_fairy, read_squad
from training.reader.more_sources import read_squad_train
from training.reader.records import Question, part

SAMPLES = {
    ("squad", "train"): 900,
    ("squad", "held"): 250,
    ("fairytaleqa", "train"): 500,
    ("fairytaleqa", "held"): 250,
}
"""How many passages of each source and split are parsed."""
HELD_OUT = 6
"""One of so many of SQuAD's training articles is held out."""


@dataclass(frozen=True)
class HumanAnswer:
    """An answer that people gave; `start` is -1 if it is not a span of the passage."""

    texts: tuple[str, ...]
    start: int
    question: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.texts[0]) if self.start >= 0 else -1


@dataclass
class Passage:
    """A passage and the answers to all questions that people asked about it."""

    source: str
    split: str
    group: str
    """The article or tale."""
    text: str
    answers: list[HumanAnswer] = field(default_factory=list)


def read_passages(folder: Path, samples: dict[tuple[str, str], int] = SAMPLES) -> list[Passage]:
    """Return a sample of the passages of each source and split, the same on every call.

    Args:
        folder: The folder `train` of the shared data.
        samples: How many passages to take of each source and split.
    """
    found: dict[str, Passage] = {}
    for asked in read_squad(folder) + read_squad_train(folder) + read_fairy(folder):
        if not asked.answers:
            continue
        one = Passage(asked.source, split_of(asked), asked.group, asked.passage)
        answer = HumanAnswer(tuple(asked.answers), asked.start, asked.text)
        found.setdefault(asked.passage, one).answers.append(answer)
    chosen = []
    for (source, split), count in samples.items():
        pool = [one for one in found.values() if (one.source, one.split) == (source, split)]
        pool.sort(key=lambda one: one.text)
        chosen += Random(1).sample(pool, min(count, len(pool)))
    return chosen


def split_of(asked: Question) -> str:
    """Return `held` for passages of held-out articles and test tales, else `train`."""
    held = asked.source == "squad" and part("answers " + asked.group, HELD_OUT) == 0
    return "held" if held or asked.split == "test" else "train"
