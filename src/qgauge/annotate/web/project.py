"""Begin a project, or go on with one: its items, and ratings from elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Max

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


@dataclass(slots=True)
class Added:
    """What an import has changed."""

    new: int = 0
    """Items that were not there before."""
    corrected: int = 0
    """Rows with a new text, which nobody had answered: the new text has taken its place."""
    kept: int = 0
    """Rows with a new text whose earlier one has answers: it stays apart, with its answers."""


def begin(
    scheme: Scheme, tasks: Iterable[Task], files: Sequence[tuple[str, str]], plan: Plan
) -> tuple[Project, Added]:
    """Begin a project, or add what is new in these tasks to the one that is there.

    Args:
        scheme: What raters are asked.
        tasks: What is rated.
        files: The name and the digest of each file.
        plan: How the work is shared out.

    Returns:
        The project, and what has changed in it.

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
        trains = Item.objects.filter(training=True, replaced=False).count()
        if plan.training not in (None, trains):
            raise BadSetting(
                f"--training {plan.training}: the number of training items would be {trains}. "
                "Only gold rows that are new can become such items; leave out --training to go on "
                "with those that are there."
            )
    return project, added


def _add(tasks: Iterable[Task], training: int) -> Added:
    there = list(Item.objects.defer("content", "gold", "why"))
    import_ = _Import(
        by_key={item.key: item for item in there},
        by_row={item.row: item for item in there if item.row and not item.replaced},
        answered=set(Assignment.objects.filter(version__gt=0).values_list("item", flat=True)),
        number=Item.objects.aggregate(last=Max("number"))["last"] or 0,
        training=training - sum(item.training and not item.replaced for item in there),
    )
    for task in tasks:
        import_.add(task)
    Item.objects.bulk_update(import_.moved, ["hidden"], batch_size=_AT_ONCE)
    Item.objects.bulk_create(import_.new, batch_size=_AT_ONCE)
    return import_.added


@dataclass(slots=True)
class _Import:
    """The items of the project while the rows of files are added to them."""

    by_key: dict[str, Item]
    by_row: dict[str, Item]
    """The items with the latest text of their row."""
    answered: set[int]
    """The items to which somebody has saved an answer."""
    number: int
    training: int
    """How many more items the training round takes."""
    new: list[Item] = field(default_factory=list)
    moved: list[Item] = field(default_factory=list)
    """Items with the same text, and other columns."""
    seen: set[str] = field(default_factory=set)
    """The keys and rows of this import: two rows of one file never replace each other."""
    added: Added = field(default_factory=Added)

    def add(self, task: Task) -> None:
        if task.key in self.seen:
            return
        same = self.by_key.get(task.key)
        earlier = self.by_row.get(task.row) if task.row not in self.seen else None
        self.seen |= {task.key, *([task.row] if task.row else [])}
        if same is not None and not same.replaced:
            if same.hidden != task.hidden:  # the number of a row, or a column that nobody is shown
                same.hidden = dict(task.hidden)
                self.moved.append(same)
        elif same is not None:  # the earlier text is back
            if earlier is not None:
                self._set_aside(earlier)
            same.replaced = False
            same.save(update_fields=["replaced"])
        elif earlier is not None and earlier.pk not in self.answered:
            _never_saved(earlier)
            for name, value in _texts(task).items():
                setattr(earlier, name, value)
            earlier.training = earlier.training and task.gold is not None
            earlier.save()
            self.added.corrected += 1
        else:
            self._make(task, earlier)

    def _make(self, task: Task, earlier: Item | None) -> None:
        trains = task.gold is not None and (self.training > 0 or bool(earlier and earlier.training))
        if earlier is None:
            self.training -= trains
            self.added.new += 1
        else:
            self._set_aside(earlier)
        self.number += 1
        self.new.append(Item(number=self.number, row=task.row, training=trains, **_texts(task)))

    def _set_aside(self, item: Item) -> None:
        """Keep an item for its answers only; without answers, delete it."""
        if item.pk in self.answered:
            _never_saved(item)
            item.replaced = True
            item.save(update_fields=["replaced"])
            self.added.kept += 1
        else:
            item.delete()
            self.added.corrected += 1


def _texts(task: Task) -> dict[str, Any]:
    return {
        "key": task.key,
        "content": dict(task.content),
        "hidden": dict(task.hidden),
        "cluster": task.cluster,
        "gold": None if task.gold is None else dict(task.gold),
        "why": task.why,
    }


def _never_saved(item: Item) -> None:
    """Take an item back from those who have not answered: they may be looking at an old text."""
    Assignment.objects.filter(item=item, version=0).delete()


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
