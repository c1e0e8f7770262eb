"""Invitations, roles, links, and who may still come in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from helpers.annotation_work import at_once

from qgauge.annotate.web import people
from qgauge.annotate.web.models import Assignment, Link, Person

PASSWORD = "correct horse battery staple"
NEW = {"password": "a much better password", "again": "a much better password"}


@pytest.fixture
def team(project, person):
    """A team of an admin, with two items."""
    project("answerability", [{"question": "Who?"}, {"question": "When?"}], overlap=1)
    return person("admin", "root")


def new_link(response) -> str:
    """The link that a page shows once, without the host."""
    (url,) = re.findall(r'value="http://testserver(/[^"]+)"', response.content.decode())
    return url


def invited(browser, role: str = "rater", note: str = "") -> str:
    response = browser.post("/people/invite/", {"role": role, "note": note})
    assert response.status_code == 200
    return new_link(response)


def joined(browser, url: str, name: str):
    return browser.post(
        url, {"username": name, "password": PASSWORD, "again": PASSWORD}, follow=True
    )


# ------------------------------------------------------------------ invitations


def test_an_invitation_is_shown_once_and_works_once(team, client_of):
    admin = client_of(team)
    url = invited(admin, "adjudicator", "Ann from Oslo")
    secret = url.split("/")[2]
    again = admin.get("/people/").content.decode()
    assert secret not in again and "Ann from Oslo" in again and "adjudicator" in again
    assert not Link.objects.filter(digest__contains=secret).exists()

    stranger = client_of()
    assert "Join as adjudicator" in stranger.get(url).content.decode()
    assert joined(stranger, url, "ann").wsgi_request.user.username == "ann"
    assert Person.objects.get(username="ann").role == "adjudicator"
    assert client_of().get(url).status_code == 410
    assert joined(client_of(), url, "ben").status_code == 410
    assert not Person.objects.filter(username="ben").exists()
    assert "Ann from Oslo" not in admin.get("/people/").content.decode()


def test_an_invitation_that_is_too_old_or_withdrawn_lets_nobody_in(team, client_of):
    admin = client_of(team)
    old, withdrawn = invited(admin), invited(admin)
    first, second = Link.objects.order_by("pk")
    Link.objects.filter(pk=first.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert admin.post(f"/people/invitations/{second.pk}/withdraw/").status_code == 302
    for url in (old, withdrawn):
        assert client_of().get(url).status_code == 410
        assert joined(client_of(), url, "ben").status_code == 410
    assert Person.objects.count() == 1
    response = admin.post(f"/people/invitations/{second.pk}/withdraw/")
    assert response.status_code == 422
    assert "used or withdrawn in the meantime" in response.content.decode()


def test_a_used_invitation_cannot_be_withdrawn(team, client_of):
    url = invited(client_of(team))
    joined(client_of(), url, "ann")
    link = Link.objects.get()
    assert client_of(team).post(f"/people/invitations/{link.pk}/withdraw/").status_code == 422
    assert Link.objects.get().person.username == "ann"


def test_the_visitor_cannot_choose_a_role(team, client_of):
    url = invited(client_of(team), "rater")
    sent = {"username": "eve", "password": PASSWORD, "again": PASSWORD, "role": "admin"}
    client_of().post(url, {**sent, "is_active": "1", "person": team.pk})
    assert Person.objects.get(username="eve").role == "rater"


@pytest.mark.parametrize("role", ["", "owner", "ADMIN", "rater "])
def test_an_invitation_needs_a_known_role(team, client_of, role):
    response = client_of(team).post("/people/invite/", {"role": role})
    assert response.status_code == 422 and not Link.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("  Ann \t Lee ", "Ann Lee"),
        ('O\'Brien & "Söhne"', 'O\'Brien & "Söhne"'),
        ("李 雷", "李 雷"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_names_with_odd_characters(team, client_of, typed, kept):
    url = invited(client_of(team), note=typed)
    assert joined(client_of(), url, typed).status_code == 200
    assert Person.objects.get(pk__gt=team.pk).username == kept
    for page in ("/people/", "/overview/"):
        shown = client_of(team).get(page).content.decode()
        assert "<script>alert" not in shown
    login = client_of()
    login.post("/login/", {"username": typed.strip(), "password": PASSWORD})
    if " \t " not in typed:
        assert login.get("/mine/").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "a\0b", "a\u202eb", "x" * 81, "ROOT", "root"])
def test_names_that_nobody_can_take(team, client_of, name):
    url = invited(client_of(team))
    assert joined(client_of(), url, name).status_code == 422
    assert Person.objects.count() == 1
    assert joined(client_of(), url, "fine").status_code == 200, "the invitation is still open"


def test_of_two_who_join_at_once_with_one_link_one_comes_in(team):
    secret = people.invitation_secret("rater")
    names = ["ann", "ben", "cleo", "dan"]
    found = at_once(*(lambda name=name: people.join(secret, name, PASSWORD) for name in names))
    assert sum(one is not None for one in found) == 1
    assert Person.objects.exclude(pk=team.pk).count() == 1


def test_of_two_who_take_a_name_at_once_one_gets_it(team):
    secrets = [people.invitation_secret("rater") for _ in range(3)]
    found = at_once(
        *(lambda secret=secret: people.join(secret, "Ann", PASSWORD) for secret in secrets)
    )
    assert sorted(type(one).__name__ for one in found) == ["Person"] + 2 * ["ValidationError"]
    assert people.open_invitations().count() == 2


# ------------------------------------------------------------------ new passwords


def test_a_link_for_a_new_password_works_once_and_ends_other_sessions(team, person, client_of):
    ann = person("rater", "ann")
    elsewhere = client_of(ann)
    url = new_link(client_of(team).post(f"/people/{ann.pk}/link/"))
    visitor = client_of()
    assert "ann" in visitor.get(url).content.decode()
    assert visitor.post(url, {"password": "123", "again": "123"}).status_code == 422
    assert visitor.post(url, {**NEW, "again": "another"}).status_code == 422
    assert visitor.post(url, NEW).status_code == 302
    assert visitor.get("/mine/").status_code == 200
    assert elsewhere.get("/mine/").status_code == 302
    assert client_of().post(url, NEW).status_code == 410
    assert client_of().get(url).status_code == 410
    ann.refresh_from_db()
    assert ann.check_password(NEW["password"])


def test_a_second_link_for_a_new_password_replaces_the_first(team, person, client_of):
    ann = person("rater", "ann")
    first = new_link(client_of(team).post(f"/people/{ann.pk}/link/"))
    second = new_link(client_of(team).post(f"/people/{ann.pk}/link/"))
    assert client_of().get(first).status_code == 410
    assert client_of().get(second).status_code == 200


def test_an_old_link_for_a_new_password_and_an_invitation_are_refused(team, person, client_of):
    ann = person("rater", "ann")
    url = new_link(client_of(team).post(f"/people/{ann.pk}/link/"))
    secret = people.invitation_secret("admin")
    assert client_of().post(f"/renew/{secret}/", NEW).status_code == 410
    assert client_of().get(f"/enter/{secret}/").status_code == 410
    assert client_of().get(url.replace("renew", "join")).status_code == 410
    Link.objects.filter(person=ann).update(ends_at=timezone.now())
    assert client_of().post(url, NEW).status_code == 410
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


# ------------------------------------------------------------------ roles and access


def test_a_deactivated_person_is_out_at_once(team, person, client_of):
    ann = person("rater", "ann")
    browser, admin = client_of(ann), client_of(team)
    url = new_link(admin.post(f"/people/{ann.pk}/link/"))
    assert browser.get("/mine/").status_code == 200
    admin.post(f"/people/{ann.pk}/deactivate/")
    assert browser.get("/mine/").status_code == 302
    assert client_of().get(url).status_code == 410
    login = client_of()
    sent = {"username": "ann", "password": PASSWORD}
    assert login.post("/login/", sent).status_code == 401
    assert admin.post(f"/people/{ann.pk}/link/").status_code == 422
    admin.post(f"/people/{ann.pk}/activate/")
    assert client_of().get(url).status_code == 410, "links do not come back"
    assert login.post("/login/", sent).status_code == 302


def test_a_new_role_counts_from_the_next_request(team, person, client_of):
    ann = person("rater", "ann")
    browser, admin = client_of(ann), client_of(team)
    for role, overview, disputes in [
        ("adjudicator", 403, 200),
        ("admin", 200, 200),
        ("rater", 403, 403),
    ]:
        admin.post(f"/people/{ann.pk}/role/", {"role": role})
        assert browser.get("/overview/").status_code == overview
        assert browser.get("/disputes/").status_code == disputes
    assert admin.post(f"/people/{ann.pk}/role/", {"role": "king"}).status_code == 422


@pytest.mark.parametrize(
    ("role", "start"), [("rater", "/work/"), ("adjudicator", "/disputes/"), ("admin", "/overview/")]
)
def test_everybody_starts_where_they_work(team, person, client_of, role, start):
    assert client_of(person(role, "ann")).get("/").url == start
    assert not Assignment.objects.exists(), "nobody is given items by logging in"


def test_the_last_active_admin_stays(team, person, client_of):
    admin, second = client_of(team), person("admin", "second")
    second.is_active = False
    second.save()
    for address, sent in [("deactivate", {}), ("role", {"role": "rater"})]:
        response = admin.post(f"/people/{team.pk}/{address}/", sent)
        assert response.status_code == 422 and "last active admin" in response.content.decode()
    team.refresh_from_db()
    assert team.is_admin and team.is_active
    admin.post(f"/people/{second.pk}/activate/")
    assert admin.post(f"/people/{team.pk}/role/", {"role": "rater"}).status_code == 302
    assert admin.get("/people/").status_code == 403


def test_the_owner_from_before_the_team_cannot_be_the_last_admin(team, client_of):
    people.owner()  # an admin who has no password
    response = client_of(team).post(f"/people/{team.pk}/deactivate/")
    assert response.status_code == 422 and "last active admin" in response.content.decode()


def test_a_new_password_of_the_first_admin_ends_sessions_and_links(team, person, client_of):
    people.owner()
    person("admin", "second")
    assert people.first_admin() == team
    browser, link = client_of(team), f"/renew/{people.renewal_secret(team)}/"
    assert browser.get("/people/").status_code == 200
    people.set_password(team, "another quite good password")
    assert browser.get("/people/").status_code == 302
    assert client_of().get(link).status_code == 410
    sent = {"username": team.username, "password": "another quite good password"}
    assert client_of().post("/login/", sent).status_code == 302


def test_two_admins_who_remove_each_other_at_once_leave_one(team, person):
    second = person("admin", "second")

    def remove(who):
        try:
            people.change(who, active=False)
        except people.LastAdmin:
            return "refused"
        return "removed"

    found = at_once(lambda: remove(team), lambda: remove(second))
    assert sorted(found) == ["refused", "removed"]
    assert Person.objects.filter(role="admin", is_active=True).count() == 1


def test_released_items_go_to_others(team, person, client_of):
    ann, ben = person("rater", "ann"), person("rater", "ben")
    first = client_of(ann)
    task = first.get("/work/").url
    version = {"version": "0", "save_id": "a1", "field.answerability": "4"}
    assert first.post(task, version).status_code == 302
    assert "/task/" not in client_of(ben).get("/work/").get("location", "")
    page = client_of(team).get("/people/").content.decode()
    assert "Release 1 item<" in page
    client_of(team).post(f"/people/{ann.pk}/release/")
    assert Assignment.objects.filter(person=ann).get().state == "done"
    assert "/task/" in client_of(ben).get("/work/").url


def test_a_project_of_one_person_has_no_page_for_people(project, client_of):
    project("answerability", [{"question": "Who?"}], team=False)
    me = client_of(people.owner())
    assert me.get("/people/").status_code == 404
    assert me.post("/people/invite/", {"role": "admin"}).status_code == 404
    assert not Link.objects.exists()


@pytest.mark.parametrize("role", ["rater", "adjudicator", None])
def test_only_admins_change_anything_about_people(team, person, client_of, role):
    other = person("rater", "ann")
    browser = client_of(person(role, "eve") if role else None)
    link = people.invitation_secret("rater") and Link.objects.get()
    posts = [
        (reverse("invite"), {"role": "admin"}),
        (reverse("withdraw", args=[link.pk]), {}),
        (reverse("release", args=[other.pk]), {}),
        (reverse("role", args=[other.pk]), {"role": "admin"}),
        (reverse("renewal_link", args=[team.pk]), {}),
        (reverse("deactivate", args=[team.pk]), {}),
        (reverse("activate", args=[other.pk]), {}),
    ]
    for url, sent in posts:
        response = browser.post(url, sent)
        assert response.status_code == (403 if role else 302), url
        assert browser.get(url).status_code == 405, url
    assert browser.get("/people/").status_code == (403 if role else 302)
    assert list(Link.objects.values_list("pk", flat=True)) == [link.pk]
    assert Person.objects.get(pk=team.pk).is_active
    assert Person.objects.get(pk=other.pk).role == "rater"


def test_forms_need_a_token(team, client_of):
    browser = client_of(team, enforce_csrf_checks=True)
    response = browser.post("/people/invite/", {"role": "admin"})
    assert response.status_code == 403 and not Link.objects.exists()


def test_unknown_people_are_not_found(team, client_of):
    for address in ("release", "deactivate", "activate", "link", "role"):
        assert client_of(team).post(f"/people/999/{address}/").status_code == 404
