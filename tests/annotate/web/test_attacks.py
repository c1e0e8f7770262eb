"""Attacks on the annotation app: hostile texts, sessions, requests, guessing, and loads."""

from __future__ import annotations

import io
import json
import logging
import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import RequestFactory, override_settings
from django.urls import get_resolver, reverse
from django.utils import timezone
from helpers.annotation_team import everything, make_team
from helpers.annotation_work import rated
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qgauge.annotate.answers import MOST_MARKED, MOST_SPANS, InvalidAnswer, check_answer
from qgauge.annotate.scheme_files import parse_scheme, read_scheme
from qgauge.annotate.tasks import Task
from qgauge.annotate.web import people, throttle
from qgauge.annotate.web.models import Assignment, Attempts, Link, Person, Revision
from qgauge.annotate.web.server import application
from qgauge.annotate.web.settings import Site, django_settings

PASSWORD = "correct horse battery staple"


@pytest.fixture
def team(project, person):
    return make_team(project, person)


# ------------------------------------------------------------------ hostile texts

HOSTILE = {
    "element": "<zz-evil onzz=1>a</zz-evil>",
    "quotes": "\"'`><zz-evil onzz=1 x=\"'",
    "attribute": "\" onzz=1 autofocus x='\" onzz=2 '",
    "ends": "</script></textarea></title></style></option></noscript><zz-evil>",
    "comment": "--><!-- <zz-evil> ]]> <![CDATA[ <?zz ?>",
    "link": "javascript:zz(1) data:text/html,<zz-evil> https://zz.example/",
    "template": "{{ 7|add:7 }}{% csrf_token %}{{ request.user.password }}{# zz #}",
    "escaped": "&lt;zz-evil&gt; &#60;zz-evil&#62; &amp;lt; \\u003czz-evil\\u003e",
    "controls": "a\x01\x08\x0b\x1b[31m\x7f\x85b",
    "bidi": "\u202egpj.\u2066exe\u2069\u200b\ufeff\u2028c",
    "emoji": "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301\u0327" + "\u0300" * 50,
    "sql": "'; DROP TABLE annotate_item; -- %s %(x)s %00",
    "long": "x" * 100_000,
}
PLAIN = "Plain words"


class Page(HTMLParser):
    """The elements of a page with the names of their attributes, and all that it says."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.says: list[str] = []
        self.values: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        names = (name for name, _ in attrs if name != "checked")  # a reason may be listed or not
        self.elements.append((tag, tuple(names)))
        given = {name: value or "" for name, value in attrs}
        self.values += given.values()
        for name in ("href", "src", "action", "formaction", "hx-post"):
            if name in given:
                assert re.match(r"/(?!/)|[?#]|data:,$", given[name]), given[name]
        if tag == "script":
            is_data = given.get("type") == "application/json"
            assert is_data or given["src"].startswith("/static/"), "a script in the page"
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data[:50]}")

    def unknown_decl(self, data):
        raise AssertionError(f"a declaration: {data[:50]}")

    def handle_pi(self, data):
        raise AssertionError(f"an instruction: {data[:50]}")

    def handle_data(self, data):
        if self.open[-1:] == ["script"] and data.strip():
            assert "<" not in data
            data = json.loads(data)
        self.says.append(data)


def scheme_with(text: str) -> str:
    """An own scheme in which every text is this one."""
    quoted = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"""
