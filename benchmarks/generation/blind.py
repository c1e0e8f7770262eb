"""Blind sheets: shuffled rows for raters, and the key that says where each row comes from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

SHEET, KEY = "sheet.jsonl", "key.jsonl"


@dataclass(frozen=True, slots=True)
class Row:
    """A question to rate, and where it comes from."""

    source: str
    """Who wrote it, such as `generated` or `people`."""
    domain: str
    document: str
    """The name of its text."""
    passage: str
    question: str
    answer: str


def blind(rows: Sequence[Row], seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Shuffle rows, and separate what raters see from where it comes from.

    Args:
        rows: The rows, in any order.
        seed: Seed of the shuffle.

    Returns:
        The sheet (id, passage, question and answer) and the key (id, source, domain and
        document), in the same order. Ids count the shuffled rows, so that they say nothing.

    Examples:
        >>> rows = [Row("people", "tale", "t1", "Ada rowed.", "Who rowed?", "Ada")]
        >>> sheet, key = blind(rows, 1)
        >>> sheet[0]["question"], key[0]["source"], sheet[0]["id"] == key[0]["id"]
        ('Who rowed?', 'people', True)
    """
    order = list(rows)
    Random(seed).shuffle(order)
    sheet, key = [], []
    for number, row in enumerate(order, start=1):
        id = f"q{number:0{len(str(len(order)))}}"
        sheet.append(
            {"id": id, "passage": row.passage, "question": row.question, "answer": row.answer}
        )
        key.append({"id": id, "source": row.source, "domain": row.domain, "document": row.document})
    return sheet, key


def write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write JSON lines."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
