"""The people of a project, for admins: invitations, roles, who may work, and their open items."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from qgauge.annotate.rater_names import pseudonyms
from qgauge.annotate.web import people
from qgauge.annotate.web.dealing import release as release_items
from qgauge.annotate.web.live import live_state
from qgauge.annotate.web.models import Assignment, Person
from qgauge.annotate.web.store import the_project
from qgauge.annotate.web.views.access import View, admins_only
from qgauge.annotate.web.views.sent import storable

_LAST_ADMIN = "This is the last active admin. Make somebody else an admin first."


@dataclass(frozen=True, slots=True)
class _NewLink:
    """A link that was just made. It is shown once and kept nowhere."""

    url: str
    what: str
    """For whom it is, and what it does."""


def _team_only(view: View) -> View:
    """Hide a page from projects of one person."""

    @wraps(view)
    def checked(request: HttpRequest, **named: Any) -> HttpResponse:
        if not the_project().team:
            raise Http404
        return view(request, **named)

    return checked


@require_GET
@admins_only
@_team_only
def people_page(request: HttpRequest) -> HttpResponse:
    """List the people and the open invitations."""
    return _page(request)


@require_POST
@admins_only
@_team_only
def invite(request: HttpRequest) -> HttpResponse:
    """Make an invitation, and show its link once."""
    role = request.POST.get("role", "")
    if role not in Person.Role.values:
        return _page(request, problem="Choose a role for the invitation.")
    note = " ".join(storable(request.POST.get("note", "")).split())[:200]
    secret = people.invitation_secret(role, note)
    days = people.LINK_DAYS
    what = f"Invitation as {role}{f' for {note}' if note else ''}, valid once, for {days} days"
    return _page(request, link=_NewLink(_absolute(request, "join", secret), what))


@require_POST
@admins_only
@_team_only
def withdraw(request: HttpRequest, link: int) -> HttpResponse:
    """Make an invitation invalid."""
    if not people.withdraw(people.open_invitations().filter(pk=link)):
        return _page(request, problem="The invitation was used or withdrawn in the meantime.")
    return redirect("people")


@require_POST
@admins_only
@_team_only
def renewal_link(request: HttpRequest, person: int) -> HttpResponse:
    """Make a link with which a person chooses a new password, and show it once."""
    found = get_object_or_404(Person, pk=person)
    if not found.is_active:
        return _page(request, problem="Activate this person first.")
    secret = people.renewal_secret(found)
    hours = people.RENEWAL_HOURS
    what = f"For {found.username} to choose a new password, valid once, for {hours} hours"
    return _page(request, link=_NewLink(_absolute(request, "renew", secret), what))


@require_POST
@admins_only
@_team_only
def release(request: HttpRequest, person: int) -> HttpResponse:
    """Take back the items that a person has not rated, so that others get them."""
    release_items(get_object_or_404(Person, pk=person))
    return redirect("people")


@require_POST
@admins_only
@_team_only
def set_active(request: HttpRequest, person: int, active: bool) -> HttpResponse:
    """Let a person work here, or no longer; their sessions end with the next request."""
    try:
        people.change(get_object_or_404(Person, pk=person), active=active)
    except people.LastAdmin:
        return _page(request, problem=_LAST_ADMIN)
    return redirect("people")


@require_POST
@admins_only
@_team_only
def set_role(request: HttpRequest, person: int) -> HttpResponse:
    """Give a person another role."""
    found = get_object_or_404(Person, pk=person)
    role = request.POST.get("role", "")
    if role not in Person.Role.values:
        return _page(request, problem=f"Choose a role for {found.username}.")
    try:
        people.change(found, role=role)
    except people.LastAdmin:
        return _page(request, problem=_LAST_ADMIN)
    return redirect("people")


def _absolute(request: HttpRequest, name: str, secret: str) -> str:
    return request.build_absolute_uri(reverse(name, args=[secret]))


def _page(request: HttpRequest, *, problem: str = "", link: _NewLink | None = None) -> HttpResponse:
    roles = Person.Role.values
    found = sorted(
        _with_counts(),
        key=lambda one: (not one.is_active, roles.index(one.role), one.username.casefold()),
    )
    project = the_project()
    raters = (one.rater for one in live_state(project).report.raters)
    names = pseudonyms(raters, project.salt)
    for one in found:
        one.pseudonym = names.get(one.username, "")
    context = {
        "people": found,
        "invitations": people.open_invitations(),
        "roles": roles,
        "problem": problem,
        "link": link,
    }
    status = 422 if problem else 200
    return render(request, "annotate/people.html", context, status=status)


def _with_counts() -> Any:
    """Return all people with what they have done and still have."""
    state = Assignment.State
    return Person.objects.annotate(
        done=Count("assignments", filter=Q(assignments__state=state.DONE)),
        skipped=Count("assignments", filter=Q(assignments__state=state.SKIPPED)),
        unrated=Count(
            "assignments",
            filter=Q(assignments__state=state.OPEN, assignments__version=0)
            & ~Q(assignments__stage=Assignment.Stage.ADJUDICATION),
        ),
        last_save=Max("assignments__saved_at"),
    )
