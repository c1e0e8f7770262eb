"""The start page, and what every page shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from qgauge.annotate.web.store import the_project
from qgauge.annotate.web.views.access import members_only


def project_context(request: HttpRequest) -> dict[str, Any]:
    """Return what every template can use: the project and the person."""
    person = getattr(request, "user", None)
    if person is None or not person.is_authenticated:
        return {"person": None}
    return {"person": person, "project": the_project()}


@require_GET
@members_only
def home(request: HttpRequest) -> HttpResponse:
    """Send people to their work.

    In a team, that is not rating for everybody: an adjudicator to whom items are dealt cannot
    decide on them.
    """
    if not the_project().team or not request.user.may_adjudicate:
        return redirect("work")
    return redirect("overview" if request.user.is_admin else "disputes")
