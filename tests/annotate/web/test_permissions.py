"""Who may do what: every address by role, addresses with the numbers of others, and tokens."""

from __future__ import annotations

import inspect

import pytest
from django.conf import settings
from django.urls import get_resolver, reverse
from helpers.annotation_team import ROLES, everything, make_team, taken_back

from qgauge.annotate.web import people
from qgauge.annotate.web.models import Link, Person
from qgauge.annotate.web.views import access

LOGIN = "login"
"""Stands for a redirect to the login, which then leads back."""
TABLE = {
    # by role, as in ROLES: nobody, rater, other rater, adjudicator, admin, deactivated
    "home": ([LOGIN, 302, 302, 302, 302, LOGIN], [405] * 6),
    "login": ([200, 302, 302, 302, 302, 200], [401, 302, 302, 302, 302, 401]),
    "logout": ([405] * 6, [302] * 6),
    "enter": ([410] * 6, [405] * 6),
    "join": ([410] * 6, [410] * 6),
    "renew": ([410] * 6, [410] * 6),
    "work": ([LOGIN, 302, 302, 302, 302, LOGIN], [405] * 6),
    "task": ([LOGIN, 200, 404, 404, 404, LOGIN], [LOGIN, 302, 404, 404, 404, LOGIN]),
    "skip": ([LOGIN, 302, 404, 404, 404, LOGIN], [LOGIN, 302, 404, 404, 404, LOGIN]),
    "undo": ([LOGIN, 302, 404, 404, 404, LOGIN], [LOGIN, 302, 404, 404, 404, LOGIN]),
    "feedback": ([LOGIN, 200, 404, 404, 404, LOGIN], [405] * 6),
    "mine": ([LOGIN, 200, 200, 200, 200, LOGIN], [405] * 6),
    "guidelines": ([LOGIN, 200, 200, 200, 200, LOGIN], [405] * 6),
    "disputes": ([LOGIN, 403, 403, 200, 200, LOGIN], [405] * 6),
    "dispute": ([LOGIN, 403, 403, 200, 200, LOGIN], [LOGIN, 403, 403, 302, 302, LOGIN]),
    "overview": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "agreement": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "export": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "data_sheet": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "codes": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "people": ([LOGIN, 403, 403, 403, 200, LOGIN], [405] * 6),
    "invite": ([405] * 6, [LOGIN, 403, 403, 403, 200, LOGIN]),
    "withdraw": ([405] * 6, [LOGIN, 403, 403, 403, 302, LOGIN]),
    "release": ([405] * 6, [LOGIN, 403, 403, 403, 302, LOGIN]),
    "role": ([405] * 6, [LOGIN, 403, 403, 403, 302, LOGIN]),
    "renewal_link": ([405] * 6, [LOGIN, 403, 403, 403, 200, LOGIN]),
    "deactivate": ([405] * 6, [LOGIN, 403, 403, 403, 302, LOGIN]),
    "activate": ([405] * 6, [LOGIN, 403, 403, 403, 302, LOGIN]),
}
PUBLIC = {"login", "logout", "enter", "join", "renew"}
"""Pages for people who are not logged in."""


def patterns():
    return get_resolver("qgauge.annotate.web.urls").url_patterns


@pytest.fixture
def team(project, person):
    return make_team(project, person)


@pytest.fixture
def browsers(team, client_of):
    """A browser for each role; the deactivated person logged in before."""
    made = {role: client_of(team.people.get(role)) for role in ROLES}
    Person.objects.filter(username="gone").update(is_active=False)
    return made


# ------------------------------------------------------------------ every address by role


def test_every_address_is_in_the_table(team):
    assert [one.name for one in patterns()] == list(TABLE) == list(team.forms())


