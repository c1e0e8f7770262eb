"""The state of the project, for admins: how far it is, what is missing, and what it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from qgauge.annotate.agreement import RaterSummary
from qgauge.annotate.tasks import Answer
from qgauge.annotate.web.live import LiveState, live_state, unfinished
from qgauge.annotate.web.models import Assignment, Item, Person, Project, Revision
from qgauge.annotate.web.store import the_project
from qgauge.annotate.web.views.access import admins_only
from qgauge.annotate.web.views.task_view import headline

LINE = 90
_LAST_SAVES = 10
_REASONS = 3


@dataclass(frozen=True, slots=True)
class _Gaps:
    """Why ratings are missing."""

    with_raters: int
    not_dealt: int
    skipped: int
    """Skipped items stay with the person who skipped them."""


@require_GET
@admins_only
def overview(request: HttpRequest) -> HttpResponse:
    """Show the state of the project."""
    project = the_project()
    state = live_state(project)
    needed = state.report.tasks * project.overlap
    context = {
        "scheme": state.scheme,
        "made_at": state.made_at,
        "report": state.report,
        "training": Item.objects.filter(training=True, replaced=False).count(),
        "needed": needed,
        "collected": needed - state.missing.ratings,
        "missing": state.missing,
        "gaps": _gaps(project),
        "raters": _raters(state),
        "saves": _last_saves(state),
    }
    return render(request, "annotate/overview.html", context)


def _gaps(project: Project) -> _Gaps:
    def number(state: str) -> Count:
        rating = Q(assignments__stage=Assignment.Stage.RATING, assignments__state=state)
        return Count("assignments", filter=rating)

    rated = Item.objects.filter(training=False, gold__isnull=True, replaced=False)
    counted = rated.annotate(
        done=number(Assignment.State.DONE),
        held=number(Assignment.State.OPEN),
        left_out=number(Assignment.State.SKIPPED),
    )
    rows = counted.values_list("done", "held", "left_out")
    with_raters = not_dealt = skipped = 0
    for done, held, left_out in rows:
        lacking = max(project.overlap - done, 0)
        with_raters += min(held, lacking)
        lacking -= min(held, lacking)
        skipped += min(left_out, lacking)
        not_dealt += lacking - min(left_out, lacking)
    return _Gaps(with_raters, not_dealt, skipped)


@dataclass(frozen=True, slots=True)
class _RaterRow:
    """One line of the table of raters."""

    name: str
    summary: RaterSummary | None
    """None for people who have not rated anything yet."""
    unfinished: int
    reasons: list[tuple[str, int]]
    """The most frequent reasons for skipping, with their counts."""


def _raters(state: LiveState) -> list[_RaterRow]:
    summaries = {one.rater: one for one in state.report.raters}
    open_now = unfinished()
    raters = Person.objects.filter(role=Person.Role.RATER, is_active=True)
    names = {*summaries, *open_now, *raters.values_list("username", flat=True)}
    reasons = _skip_reasons(state.answers)
    return [
        _RaterRow(
            name,
            summaries.get(name),
            open_now.get(name, 0),
            reasons.get(name, Counter()).most_common(_REASONS),
        )
        for name in sorted(names, key=str.casefold)
    ]


def _skip_reasons(answers: Iterable[Answer]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for answer in answers:
        if answer.skipped and answer.stage == "rating":
            found.setdefault(answer.rater, Counter())[answer.skipped] += 1
    return found


def _last_saves(state: LiveState) -> Sequence[dict[str, Any]]:
    found = Revision.objects.order_by("-pk").values(
        "saved_at",
        "state",
        stage=F("assignment__stage"),
        name=F("assignment__person__username"),
        content=F("assignment__item__content"),
    )[:_LAST_SAVES]
    return [{**one, "headline": headline(state.scheme, one["content"], LINE)} for one in found]
