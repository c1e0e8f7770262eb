"""Rows for the measurements of large runs, made from a seed, and what they are measured on."""

from __future__ import annotations

import json
from itertools import cycle, islice
from pathlib import Path

from benchmarks.speed.made_up_pairs import distinct_pairs, questions
from benchmarks.speed.quality import rows as passages
from benchmarks.speed.tools import about

SEED = 20


def write_pairs(file: Path, count: int) -> None:
    """Write questions with references; from 20,000 rows on, they repeat under other ids."""
    pairs = distinct_pairs(questions(SEED), min(count, 20_000), SEED)
    with file.open("w", encoding="utf-8") as out:
        for at, (question, reference) in enumerate(islice(cycle(pairs), count)):
            row = {"id": f"q{at}", "system": "abc"[at % 3], "question": question}
            out.write(json.dumps({**row, "references": [reference]}) + "\n")


def write_passages(file: Path, count: int) -> None:
    """Write questions with a passage of 150 words each, and an answer."""
    with file.open("w", encoding="utf-8") as out:
        for at, (passage, question, answer) in enumerate(passages(count)):
            row = {"id": f"q{at}", "question": question, "passage": passage, "answer": answer}
            out.write(json.dumps(row) + "\n")


def machine_and_versions() -> str:
    """Describe the machine, the time and the versions; nothing is pinned to a core."""
    return "\n".join(about(0)).replace(" (measured on core 0)", "")
