"""Turn the articles of SQuAD's official JSON into one row per question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qgauge.data.rows import Raw, Refused


def questions_of_squad(rows: Iterator[Raw | Refused]) -> Iterator[Raw | Refused]:
    """Yield one row per question of an article; other rows unchanged. Rows are numbered anew."""
    number = 0
    for item in rows:
        if isinstance(item, Refused):
            number += 1
            yield item
            continue
        line, _, value = item
        for row in _questions(value) if is_article(value) else [value]:
            number += 1
            yield line, number, row


def is_article(value: Any) -> bool:
    """Return whether a row is an article of SQuAD, with paragraphs of questions."""
    parts = value.get("paragraphs") if isinstance(value, dict) else None
    return isinstance(parts, list) and all(
        isinstance(part, dict) and isinstance(part.get("qas"), list) for part in parts
    )


def _questions(article: dict[str, Any]) -> Iterator[Any]:
    for paragraph in article["paragraphs"]:
        for asked in paragraph["qas"]:
            if not isinstance(asked, dict):
                yield asked  # refused as a row
                continue
            row = {name: value for name, value in asked.items() if value not in ([], None)}
            row["passage"] = paragraph.get("context")
            if "title" in article:
                row["title"] = article["title"]
            yield row