name = "own"
title = {quoted}
about = {quoted}
kind = "question"
shows = ["passage", "answer", "question", "extra"]
guidelines = {quoted}
skip_reasons = [{quoted}]
grouped = true
feedback = true
[[fields]]
name = "good"
ask = {quoted}
help = {quoted}
choices = [{{ value = "yes", label = {quoted}, meaning = {quoted} }}, "no"]
[[fields]]
name = "other"
ask = {quoted}
type = "flags"
choices = [{{ value = "odd", label = {quoted}, meaning = {quoted} }}]
only_if = {{ good = "no" }}
[[fields]]
name = "typed"
ask = {quoted}
type = "text"
[[examples]]
why = {quoted}
content = {{ passage = {quoted}, answer = {quoted}, question = {quoted}, extra = {quoted} }}
values = {{ good = "yes", typed = {quoted} }}
"""


def pages_with(text: str, project, person, client_of) -> dict[str, str]:
    """All pages of a project in which every text is this one, by name."""
    short, name = text[:500], text[:70]
    content = {"passage": text, "answer": text, "question": text, "extra": text}
    gold = {"good": "no", "other": ["odd"], "typed": short}
    tasks = [
        Task(f"a{text[:100]}", content, {}, text[:200], gold, text),
        *(Task(f"{at}{text[:100]}", content, {}, text[:200]) for at in range(3)),
    ]
    scheme = parse_scheme(scheme_with(short))
    made = project(scheme, tasks, name=text[:200], overlap=2, training=1)
    made.files = [[text, text[:64]]]
    made.save()
    ann, ben = person("rater", f"{name} ann"), person("rater", f"{name} ben")
    cleo, root = person("adjudicator", f"{name} cleo"), person("admin", f"{name} root")
    browser, found = client_of(ann), {}

    def keep(label, response):
        assert response.status_code in (200, 401, 409, 422), (label, response.status_code)
        found[label] = response.content.decode()

    def answer(one, **more):
        sent = {"version": "0", "save_id": "a1", "field.good": "no", "field.other": "odd"}
        return browser.post(f"/task/{one}/", {**sent, "field.typed": short, **more})

    trained = int(browser.get("/work/").url.split("/")[2])
    keep("training", browser.get(f"/task/{trained}/"))
    assert answer(trained, note=short).status_code == 302
    keep("right answer", browser.get(f"/feedback/{trained}/"))
    browser.get("/work/")
    given = Assignment.objects.filter(person=ann, stage="rating").order_by("position")
    first, second, third = given.values_list("pk", flat=True)
    keep("task", browser.get(f"/task/{first}/"))
    keep(
        "refused", answer(first, **{"field.good": text, "note": text[:5000], "other_reason": text})
    )
    much = {"version": "0", "save_id": "a", "other_reason": (f"{text} " * 600)[:2000], "note": text}
    keep("skip refused", browser.post(f"/task/{first}/skip/", much))
    assert answer(first, note=short).status_code == 302
    keep("stale", answer(first, note=text[:5000], **{"field.typed": f"{short}."}))
    skip = {"version": "0", "save_id": "b1", "other_reason": short, "note": short}
    assert browser.post(f"/task/{second}/skip/", skip).status_code == 302
    keep("skipped", browser.get(f"/task/{second}/"))
    keep("stale skip", browser.post(f"/task/{second}/skip/", skip | {"save_id": "c"}))
    keep("table so far", browser.get(f"/feedback/{first}/"))
    assert answer(third).status_code == 302
    keep("table", browser.get(f"/feedback/{first}/"))
    keep("done", browser.get("/work/"))
    keep("mine", browser.get("/mine/"))
    keep("found", browser.get("/mine/", {"q": text}))
    keep("guidelines", browser.get("/guidelines/"))
    for at in range(3):
        rated(ben, f"{at}{text[:100]}", {"good": "yes", "typed": short}, note=short)

    people.invitation_secret("rater", short)
    judge, admin = client_of(cleo), client_of(root)
    item = Assignment.objects.get(pk=first).item_id
    code = re.search(r"[A-Z2-7]{4}-[A-Z2-7]{4}", found["table"])[0]
    keep("disputes", judge.get("/disputes/"))
    keep("dispute", judge.get(f"/disputes/{item}/"))
    sent = {"version": "0", "save_id": "d1", "reason": text, "field.good": text}
    sent["note"] = text[:5000]
    keep("decision refused", judge.post(f"/disputes/{item}/", sent))
    undecided = {"version": "0", "save_id": "d1", "skip": "1", "reason": short, "note": short}
    assert judge.post(f"/disputes/{item}/", undecided).status_code == 302
    keep("stale decision", judge.post(f"/disputes/{item}/", undecided | {"save_id": "d2"}))
    keep("decided", judge.get("/disputes/"))
    keep("decision", admin.get(f"/disputes/{item}/"))
    for path in ("overview", "agreement", "people", "disputes"):
        keep(path, admin.get(f"/{path}/"))
    keep("invited", admin.post("/people/invite/", {"role": "rater", "note": text}))
    keep("link", admin.post(f"/people/{ann.pk}/link/"))
    keep("code", admin.get("/codes/", {"code": code}))
    keep("wrong code", admin.get("/codes/", {"code": text}))
    keep("login", client_of().post("/login/", {"username": text, "next": text}))
    join = f"/join/{people.invitation_secret('rater')}/"
    keep("join", client_of().post(join, {"username": text, "password": "a", "again": "b"}))
    renew = f"/renew/{people.renewal_secret(ann)}/"
    keep("renew", client_of().post(renew, {"password": text[:20], "again": "other"}))
    return found


_PLAIN: dict[str, Page] = {}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_a_text_on_every_page(project, person, client_of, kind):
    """Each page has the same elements and attributes as with plain words."""
    if not _PLAIN:
        made = pages_with(PLAIN, project, person, client_of)
        _PLAIN.update({name: Page(html) for name, html in made.items()})
        call_command("flush", verbosity=0, interactive=False)
    text = HOSTILE[kind]
    for name, html in pages_with(text, project, person, client_of).items():
        page = Page(html)
        assert page.elements == _PLAIN[name].elements, name
        if name in ("training", "task", "dispute"):
            assert text in "".join(page.says), name
        if name in ("overview", "people", "agreement"):
            assert " ".join(text[:70].split()) in " ".join("".join(page.says).split()), name


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_leave_as_they_came(project, person, client_of, kind):
    text = HOSTILE[kind]
    scheme = parse_scheme(scheme_with(text[:500]))
    content = {"passage": text, "answer": text, "question": text, "extra": text}
    hidden = {"id": "q1", "system": text[:100]}
    made = project(scheme, [Task("k", content, hidden)], name=f"{text[:90]}\r\nX-Evil: 1")
    made.files = [[text, "0" * 64]]
    made.save()
    ann = person("rater", f"{text[:70]} ann")
    rated(ann, "k", {"good": "yes", "typed": text[:500]}, note=text[:500])
    admin = client_of(person("admin"))
    response = admin.get("/export/?names=1&notes=1")
    row = json.loads(response.getvalue().decode())
    assert row["question"] == row["passage"] == text
    assert row["raters"] == [ann.username] and row["notes"] == [text[:500]]
    sheet = admin.get("/data-sheet/")
    assert "<zz" not in sheet.content.decode() and ann.username not in sheet.content.decode()
    for one in (response, sheet):
        name = one.headers["Content-Disposition"]
        assert re.fullmatch(r'attachment; filename="[a-z0-9_-]{1,200}\.(jsonl|md)"', name), name
        assert "X-Evil" not in one.headers and one.headers["X-Content-Type-Options"] == "nosniff"
        assert one.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_document_is_a_text_too(project, person, client_of, kind):
    text = f"Acid rain {HOSTILE[kind]} damages forests."
    project("concepts", [Task("k", {"text": text}, {})], overlap=2)
    end = len(text) - len(" damages forests.")
    spans = [{"start": 0, "end": end, "kind": "vital"}]
    ann, ben, root = person("rater", "ann"), person("rater", "ben"), person("admin", "root")
    rated(ann, "k", {"concepts": spans})
    rated(ben, "k", {"concepts": [{"start": 5, "end": end, "kind": "optional"}]})
    browser, admin = client_of(ann), client_of(root)
    own = Assignment.objects.get(person=ann)
    form = {"version": "0", "save_id": "a1", "field.concepts": json.dumps(spans)}
    typed = {**form, "snippets.concepts.vital": f"{HOSTILE[kind]} nowhere"[:200]}
    for response in (
        browser.get(f"/task/{own.pk}/"),
        browser.post(f"/task/{own.pk}/", form),
        browser.post(f"/task/{own.pk}/", typed),
        browser.get("/mine/"),
        admin.get(f"/disputes/{own.item_id}/"),
        admin.get("/agreement/"),
    ):
        page = Page(response.content.decode())
        for tag, names in page.elements:
            assert "zz" not in tag and not any("zz" in one or one[:2] == "on" for one in names)
        if "document-text" in page.values:
            assert text in page.says


# ------------------------------------------------------------------ what raters must not read


def test_raters_and_adjudicators_read_no_system_gold_or_name(project, person, client_of):
    """On no page, in no answer to a script, and in no header."""
    hidden = {"id": "zz-id", "system": "zz-system", "ratings": {"answerability": ["zz-rating"]}}
    tasks = [
        Task(f"zz-key{at}", {"question": "Who?"}, hidden, "zz-cluster", {"answerability": 4}, "zz")
        for at in range(2)
    ]
    tasks += [Task("zz-key9", {"question": "When?"}, hidden, "zz-cluster")]
    project("answerability", tasks, overlap=2)
    ann, ben, cleo = (person("rater", f"zz-{name}") for name in ("ann", "ben", "cleo"))
    Person.objects.filter(pk=cleo.pk).update(role="adjudicator")
    for one, value in ((ann, 1), (ben, 5)):
        for at in (0, 1, 9):
            rated(one, f"zz-key{at}", {"answerability": value})
    ids = {"number": Assignment.objects.filter(person=ann)[2].pk, "secret": "x"}
    ids |= {"item": Assignment.objects.filter(person=ann)[2].item_id, "link": 1, "person": ben.pk}
    for who in (ann, cleo):
        browser = client_of(who)
        for one in get_resolver("qgauge.annotate.web.urls").url_patterns:
            names = re.findall(r"<\w+:(\w+)>", str(one.pattern))
            url = reverse(one.name, kwargs={name: ids[name] for name in names})
            for headers in ({}, {"HX-Request": "true"}, {"Accept": "application/json"}):
                response = browser.get(url, headers=headers)
                seen = response.content.decode() + str(dict(response.headers))
                assert "zz-" not in seen.replace(who.username, ""), url


def test_private_pages_are_kept_nowhere_and_never_framed(team, client_of):
    for role in ("rater", "adjudicator", "admin"):
        browser = client_of(team.people[role])
        for name, (args, _) in team.forms().items():
            response = browser.get(reverse(name, args=args), headers={"If-None-Match": "*"})
            headers = response.headers
            assert headers["Cache-Control"] == "no-store", name
            assert "ETag" not in headers and "Last-Modified" not in headers
            assert headers["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert "Access-Control-Allow-Origin" not in headers


# ------------------------------------------------------------------ sessions and links


def link_of(kind, person_):
    """Return the path of a new link, and what to send to it."""
    if kind == "enter":
        return f"/enter/{people.entry_secret(person_)}/", None
    new = {"password": "a much better password", "again": "a much better password"}
    if kind == "renew":
        return f"/renew/{people.renewal_secret(person_)}/", new
    return f"/join/{people.invitation_secret('rater')}/", {**new, "username": "eve"}


@pytest.mark.parametrize("kind", ["enter", "join", "renew"])
def test_links_give_the_session_a_new_key_and_work_once(team, client_of, kind):
    from django.contrib.sessions.backends.db import SessionStore

    planted = SessionStore()
    planted["x"] = 1
    planted.create()
    browser, thief = client_of(), client_of()
    browser.cookies[site.SESSION_COOKIE_NAME] = planted.session_key
    thief.cookies[site.SESSION_COOKIE_NAME] = planted.session_key
    path, form = link_of(kind, team.ann)
    if form:  # programs that look at a link before a person does use nothing up
        assert [browser.get(path).status_code for _ in range(3)] == [200] * 3
    used = browser.post(path, form) if form else browser.get(path)
    assert used.status_code == 302 and browser.get("/mine/").status_code == 200
    assert browser.cookies[site.SESSION_COOKIE_NAME].value != planted.session_key
    assert thief.get("/mine/").status_code == 302
    again = client_of()
    assert (again.post(path, form) if form else again.get(path)).status_code == 410


def test_a_link_for_somebody_else_ends_the_session_before(team, client_of):
    browser = client_of(team.people["admin"])
    before = browser.cookies[site.SESSION_COOKIE_NAME].value
    browser.get(link_of("enter", team.ann)[0])
    assert browser.get("/overview/").status_code == 403
    stolen = client_of()
    stolen.cookies[site.SESSION_COOKIE_NAME] = before
    assert stolen.get("/overview/").status_code == 302


def test_logging_out_ends_the_session_on_the_server(team, client_of):
    browser, copy = client_of(team.ann), client_of()
    copy.cookies[site.SESSION_COOKIE_NAME] = browser.cookies[site.SESSION_COOKIE_NAME].value
    assert copy.get("/mine/").status_code == 200
    browser.post("/logout/")
    assert copy.get("/mine/").status_code == 302


def test_a_new_password_ends_all_other_sessions(team, client_of):
    old, browser = client_of(team.ann), client_of()
    path, form = link_of("renew", team.ann)
    browser.post(path, form)
    assert browser.get("/mine/").status_code == 200
    assert old.get("/mine/").status_code == 302


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(team, client_of):
    browser = client_of()
    browser.get("/login/")
    browser.post("/login/", {"username": "ann", "password": PASSWORD})
    for name in (site.SESSION_COOKIE_NAME, site.CSRF_COOKIE_NAME):
        cookie = browser.cookies[name]
        assert cookie["httponly"] and cookie["samesite"] == "Lax" and not cookie["domain"]
        assert not cookie["secure"], "plain HTTP on this machine"
    secure = django_settings(Site("x", "k" * 64, ("testserver",), "https://testserver", https=True))
    with override_settings(**{n: v for n, v in secure.items() if n.isupper() and "SECUR" in n}):
        browser = client_of()
        assert browser.get("/login/").url == "https://testserver/login/"
        browser.get("/login/", secure=True)
        sent = {"username": "ann", "password": PASSWORD}
        response = browser.post("/login/", sent, secure=True)
        for name in (site.SESSION_COOKIE_NAME, site.CSRF_COOKIE_NAME):
            assert browser.cookies[name]["secure"]
        assert "max-age=31536000" in response.headers["Strict-Transport-Security"]


def test_pages_and_addresses_hold_no_session_and_no_secret(team, client_of):
    browser = client_of(team.people["admin"])
    invited = browser.post("/people/invite/", {"role": "rater"}).content.decode()
    secret = re.search(r"/join/([^/\"]+)/", invited)[1]
    held = [
        browser.cookies[site.SESSION_COOKIE_NAME].value,
        secret,
        *Link.objects.values_list("digest", flat=True),
    ]
    held += list(Person.objects.values_list("password", flat=True))
    for name, (args, _) in team.forms().items():
        response = browser.get(reverse(name, args=args))
        seen = response.content.decode() if not response.streaming else response.getvalue().decode()
        for one in held:
            assert one not in seen + response.headers.get("Location", ""), name
    for path in (f"/join/{secret}/", link_of("renew", team.ann)[0], link_of("enter", team.ann)[0]):
        response = client_of().get(path)
        assert response.headers["Referrer-Policy"] == "same-origin"
        assert path not in response.headers.get("Location", "")
        assert not re.search(r'(src|href)="(https?:)?//', response.content.decode())


# ------------------------------------------------------------------ guessing


def test_links_that_do_not_work_look_alike(team, client_of):
    """Whether a link was used, is over, is for something else or never was: nobody can tell."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    used, late, other = (people.invitation_secret("rater") for _ in range(3))
    Link.objects.filter(digest=people._digest(used)).update(used_at=timezone.now())
    Link.objects.filter(digest=people._digest(late)).update(
        ends_at=timezone.now() - timedelta(seconds=1)
    )
    seen = set()
    for path in (
        *(f"/join/{secret}/" for secret in (used, late, people.entry_secret(team.ann))),
        *(f"/{kind}/{other}/" for kind in ("enter", "renew")),
        *(f"/{kind}/{'A' * 43}/" for kind in ("join", "enter", "renew")),
    ):
        with CaptureQueriesContext(connection) as asked:
            response = client_of().get(path)
        looked = sum("annotate_link" in one["sql"] for one in asked.captured_queries)
        seen.add((response.status_code, response.content, looked))
    assert len(seen) == 1 and seen.pop()[::2] == (410, 1)
    assert len(other) >= 43, "256 bits"


