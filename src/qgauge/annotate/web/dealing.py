"""Deal items to people: each item to as many raters as the project asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from qgauge.annotate.web.models import Assignment, Item, Person, Project

HAND = 10
"""Items dealt at once. Few, so that a rater who never returns keeps little from the others."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person has come."""

    done: int
    total: int
    """Done, dealt, and those that could still be dealt to this person."""


def next_assignment(person: Person, project: Project, grouped: bool) -> Assignment | None:
    """Return what the person should rate next; None when there is nothing left for them.

    Args:
        person: The rater.
        project: The project.
        grouped: Whether the items of one cluster belong together.
    """
    return _first_open(person) or _deal(person, project, grouped)


def progress(person: Person, project: Project) -> Progress:
    """Return how far a person has come with their ratings, training included."""
    own = Assignment.objects.filter(person=person, item__replaced=False)
    own = own.exclude(stage=Assignment.Stage.ADJUDICATION)
    done = own.exclude(state=Assignment.State.OPEN).count()
    return Progress(done, own.count() + _available(person, project).count())


def release(person: Person) -> int:
    """Take back the items that a person has not rated, so that others get them.

    Returns:
        The number of items.
    """
    return _never_saved(person).delete()[0]


def _never_saved(person: Person) -> QuerySet[Assignment]:
    own = Assignment.objects.filter(person=person, state=Assignment.State.OPEN, version=0)
    return own.exclude(stage=Assignment.Stage.ADJUDICATION)


def _first_open(person: Person) -> Assignment | None:
    own = Assignment.objects.filter(
        person=person, state=Assignment.State.OPEN, item__replaced=False
    )
    own = own.exclude(stage=Assignment.Stage.ADJUDICATION)
    return own.select_related("item").order_by("position").first()


def _available(person: Person, project: Project) -> QuerySet[Item]:
    """Return the items that could be dealt to the person now: gold items go to everybody.

    An item that somebody has skipped goes to somebody else, unless many have skipped it.
    """
    rating = Q(assignments__stage=Assignment.Stage.RATING)
    skipped = Q(assignments__state=Assignment.State.SKIPPED)
    return (
        Item.objects.filter(replaced=False)
        .exclude(assignments__person=person)
        .annotate(
            given=Count("assignments", filter=rating & ~skipped),
            skips=Count("assignments", filter=rating & skipped),
        )
        .filter(
            Q(given__lt=project.overlap, skips__lte=project.overlap)
            | Q(gold__isnull=False)
            | Q(training=True)
        )
    )


def _deal(person: Person, project: Project, grouped: bool) -> Assignment | None:
    with transaction.atomic():
        # one dealer at a time, or an item would get more raters than it needs
        Project.objects.select_for_update().get(pk=project.pk)
        waiting = _available(person, project).defer("content", "hidden", "why")
        found = list(waiting.order_by("number"))
        training = [item for item in found if item.training]
        hand = training or _hand([item for item in found if not item.training], person, project)
        if hand and grouped and not training:
            hand = _whole_cluster(hand[0], found)
        last = Assignment.objects.filter(person=person).aggregate(Max("position"))
        first = (last["position__max"] or 0) + 1
        Assignment.objects.bulk_create(
            Assignment(
                item=item,
                person=person,
                position=position,
                stage=Assignment.Stage.TRAINING if item.training else Assignment.Stage.RATING,
            )
            for position, item in enumerate(hand, start=first)
        )
    return _first_open(person) if hand else None


def _hand(items: list[Item], person: Person, project: Project) -> list[Item]:
    """Choose the next items: those that others have begun first, gold ones spread among them."""
    if not project.shuffled:
        return items[:HAND]
    places = {item.pk: _place(project, person, item.key) for item in items}
    gold = sorted((item for item in items if item.gold), key=lambda item: places[item.pk])
    others = sorted(
        (item for item in items if not item.gold),
        key=lambda item: (-item.given, places[item.pk]),
    )
    share = -(-HAND * len(gold) // max(len(items), 1))  # rounded up
    hand = gold[:share] + others[: HAND - share]
    return sorted(hand, key=lambda item: places[item.pk])


def _whole_cluster(first: Item, items: Iterable[Item]) -> list[Item]:
    """Return the items of the same text, in the order of the file."""
    return [item for item in items if item.cluster == first.cluster and not item.training]


def _place(project: Project, person: Person, key: str) -> str:
    """Return a sort key that shuffles: the same for the same seed, another for each person."""
    return sha256(f"{project.seed} {person.pk} {key}".encode()).hexdigest()
