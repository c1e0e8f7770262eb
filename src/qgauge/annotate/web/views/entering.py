"""Log in, log out, join by invitation, enter or renew a password by a link that works once."""

from __future__ import annotations

from django.contrib.auth import authenticate, login, logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from qgauge.annotate.web import people, throttle
from qgauge.annotate.web.store import the_project

BACKEND = "django.contrib.auth.backends.ModelBackend"


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _safe_next(request: HttpRequest) -> str:
    """Return where to go after the login; never to another site."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    allowed = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if allowed else "/"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in with name and password; guessing is slowed down.

    Without a team, nobody has a password.
    """
    if request.user.is_authenticated:
        return redirect("home")
    if not the_project().team:
        return render(request, "annotate/login_by_link.html")
    problem, status = "", 200
    name = request.POST.get("username", "")[:200]
    if request.method == "POST":
        if throttle.is_blocked(name, _address(request)):
            problem, status = "Too many failed attempts. Wait 15 minutes, then try again.", 429
        else:
            person = authenticate(
                request, username=name, password=request.POST.get("password", "")[:1000]
            )
            if person is not None:
                throttle.note_success(name, _address(request))
                login(request, person)  # gives the session a new key
                return redirect(_safe_next(request))
            throttle.note_failure(name, _address(request))
            problem, status = "The name or the password is wrong.", 401
    context = {"problem": problem, "username": name, "next": _safe_next(request)}
    return render(request, "annotate/login.html", context, status=status)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect("login")


@require_GET
def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """Log in by a link that works once."""
    person = people.enter(secret)
    if person is None:
        return _link_is_over(request)
    login(request, person, backend=BACKEND)
    return redirect("home")


@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Join by an invitation: choose a name and a password."""
    link = people.open_link(secret, joins=True)
    if link is None:
        return _link_is_over(request)
    problems: dict[str, list[str]] = {}
    name = request.POST.get("username", "")[:200]
    if request.method == "POST":
        password = request.POST.get("password", "")[:1000]
        if password != request.POST.get("again", "")[:1000]:
            problems = {"again": ["The two passwords differ."]}
        else:
            try:
                person = people.join(secret, name, password)
            except ValidationError as error:
                problems = error.message_dict
            else:
                if person is None:
                    return _link_is_over(request)
                login(request, person, backend=BACKEND)
                return redirect("home")
    context = {"problems": problems, "username": name, "role": link.role}
    return render(request, "annotate/join.html", context, status=422 if problems else 200)


@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "POST"])
def renew(request: HttpRequest, secret: str) -> HttpResponse:
    """Choose a new password, by a link that works once."""
    link = people.open_link(secret, joins=False)
    if link is None or link.person is None or not link.person.is_active:
        return _link_is_over(request)
    problems: list[str] = []
    if request.method == "POST":
        password = request.POST.get("password", "")[:1000]
        if password != request.POST.get("again", "")[:1000]:
            problems = ["The two passwords differ."]
        else:
            try:
                person = people.renew(secret, password)
            except ValidationError as weak:
                problems = weak.messages
            else:
                if person is None:
                    return _link_is_over(request)
                login(request, person, backend=BACKEND)
                return redirect("home")
    context = {"problems": problems, "username": link.person.username}
    return render(request, "annotate/renew.html", context, status=422 if problems else 200)


def _link_is_over(request: HttpRequest) -> HttpResponse:
    what = "The link has been used, or it is too old. "
    if the_project().team:
        what += "Ask the person who invited you for a new one."
    else:
        what += "Start qgauge annotate again: it shows a new one."
    context = {"title": "This link no longer works", "what": what}
    return render(request, "annotate/error.html", context, status=410)
