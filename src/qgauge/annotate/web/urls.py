"""All addresses of the app. `tests/annotate/web/test_permissions.py` checks each by role."""

from __future__ import annotations

from django.urls import path

from qgauge.annotate.web.views import (
    adjudicating,
    agreeing,
    downloads,
    entering,
    errors,
    pages,
    state,
    team,
    work,
)

urlpatterns = [
    path("", pages.home, name="home"),
    path("login/", entering.log_in, name="login"),
    path("logout/", entering.log_out, name="logout"),
    path("enter/<str:secret>/", entering.enter, name="enter"),
    path("join/<str:secret>/", entering.join, name="join"),
    path("renew/<str:secret>/", entering.renew, name="renew"),
    path("work/", work.work, name="work"),
    path("task/<int:number>/", work.task, name="task"),
    path("task/<int:number>/skip/", work.skip, name="skip"),
    path("task/<int:number>/undo/", work.undo, name="undo"),
    path("feedback/<int:number>/", work.feedback, name="feedback"),
    path("mine/", work.mine, name="mine"),
    path("guidelines/", work.guidelines, name="guidelines"),
    path("disputes/", adjudicating.disputes, name="disputes"),
    path("disputes/<int:item>/", adjudicating.dispute, name="dispute"),
    path("overview/", state.overview, name="overview"),
    path("agreement/", agreeing.agreement, name="agreement"),
    path("export/", downloads.export, name="export"),
    path("data-sheet/", downloads.data_sheet, name="data_sheet"),
    path("codes/", downloads.codes, name="codes"),
    path("people/", team.people_page, name="people"),
    path("people/invite/", team.invite, name="invite"),
    path("people/invitations/<int:link>/withdraw/", team.withdraw, name="withdraw"),
    path("people/<int:person>/release/", team.release, name="release"),
    path("people/<int:person>/role/", team.set_role, name="role"),
    path("people/<int:person>/link/", team.renewal_link, name="renewal_link"),
    path("people/<int:person>/deactivate/", team.set_active, {"active": False}, name="deactivate"),
    path("people/<int:person>/activate/", team.set_active, {"active": True}, name="activate"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
