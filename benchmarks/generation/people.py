"""People's questions about passages that the generator was not trained on.

They come from the test tales of FairytaleQA and from the SQuAD articles that the reader and the
generator never saw. Their texts stay out of this repository.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from benchmarks.generation.blind import Row
from training.reader.data import read_fairy, read_squad
from training.reader.records import Question

PEOPLE = "people"
EACH_PASSAGE = 5
"""Questions taken from a passage, if it has so many."""
WORDS = range(100, 261)
"""Words of a passage: about as many as in `passages.jsonl`."""


def peoples_rows(data: Path, count: int, seed: int) -> list[Row]:
    """Return people's questions, half about tales and half about Wikipedia articles.

    Args:
        data: The folder with `train/fairytaleqa` and `train/squad_dev`.
        count: The number of questions.
        seed: Seed of the choice.
    """
    folder = data / "train"
    rows: list[Row] = []
    for domain, questions in (("tale", read_fairy(folder)), ("encyclopedia", read_squad(folder))):
        size = count - len(rows) if rows else count // 2
        rows += chosen(questions, domain, size, seed)
    return rows


def chosen(questions: Iterable[Question], domain: str, count: int, seed: int) -> list[Row]:
    """Return `count` answered questions of the test part, from passages drawn at random."""
    by_passage: dict[str, list[Question]] = {}
    for one in questions:
        if one.split == "test" and one.answers and len(one.passage.split()) in WORDS:
            by_passage.setdefault(one.passage, []).append(one)
    random = Random(seed)
    names = sorted(by_passage)
    random.shuffle(names)
    drawn = (_drawn(by_passage[name], domain, random) for name in names)
    return [row for rows in drawn for row in rows][:count]


def _drawn(questions: list[Question], domain: str, random: Random) -> Iterator[Row]:
    for one in random.sample(questions, min(EACH_PASSAGE, len(questions))):
        yield Row(PEOPLE, domain, one.group, one.passage, one.text, one.answer)