def test_names_cannot_be_told_from_each_other(team, client_of, monkeypatch):
    """By message, by status, or by the work that the server does."""
    from django.contrib.auth import hashers

    work = []
    encode = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(
        hashers.MD5PasswordHasher, "encode", lambda *args: work.append(1) or encode(*args)
    )
    Person.objects.filter(username="gone").update(is_active=False)
    imported = Person(username="imported", is_active=False)
    imported.set_unusable_password()
    imported.save()
    people.owner()  # has no password at all
    seen = set()
    for at, name in enumerate(["ann", "ANN", "gone", "imported", "me", "nobody", "", "a\0b", "%"]):
        work.clear()
        browser = client_of(REMOTE_ADDR=f"192.0.2.{at}")
        response = browser.post("/login/", {"username": name, "password": "wrong"})
        page = re.sub(r'value="[^"]*"', "", response.content.decode())
        seen.add((response.status_code, page, len(work)))
    assert len(seen) == 1 and seen.pop()[::2] == (401, 1)


SAME_NAME = ["ann", "ANN", "Ann", "ａｎｎ", "ＡＮＮ", "𝐚𝐧𝐧", "ⓐⓝⓝ", "aⁿⁿ"]


def test_other_ways_to_write_a_name_do_not_give_more_guesses(team, client_of):
    codes = [
        client_of().post("/login/", {"username": name, "password": "wrong"}).status_code
        for name in SAME_NAME
    ]
    most = throttle.MOST_BY_NAME_AND_ADDRESS
    assert codes == [401] * most + [429] * (len(SAME_NAME) - most)
    # PostgreSQL takes the dotless ı for an i
    assert throttle._limits("adm\u0131n", "x").keys() == throttle._limits("Admin", "x").keys()


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP", "Via"]
)
def test_headers_do_not_give_more_guesses(team, client_of, header):
    codes = []
    for at in range(throttle.MOST_BY_NAME_AND_ADDRESS + 2):
        sent = {"username": "ann", "password": "wrong"}
        headers = {header: f"192.0.2.{at}"}
        codes.append(client_of().post("/login/", sent, headers=headers).status_code)
    assert codes[-2:] == [429, 429]


