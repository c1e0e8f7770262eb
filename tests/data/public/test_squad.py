"""A miniature SQuAD, and its bad questions."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


def asked(id: str, *answers: str, **other: Any) -> dict[str, Any]:
    spans = [{"text": answer, "answer_start": 0} for answer in answers]
    return {"id": id, "question": f" Is it {id}?", "answers": spans, **other}


def squad(*questions: dict[str, Any]) -> str:
    paragraph = {"context": "Ada built the mill.", "qas": list(questions)}
    return json.dumps({"version": "x", "data": [{"title": "Mill", "paragraphs": [paragraph]}]})


def test_squad_1(reading: Reading) -> None:
    judged = reading("squad", {"dev.json": squad(asked("a", "Ada", "Ada", "the mill"))})
    (example,) = judged.examples
    assert (example.id, example.question, example.answer) == ("a", "Is it a?", "Ada")
    assert example.passage == "Ada built the mill."
    assert example.meta == {"title": "Mill", "impossible": False, "answers": ["Ada", "the mill"]}
    assert example.ratings == {} and judged.dimensions == ()
    assert judged.cluster == "title"


def test_squad_2(reading: Reading) -> None:
    plausible = [{"text": "the mill", "answer_start": 10}]
    questions = (
        asked("a", "Ada", is_impossible=False),
        asked("b", is_impossible=True, plausible_answers=plausible),
    )
    packed = gzip.compress(squad(*questions).encode())
    judged = reading("squad", {"dev-v2.0.json.gz": packed})
    first, second = judged.examples
    assert (first.answer, first.ratings) == ("Ada", {"answerable": ("yes",)})
    assert (second.answer, second.ratings) == (None, {"answerable": ("no",)})
    assert second.meta["impossible"] and second.meta["plausible_answers"] == ["the mill"]
    assert judged.dimensions[0].labels == ("yes", "no")


@pytest.mark.parametrize(
    ("bad", "field", "problem"),
    [
        (asked("a"), "answers", "has no answer"),
        (asked("a", "Ada", is_impossible=True), "answers", "marked impossible"),
        (asked("a", "Ada", is_impossible="no"), "is_impossible", "must be true or false"),
        (asked("a", " "), "answers[1].text", "is empty"),
        (asked("a", "Ada", question=""), "question", "is empty"),
        (asked("a", "Ada", answers="Ada"), "answers", "must be a list"),
        ({"id": "a", "answers": [{"text": "A"}]}, "question", "is missing"),
        (asked(7, "Ada"), "id", "must be a string"),  # type: ignore[arg-type]
    ],
)
def test_bad_questions_of_squad(
    refused_set: Callable[..., BadInput], bad: Any, field: str, problem: str
) -> None:
    error = refused_set("squad", {"dev.json": squad(asked("z", "Ada"), bad)})
    assert (error.line, error.field) == (1, f"paragraphs[1].qas[2].{field}")
    assert problem in error.problem


def test_ids_of_squad_are_unique(refused_set: Callable[..., BadInput]) -> None:
    error = refused_set("squad", {"dev.json": squad(asked("a", "Ada"), asked("a", "Ada"))})
    assert "the id 'a' appears twice" in str(error)


def test_one_file_of_squad_at_a_time(refused_set: Callable[..., BadInput]) -> None:
    content = squad(asked("a", "Ada"))
    error = refused_set("squad", {"dev-v1.1.json": content, "dev-v2.0.json": content})
    assert "dev-v1.1.json, dev-v2.0.json; give the one to read" in error.problem


@pytest.mark.parametrize("content", ['{"question": "Q?"}', '{"data": [{}]}', "[]", '{"data": []}'])
def test_other_json_is_not_squad(refused_set: Callable[..., BadInput], content: str) -> None:
    refused_set("squad", {"dev.json": content})
