"""Headers for every page: browsers load and run nothing but files of this app. And its log."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def content_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the content security policy; keep pages with people's answers out of caches."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


class WithoutLinks(logging.Filter):
    """Takes the secrets of links out of the log, which says at which address a fault occurred."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = re.sub(r"/(enter|join|renew)/[^/\s]+", r"/\1/…", record.getMessage())
        record.args = ()
        return True
