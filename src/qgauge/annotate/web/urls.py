"""All addresses of the app. `tests/annotate/web/test_permissions.py` checks each by role."""

from __future__ import annotations

from django.urls import path

from qgauge.annotate.web.views import entering, errors, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("login/", entering.log_in, name="login"),
    path("logout/", entering.log_out, name="logout"),
    path("enter/<str:secret>/", entering.enter, name="enter"),
    path("join/<str:secret>/", entering.join, name="join"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
