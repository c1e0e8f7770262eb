"""Who may open a page. Every view names its rule, and a test checks each address by role."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from qgauge.annotate.web.models import Person

View = Callable[..., HttpResponse]


def _only(allowed: Callable[[Person], bool]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not allowed(request.user):
                raise PermissionDenied
            return view(request, *args, **named)

        return checked

    return decorate


members_only = _only(lambda _: True)
"""For everybody who has logged in; the view itself looks up only what belongs to the person."""
adjudicators_only = _only(lambda person: person.may_adjudicate)
"""For adjudicators and admins."""
admins_only = _only(lambda person: person.is_admin)
