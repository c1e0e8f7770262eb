"""Statements for questions of every kind, with the embedded parser."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from qgauge.statements import Statement, statement
from qgauge.tools.embedded.parser import EmbeddedParser

FILE = Path(__file__).with_name("questions.tsv")
KINDS = {
    *("subject", "object", "preposition", "when", "where", "why", "how", "measure", "be"),
    *("yes-no", "do", "lower case", "sentences", "imperative", "fronted", "repeats", "embedded"),
    *("in place", "gap", "clause", "described", "particle", "negation"),
}
ROWS: list[dict[str, str]] = list(
    csv.DictReader(
        FILE.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE
    )
)


@pytest.fixture(scope="module")
def made() -> list[Statement]:
    parser = EmbeddedParser()
    asked = parser.parse([row["question"] for row in ROWS])
    answered = parser.parse([row["answer"] for row in ROWS])
    return [
        statement(row["question"], row["answer"], question, answer)
        for row, question, answer in zip(ROWS, asked, answered, strict=True)
    ]


def test_there_are_questions_of_every_kind() -> None:
    assert len({row["question"] for row in ROWS}) == len(ROWS) >= 60
    assert {row["kind"] for row in ROWS} == KINDS


def test_at_least_90_percent_are_exact(made: list[Statement]) -> None:
    wrong = [
        f"{row['question']} | {row['answer']} -> {found.text}"
        for row, found in zip(ROWS, made, strict=True)
        if found.text != row["statement"]
    ]
    assert len(wrong) <= len(ROWS) / 10, "\n".join(wrong)


def test_particles_and_adverbials_at_the_end_are_exact(made: list[Statement]) -> None:
    """`look up`, `run out of` and `up close`: each kind of ending has its own place."""
    found = [
        (row["statement"], one.text)
        for row, one in zip(ROWS, made, strict=True)
        if row["kind"] == "particle"
    ]
    assert len(found) > 60
    assert [pair for pair in found if pair[0] != pair[1]] == []


def test_every_kind_has_an_exact_statement(made: list[Statement]) -> None:
    right = Counter(
        row["kind"] for row, found in zip(ROWS, made, strict=True) if found.text == row["statement"]
    )
    assert set(right) == KINDS


def test_sure_statements_are_exact(made: list[Statement]) -> None:
    sure = [row["statement"] == one.text for row, one in zip(ROWS, made, strict=True) if one.sure]
    assert sum(sure) >= 0.9 * len(sure) >= 0.9 * 0.8 * len(ROWS)