def test_every_view_names_its_rule():
    """The wrapper of `_only` is around every view, apart from the public ones."""
    rule = access.members_only(lambda request: request).__code__
    for one in patterns():
        codes, view = set(), one.callback
        while view is not None:
            codes.add(view.__code__)
            view = getattr(view, "__wrapped__", None)
        assert (rule in codes) == (one.name not in PUBLIC), one.name


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["page", "htmx"])
def test_every_address_by_role(team, browsers, name, headers):
    args, form = team.forms()[name]
    url = reverse(name, args=args)
    for method, expected in zip(("get", "post"), TABLE[name], strict=True):
        found = []
        for role in ROLES:
            sent = form if method == "post" else {}
            before = everything()
            with taken_back():
                response = getattr(browsers[role], method)(url, sent, **headers)
                refused = response.status_code in (403, 404, 405, 410) or (
                    response.headers.get("Location", "").startswith("/login/?")
                )
                # whoever looks at the answers of others is not given the item
                if refused or (method == "get" and name not in ("work", "dispute")):
                    assert everything() == before, (role, method)
            away = response.headers.get("Location") == f"/login/?next={url}"
            found.append(LOGIN if away else response.status_code)
        assert found == expected, method


@pytest.mark.parametrize("method", ["head", "options", "put", "patch", "delete", "trace"])
def test_other_methods_are_refused(team, browsers, method):
    before = everything()
    for name, (args, _) in team.forms().items():
        for role in ("nobody", "admin"):
            response = getattr(browsers[role], method)(reverse(name, args=args))
            assert response.status_code == 405, (name, role)
    for header in ("X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"):
        url = reverse("deactivate", args=[team.ann.pk])
        assert browsers["admin"].get(url, headers={header: "POST"}).status_code == 405
        assert browsers["admin"].get(f"{url}?_method=POST").status_code == 405
    assert everything() == before


# ------------------------------------------------------------------ numbers of others

NO_NUMBERS = ["-1", "+1", "1.0", "1e3", "0x1", "abc", "１", "1 ", "%00", "1%00", "", "..", "1;2"]
NO_NUMBERS += ["9" * 5000]  # longer than Python reads
UNKNOWN = ["0", "999999", str(2**31), str(2**63), "9" * 40]


def with_a_number():
    return [one.name for one in patterns() if "<int:" in str(one.pattern)]


def address_of(name, number):
    (route,) = (str(one.pattern) for one in patterns() if one.name == name)
    before, _, after = route.partition("<int:")
    return f"/{before}{number}{after.partition('>')[2]}"


def expected(name, role, method):
    """Whoever may not come here does not learn which numbers exist."""
    code = TABLE[name][method == "post"][ROLES.index(role)]
    if code in (403, 405):
        return code
    return 422 if name == "withdraw" else 404


@pytest.mark.parametrize("name", with_a_number())
def test_numbers_that_do_not_exist(team, browsers, name):
    _, form = team.forms()[name]
    before = everything()
    for number in [*UNKNOWN, *NO_NUMBERS]:
        for role in ("rater", "admin"):
            for method in ("get", "post"):
                sent = form if method == "post" else {}
                response = getattr(browsers[role], method)(address_of(name, number), sent)
                code = expected(name, role, method) if number in UNKNOWN else 404
                assert response.status_code == code, (number[:20], role, method)
    assert everything() == before


def test_nobody_reaches_the_tasks_of_others_with_any_number(team, browsers):
    ours = [team.open.pk, team.done.pk, team.trained.pk]
    before = everything()
    for role in ("other rater", "adjudicator", "admin"):
        for number in ours:
            for name in ("task", "skip", "undo", "feedback"):
                _, form = team.forms()[name]
                url = reverse(name, args=[number])
                for version in ("0", "1", "2"):
                    sent = {**form, "version": version, "person": team.ann.pk, "number": number}
                    status = browsers[role].post(url, sent).status_code
                    assert status == (405 if name == "feedback" else 404)
                assert browsers[role].get(url).status_code == 404
    assert everything() == before


def test_a_form_cannot_name_another_task_or_person(team, browsers):
    """Everything but the address and the session is ignored."""
    theirs = reverse("task", args=[team.open.pk])
    work = browsers["other rater"].get("/work/").url
    sent = {"version": "0", "save_id": "b1", "field.answerability": "2"}
    swapped = {"assignment": team.open.pk, "number": team.open.pk, "person": team.ann.pk}
    swapped |= {"stage": "adjudication", "state": "open", "item": team.disputed, "pk": team.open.pk}
    assert browsers["other rater"].post(f"{work}?number={team.open.pk}", sent | swapped).url
    team.open.refresh_from_db()
    assert (team.open.version, team.open.values) == (0, {})
    assert browsers["rater"].get(theirs).status_code == 200


