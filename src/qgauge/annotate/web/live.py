"""What the pages of admins and adjudicators show, computed anew only after somebody has saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from django.db.models import Count, Max

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
    overlap: int

    @cached_property
    def report(self) -> AgreementReport:
        return agreement(self.scheme, self.tasks, self.answers)

    @cached_property
    def missing(self) -> Missing:
        """What is still to be rated; gold tasks go to everybody and are never complete."""
        counted = [task for task in self.tasks if task.gold is None]
        return missing(counted, self.answers, self.overlap)

    @property
    def disputed(self) -> list[ItemAgreement]:
        """The tasks on which people disagree, adjudicated or not; the worst first."""
        return [one for one in self.report.items if one.disagreed]


_latest: tuple[Any, LiveState] | None = None
_lock = Lock()


def live_state(project: Project) -> LiveState:
    """Return the state of the project, from the last time if nothing was saved since."""
    global _latest
    with _lock:  # whoever comes second waits for the result and does not compute it again
        saved = Revision.objects.aggregate(Max("pk"), Count("pk"))
        now = (project.salt, *saved.values(), Item.objects.count())
        if _latest is None or _latest[0] != now:
            state = LiveState(the_scheme(project), all_tasks(), all_answers(), project.overlap)
            _latest = now, state
        state = _latest[1]
        _ = state.report
        return state


def unfinished() -> dict[str, int]:
    """Return how many ratings people have been given and have not saved, by name."""
    given = Assignment.objects.filter(
        stage=Assignment.Stage.RATING, state=Assignment.State.OPEN
    ).values_list("person__username")
    return dict(given.annotate(Count("pk")))
