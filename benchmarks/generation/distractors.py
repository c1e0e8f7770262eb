"""Distractors for 60 questions on ten passages of our own, for a reading by hand.

    python -m benchmarks.generation.distractors

prints every question with its answer and distractors, then how many distractors there are, and how
many the verifier finds right. The passages are in `distractor_passages.jsonl`.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from qgauge.generation.distractors import ROLES, add_distractors
from qgauge.generation.quiz_item import QuizItem
from qgauge.tools.registry import open_tools

FILE = Path(__file__).with_name("distractor_passages.jsonl")
COUNT = 3
_KINDS = ("who", "when", "where", "why", "which")


def main() -> None:
    """Print the distractors and their counts."""
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    tools = open_tools(ROLES, {}, cache=None)
    made = [
        item
        for document in dict.fromkeys(row["document"] for row in rows)
        for item in _items([row for row in rows if row["document"] == document], tools)
    ]
    counts = Counter(len(item.distractors) for item in made)
    triples = [(one.question, text, one.passage) for one in made for text in one.distractors]
    right = [one.right for one in tools["verifier"].verify(triples)]
    for item in made:
        print(f"{item.question}\n  = {item.answer}")
        print("".join(f"  ~ {text}\n" for text in item.distractors))
    shares = ", ".join(f"{counts[size]} with {size}" for size in range(COUNT, -1, -1))
    print(f"{len(made)} questions: {shares}; {len(right)} distractors")
    print(f"right by the verifier (at least .5): {sum(one >= 0.5 for one in right)}")
    print(f"the largest probability: {max(right):.3f}")


def _items(rows: list[dict[str, Any]], tools: Any) -> list[QuizItem]:
    passages = [row["passage"] for row in rows]
    spans = import_module("qgauge.generation.answers").answer_spans(passages, tools["parser"])
    candidates = [
        (one.type, passage[one.start : one.end], at)
        for at, (passage, some) in enumerate(zip(passages, spans, strict=True))
        for one in some
    ]
    items = [
        _item(f"{row['document']}-{number}", row["passage"], **one)
        for row in rows
        for number, one in enumerate(row["items"], 1)
    ]
    return add_distractors(items, passages, candidates, tools, COUNT)


def _item(id: str, passage: str, question: str, answer: str) -> QuizItem:
    words = question.lower().split()
    kind = next((word for word in words if word in _KINDS), "what")
    if "how" in words:
        kind = "how many"
    at = passage.index(answer)
    return QuizItem(id, question, answer, passage, "", at, at + len(answer), kind, 1.0)


if __name__ == "__main__":
    main()
