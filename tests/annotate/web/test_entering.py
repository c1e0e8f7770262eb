"""Ways in: passwords, invitations, links that work once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

PASSWORD = "correct horse battery staple"


@pytest.fixture
def begun(project: Callable[..., Any]) -> Any:
    return project("answerability", [{"question": "Who built the mill?"}])


def test_log_in_and_out(begun: Any, person: Callable[..., Any], client_of: Any) -> None:
    person("rater", "Ann")
    browser = client_of()
    assert browser.get("/").headers["Location"] == "/login/?next=/"
    answer = browser.post("/login/", {"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert browser.get("/").headers["Location"] == "/work/"
    assert browser.get("/logout/").status_code == 405
    browser.post("/logout/")
    assert browser.get("/").headers["Location"] == "/login/?next=/"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "\t//evil.example",
        "https:evil.example",
    ],
)
def test_a_login_never_leads_to_another_site(
    begun: Any, person: Callable[..., Any], client_of: Any, target: str
) -> None:
    person("rater", "ann")
    for browser, path in ((client_of(), "/login/"), (client_of(), f"/login/?next={target}")):
        sent = {"username": "ann", "password": PASSWORD, "next": target}
        assert browser.post(path, sent).headers["Location"] == "/"


def test_a_login_gives_the_session_a_new_key(
    begun: Any, person: Callable[..., Any], client_of: Any
) -> None:
    from django.contrib.sessions.backends.db import SessionStore

    person("rater", "ann")
    planted = SessionStore()
    planted["x"] = 1
    planted.create()
    browser = client_of()
    browser.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key
    browser.post("/login/", {"username": "ann", "password": PASSWORD})
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != planted.session_key
    thief = client_of()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key
    assert thief.get("/").headers["Location"].startswith("/login/")


def test_ten_thousand_wrong_passwords(
    begun: Any, person: Callable[..., Any], client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth import hashers

    from qgauge.annotate.web import throttle

    person("rater", "ann")
    checks = []
    check = hashers.MD5PasswordHasher.verify
    monkeypatch.setattr(
        hashers.MD5PasswordHasher, "verify", lambda *args: checks.append(1) or check(*args)
    )
    browser = client_of()
    codes = [
        browser.post("/login/", {"username": "ann", "password": f"guess {at}"}).status_code
        for at in range(10_000)
    ]
    assert codes[:6] == [401] * throttle.MOST_BY_NAME_AND_ADDRESS + [429]
    assert set(codes[5:]) == {429}
    assert len(checks) == 5  # the slow check is not even made
    # not even the right password gets in now, from this address
    assert browser.post("/login/", {"username": "ANN", "password": PASSWORD}).status_code == 429
    elsewhere = client_of(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/login/", {"username": "ann", "password": PASSWORD}).status_code == 302


def test_guessing_many_names_is_slowed_down_too(begun: Any, client_of: Any) -> None:
    from qgauge.annotate.web.throttle import MOST_BY_ADDRESS

    codes = [
        client_of().post("/login/", {"username": f"x{at}", "password": "y"}).status_code
        for at in range(MOST_BY_ADDRESS + 5)
    ]
    assert codes == [401] * MOST_BY_ADDRESS + [429] * 5


def test_the_block_ends(begun: Any, person: Callable[..., Any], client_of: Any) -> None:
    from django.db.models import F

    from qgauge.annotate.web.models import Attempts
    from qgauge.annotate.web.throttle import WINDOW

    person("rater", "ann")
    for _ in range(6):
        client_of().post("/login/", {"username": "ann", "password": "wrong"})
    Attempts.objects.update(since=F("since") - WINDOW - timedelta(seconds=1))
    sent = {"username": "ann", "password": PASSWORD}
    assert client_of().post("/login/", sent).status_code == 302


def test_an_invitation_works_once(begun: Any, client_of: Any) -> None:
    from qgauge.annotate.web.models import Link, Person
    from qgauge.annotate.web.people import invitation_secret

    secret = invitation_secret("adjudicator", "for Ann")
    assert secret not in str(list(Link.objects.values()))
    path = f"/join/{secret}/"
    browser = client_of()
    assert browser.get(path).status_code == 200
    sent = {"username": " Ann  Lee ", "password": PASSWORD, "again": PASSWORD, "role": "admin"}
    assert browser.post(path, sent).headers["Location"] == "/"
    assert (Person.objects.get().username, Person.objects.get().role) == ("Ann Lee", "adjudicator")
    assert client_of().get(path).status_code == 410
    assert client_of().post(path, {**sent, "username": "ben"}).status_code == 410
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"username": ""}, "Choose a name"),
        ({"username": "\u202eann"}, "Choose a name"),
        ({"username": "x" * 81}, "Choose a name"),
        ({"username": "BEN"}, "This name is taken"),
        ({"again": "another one altogether"}, "The two passwords differ"),
        ({"password": "12345678", "again": "12345678"}, "too common"),
        ({"password": "ann lee x", "again": "ann lee x"}, "too similar"),
    ],
)
def test_a_bad_name_or_password_keeps_the_invitation(
    begun: Any,
    person: Callable[..., Any],
    client_of: Any,
    change: dict[str, str],
    problem: str,
) -> None:
    from qgauge.annotate.web.people import invitation_secret

    person("rater", "ben")
    path = f"/join/{invitation_secret('rater')}/"
    good = {"username": "ann lee x", "password": PASSWORD, "again": PASSWORD}
    answer = client_of().post(path, {**good, **change})
    assert answer.status_code == 422 and problem in answer.content.decode()
    assert client_of().post(path, good).status_code == 302


def test_of_many_who_use_one_invitation_one_gets_in(begun: Any) -> None:
    from django.db import connection

    from qgauge.annotate.web import people
    from qgauge.annotate.web.models import Person

    secret = people.invitation_secret("rater")

    def use(at: int) -> bool:
        found = people.join(secret, f"rater {at}", PASSWORD)
        connection.close()
        return found is not None

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(use, range(8))) == 1
    assert Person.objects.count() == 1


def test_an_entry_link_works_once_and_for_an_hour(begun: Any, client_of: Any) -> None:
    from django.utils import timezone

    from qgauge.annotate.web.models import Link
    from qgauge.annotate.web.people import entry_secret, owner

    path = f"/enter/{entry_secret(owner())}/"
    browser = client_of()
    assert browser.get(path).headers["Location"] == "/"
    assert browser.get("/").status_code == 302 and "login" not in browser.get("/")["Location"]
    assert client_of().get(path).status_code == 410
    late = f"/enter/{entry_secret(owner())}/"
    Link.objects.update(ends_at=timezone.now())
    assert client_of().get(late).status_code == 410
    assert client_of().get("/enter/unknown/").status_code == 410
    # an entry link does not let anybody join, and an invitation does not log in
    assert client_of().get(f"/join/{entry_secret(owner())}/").status_code == 410


def test_alone_there_is_no_password_to_ask_for(project: Callable[..., Any], client_of: Any) -> None:
    from qgauge.annotate.web.people import entry_secret, owner

    project("answerability", [{"question": "Who built the mill?"}], team=False)
    path = f"/enter/{entry_secret(owner())}/"
    browser = client_of()
    browser.get(path)
    assert "Log out" not in browser.get("/mine/").content.decode()
    used = client_of().get(path)
    assert used.status_code == 410
    assert "Start qgauge annotate again" in used.content.decode()
    for answer in (client_of().get("/login/"), client_of().post("/login/", {"username": "me"})):
        page = answer.content.decode()
        assert "<input" not in page and "it shows a new link" in page


def test_in_a_team_a_used_link_names_who_can_help(
    begun: Any, person: Callable[..., Any], client_of: Any
) -> None:
    used = client_of().get("/join/used/").content.decode()
    assert "Ask the person who invited you for a new one." in used
    assert "Log out" in client_of(person("rater", "ann")).get("/mine/").content.decode()


def test_a_deactivated_person_is_out_at_once(
    begun: Any, person: Callable[..., Any], client_of: Any
) -> None:
    ann = person("rater", "ann")
    browser = client_of(ann)
    assert browser.get("/").headers["Location"] == "/work/"
    ann.is_active = False
    ann.save()
    assert browser.get("/").headers["Location"].startswith("/login/")
    sent = {"username": "ann", "password": PASSWORD}
    assert client_of().post("/login/", sent).status_code == 401


def test_forms_need_their_token(begun: Any, person: Callable[..., Any], client_of: Any) -> None:
    person("rater", "ann")
    browser = client_of(enforce_csrf_checks=True)
    sent = {"username": "ann", "password": PASSWORD}
    answer = browser.post("/login/", sent)
    assert answer.status_code == 403 and "Nothing was changed" in answer.content.decode()
    browser.get("/login/")
    token = browser.cookies[settings.CSRF_COOKIE_NAME].value
    assert browser.post("/login/", {**sent, "csrfmiddlewaretoken": token}).status_code == 302
