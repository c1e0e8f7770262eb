"""Read the database as plain tasks and answers, for agreement and export."""

from __future__ import annotations

from datetime import UTC
from functools import lru_cache

from qgauge.annotate.scheme import Scheme
from qgauge.annotate.scheme_files import parse_scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.annotate.web.models import Assignment, Item, Project


def the_project() -> Project:
    """Return the project of this database."""
    return Project.objects.get()


def the_scheme(project: Project) -> Scheme:
    """Return the scheme as it was when the project began, whatever the file holds now."""
    return _parsed(project.scheme_source)


@lru_cache(maxsize=4)
def _parsed(source: str) -> Scheme:
    return parse_scheme(source)


def task_of(item: Item) -> Task:
    """Return an item as a task."""
    return Task(item.key, item.content, item.hidden, item.cluster, item.gold, item.why, item.row)


def all_tasks(*, training: bool = False) -> list[Task]:
    """Return the tasks in the order of the file, each with its latest text."""
    items = Item.objects.filter(training=training, replaced=False)
    return [task_of(item) for item in items.order_by("number")]


def earlier_texts() -> int:
    """Return how many items with answers have another text by now, and so count nowhere."""
    return Item.objects.filter(training=False, replaced=True).count()


def all_answers() -> list[Answer]:
    """Return all that was said about these texts, in the order of people and of their work."""
    saved = Assignment.objects.filter(item__replaced=False).select_related("item", "person")
    saved = saved.exclude(state=Assignment.State.OPEN)
    saved = saved.defer("item__content", "item__hidden").order_by("person_id", "position")
    return [answer_of(one) for one in saved]


def answer_of(assignment: Assignment) -> Answer:
    """Return what was saved for an assignment."""
    saved = assignment.saved_at
    return Answer(
        task=assignment.item.key,
        rater=assignment.person.username,
        stage=assignment.stage,
        values=assignment.values,
        skipped=assignment.skipped,
        note=assignment.note,
        seconds=assignment.seconds,
        saved=saved.astimezone(UTC).isoformat(timespec="seconds") if saved else "",
        position=assignment.position,
    )