def test_only_open_invitations_can_be_withdrawn(team, browsers, client_of):
    entry, used = people.entry_secret(team.ann), people.invitation_secret("rater")
    form = {"username": "dan", "password": "correct horse", "again": "correct horse"}
    assert client_of().post(f"/join/{used}/", form).status_code == 302
    renewal = people.renewal_secret(team.people["admin"])
    before = everything()
    for link in Link.objects.exclude(pk=team.invitation.pk):
        url = reverse("withdraw", args=[link.pk])
        assert browsers["admin"].post(url).status_code == 422
    assert everything() == before
    assert entry and client_of().get(f"/renew/{renewal}/").status_code == 200


def test_training_items_and_agreed_items_have_no_dispute(team, browsers):
    for number in (team.trained.item_id, team.open.item_id):
        for role in ("adjudicator", "admin"):
            url = reverse("dispute", args=[number])
            assert browsers[role].get(url).status_code == 404
            assert browsers[role].post(url, team.forms()["dispute"][1]).status_code == 404


# ------------------------------------------------------------------ tokens of forms


def who_may(name):
    """Return the first role for which a POST to this address does something."""
    codes = zip(ROLES, TABLE[name][1], strict=True)
    return next((role for role, code in codes if code in (200, 302, 401)), None)


POSTS = [name for name in TABLE if who_may(name)]


def token_of(browser):
    """Return the token that a page gives this browser."""
    page = "/login/" if not browser.session.get("_auth_user_id") else "/mine/"
    browser.get(page, secure=True)
    return browser.cookies[settings.CSRF_COOKIE_NAME].value


@pytest.mark.parametrize("name", POSTS)
def test_every_form_needs_the_token_of_its_session(team, client_of, name):
    role = who_may(name)
    strict = client_of(team.people.get(role), enforce_csrf_checks=True)
    other = token_of(client_of(team.people.get(role), enforce_csrf_checks=True))
    args, form = team.forms()[name]
    url = reverse(name, args=args)
    token_of(strict)  # the browser has a cookie of its own
    bare = client_of(team.people.get(role), enforce_csrf_checks=True)
    before = everything()
    for headers in ({}, {"HTTP_HX_REQUEST": "true"}, {"HTTP_X_REQUESTED_WITH": "XMLHttpRequest"}):
        for token in (None, "", "x", "x" * 32, "x" * 64, other, "\0" * 64, "é" * 64):
            sent = form if token is None else {**form, "csrfmiddlewaretoken": token}
            response = strict.post(url, sent, **headers)
            assert response.status_code == 403, token
            assert "Nothing was changed" in response.content.decode()
        refused = strict.post(url, form, headers={"X-CSRFToken": other}, **headers)
        assert refused.status_code == 403
    assert bare.post(url, {**form, "csrfmiddlewaretoken": other}).status_code == 403, "no cookie"
    assert everything() == before
    mine = strict.cookies[settings.CSRF_COOKIE_NAME].value
    with taken_back():
        assert strict.post(url, {**form, "csrfmiddlewaretoken": mine}).status_code < 403


@pytest.mark.parametrize("name", POSTS)
def test_over_https_forms_of_other_sites_are_refused(team, client_of, name):
    """Even with the right token, which a page of another site cannot know."""
    role = who_may(name)
    strict = client_of(team.people.get(role), enforce_csrf_checks=True)
    args, form = team.forms()[name]
    url, token = reverse(name, args=args), token_of(strict)
    before = everything()
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver"},
        {"Origin": "https://testserver.evil.example"},
        {"Origin": "https://testserver:444"},
        {"Referer": "https://evil.example/testserver/"},
        {"Referer": "https://testserver.evil.example/"},
        {"Referer": "http://testserver/"},
        {"Referer": "about:blank"},
        {},
    ):
        sent = {**form, "csrfmiddlewaretoken": token}
        for more in ({}, {"HX-Request": "true"}):
            response = strict.post(url, sent, secure=True, headers={**headers, **more})
            assert response.status_code == 403, headers
    assert everything() == before
    with taken_back():
        good = strict.post(url, sent, secure=True, headers={"Origin": "https://testserver"})
        assert good.status_code < 403


def test_views_are_not_exempt_from_tokens():
    for one in patterns():
        assert not getattr(one.callback, "csrf_exempt", False), one.name
        assert "csrf_exempt" not in inspect.getsource(inspect.unwrap(one.callback))