def test_one_ipv6_network_counts_as_one_address(team, client_of):
    codes = [
        client_of(REMOTE_ADDR=f"2001:db8::{at:x}")
        .post("/login/", {"username": f"x{at}", "password": "wrong"})
        .status_code
        for at in range(throttle.MOST_BY_ADDRESS + 1)
    ]
    assert codes == [401] * throttle.MOST_BY_ADDRESS + [429]
    sent = {"username": "ann", "password": PASSWORD}
    assert client_of(REMOTE_ADDR="2001:db8:0:1::1").post("/login/", sent).status_code == 302
    mapped = throttle._limits("x", "::ffff:192.0.2.1").keys()
    assert mapped == throttle._limits("x", "192.0.2.1").keys()


def test_a_login_forgets_only_the_failures_of_this_name_from_here(team, client_of):
    for name in ("ann", "root", "ann"):
        client_of().post("/login/", {"username": name, "password": "wrong"})
    client_of().post("/login/", {"username": "ann", "password": PASSWORD})
    left = sorted(Attempts.objects.values_list("count", flat=True))
    assert left == [1, 1, 2, 3]  # root here, root anywhere, ann anywhere, this address


def test_a_name_from_elsewhere_does_not_lock_anybody_out(team, client_of):
    """Ratings made with another tool may bring people whose names differ in capitals only."""
    for name in ("ANN", "Ann"):
        other = Person(username=name, is_active=False)
        other.set_unusable_password()
        other.save()
    for name in ("ann", "aNN"):
        browser = client_of()
        browser.post("/login/", {"username": name, "password": PASSWORD})
        assert browser.get("/mine/").wsgi_request.user == team.ann


