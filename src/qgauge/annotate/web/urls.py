"""All addresses of the app. `tests/annotate/web/test_permissions.py` checks each by role."""

from __future__ import annotations

from django.urls import path

from qgauge.annotate.web.views import entering, errors, pages, work

urlpatterns = [
    path("", pages.home, name="home"),
    path("login/", entering.log_in, name="login"),
    path("logout/", entering.log_out, name="logout"),
    path("enter/<str:secret>/", entering.enter, name="enter"),
    path("join/<str:secret>/", entering.join, name="join"),
    path("work/", work.work, name="work"),
    path("task/<int:number>/", work.task, name="task"),
    path("task/<int:number>/skip/", work.skip, name="skip"),
    path("task/<int:number>/undo/", work.undo, name="undo"),
    path("feedback/<int:number>/", work.feedback, name="feedback"),
    path("mine/", work.mine, name="mine"),
    path("guidelines/", work.guidelines, name="guidelines"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
