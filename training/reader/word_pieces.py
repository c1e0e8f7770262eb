"""The reader's training records as pairs of word pieces with labels."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

LONGEST = 384
CLASSES = ("entailment", "neutral", "contradiction")
NOT_ENTAILED = ("neutral", "contradiction")
STATED = {True: [1.0, 0.0, 0.0], False: [0.0, 0.3, 0.7], None: [0.0, 1.0, 0.0]}
"""Labels of a right, a wrong (mostly contradicted) and an unrelated statement."""


@dataclass(slots=True)
class Pair:
    """Two texts as one input, with labels.

    `first` is the start of the second text; `offsets` are the positions of its pieces in it
    (held-out pairs only).
    """

    ids: npt.NDArray[np.uint16]
    first: int
    offsets: list[tuple[int, int]] = field(default_factory=list)
    labels: dict[str, Any] = field(default_factory=dict)

    @property
    def types(self) -> list[int]:
        return [0] * self.first + [1] * (len(self.ids) - self.first)


class Pieces:
    """Texts as word pieces, each text encoded once."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.known: dict[str, tuple[npt.NDArray[np.uint16], list[tuple[int, int]]]] = {}

    def learn(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        for at in range(0, len(new), 10_000):
            some = new[at : at + 10_000]
            found = self.tokenizer.encode_batch(some, add_special_tokens=False)
            for text, encoded in zip(some, found, strict=True):
                self.known[text] = (np.array(encoded.ids, np.uint16), encoded.offsets)

    def pair(self, one: str, two: str, keep: tuple[int, int] | None = None) -> Pair:
        """Encode [CLS] one [SEP] two [SEP]; cut a text that is too long around `keep`."""
        ids_one, (ids_two, offsets) = self.known[one][0], self.known[two]
        ids_one = ids_one[: LONGEST - 40]
        room = LONGEST - 3 - len(ids_one)
        start = 0
        if len(ids_two) > room:
            if keep is not None:
                inside = [at for at, (a, b) in enumerate(offsets) if b > keep[0] and a < keep[1]]
                if inside:
                    start = max(0, min(inside[0] - room // 2, len(ids_two) - room))
            ids_two, offsets = ids_two[start : start + room], offsets[start : start + room]
        ids = np.concatenate([[101], ids_one, [102], ids_two, [102]]).astype(np.uint16)
        return Pair(ids, len(ids_one) + 2, offsets)


def read_records(path: Path) -> tuple[dict[int, str], dict[int, str], list[dict[str, Any]]]:
    passages: dict[int, str] = {}
    texts: dict[int, str] = {}
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            if "passage_id" in record:
                passages[record["passage_id"]] = record["passage"]
            elif "text_id" in record:
                texts[record["text_id"]] = record["text"]
            else:
                rows.append(record)
    return passages, texts, rows


def load(
    path: Path, tokenizer: Tokenizer, tasks: Collection[str] = ()
) -> dict[tuple[str, str], list[Pair]]:
    """Return pairs by (task, split), always in the same order; `tasks` selects some tasks."""
    passages, texts, rows = read_records(path)

    def text(value: Any) -> str:
        return texts[value] if isinstance(value, int) else value

    pieces = Pieces(tokenizer)
    wanted: list[tuple[dict[str, Any], str, str]] = []
    for row in rows:
        if tasks and row["task"] not in tasks:
            continue
        if row["task"] in ("qa", "pool_qa"):
            wanted.append((row, text(row["question"]), passages[row["passage"]]))
        elif row["task"] == "verify":
            asked = f"{text(row['question'])} [SEP] {row['answer']}"
            wanted.append((row, asked, passages[row["passage"]]))
        elif row["task"] == "statement":
            # the long text comes second, so that it is the one that is cut
            wanted.append((row, text(row["hypothesis"]), passages[row["passage"]]))
        else:
            wanted.append((row, text(row["hypothesis"]), text(row["premise"])))
    pieces.learn([one for _, one, _ in wanted] + [two for _, _, two in wanted])
    loaded: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for row, one, two in wanted:
        task, split = row["task"], row.get("split", "train")
        keep = None
        if task == "qa" and row["start"] >= 0:
            keep = (row["start"], row["start"] + len(row["answer"]))
        if task == "verify" and row["size"]:
            keep = (row["start"], row["start"] + row["size"])
        pair = pieces.pair(one, two, keep)
        if label_pair(pair, row, task, keep):
            if split == "train":
                pair.offsets = []
            else:
                pair.labels["texts"] = (one, two)
            loaded[task, split].append(pair)
    return loaded


def label_pair(pair: Pair, row: dict[str, Any], task: str, keep: tuple[int, int] | None) -> bool:
    """Add the labels; return False for a pair that cannot be used."""
    if task == "qa":
        start = end = 0
        if keep is not None:
            inside = [at for at, (a, b) in enumerate(pair.offsets) if b > keep[0] and a < keep[1]]
            if not inside:
                return False
            start, end = pair.first + inside[0], pair.first + inside[-1]
        pair.labels = {
            "start": start,
            "end": end,
            "answers": row.get("answers") or [row["answer"]],
            "source": row["source"],
            "answerable": keep is not None,
        }
    elif task == "nli":
        label = row["label"]
        possible = NOT_ENTAILED if label == "not_entailment" else label.split("|")
        target = [float(name in possible) for name in CLASSES]
        pair.labels = {"target": target, "open": len(possible) > 1, "source": row["source"]}
        pair.labels["label"] = label
    elif task == "statement":
        pair.labels = {
            "target": STATED[row["right"]],
            "open": False,
            "right": row["right"],
            "how": row.get("how", ""),
        }
    elif task == "verify":
        start = end = -1 if row["right"] else 0  # the place of some right answers is unknown
        if keep is not None:
            inside = [at for at, (a, b) in enumerate(pair.offsets) if b > keep[0] and a < keep[1]]
            if inside:
                start, end = pair.first + inside[0], pair.first + inside[-1]
        pair.labels = {
            "right": float(row["right"]),
            "start": start,
            "end": end,
            "source": row["source"],
            "how": row["how"],
        }
    return True