# ------------------------------------------------------------------ requests that no browser sends

CHARSETS = ["utf-16", "utf-7", "latin-1", "unicode_escape", "raw_unicode_escape", "hex", "rot13"]
CHARSETS += ["idna", "punycode", "undefined", "base64", "zlib"]


@pytest.mark.parametrize("charset", [*CHARSETS, "utf-8", "UTF-8"])
def test_other_encodings_are_refused(team, client_of, charset):
    """Before Django reads the request, which it does while it makes an object of it."""
    cookie = client_of(team.ann).cookies[site.SESSION_COOKIE_NAME].OutputString()
    parts = {"version": "0", "save_id": "a1", "other_reason": "\\ud800 odd", "note": "\\ud800"}
    body = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in parts.items()
    )
    app, requests = application(), RequestFactory(HTTP_COOKIE=cookie)
    before = everything()
    for method, path, kind in (
        ("GET", "/mine/?q=%5Cud800", "text/plain"),
        ("GET", "/login/?next=%5Cud800", "text/plain"),
        ("POST", reverse("skip", args=[team.open.pk]), "multipart/form-data; boundary=x"),
        ("POST", reverse("login"), "application/x-www-form-urlencoded"),
    ):
        given = requests.generic(method, path, f"{body}--x--\r\n", "text/plain").environ
        codes = []
        given["CONTENT_TYPE"] = f"{kind}; charset={charset}"
        app(given, lambda status, headers, *_, found=codes: found.append(int(status[:3])))
        fine = {"GET": (200, 302), "POST": (403,)}[method]  # there is no token
        assert codes[0] in ((400,) if charset in CHARSETS else fine)
    assert everything() == before


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
NOTE = b'--x\r\nContent-Disposition: form-data; name="note"'
BODIES = {
    "nothing": (b"", FORM),
    "no type": (b"version=0&save_id=a1&field.answerability=4", ""),
    "json": (b'{"version": 0, "save_id": "a1", "field.answerability": 4}', "application/json"),
    "xml": (b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', "text/xml"),
    "no boundary": (b"--x\r\n\r\n--x--", "multipart/form-data"),
    "long boundary": (b"--x\r\n\r\n--x--", f"multipart/form-data; boundary={'x' * 5000}"),
    "cut off": (NOTE[:-3], PARTS),
    "a file": (NOTE + b'; filename="../../x.py"\r\n\r\nx\r\n--x--\r\n', PARTS),
    "base64": (NOTE + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n", PARTS),
    "not utf-8": (b"version=0&save_id=a1&note=%ff%fe&field.answerability=%ed%a0%80", FORM),
    "raw bytes": (bytes(range(256)), FORM),
    "many fields": (b"&".join(b"x%d=1" % at for at in range(5000)), FORM),
    "many signs": (b"&" * 100_000, FORM),
    "large": (b"note=" + b"x" * 2**20, FORM),
}


@pytest.mark.parametrize("kind", BODIES)
def test_no_body_breaks_a_form_or_is_saved(team, client_of, kind):
    body, content_type = BODIES[kind]
    browsers = {
        role: client_of(who, raise_request_exception=False) for role, who in team.people.items()
    }
    before = everything()
    for name, (args, _) in team.forms().items():
        if name in ("logout", "withdraw", "release", "renewal_link", "deactivate", "activate"):
            continue  # forms without a field
        role = {"task": "rater", "skip": "rater", "undo": "rater", "dispute": "adjudicator"}
        browser = browsers[role.get(name, "admin")]
        response = browser.generic("POST", reverse(name, args=args), body, content_type)
        assert 300 <= response.status_code < 500, name
        strict = client_of(enforce_csrf_checks=True, raise_request_exception=False)
        response = strict.generic("POST", reverse(name, args=args), body, content_type)
        assert 400 <= response.status_code < 500, name
    looked = {"annotate_assignment"}  # the adjudicator has looked at the item
    after = everything()
    assert {t: r for t, r in after.items() if t not in looked} == {
        t: r for t, r in before.items() if t not in looked
    }
    assert not Revision.objects.filter(assignment__in=[team.open.pk]).exists()


def test_a_field_sent_twice_is_not_saved_unseen(team, client_of):
    browser = client_of(team.ann)
    url = reverse("task", args=[team.open.pk])
    sent = {"version": "0", "save_id": "a1", "field.answerability": ["1", "5"]}
    assert browser.post(url, sent).status_code == 422
    sent |= {"field.answerability": "1", "version": ["7", "0"]}
    assert browser.post(url, sent).status_code == 302  # the last one counts, for check and save
    admin = client_of(team.people["admin"])
    role = {"role": ["rater", "admin", "king"]}
    assert admin.post(reverse("role", args=[team.ann.pk]), role).status_code == 422


FORM_VALUES = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    ["0", "1", "-1", "9" * 400, "nan", "inf", "vital", "[]", "null", "\0", '[{"start": "\\ud800"}]']
)
FORM_NAMES = ["version", "save_id", "seconds", "note", "reason", "other_reason", "skip", "next"]
FORM_NAMES += ["field.concepts", "snippets.concepts.vital", "snippets.concepts.optional"]
FORM_NAMES += [f"concept.concepts.{at}" for at in range(3)] + ["role", "username", "password"]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30
)
@given(sent=st.dictionaries(st.sampled_from(FORM_NAMES), st.lists(FORM_VALUES, max_size=3)))
def test_no_form_breaks_the_server(marked_document, client_of, sent):
    ann, root, own = marked_document
    for who, paths in (
        (ann, [f"/task/{own.pk}/", f"/task/{own.pk}/skip/", f"/task/{own.pk}/undo/"]),
        (root, [f"/disputes/{own.item_id}/", "/people/invite/", f"/people/{ann.pk}/role/"]),
        (None, ["/login/"]),
    ):
        browser = client_of(who, raise_request_exception=False)
        for path in paths:
            assert browser.post(path, sent).status_code < 500, path
    Person.objects.filter(pk=ann.pk).update(role="rater")
    Attempts.objects.all().delete()


