"""Distractors for questions on passages written for this purpose, for a reading by hand.

    python -m benchmarks.generation.distractors

prints every question with its answer and distractors, then how many distractors there are, how many
the verifier finds right, and how many were found right or silly by hand. The passages are in
`distractor_passages.jsonl`, with further answers that are right beside the expected one: the checks
must refuse those. The rules and thresholds were chosen with 60 of the questions in view; 24 (field
`unseen`) were written afterwards, but one gap and one threshold were changed after seeing them. The
reading, by one reader, is in `distractor_readings.jsonl`.
"""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from qgauge.generation.distractors import ROLES, add_distractors
from qgauge.generation.quiz_item import QuizItem
from qgauge.generation.wrongness import Claim, are_wrong
from qgauge.tools.registry import open_tools

FILE = Path(__file__).with_name("distractor_passages.jsonl")
READINGS = Path(__file__).with_name("distractor_readings.jsonl")
COUNT = 3
WRITTEN_LATER = "\nwritten later; one gap and one threshold were changed after seeing them:"
NOT_READ = "not read"
_KINDS = ("who", "when", "where", "why", "which")


def main() -> None:
    """Print the distractors and their counts."""
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    tools = open_tools(ROLES, {}, cache=None)
    readings = _readings()
    for unseen in (False, True):
        made = [
            item
            for document in dict.fromkeys(row["document"] for row in rows)
            for item in _items(
                [row for row in rows if row["document"] == document and row["unseen"] is unseen],
                tools,
            )
        ]
        for item in made:
            print(f"{item.question}\n  = {item.answer}")
            for text in item.distractors:
                print(f"  ~ {text}  ({readings.get((item.question, text), NOT_READ)})")
        print(WRITTEN_LATER if unseen else "\nused to choose rules:")
        _print_counts(made, readings, tools)
        print()
    _print_refused(rows, tools)


def _print_counts(made: list[QuizItem], readings: dict[tuple[str, str], str], tools: Any) -> None:
    sizes = Counter(len(item.distractors) for item in made)
    shares = ", ".join(f"{sizes[size]} with {size}" for size in range(COUNT, -1, -1))
    triples = [(one.question, text, one.passage) for one in made for text in one.distractors]
    right = [one.right for one in tools["verifier"].verify(triples)]
    found = Counter(readings.get((question, text), NOT_READ) for question, text, _ in triples)
    print(f"{len(made)} questions: {shares}; {len(right)} distractors")
    print(f"right by the verifier (at least .5): {sum(one >= 0.5 for one in right)}")
    print(f"the largest probability: {max(right):.3f}")
    print(f"by hand: {', '.join(f'{count} {name}' for name, count in found.most_common())}")


def _readings() -> dict[tuple[str, str], str]:
    """Return what a reader said of distractors: `wrong`, `silly` (wrong, but nobody would choose
    it) or `right`."""
    lines = READINGS.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {(row["question"], row["distractor"]): row["reading"] for row in rows}


def _print_refused(rows: list[dict[str, Any]], tools: Any) -> None:
    """Print how many of the answers that are also right the checks refuse, without the rules."""
    claims = [
        Claim(one["question"], one["other"], one["answer"], (row["passage"],))
        for row in rows
        for one in row["also_right"]
    ]
    triples = [(one.question, one.text, one.passages[0]) for one in claims]
    right = [one.right for one in tools["verifier"].verify(triples)]
    for most in (0.05, 0.1, 0.2, 0.5):
        refused = sum(one > most for one in right)
        print(f"also right, refused by the verifier above {most}: {refused} of {len(claims)}")
    refused = len(claims) - sum(are_wrong(claims, tools))
    print(f"also right, refused by all checks: {refused} of {len(claims)}")


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
    return QuizItem(id, question, answer, passage, "", at, at + len(answer), kind, 1.0, 1.0)


if __name__ == "__main__":
    main()
