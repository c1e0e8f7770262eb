"""Schemes, tasks and answers made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.annotate.scheme import Choice, Field, Kind, Scheme
from qgauge.annotate.tasks import Answer, Stage, Task


def scale(name: str, *values: int, **settings: Any) -> Field:
    choices = tuple(Choice(value, str(value)) for value in values)
    return Field(name, f"{name}?", "choice", choices, ordered=True, **settings)


def labels(name: str, *values: str, **settings: Any) -> Field:
    choices = tuple(Choice(value, value.capitalize()) for value in values)
    return Field(name, f"{name}?", "choice", choices, **settings)


def flags(name: str, *values: str, **settings: Any) -> Field:
    choices = tuple(Choice(value, value.capitalize()) for value in values)
    return Field(name, f"{name}?", "flags", choices, required=False, **settings)


CONCEPTS = Field(
    "concepts",
    "What should be asked about?",
    "spans",
    (Choice("optional", "Optional"), Choice("vital", "Vital")),
)


def scheme(*fields: Field, kind: Kind = "question", **settings: Any) -> Scheme:
    shows = {"document": ("text",), "pair": ("question_a", "question_b")}.get(kind, ("question",))
    return Scheme(
        "mine", "Mine", "What is rated", kind, shows, fields, "Read it twice.", **settings
    )


_ON = {"only_if": {"language": ("yes",)}}
QUD = scheme(
    labels("language", "no", "yes"),
    labels("compatibility", "not_answered", "unfocused", "direct", ordered=True, **_ON),
    labels("givenness", "hallucination", "answer_leakage", "no_new_concepts", **_ON),
    labels(
        "relevance", "not_grounded", "partially_grounded", "fully_grounded", ordered=True, **_ON
    ),
    flags("issues", "redundant", "generic"),
    Field("other", "What else is wrong?", "text", required=False),
    kind="edge",
    grouped=True,
)


def questions(count: int, **hidden: Any) -> list[Task]:
    """Tasks q1, q2, …, with three questions per passage."""
    return [
        Task(
            f"k{at}",
            {"question": f"Who built mill {at}?", "passage": f"Ida built mill {at}."},
            {"id": f"q{at}", "system": "finch", **hidden},
            cluster=f"p{(at - 1) // 3}",
        )
        for at in range(1, count + 1)
    ]


def says(
    rater: str,
    tasks: Sequence[Task],
    said: Sequence[Mapping[str, Any] | None],
    stage: Stage = "rating",
    **settings: Any,
) -> list[Answer]:
    """The answers of one person; None where there is none."""
    return [
        Answer(task.key, rater, stage, values, **settings)
        for task, values in zip(tasks, said, strict=True)
        if values is not None
    ]


def column(name: str, values: Sequence[Any]) -> list[dict[str, Any] | None]:
    """The answers to a single field; None where the person did not rate the task."""
    return [None if value is None else {name: value} for value in values]
