"""Adjudication: where raters disagree, a third person decides, and only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from string import ascii_uppercase
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from qgauge.annotate.web.models import Assignment, Item, Person, Project
from qgauge.annotate.web.saving import save


class NotAThird(Exception):
    """The person has rated the item, or has it to rate."""


class AlreadyDecided(Exception):
    """Somebody else has decided."""


def is_involved(person: Person, item: Item) -> bool:
    """Return whether a person is one of the raters of an item."""
    own = Assignment.objects.filter(person=person, item=item)
    return own.exclude(stage=Assignment.Stage.ADJUDICATION).exists()


def decision_of(item: Item) -> Assignment | None:
    """Return what an adjudicator has decided, if anybody has."""
    return decisions().filter(item=item).select_related("item", "person").first()


def decisions() -> QuerySet[Assignment]:
    """Return all that adjudicators have decided, the latest first."""
    made = Assignment.objects.filter(stage=Assignment.Stage.ADJUDICATION, item__replaced=False)
    return made.exclude(state=Assignment.State.OPEN).order_by("-saved_at", "-pk")


def ratings_of(item: Item, project: Project) -> Sequence[Assignment]:
    """Return the answers of the raters in an order that does not tell who gave them.

    It differs from item to item, and is the same every time.
    """
    saved = Assignment.objects.filter(item=item, stage=Assignment.Stage.RATING)
    saved = saved.exclude(state=Assignment.State.OPEN).select_related("item", "person")

    def place(one: Assignment) -> str:
        return sha256(f"{project.salt} {item.key} {one.person_id}".encode()).hexdigest()

    return sorted(saved, key=place)


def letter(at: int) -> str:
    """Return what the rater at this place is called, from 0: A to Z, then A2 to Z2.

    Examples:
        >>> from qgauge.annotate.web.adjudication import letter
        >>> letter(0), letter(25), letter(26)
        ('A', 'Z', 'A2')
    """
    again, which = divmod(at, len(ascii_uppercase))
    return ascii_uppercase[which] + (str(again + 1) if again else "")


def look(item: Item, person: Person, project: Project) -> None:
    """Note that somebody sees the answers to an item, so that they are never given it to rate.

    Raises:
        NotAThird: The person is one of the raters.
    """
    seen = Assignment.objects.filter(item=item, person=person)
    if seen.filter(stage=Assignment.Stage.ADJUDICATION).exists():
        return
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        if is_involved(person, item):
            raise NotAThird
        _own(item, person)


def _own(item: Item, person: Person) -> Assignment:
    """Return the adjudication of an item by a person. The project must be locked."""
    last = Assignment.objects.filter(person=person).aggregate(last=Max("position"))["last"]
    own, _ = Assignment.objects.get_or_create(
        item=item,
        person=person,
        stage=Assignment.Stage.ADJUDICATION,
        defaults={"position": (last or 0) + 1},
    )
    return own


def decide(
    item: Item,
    person: Person,
    project: Project,
    *,
    version: int,
    save_id: str,
    values: Mapping[str, Any],
    note: str = "",
    skipped: str = "",
    seconds: float = 0.0,
) -> Assignment:
    """Save what an adjudicator decides; the arguments are those of `saving.save`.

    Raises:
        NotAThird: The person is one of the raters.
        AlreadyDecided: Somebody else was faster.
        Stale: The person has saved in another window in the meantime.
    """
    with transaction.atomic():
        # one at a time, so that no item is decided twice or dealt to its adjudicator
        Project.objects.select_for_update().get(pk=project.pk)
        if is_involved(person, item):
            raise NotAThird
        if decisions().filter(item=item).exclude(person=person).exists():
            raise AlreadyDecided
        return save(
            _own(item, person),
            version=version,
            save_id=save_id,
            values=values,
            note=note,
            skipped=skipped,
            seconds=seconds,
        )
