"""Questions and passages of the public data sets, which are not part of the repository."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


def rows_of(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def one_line(texts: Iterable[str]) -> list[str]:
    """Return distinct texts in a fixed order, without line breaks (Java would split them there)."""
    return sorted({" ".join(text.splitlines()) for text in texts} - {""})


def questions(train: Path) -> list[str]:
    found: list[str] = []
    for paragraph in paragraphs(train):
        found += [question["question"] for question in paragraph["qas"]]
    for name in ("fairytaleqa/fairytaleqa", "qamr/qamr_wiki_joined", "qa2d/entailmentbank"):
        found += [row["question"] for row in rows_of(train / f"{name}.jsonl.gz")]
    for row in rows_of(train / "blimp" / "blimp.jsonl.gz"):
        found.append(row["sentence_good"])
    for path in sorted((train / "cola").glob("*.tsv")):
        found += [line.split("\t")[3] for line in path.read_text("utf-8").splitlines()]
    for path in sorted((train / "trec_qc").glob("*.txt")):
        found += [line.partition(" ")[2] for line in path.read_text("latin-1").splitlines()]
    return one_line(found)


def paragraphs(train: Path) -> Iterator[Any]:
    for path in sorted((train / "squad_dev").glob("*.clean.json.gz")):
        for whole in rows_of(path):
            for article in whole["data"]:
                yield from article["paragraphs"]


def passages(shared: Path) -> list[str]:
    train = shared / "train"
    found = [paragraph["context"] for paragraph in paragraphs(train)]
    found += [row["context"] for row in rows_of(train / "fairytaleqa" / "fairytaleqa.jsonl.gz")]
    for path in sorted((shared / "eval" / "qudeval" / "articles").glob("*.txt")):
        found += [line.partition("\t")[2] for line in path.read_text("utf-8").splitlines()]
    return one_line(found)


def sample(texts: list[str], size: int) -> list[str]:
    """Return an evenly spaced sample of a sorted list; it is deterministic."""
    return [texts[place * len(texts) // size] for place in range(min(size, len(texts)))]
