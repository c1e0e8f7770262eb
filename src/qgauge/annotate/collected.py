"""What people said about each task: the ratings that count, and the word of the adjudicator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qgauge.annotate.scheme import Field
from qgauge.annotate.tasks import Answer, Task


@dataclass(frozen=True, slots=True)
class Collected:
    """One task with its answers. Answers of the training round never count."""

    task: Task
    ratings: dict[str, Answer] = field(default_factory=dict)
    """By rater, skipped tasks included."""
    adjudicated: dict[str, Answer] = field(default_factory=dict)
    """By adjudicator; the last one saved is the final word."""

    @property
    def rated(self) -> dict[str, Answer]:
        """The ratings of those who did not skip the task."""
        return {rater: one for rater, one in self.ratings.items() if not one.skipped}

    @property
    def final(self) -> Answer | None:
        """The answer of the adjudicator, if there is one."""
        return max(self.adjudicated.values(), key=lambda one: one.saved, default=None)

    @property
    def cluster(self) -> str:
        """The cluster of the task; a task without one is its own cluster."""
        return self.task.cluster or self.task.key


def collect(tasks: Sequence[Task], answers: Iterable[Answer]) -> list[Collected]:
    """Return the tasks with their answers, in the order of the tasks.

    Of several answers that a person gave to a task in one stage, the last one counts.
    """
    found = {task.key: Collected(task) for task in tasks}
    for answer in answers:
        one = found.get(answer.task)
        if one is not None and answer.stage != "training":
            by_person = one.ratings if answer.stage == "rating" else one.adjudicated
            by_person[answer.rater] = answer
    return list(found.values())


def raters_in(collected: Iterable[Collected]) -> list[str]:
    """Return the names of all raters, sorted."""
    return sorted({rater for one in collected for rater in one.ratings})


def is_asked(field: Field, values: Mapping[str, Any]) -> bool:
    """Return whether a field is asked, given the answers to the earlier ones."""
    return all(
        any(one in allowed for one in _listed(values.get(name)))
        for name, allowed in (field.only_if or {}).items()
    )


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def choice_of(field: Field, values: Mapping[str, Any]) -> int | str | None:
    """Return the chosen value; None without one, or if the scheme does not have it any more."""
    value = values.get(field.name)
    return next((one.value for one in field.choices if one.value == value), None)


def flags_of(field: Field, values: Mapping[str, Any]) -> frozenset[int | str] | None:
    """Return the raised flags; None if the field was not asked. An omitted field has none."""
    given = values.get(field.name)
    if given is None:
        return frozenset() if is_asked(field, values) else None
    return frozenset(given)


def is_numeric(field: Field) -> bool:
    """Return whether every choice stands for a number: an ordered number, or one with a score."""
    return bool(field.choices) and all(
        one.score is not None or (field.ordered and isinstance(one.value, int))
        for one in field.choices
    )


def exported(field: Field, value: int | str | None) -> float | str | None:
    """Return the rating to export for a value: a number on a numeric scale, otherwise a label."""
    for one in field.choices:
        if one.value == value:
            if is_numeric(field):
                return one.score if one.score is not None else one.value
            return str(one.value)
    return None
