"""Begin a project, or go on with one: its items, and ratings from elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from qgauge.annotate.scheme import Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.annotate.web.models import Assignment, Item, Person, Project, Revision
from qgauge.core import BadSetting

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """How the work is shared out. None takes what the project has, or the default of a new one."""

    name: str
    overlap: int | None = None
    """How many people rate each item: 1 by default. It can be changed later."""
    shuffled: bool | None = None
    """Whether each rater has an order of their own: yes by default. Fixed from the beginning."""
    seed: int | None = None
    """The seed of these orders: 12345 by default. Fixed from the beginning."""
    training: int | None = None
    """How many of the gold tasks form the training round: none by default."""
    team: bool = False


def begin(
    scheme: Scheme, tasks: Iterable[Task], files: Sequence[tuple[str, str]], plan: Plan
) -> tuple[Project, int]:
    """Begin a project, or add what is new in these tasks to the one that is there.

    Args:
        scheme: What raters are asked.
        tasks: What is rated.
        files: The name and the digest of each file.
        plan: How the work is shared out.

    Returns:
        The project, and how many items were added.

    Raises:
        BadSetting: The database has a project with another scheme or another order, or there would
            be more or fewer items for training than planned.
    """
    with transaction.atomic():
        project = Project.objects.select_for_update().first()
        if project is None:
            project = Project(
                name=plan.name,
                scheme_name=scheme.name,
                scheme_source=scheme.source,
                scheme_digest=scheme.digest,
                overlap=plan.overlap or 1,
                shuffled=plan.shuffled is not False,
                seed=12345 if plan.seed is None else plan.seed,
                salt=secrets.token_hex(16),
                team=plan.team,
            )
        elif project.scheme_digest != scheme.digest:
            raise BadSetting(
                f"the database has a project with another scheme ('{project.scheme_name}', "
                f"{project.scheme_digest}; this is '{scheme.name}', {scheme.digest}). Leave out "
                "--scheme to go on with the old one, or give another --database for the new one."
            )
        for name in ("shuffled", "seed"):
            if getattr(plan, name) not in (None, getattr(project, name)):
                raise BadSetting(
                    "the order of a project cannot be changed once it has begun: leave out --order "
                    "and --seed, or begin another project with another --database."
                )
        project.overlap = plan.overlap or project.overlap
        project.files = [
            *project.files,
            *(one for one in map(list, files) if one not in project.files),
        ]
        project.save()
        added = _add(tasks, plan.training or 0)
        trains = Item.objects.filter(training=True).count()
        if plan.training not in (None, trains):
            raise BadSetting(
                f"--training {plan.training}: the project would have {trains} items for training. "
                "Only gold rows that are new can become such items; leave out --training to go on "
                "with those that are there."
            )
    return project, added


def _add(tasks: Iterable[Task], training: int) -> int:
    known = set(Item.objects.values_list("key", flat=True))
    number = len(known)
    left = training - Item.objects.filter(training=True).count()
    rows: list[Item] = []
    for task in tasks:
        if task.key in known:
            continue
        known.add(task.key)
        number += 1
        trains = task.gold is not None and left > 0
        left -= trains
        rows.append(
            Item(
                key=task.key,
                number=number,
                content=dict(task.content),
                hidden=dict(task.hidden),
                cluster=task.cluster,
                gold=None if task.gold is None else dict(task.gold),
                why=task.why,
                training=trains,
            )
        )
    Item.objects.bulk_create(rows, batch_size=_AT_ONCE)
    return len(rows)


def add_answers(answers: Iterable[Answer]) -> int:
    """Add ratings from another tool, with their people, who cannot log in.

    Answers for a task that this person has rated already are left as they are.

    Returns:
        How many were added.
    """
    added = 0
    with transaction.atomic():
        items = {item.key: item for item in Item.objects.all()}
        people: dict[str, Person] = {}
        for at, answer in enumerate(answers, start=1):
            person = people.get(answer.rater)
            if person is None:
                person, made = Person.objects.get_or_create(username=answer.rater)
                if made:
                    person.set_unusable_password()
                    person.is_active = False
                    person.save()
                people[answer.rater] = person
            last = person.assignments.count()
            assignment, made = Assignment.objects.get_or_create(
                item=items[answer.task],
                person=person,
                stage=answer.stage,
                defaults={"position": last + 1},
            )
            if not made and assignment.version:
                continue
            _fill(assignment, answer, f"import {at}")
            added += 1
    return added


def _fill(assignment: Assignment, answer: Answer, save_id: str) -> None:
    from django.utils import timezone
    from django.utils.dateparse import parse_datetime

    saved = parse_datetime(answer.saved) if answer.saved else None
    state = Assignment.State.SKIPPED if answer.skipped else Assignment.State.DONE
    what = {
        "state": state,
        "values": dict(answer.values),
        "skipped": answer.skipped,
        "note": answer.note,
        "seconds": answer.seconds,
        "saved_at": saved or timezone.now(),
    }
    Assignment.objects.filter(pk=assignment.pk).update(version=1, **what)
    Revision.objects.create(assignment=assignment, version=1, save_id=save_id, **what)
