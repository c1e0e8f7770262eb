"""What the pages of admins and adjudicators show, computed anew only after somebody has saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone

from qgauge.annotate.agreement import (
    AgreementReport,
    ItemAgreement,
    Missing,
    agreement,
    missing,
)
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.annotate.web.models import Assignment, Item, Project, Revision
from qgauge.annotate.web.store import all_answers, all_tasks, the_scheme


@dataclass(frozen=True)
class LiveState:
    """The whole project at one moment."""

    scheme: Scheme
    tasks: Sequence[Task]
    """All tasks, without those of the training round."""
    answers: Sequence[Answer]
    report: AgreementReport
    overlap: int
    made_at: datetime
    took: float
    """Seconds to make it."""

    @cached_property
    def missing(self) -> Missing:
        """What is still to be rated; gold tasks go to everybody and are never complete."""
        counted = [task for task in self.tasks if task.gold is None]
        return missing(counted, self.answers, self.overlap)

    @property
    def disputed(self) -> list[ItemAgreement]:
        """The tasks on which people disagree, adjudicated or not; the worst first."""
        return [one for one in self.report.items if one.disagreed]


SLOW_SECONDS = 1.0
REST = 10
"""How long a state that took long is shown, in multiples of the time it took."""
_latest: tuple[Any, LiveState] | None = None
_lock = Lock()


def live_state(project: Project) -> LiveState:
    """Return the state of the project, from the last time if nothing was saved since.

    In a large project, where people save all the time, a state is also shown for a while, so that
    admins who look at it do not slow down those who rate.
    """
    global _latest
    with _lock:  # whoever comes second waits for the result and does not compute it again
        saved = Revision.objects.aggregate(Max("pk"), Count("pk"))
        items = Item.objects.aggregate(n=Count("pk"), old=Sum("pk", filter=Q(replaced=True)))
        now = (project.salt, *saved.values(), *items.values())
        if _latest is not None and _latest[0] != now and not _may_rest(*_latest, project):
            _latest = None
        if _latest is None:
            _latest = now, _compute(project)
        return _latest[1]


def _compute(project: Project) -> LiveState:
    made_at = timezone.now()
    scheme, tasks, answers = the_scheme(project), all_tasks(), all_answers()
    report = agreement(scheme, tasks, answers)
    took = (timezone.now() - made_at).total_seconds()
    return LiveState(scheme, tasks, answers, report, project.overlap, made_at, took)


def _may_rest(key: Any, state: LiveState, project: Project) -> bool:
    age = (timezone.now() - state.made_at).total_seconds()
    return key[0] == project.salt and state.took > SLOW_SECONDS and age < REST * state.took


def unfinished() -> dict[str, int]:
    """Return how many ratings people have been given and have not saved, by name."""
    given = Assignment.objects.filter(
        stage=Assignment.Stage.RATING, state=Assignment.State.OPEN, item__replaced=False
    ).values_list("person__username")
    return dict(given.annotate(Count("pk")))
