"""The blind sheet: raters cannot see the source of a row, and the key knows every row."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import PROJECT
from benchmarks.generation import blind as module
from benchmarks.generation.blind import Row, blind, write_rows
from benchmarks.generation.people import chosen
from benchmarks.generation.sheet import check_folder
from qgauge.core import BadInput
from training.reader.records import Question

LONG = " ".join(["The mill stood by the lake until it burned."] * 15)


def rows(count: int) -> list[Row]:
    return [
        Row(
            "generated" if at % 3 else "people",
            "tale",
            f"secret text {at // 4}",
            f"Passage {at // 4}.",
            f"What is {at}?",
            f"thing {at}",
        )
        for at in range(count)
    ]


@given(st.integers(0, 120), st.integers(0, 5))
def test_the_sheet_has_every_row_and_no_source(count: int, seed: int) -> None:
    given_rows = rows(count)
    sheet, key = blind(given_rows, seed)
    assert all(row.keys() == {"id", "passage", "question", "answer"} for row in sheet)
    assert not any(word in json.dumps(sheet) for word in ("generated", "people", "secret", "tale"))
    assert [row["id"] for row in sheet] == [row["id"] for row in key]
    assert len({row["id"] for row in sheet}) == count
    joined = {
        Row(
            *(k["source"], k["domain"], k["document"]),
            *(s["passage"], s["question"], s["answer"]),
        )
        for s, k in zip(sheet, key, strict=True)
    }
    assert joined == set(given_rows)


def test_ids_say_nothing_about_the_source() -> None:
    sheet, key = blind(rows(100), 1)
    assert [row["id"] for row in sheet] == [f"q{at:03}" for at in range(1, 101)]
    sources = [row["source"] for row in key]
    assert sources != [row.source for row in rows(100)]
    # a third are people's, in both halves of the sheet: shuffled, not appended
    assert min(sources[:50].count("people"), sources[50:].count("people")) >= 8


def test_the_same_seed_gives_the_same_sheet() -> None:
    assert blind(rows(30), 4) == blind(rows(30), 4)
    assert blind(rows(30), 4) != blind(rows(30), 5)


def test_rows_are_written_as_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    write_rows(file, [{"id": "1", "question": "Où est\nAda?"}, {"id": "2"}])
    assert [json.loads(line) for line in file.read_text("utf-8").splitlines()] == [
        {"id": "1", "question": "Où est\nAda?"},
        {"id": "2"},
    ]


def test_peoples_texts_may_not_go_into_the_repository(tmp_path: Path) -> None:
    check_folder(tmp_path)
    with pytest.raises(BadInput, match="in the repository"):
        check_folder(PROJECT / "build" / "sheet")


def question(split: str, number: int, passage: str, *answers: str) -> Question:
    return Question("squad", split, "Mills", passage, f"What is {number}?", list(answers))


def test_people_are_asked_only_about_test_passages_of_our_length() -> None:
    other = LONG + " It was rebuilt."
    questions = [
        *(question("test", at, LONG, "a mill", "mill") for at in range(8)),
        *(question("test", at, other, "a lake") for at in range(10, 13)),
        question("train", 20, LONG + " Trained on.", "no"),
        question("test", 21, "Too short.", "no"),
        question("test", 22, LONG),  # no answer
    ]
    found = chosen(questions, "encyclopedia", 20, seed=3)
    assert len(found) == 5 + 3  # five of the first passage, all of the second
    assert {row.passage for row in found} == {LONG, other}
    assert {row.answer for row in found} == {"a mill", "a lake"}
    assert {(row.source, row.domain, row.document) for row in found} == {
        ("people", "encyclopedia", "Mills")
    }
    assert len(chosen(questions, "encyclopedia", 4, seed=3)) == 4
    assert found == chosen(list(reversed(questions))[::-1], "encyclopedia", 20, seed=3)


def test_examples() -> None:
    assert doctest.testmod(module).failed == 0
