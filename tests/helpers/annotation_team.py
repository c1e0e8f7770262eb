"""A team at work in the annotation app, with somebody of every role; and all that is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from helpers.annotation_work import rated
from qgauge.annotate.tasks import Task

if TYPE_CHECKING:
    from qgauge.annotate.web.models import Assignment, Link, Person

ROLES = ("nobody", "rater", "other rater", "adjudicator", "admin", "deactivated")
SAVE = {"version": "0", "save_id": "a1"}


@dataclass(frozen=True)
class Team:
    """Somebody of every role, and what belongs to the rater Ann."""

    people: dict[str, Person]
    open: Assignment
    done: Assignment
    trained: Assignment
    disputed: int
    """The item on which Ann and Ben disagree."""
    invitation: Link

    @property
    def ann(self) -> Person:
        return self.people["rater"]

    def forms(self) -> dict[str, tuple[list[Any], dict[str, str]]]:
        """Return, for every address by name, its arguments and a form that it accepts."""
        ben = self.people["other rater"].pk
        answer = {**SAVE, "field.answerability": "4"}
        return {
            "home": ([], {}),
            "login": ([], {"username": "ann", "password": "wrong"}),
            "logout": ([], {}),
            "enter": (["unknown"], {}),
            "join": (["unknown"], {}),
            "renew": (["unknown"], {}),
            "work": ([], {}),
            "task": ([self.open.pk], answer),
            "skip": ([self.open.pk], {**SAVE, "other_reason": "damaged"}),
            "undo": ([self.done.pk], {**SAVE, "version": "1"}),
            "feedback": ([self.trained.pk], {}),
            "mine": ([], {}),
            "guidelines": ([], {}),
            "disputes": ([], {}),
            "dispute": ([self.disputed], answer),
            "overview": ([], {}),
            "agreement": ([], {}),
            "export": ([], {}),
            "data_sheet": ([], {}),
            "codes": ([], {}),
            "people": ([], {}),
            "invite": ([], {"role": "rater", "note": "Cleo"}),
            "withdraw": ([self.invitation.pk], {}),
            "release": ([ben], {}),
            "role": ([ben], {"role": "admin"}),
            "renewal_link": ([ben], {}),
            "deactivate": ([ben], {}),
            "activate": ([ben], {}),
        }


def make_team(project: Callable[..., Any], person: Callable[..., Person]) -> Team:
    """Begin a project of ten questions, with a training round of one, and let people rate."""
    from qgauge.annotate.web import people
    from qgauge.annotate.web.models import Assignment, Item, Link

    tasks = [Task(f"k{at}", {"question": f"Who built mill {at}?"}, {}) for at in range(1, 10)]
    trains = Task("t", {"question": "Who?"}, {}, gold={"answerability": 4}, why="Ann did.")
    project("answerability", [trains, *tasks], overlap=2, training=1)
    names = {"rater": "ann", "other rater": "ben", "adjudicator": "cleo", "admin": "root"}
    made = {role: person(role.split()[-1], name) for role, name in names.items()}
    made["deactivated"] = person("admin", "gone")
    ann, ben = made["rater"], made["other rater"]
    trained = rated(ann, "t", {"answerability": 4}, stage="training")
    done = rated(ann, "k1", {"answerability": 1})
    rated(ben, "k1", {"answerability": 5})
    opened = Assignment.objects.create(
        item=Item.objects.get(key="k2"), person=ann, stage="rating", position=3
    )
    people.invitation_secret("rater", "for Dan")
    return Team(made, opened, done, trained, done.item_id, Link.objects.get())


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables, without sessions, which every visit may renew."""
    from django.db import connection

    with connection.cursor() as cursor:
        return {
            table: cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1').fetchall()
            for table in connection.introspection.table_names(cursor)
            if table != "django_session"
        }


@contextmanager
def taken_back() -> Iterator[None]:
    """Undo all that happens in the database."""
    from django.db import transaction

    from qgauge.annotate.web import live

    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    live._latest = None
