"""Pages for requests that are refused."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _page(request: HttpRequest, status: int, title: str, what: str) -> HttpResponse:
    return render(request, "annotate/error.html", {"title": title, "what": what}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 400, "Bad request", "The server could not read this request.")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 403, "Not allowed", "This page is not for your role.")


def bad_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    what = (
        "The form was too old, or came from another site. Go back, reload the page and try again. "
        "Nothing was changed."
    )
    return _page(request, 403, "Please reload", what)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 404, "Not found", "There is no such page, or it is not yours.")


def broken(request: HttpRequest) -> HttpResponse:
    what = "The server has a fault, which its log describes. Your saved answers are safe."
    return _page(request, 500, "Something went wrong", what)
