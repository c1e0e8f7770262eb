"""Find the task that a row of another program belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.annotate.imports.given import Given, texts_in
from qgauge.annotate.tasks import Task
from qgauge.core import BadInput

_MAIN = (("question_a", "question_b"), ("question",), ("text",))
"""The texts that tell tasks apart, by kind of task."""


class TaskIndex:
    """Tasks by their ids and texts."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._by_id: dict[str, list[Task]] = {}
        self._by_text: dict[str, list[Task]] = {}
        for task in tasks:
            for id in {task.key, str(task.hidden.get("id") or task.key)}:
                self._by_id.setdefault(id, []).append(task)
            self._by_text.setdefault(_main(task)[0], []).append(task)

    def find(self, given: Given) -> Task:
        """Return the task of a row; raise BadInput if there is none, or if there are several."""
        texts = {_plain(text) for text in given.texts}
        same_text = [
            task
            for text in texts
            for task in self._by_text.get(text, [])
            if texts.issuperset(_main(task))
        ]
        same_id = [task for id in given.ids for task in self._by_id.get(id, [])]
        # Programs number their rows themselves, so the text decides, and the id among equal texts.
        keys = {task.key for task in same_id}
        found = [task for task in same_text if task.key in keys] or same_text
        if not found:
            # The row may show more than the question, such as a passage before it.
            found = [task for task in same_id if not texts or _shown(task, texts)]
        for rule in (_same_system, _same_context):
            if len(found) > 1:
                found = [task for task in found if rule(task, given, texts)] or found
        if len(found) == 1:
            return found[0]
        if found:
            problem = f"{len(found)} tasks have this text; add their ids to the file"
        elif same_id:
            problem = f"task '{given.ids[0][:80]}' has a different text"
        else:
            shown = " ".join(next(iter(given.texts), "").split())[:60]
            problem = f"no task has this text: '{shown}'"
        raise BadInput(problem, field=given.where)


def _same_system(task: Task, given: Given, _: set[str]) -> bool:
    return bool(given.system) and task.hidden.get("system") == given.system


def _same_context(task: Task, _: Given, texts: set[str]) -> bool:
    """Return whether the row has all texts of the task, such as its passage."""
    return texts.issuperset(map(_plain, texts_in(dict(task.content))))


def _shown(task: Task, texts: set[str]) -> bool:
    return all(any(main in text for text in texts) for main in _main(task))


def _main(task: Task) -> list[str]:
    for names in _MAIN:
        if all(isinstance(task.content.get(name), str) for name in names):
            return [_plain(task.content[name]) for name in names]
    return [task.key]


def _plain(text: str) -> str:
    """Return a text in which all white space is alike: programs change it."""
    return " ".join(text.split())