@pytest.fixture
def marked_document(project, person):
    project("concepts", [Task("k", {"text": "Acid rain damages forests."}, {})], overlap=2)
    ann, ben, root = person("rater", "ann"), person("rater", "ben"), person("admin", "root")
    own = rated(ann, "k", {"concepts": [{"start": 0, "end": 9, "kind": "vital"}]})
    rated(ben, "k", {"concepts": [{"start": 5, "end": 17, "kind": "optional"}]})
    return ann, root, own


SPANS = {
    "half a character as a place": '[{"start": "\\ud800", "end": "\\udfff", "kind": "vital"}]',
    "half a character as a kind": '[{"start": 0, "end": 4, "kind": "\\ud800"}]',
    "half a character as a name": '[{"\\ud800": 0, "end": 4, "kind": "vital"}]',
    "nested": "[" * 900 + "]" * 900,
    "a nested kind": '[{"start": 0, "end": 4, "kind": ' + "[" * 900 + "]" * 900 + "}]",
    "nested more deeply than anybody reads": "[" * 100_000,
    "a nested place": '[{"start": ' + '{"a":' * 900 + "1" + "}" * 900 + ', "end": 4, "kind": 1}]',
    "a huge number": '[{"start": 0, "end": ' + "9" * 4000 + ', "kind": "vital"}]',
    "a number that is none": '[{"start": NaN, "end": Infinity, "kind": "vital"}]',
}


