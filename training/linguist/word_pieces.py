"""The linguist's training records as word pieces with labels."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from qgauge.models.shapes import word_shape
from training.grammar_errors.corrupt import KINDS
from training.linguist.sources import read_conllu, words_of

NER_TAGS = ["O", *(f"{mark}-{kind}" for kind in ("PER", "LOC", "ORG", "MISC") for mark in "BI")]
IGNORE = -100
COPIES = {"uner": 4, "wikigold": 2}
"""Repeat entity sets that resemble users' text, to outweigh tweets."""


@dataclass
class Item:
    """One text, tokenised, with its labels."""

    ids: list[int]
    shapes: list[int]
    starts: list[int]
    labels: dict[str, Any] = field(default_factory=dict)


class Reader:
    """Reads the prepared records and converts them to items."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    def items(self, word_lists: Sequence[list[str]]) -> list[Item]:
        made = []
        for words, encoded in zip(
            word_lists,
            self.tokenizer.encode_batch(list(word_lists), is_pretokenized=True),
            strict=True,
        ):
            starts, shapes, seen = [0] * len(words), [0] * len(encoded.ids), -1
            for at, word in enumerate(encoded.word_ids):
                if word is None:
                    continue
                shapes[at] = word_shape(words[word])
                if word > seen:
                    for skipped in range(seen + 1, word + 1):
                        starts[skipped] = at
                    seen = word
            for skipped in range(seen + 1, len(words)):
                starts[skipped] = max(0, len(encoded.ids) - 2)
            made.append(Item(encoded.ids, shapes, starts))
        return made


def load(
    path: Path, tokenizer: Tokenizer
) -> tuple[dict[tuple[str, str], list[Item]], dict[str, Any]]:
    """Return the items by (set, split), and the label names."""
    records: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            records[record["set"], record.get("split", "train")].append(record)
    upos = sorted(
        {
            tag
            for (s, _), rs in records.items()
            if s in ("ewt", "atis")
            for r in rs
            for tag in r["upos"]
        }
        - {"_"}
    )
    rel_counts = Counter(
        rel for r in records["ewt", "train"] + records["atis", "train"] for rel in r["rels"]
    )
    rels = sorted(rel for rel, count in rel_counts.items() if count >= 3)
    trec = sorted({r["label"] for r in records["trec", "train"]})
    names = {"pos": upos, "rel": rels, "ner": NER_TAGS, "trec": trec, "errors": list(KINDS)}
    reader = Reader(tokenizer)
    loaded: dict[tuple[str, str], list[Item]] = {}
    for (name, split), rows in records.items():
        if name in ("ewt", "atis") and split == "train":
            rows = rows + [short for row in rows[::3] if (short := without_final_mark(row))]
        if name == "ner" and split == "train":
            rows = [row for row in rows for _ in range(COPIES.get(row["source"], 1))]
        loaded[name, split] = make_items(reader, name, rows, names)
    loaded["questions", "test"] = make_items(reader, "ewt", hand_parsed(), names)
    return loaded, names


def hand_parsed() -> list[dict[str, Any]]:
    """Return the hand-parsed questions, which treebanks have few of. Never used in training."""
    sentences = read_conllu((Path(__file__).parent / "questions.conllu").read_text("utf-8"))
    return [{"words": s.words, "upos": s.upos, "heads": s.heads, "rels": s.rels} for s in sentences]


def without_final_mark(row: dict[str, Any]) -> dict[str, Any] | None:
    """Return the sentence without its final mark, as people type questions."""
    if len(row["words"]) < 3 or row["upos"][-1] != "PUNCT" or len(row["words"]) in row["heads"]:
        return None
    return {**row, **{key: row[key][:-1] for key in ("words", "upos", "heads", "rels")}}


def make_items(
    reader: Reader, name: str, rows: list[dict[str, Any]], names: dict[str, Any]
) -> list[Item]:
    index = {head: {label: at for at, label in enumerate(labels)} for head, labels in names.items()}
    if name == "blimp":
        good = reader.items([words_of(row["good"]) for row in rows])
        bad = reader.items([words_of(row["bad"]) for row in rows])
        for item, other, row in zip(good, bad, rows, strict=True):
            item.labels = {"other": other, "uid": row.get("uid", "")}
        return good
    words = [row["words"] if "words" in row else words_of(row["text"]) for row in rows]
    items = reader.items(words)
    for item, row in zip(items, rows, strict=True):
        if name in ("ewt", "atis"):
            item.labels = {
                "pos": [index["pos"].get(tag, IGNORE) for tag in row["upos"]],
                "heads": row["heads"],
                "rels": [index["rel"].get(rel, IGNORE) for rel in row["rels"]],
                "rel_names": row["rels"],
            }
        elif name == "ner":
            item.labels = {
                "ner": [index["ner"][tag] for tag in row["tags"]],
                "misc": "MISC" in row.get("types", ["MISC"]),
                "source": row["source"],
            }
        elif name == "trec":
            item.labels = {"trec": index["trec"].get(row["label"], IGNORE), "name": row["label"]}
        elif name == "wellformed":
            item.labels = {"wellformed": float(row["score"])}
        elif name == "errors":
            item.labels = {"errors": [index["errors"][kind] for kind in row["kinds"]]}
        elif name == "segment":
            item.labels = {"ends": [float(end) for end in row["ends"]]}
    return [item for item in items if len(item.ids) <= 300]
