"""Measure the detector of misstated questions on held-out articles, as it ships.

    python -m training.misstated.measure MISSTATED.jsonl.gz [--most 4000]

Prints the AUROC of `Answer.misstated` for each kind of misstated question against true questions
and paraphrases of the same source, next to that of `Answer.no_answer` (what the reader alone
knows) and of the words of the question alone (what gives a made question away).
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from qgauge.stats.auc import auc
from qgauge.tools.embedded.reader import EmbeddedReader

Record = dict[str, Any]


def records(file: Path) -> tuple[list[Record], list[Record]]:
    """Return the records to fit the words on, and the held-out ones; passages as texts."""
    passages: dict[int, str] = {}
    kept: dict[str, list[Record]] = {"train": [], "held": []}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if "passage_id" in row:
                passages[row["passage_id"]] = row["passage"]
            else:
                kept[row["split"]].append({**row, "passage": passages[row["passage"]]})
    return kept["train"], kept["held"]


def words_alone(train: list[Record]) -> Any:
    """Return a naive Bayes score of a question's words and pairs of words."""
    counts = (Counter[str](), Counter[str]())
    for row in train:
        counts[row["misstated"]].update(set(_words(row["question"])))
    totals = [sum(1 for row in train if row["misstated"] == label) for label in (0, 1)]

    def score(question: str) -> float:
        return sum(
            math.log((counts[1][word] + 1) / (totals[1] + 2))
            - math.log((counts[0][word] + 1) / (totals[0] + 2))
            for word in set(_words(question))
        )

    return score


def _words(question: str) -> list[str]:
    words = re.findall(r"\w+|\S", question.lower())
    return words + [" ".join(pair) for pair in pairwise(words)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--most", type=int, default=4000, help="held-out records to read")
    options = parser.parse_args()
    train, held = records(options.records)
    random.Random(1).shuffle(held)
    held = held[: options.most]
    read = EmbeddedReader().answer([(row["question"], row["passage"]) for row in held])
    words = words_alone(train)
    scores = {
        "misstated": [float(one.misstated or 0) for one in read],
        "no answer": [one.no_answer for one in read],
        "words alone": [words(row["question"]) for row in held],
    }
    print("| kind | n | " + " | ".join(scores) + " |\n|---|---|" + "---|" * len(scores))
    kinds = sorted({row["kind"] for row in held if row["misstated"]} - {"elsewhere"})
    for kind in [*kinds, "all", "elsewhere"]:
        chosen = [
            at
            for at, row in enumerate(held)
            if not row["misstated"]
            or row["kind"] == kind
            or (kind == "all" and row["kind"] != "elsewhere")
        ]
        labels = [bool(held[at]["misstated"]) for at in chosen]
        cells = []
        for name, values in scores.items():
            if kind == "elsewhere" and name == "misstated":
                values = [float(one.elsewhere or 0) for one in read]
            found = auc([values[at] for at in chosen], labels)
            cells.append(f"{found.value:.3f}".lstrip("0"))
        print(f"| {kind} | {sum(labels)} | " + " | ".join(cells) + " |")
    print(f"\n{sum(not row['misstated'] for row in held)} true questions and paraphrases")


if __name__ == "__main__":
    main()
