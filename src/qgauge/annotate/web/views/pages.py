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
    """Send people to their work; an admin of a team to the overview."""
    leads = request.user.is_admin and the_project().team
    return redirect("overview" if leads else "work")
