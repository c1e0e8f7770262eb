"""Systems compared on the same passages and answers: which rows, and the figures by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.generation.blind import write_rows
from benchmarks.generation.compare import (
    Measure,
    answers_found,
    differences,
    main,
    read_systems,
    shared_rows,
    table,
)
from qgauge.core import BadInput

MILL = "Ada built the mill in 1911. It burned two years later."
FERRY = "The ferry left Kell at noon with nine passengers on board."


def line(passage: str, answer: str, question: str, system: str) -> dict[str, Any]:
    return {"passage": passage, "answer": answer, "question": question, "system": system}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    people = [
        line(MILL, "Ada", "Who built the mill?", "people"),
        line(MILL, "Ada", "Which person built the mill?", "people"),
        line(MILL, "1911", "When was the mill built?", "people"),
        line(FERRY, "at noon", "When did the ferry leave Kell?", "people"),
    ]
    small = [
        line(FERRY, "at noon", "How many passengers were on board?", "small"),
        line(MILL, "Ada", "Who built the mill in 1911?", "small"),
        line(MILL, "1911", "In which year was the mill built?", "small"),
        line(MILL, "two years later", "When did it burn?", "small"),
    ]
    write_rows(tmp_path / "people.jsonl", people)
    write_rows(tmp_path / "small.jsonl", small)
    return tmp_path


def test_only_places_of_all_systems_are_compared(folder: Path) -> None:
    rows = shared_rows(read_systems(folder))
    asked = {name: [one.question for one in mine] for name, mine in rows.items()}
    assert asked == {
        "people": [
            "Who built the mill?",
            "When was the mill built?",
            "When did the ferry leave Kell?",
        ],
        "small": [
            "Who built the mill in 1911?",
            "In which year was the mill built?",
            "How many passengers were on board?",
        ],
    }
    assert len({one.id for mine in rows.values() for one in mine}) == 6


def test_the_reader_finds_answers(folder: Path) -> None:
    exact, near = answers_found(shared_rows(read_systems(folder)), "embedded")
    assert exact.values["people"][:2] == [1.0, 1.0]
    assert exact.values["small"][2] == near.values["small"][2] == 0.0  # it answers "nine"
    assert near.values["people"] == [1.0, 1.0, 1.0]


def test_means_and_differences_by_hand(folder: Path) -> None:
    rows = shared_rows(read_systems(folder))
    measure = Measure("length", {"people": [1.0, 3.0, 2.0], "small": [2.0, 4.0, None]})
    assert list(table(rows, [measure]))[-1] == (
        "| length | 2.000 [2.000, 2.000] | 3.000, 1 unscored |"
    )
    # the difference is 1 in the two rows that both have; both are about one passage
    assert list(differences(rows, [measure], "people"))[-1] == "| length | 1.000 |"


def test_the_whole_comparison(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(folder)])
    printed = capsys.readouterr().out
    for name in ("fluency", "answer_consistency", "answering", "grammar", "duplicates"):
        assert f"| {name}" in printed
    assert "| difference | small - people |" in printed
    assert "| questions | 3 | 3 |" in printed


def test_bad_folders_are_refused(tmp_path: Path, folder: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SystemExit, match="there is no JSONL file"):
        main([str(empty)])
    with pytest.raises(SystemExit, match="there is no system 'large'; the systems: people, small"):
        main([str(folder), "--baseline", "large"])
    write_rows(empty / "a.jsonl", [line(MILL, "Ada", "Who?", "a"), line(MILL, "x", "Who?", "b")])
    with pytest.raises(BadInput, match="no passage and answer in common"):
        shared_rows(read_systems(empty))
    write_rows(empty / "a.jsonl", [{"passage": MILL, "question": "Who?"}])
    with pytest.raises(BadInput, match=r"row 1: it needs texts in passage, answer"):
        read_systems(empty)