@pytest.mark.parametrize("kind", SPANS)
def test_no_span_breaks_the_page(marked_document, client_of, kind):
    ann, _, own = marked_document
    browser = client_of(ann, raise_request_exception=False)
    sent = {"version": "1", "save_id": "a1", "field.concepts": SPANS[kind]}
    assert browser.post(f"/task/{own.pk}/", sent).status_code == 422
    assert browser.post(f"/task/{own.pk}/skip/", sent).status_code == 422


def test_far_too_many_spans_do_not_keep_the_server_busy(marked_document, client_of):
    """The page that refuses them shows no more than an answer may have."""
    ann, _, own = marked_document
    browser = client_of(ann)
    many = [{"start": at, "end": at + 7, "kind": "vital"} for at in range(20 * MOST_SPANS)]
    sent = {"version": "1", "save_id": "a1", "field.concepts": json.dumps(many)}
    page = browser.post(f"/task/{own.pk}/", sent)
    assert page.status_code == 422
    kept = next(value for value in Page(page.content.decode()).values if value[:2] == "[{")
    assert len(json.loads(kept)) == MOST_SPANS
    typed = {"version": "1", "save_id": "a1", "snippets.concepts.vital": "a\n" * 100_000}
    page = browser.post(f"/task/{own.pk}/", typed)
    assert page.status_code == 422 and "has more than 1,000 lines" in page.content.decode()


def test_long_spans_over_each_other_are_refused(project, person, client_of):
    """Pages show the text of each span, so that a few kilobytes could become gigabytes."""
    text = "word " * 20_000
    many = [{"start": 0, "end": len(text) - 5 * at - 1, "kind": "vital"} for at in range(500)]
    scheme = read_scheme("concepts")
    assert sum(one["end"] for one in many) > MOST_MARKED
    with pytest.raises(InvalidAnswer, match="marks more than 1,000,000 characters in all"):
        check_answer(scheme, {"concepts": many}, {"text": text})
    project("concepts", [{"text": text}])
    browser = client_of(person("rater", "ann"))
    url = browser.get("/work/").url
    sent = {"version": "0", "save_id": "a1", "field.concepts": json.dumps(many)}
    page = browser.post(url, sent)
    assert page.status_code == 422 and len(page.content) < 4 * MOST_MARKED


ODD_PATHS = [
    "/%00", "/task/1%00/", "/static/%00", "/%ff%fe/", "/task/%ff/", "/%ed%a0%80/", "//", "///",
    "//evil.example/work", "//evil.example/login/", "/\\evil.example/", "/./login/../..//",
    "/task/../people/", "/enter//", "/enter/%2f/", "/join/%0d%0aX-Evil:%201/",
    "/enter/" + "x" * 9000,
    "/mine/?page=" + "9" * 5000, "/mine/?page=-1", "/mine/?page=1e9", "/mine/?page=%00",
    "/mine/?q=" + "x" * 9000, "/mine/?q=%00%ff%ed%a0%80", "/mine/?" + "&".join(["q=1"] * 300),
    "/mine/?q=%27%20OR%201=1%20--&order=password&person=1&stage=adjudication&page=1%3BDROP",
    "/disputes/?page=last", "/agreement/?page=0", "/codes/?code=%00%ff",
    "/login/?next=%00//evil.example",
    "/login/?next=" + "/" * 9000, "/export/?final=%00&names[]=1", "/data-sheet/?x=%ff",
]  # fmt: skip


