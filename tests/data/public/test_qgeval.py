"""A miniature QGEval, and its bad instances."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


SEVEN = ("fluency", "clarity", "conciseness", "relevance", "consistency", "answerability")


def generated(source: str, question: str, rating: float = 3.0, **other: Any) -> dict[str, Any]:
    ratings = dict.fromkeys((*SEVEN, "answer_consistency"), rating)
    return {"prediction": question, "source": source, **ratings, **other}


def instance(id: str, *questions: dict[str, Any], **other: Any) -> dict[str, Any]:
    about = {"passage": "Ada built it.", "reference": "Who built it?", "answer": "Ada"}
    return {"id": id, **about, "questions": list(questions), **other}


def test_qgeval(reading: Reading) -> None:
    instances = [
        instance(
            "a",
            generated("SQuAD_T5_x", "Who?", 1.3333),
            generated("SQuAD_reference", "Who built it?"),
        ),
        instance("b", generated("HotpotQA_T5_x", "Who built it?", 2, clarity=1)),
    ]
    judged = reading("qgeval", {"instances.json": json.dumps(instances, indent=1)})
    first, second, third = judged.examples
    assert (first.id, first.system, first.question) == ("a", "T5_x", "Who?")
    assert (first.passage, first.answer) == ("Ada built it.", "Ada")
    assert first.references == ("Who built it?",)
    assert first.ratings["answer_consistency"] == (1.3333,) and len(first.ratings) == 7
    assert (second.id, second.system, third.system) == ("a", "reference", "T5_x")
    assert (third.ratings["clarity"], third.ratings["fluency"]) == ((1.0,), (2.0,))
    same = [example.meta["same_as_reference"] for example in judged.examples]
    assert same == [False, True, True]
    assert judged.parts == ("SQuAD", "HotpotQA")
    assert [example.meta[judged.cluster] for example in judged.examples] == ["a", "a", "b"]


@pytest.mark.parametrize(
    ("bad", "field", "problem"),
    [
        (instance("b", generated("SQuAD_x", "Q?", 3.5)), "questions[1].fluency", "scale"),
        (instance("b", generated("SQuAD_x", "Q?", clarity="?")), "questions[1].clarity", "number"),
        (instance("b", generated("SQuAD_x", "Q?", clarity=True)), "questions[1].clarity", "true"),
        (instance("b", generated("SQuAD_x", "Q?", clarity=10**400)), "questions[1].clarity", "000"),
        (
            instance("b", generated("SQuAD_x", "Q?", clarity=None)),
            "questions[1].clarity",
            "missing",
        ),
        (instance("b", generated("SQuAD_x", " ")), "questions[1].prediction", "empty"),
        (instance("b", generated("other_x", "Q?")), "questions[1].source", "SQuAD_ or HotpotQA_"),
        (instance("b", generated("SQuAD_", "Q?")), "questions[1].source", "name of a system"),
        (instance("b", {"prediction": "Q?"}), "questions[1].source", "is missing"),
        (instance("b", "Q?"), "questions[1]", "must be an object, not a string"),  # type: ignore[arg-type]
        (instance("b", questions="Q?"), "questions", "must be a list, not a string"),
        (instance("b", generated("SQuAD_x", "Q?"), passage=3), "passage", "must be a string"),
        ({"id": "b"}, "passage", "is missing"),
        (["b"], "", "must be an object, not a list"),
        (
            instance("b", generated("SQuAD_x", "Q?"), generated("SQuAD_x", "R?")),
            "id",
            "'b' of system 'x' appears twice",
        ),
        (instance("a", generated("HotpotQA_T5", "Q?")), "id", "'a' of system 'T5' appears twice"),
    ],
)
def test_bad_instances_of_qgeval(
    refused_set: Callable[..., BadInput], bad: Any, field: str, problem: str
) -> None:
    good = json.dumps(instance("a", generated("SQuAD_T5", "Q?")))
    error = refused_set("qgeval", {"instances.json": f"[\n{good},\n{json.dumps(bad)}\n]"})
    assert (error.line, error.field) == (3, field)
    assert problem in error.problem


@pytest.mark.parametrize("content", ["", "nonsense", '[{"id": NaN}]', '[{"id": 1, "id": 2}]', "[1"])
def test_invalid_json_is_refused(refused_set: Callable[..., BadInput], content: str) -> None:
    assert refused_set("qgeval", {"instances.json": content}).line == 1
