"""Reads SQuAD's training articles, BoolQ, and the additional NLI pairs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from training.reader.records import Question, Record, part

SQUAD_TRAIN = "squad_train/articles44.json.gz"
BOOLQ = "boolq/boolq_val.jsonl.gz"
NLI_MORE = "nli_more/nli_more.jsonl.gz"
BREAKING_NLI = "nli_more/breaking_nli.jsonl.gz"


def read_squad_train(folder: Path) -> list[Question]:
    """Return the questions of SQuAD's training part; all of them are for training."""
    with gzip.open(folder / SQUAD_TRAIN, "rt", encoding="utf-8") as file:
        articles = json.load(file)["data"]
    found: dict[tuple[str, str], Question] = {}
    for article in articles:
        for paragraph in article["paragraphs"]:
            passage = paragraph["context"]
            for qa in paragraph["qas"]:
                text, answer, start = qa["question"].strip(), qa["answer"], qa["start"]
                if text and passage[start : start + len(answer)] == answer:
                    title = article["title"]
                    one = Question("squad", "train", title, passage, text, [answer], start)
                    found.setdefault((passage, text), one)
    return list(found.values())


def read_boolq(folder: Path) -> list[Question]:
    """Return yes/no questions with a capital and a question mark; a tenth is held out."""
    found = []
    with gzip.open(folder / BOOLQ, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            passage = " ".join(row["passage"].split())
            text = row["question"].strip().rstrip("?")
            text = text[:1].upper() + text[1:] + "?"
            split = "test" if part("boolq " + passage) == 0 else "train"
            right = bool(row["label"] if row.get("answer") is None else row["answer"])
            answers = ["yes" if right else "no"]
            found.append(Question("boolq", split, passage[:80], passage, text, answers))
    return found


def read_more_nli(folder: Path, held_out: set[str]) -> Iterator[Record]:
    """Yield NLI records for training. Skip premises in `held_out`, which are lower-case.

    A label such as `entailment|neutral` names what is possible: the third class is excluded.
    """
    for name in (NLI_MORE, BREAKING_NLI):
        with gzip.open(folder / name, "rt", encoding="utf-8") as file:
            for row in map(json.loads, file):
                premise, hypothesis = row["premise"].strip(), row["hypothesis"].strip()
                if premise and hypothesis and premise.lower() not in held_out:
                    yield {
                        "task": "nli",
                        "split": "train",
                        "source": row["source"],
                        "premise": premise,
                        "hypothesis": hypothesis,
                        "label": row["label"],
                    }