@pytest.mark.parametrize("path", ODD_PATHS, ids=lambda path: path[:40])
def test_no_path_breaks_the_server(team, client_of, path):
    before = everything()
    for role in (None, "rater", "admin"):
        browser = client_of(team.people.get(role), raise_request_exception=False)
        browser.get("/work/") if role == "rater" else None
        before = everything()
        response = browser.generic(
            "GET", path.partition("?")[0], QUERY_STRING=path.partition("?")[2]
        )
        assert response.status_code < 500
        target = response.headers.get("Location", "/")
        assert re.match(r"/(?![/\\])", target), target
        assert "X-Evil" not in response.headers
    assert everything() == before


def test_a_search_finds_nothing_of_others(team, client_of):
    browser = client_of(team.people["other rater"])
    rated(team.ann, "k3", {"answerability": 2}, note="needle of Ann")
    for wanted in ("needle", "' OR '1'='1", "%", "_", "k3", "mill 3", "\\", ".*", "ann"):
        page = browser.get("/mine/", {"q": wanted, "person": team.ann.pk})
        assert (
            "needle of" not in page.content.decode()
            and "mill 3" not in Page(page.content.decode()).says
        )
    assert "1 answer with" in browser.get("/mine/", {"q": "MILL 1"}).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/static/", "/static/annotate/", "/static/annotate", "/static/annotate/../../settings.py",
        "/static/..%2f..%2fsettings.py", "/static//etc/passwd", "/static/annotate/%2e%2e/x.html",
        "/static/../annotate/web/settings.py", "/static/annotate/rate.js/",
        "/static/annotate\\rate.js", "/static/annotate/.htaccess",
        "/static/annotate/rate.js%00.css", "/static/django_htmx/",
    ],
)  # fmt: skip
def test_static_files_are_those_that_pages_name(team, client_of, path):
    response = client_of(raise_request_exception=False).get(path)
    assert response.status_code in (301, 404)
    assert "SECRET" not in response.content.decode()
    script = client_of().get("/static/annotate/rate.js")
    assert script.status_code == 200
    script.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "testserver.evil.example"},
        {"Host": "testserver@evil.example"},
        {"Host": "testserver/evil"},
        {"Host": "evil.example:80:testserver"},
        {"Host": ""},
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "host=evil.example"},
        {"X-Host": "evil.example", "X-Forwarded-Server": "evil.example"},
        {"X-Original-URL": "/login/", "X-Rewrite-URL": "/login/"},
    ],
)
def test_links_never_name_another_host(team, client_of, headers):
    admin = client_of(team.people["admin"])
    response = admin.post("/people/invite/", {"role": "admin"}, headers=headers)
    assert "evil" not in response.content.decode()
    if "Host" in headers:
        assert response.status_code == 400 or "http://testserver/join/" in response.content.decode()
        assert Link.objects.count() == 1 + (response.status_code == 200)
    else:
        assert "http://testserver/join/" in response.content.decode()
    login = client_of().get("/mine/", headers=headers)
    assert login.headers.get("Location", "/").startswith("/")


def test_nothing_is_stored_or_looked_for_that_postgresql_cannot_hold(team, client_of):
    """SQLite would take a NUL character; PostgreSQL ends the request with an error."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    odd = "a\0b"
    with CaptureQueriesContext(connection) as asked:
        client_of().post("/login/", {"username": odd, "password": odd})
        for url, form in (
            (reverse("task", args=[team.open.pk]), {"field.answerability": "4", "note": odd}),
            (reverse("skip", args=[team.done.pk]), {"version": "1", "other_reason": odd}),
        ):
            sent = {"version": "0", "save_id": "a1", **form}
            assert client_of(team.ann).post(url, sent).status_code == 302
        admin = client_of(team.people["admin"])
        admin.post("/people/invite/", {"role": "rater", "note": odd})
        admin.get("/codes/", {"code": odd})
        client_of(team.ann).get("/mine/", {"q": odd, "page": odd})
    assert asked.captured_queries and "\0" not in str(
        [one["sql"] for one in asked.captured_queries]
    )
    assert "\0" not in str(everything()) and "\\x00" not in str(everything())
    assert Link.objects.filter(note="ab").exists()


def test_a_fault_is_logged_without_the_secret_of_a_link(team, client_of, monkeypatch):
    def fail(secret):
        raise OSError("the disk is full")

    (handler,) = (one for one in logging.getLogger("django").handlers if one.filters)
    monkeypatch.setattr(handler, "stream", io.StringIO())
    monkeypatch.setattr(people, "enter", fail)
    path, _ = link_of("enter", team.ann)
    response = client_of(raise_request_exception=False).get(path)
    assert response.status_code == 500 and "the disk is full" not in response.content.decode()
    log = handler.stream.getvalue()
    assert "ERROR Internal Server Error: /enter/…/" in log and "the disk is full" in log
    assert path.split("/")[2] not in log
