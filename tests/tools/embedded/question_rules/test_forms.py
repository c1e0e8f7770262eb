"""Questions of every form, written by hand, with the embedded parser."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from qgauge.tools.embedded.parser import EmbeddedParser
from qgauge.tools.embedded.question_rules import questions_by_rules

FILE = Path(__file__).with_name("questions.tsv")
ROWS: list[dict[str, str]] = list(
    csv.DictReader(
        FILE.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE
    )
)


@pytest.fixture(scope="module")
def parser() -> EmbeddedParser:
    return EmbeddedParser()


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['text']} {row['answer']} {row['kind']}"
)
def test_the_question_is_the_one_written_by_hand(
    row: dict[str, str], parser: EmbeddedParser
) -> None:
    [parse] = parser.parse([row["text"]])
    start = row["text"].rindex(row["answer"])
    found = questions_by_rules(parse, start, start + len(row["answer"]), row["kind"])
    assert found == ([row["question"]] if row["question"] else [])


def test_without_a_kind_there_are_at_most_three_questions(parser: EmbeddedParser) -> None:
    [parse] = parser.parse(["The library opened in 1934."])
    assert questions_by_rules(parse, 22, 26) == [
        "When did the library open?",
        "In what year did the library open?",
        "In which year did the library open?",
    ]
