"""Statements against human-written ones; see `benchmarks/agreement/statements.py` for more."""

from __future__ import annotations

import gzip
import json
import random

import pytest
from helpers.shared_data import shared_folder
from rouge_score.rouge_scorer import RougeScorer

from qgauge.statements import statement
from qgauge.tools.embedded.parser import EmbeddedParser

ROWS = 120


@pytest.mark.slow
def test_entailment_bank() -> None:
    """On a sample of the dev set, ROUGE-L is well above that of question plus answer."""
    with gzip.open(shared_folder() / "train/qa2d/entailmentbank.jsonl.gz", "rt") as file:
        rows = [row for row in map(json.loads, file) if row["split"] == "dev"]
    rows = random.Random(20).sample(rows, ROWS)
    parser, rouge = EmbeddedParser(), RougeScorer(["rougeL"])
    asked = parser.parse([row["question"] for row in rows])
    answered = parser.parse([row["answer"] for row in rows])
    ours = plain = 0.0
    for row, question, answer in zip(rows, asked, answered, strict=True):
        found = statement(row["question"], row["answer"], question, answer)
        ours += rouge.score(row["declarative"], found.text)["rougeL"].fmeasure
        joined = f"{row['question']} {row['answer']}"
        plain += rouge.score(row["declarative"], joined)["rougeL"].fmeasure
    assert ours / ROWS > 0.40
    assert ours > 1.1 * plain
