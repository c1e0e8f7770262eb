"""Measures reader, inference model and verifier on sets that they are never trained on.

    python -m training.reader.unseen_sets SHARED [squadshifts] [vitaminc] [multirc]

SQuADShifts (F1 on news and reviews), VitaminC (accuracy), MultiRC (AUROC of right against wrong
answers: by the verifier, and by the entailment of the answer as a statement).
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from qgauge.statements import statement
from qgauge.tools import open_tool
from training.reader.scores import answer_f1, auroc

AT_A_TIME = 64


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def in_parts(items: list[Any], call: Callable[[list[Any]], list[Any]]) -> list[Any]:
    """Call a tool with some items at a time, short ones first; results in the given order."""
    order = sorted(range(len(items)), key=lambda at: sum(map(len, items[at])))
    results: list[Any] = [None] * len(items)
    for start in range(0, len(order), AT_A_TIME):
        places = order[start : start + AT_A_TIME]
        for at, result in zip(places, call([items[at] for at in places]), strict=True):
            results[at] = result
    return results


def squadshifts(folder: Path) -> dict[str, float]:
    rows = list(rows_of(folder / "squadshifts/questions.jsonl.gz"))
    answers = in_parts([(r["question"], r["context"]) for r in rows], open_tool("reader").answer)
    f1 = defaultdict(list)
    for row, answer in zip(rows, answers, strict=True):
        golds = [text for text, _start in row["answers"]]
        f1[row["domain"]].append(answer_f1(answer.text, golds))
    return {f"squadshifts_{domain}": float(np.mean(values)) for domain, values in f1.items()}


def vitaminc(folder: Path) -> dict[str, float]:
    rows = list(rows_of(folder / "vitaminc/pairs.jsonl.gz"))
    pairs = [(row["premise"], row["hypothesis"]) for row in rows]
    judged = in_parts(pairs, open_tool("entailer").entail)
    labels = ("entailment", "neutral", "contradiction")
    right = [
        max(labels, key=lambda label: getattr(one, label)) == row["label"]
        for row, one in zip(rows, judged, strict=True)
    ]
    return {"vitaminc": float(np.mean(right))}


def multirc(folder: Path) -> dict[str, float]:
    triples, right = [], []
    for row in rows_of(folder / "multirc/val.jsonl.gz"):
        passage = row["passage"]
        for question in passage["questions"]:
            for answer in question["answers"]:
                if answer["text"].strip():
                    triples.append((question["question"], answer["text"], passage["text"]))
                    right.append(bool(answer["label"]))
    verified = in_parts(triples, open_tool("verifier").verify)
    scores = [one.right for one in verified]
    return {
        "multirc": auroc(
            [score for score, yes in zip(scores, right, strict=True) if yes],
            [score for score, yes in zip(scores, right, strict=True) if not yes],
        )
    }


def stated_multirc(folder: Path, most: int = 600) -> dict[str, float]:
    """The same by the inference model, on the first answers: it is slow."""
    triples, right = [], []
    for row in rows_of(folder / "multirc/val.jsonl.gz"):
        passage = row["passage"]
        for question in passage["questions"]:
            for answer in question["answers"]:
                if answer["text"].strip():
                    triples.append((question["question"], answer["text"], passage["text"]))
                    right.append(bool(answer["label"]))
    triples, right = triples[:most], right[:most]
    parse = open_tool("parser").parse
    pairs = []
    for question, answer, passage in triples:
        asked, given = parse([question, answer])
        pairs.append((passage, statement(question, answer, asked, given).text))
    judged = in_parts(pairs, open_tool("entailer").entail)
    scores = [one.entailment - one.contradiction for one in judged]
    return {
        "multirc_stated": auroc(
            [score for score, yes in zip(scores, right, strict=True) if yes],
            [score for score, yes in zip(scores, right, strict=True) if not yes],
        )
    }


SETS = {
    "squadshifts": squadshifts,
    "vitaminc": vitaminc,
    "multirc": multirc,
    "multirc_stated": stated_multirc,
}


def main(shared: Path, *names: str) -> None:
    for name in names or SETS:
        for figure, value in SETS[name](shared / "eval").items():
            print(f"{figure} {value:.4f}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
