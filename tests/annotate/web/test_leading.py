"""What admins see: the state of the project, agreement, exports."""

from __future__ import annotations

import json
import re

import pytest
from helpers.annotation_work import rated

from qgauge.annotate.tasks import Task
from qgauge.annotate.web import live
from qgauge.annotate.web.models import Assignment

ADMIN_PAGES = ["/overview/", "/agreement/", "/export/", "/data-sheet/", "/codes/"]


def text_of(response) -> str:
    """The words of a page, without tags, on one line."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(words.split())


@pytest.fixture
def four(project, person):
    """Four questions, two raters, one item on which they disagree, and one gold item.

    Ann says 1 1 5 5, Ben 1 1 5 1: three of four equal. By chance: half of Ann's are 1 and three
    quarters of Ben's, so .5 * .75 + .5 * .25 = .5, and kappa is (.75 - .5) / (1 - .5) = .5.
    """
    tasks = [
        Task(f"k{at}", {"question": f"Who built mill {at}?"}, {"id": f"q{at}", "system": "finch"})
        for at in range(1, 5)
    ]
    gold = Task("gold", {"question": "Who?"}, {"id": "g"}, gold={"answerability": 4})
    project("answerability", [*tasks, gold], overlap=2)
    admin, ann, ben = person("admin", "root"), person("rater", "ann"), person("rater", "ben")
    for one, said in ((ann, [1, 1, 5, 5]), (ben, [1, 1, 5, 1])):
        for at, value in enumerate(said, 1):
            seconds = 10.0 * at
            rated(one, f"k{at}", {"answerability": value}, seconds=seconds, note=f"by {at}")
    rated(ann, "gold", {"answerability": 4}, seconds=25.0)
    rated(ben, "gold", {}, skipped="too hard")
    return admin, ann, ben


@pytest.mark.parametrize("page", ADMIN_PAGES)
def test_pages_are_for_admins_only(four, person, client_of, page):
    admin, ann, _ = four
    assert client_of(admin).get(page).status_code == 200
    assert client_of(admin).post(page).status_code == 405
    assert client_of(ann).get(page).status_code == 403
    assert client_of(person("adjudicator")).get(page).status_code == 403
    assert client_of().get(page).url == f"/login/?next={page}"


def test_overview_counts_ratings_and_people(four, client_of):
    admin, _, _ = four
    page = text_of(client_of(admin).get("/overview/"))
    assert "8 of 8 ratings (100 %)" in page and "All ratings are there." in page
    assert "Gold items 1, given to everybody" in page
    # rated, open, skipped, reasons, median of 10 20 30 40 and 25 seconds, right on gold items
    assert re.search(r"ann 5 0 0 – 25 s 1\.000", page)
    assert "ben 4 0 1 too hard (1) 25 s – no gold task rated yet" in page
    assert "Who built mill 4?" in page and "finch" not in page


def test_overview_says_what_is_missing_and_why(project, person, client_of):
    project("answerability", [{"question": f"Q{at}?"} for at in range(4)], overlap=2)
    admin, ann, ben = person("admin", "root"), person("rater", "ann"), person("rater", "ben")
    rated(ann, "key1", {"answerability": 2})
    rated(ann, "key2", {}, skipped="damaged")
    assert client_of(ben).get("/work/").status_code == 302  # Ben is given all four
    page = text_of(client_of(admin).get("/overview/"))
    # needed 8; one done; Ben has 4; Ann skipped 1; keys 3 and 4 lack a second rater
    assert "1 of 8 ratings (12 %)" in page
    assert "Missing: 7 ratings of 4 items. 4 are with raters who have not saved yet" in page
    assert "2 have not been given to anybody, and 1 was skipped." in page
    assert "ben 0 4 0" in page


def test_an_empty_project_has_pages(project, person, client_of):
    project("concepts", [])
    admin = client_of(person("admin"))
    for page in [*ADMIN_PAGES, "/disputes/", "/people/"]:
        assert admin.get(page).status_code == 200, page
    assert "Nobody has begun." in text_of(admin.get("/overview/"))
    assert "No item has two ratings yet." in text_of(admin.get("/agreement/"))


def test_agreement_shows_numbers_computed_by_hand(four, client_of):
    admin, _, _ = four
    response = client_of(admin).get("/agreement/")
    page = text_of(response)
    assert "From 4 of 4 items" in page and "the 1 gold item and training do not count" in page
    why = "no interval: fewer than 5 clusters"
    assert f" κ .500 n = 4 {why}" in page
    assert f"full agreement .750 n = 4 {why}" in page
    assert "ann ben .500 n = 4" in page
    assert "Who built mill 4? 2 answerability 1.000 open" in page
    assert "Who built mill 3?" not in page
    item = Assignment.objects.get(item__key="k4", person__username="ann").item_id
    assert f'href="/disputes/{item}/"' in response.content.decode()


def test_agreement_shows_intervals(project, person, client_of):
    tasks = [{"question": f"Who built mill {at}?"} for at in range(8)]
    project("answerability", tasks, overlap=2)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    for at in range(1, 9):
        rated(ann, f"key{at}", {"answerability": 1 if at < 5 else 5})
        rated(ben, f"key{at}", {"answerability": 1 if at < 6 else 5})
    page = text_of(client_of(person("admin")).get("/agreement/"))
    # 7 of 8 equal; by chance .5 * .625 + .5 * .375 = .5, so kappa is (.875 - .5) / .5 = .75
    assert re.search(r" κ \.750 \[-?\.\d{3}, \d?\.\d{3}\] n = 8", page)
    assert re.search(r"full agreement \.875 \[\.\d{3}, 1\.000\] n = 8", page)


def test_agreement_follows_every_save(four, client_of):
    admin, _, ben = four
    browser = client_of(admin)
    assert "Who built mill 4?" in text_of(browser.get("/agreement/"))
    rated(ben, "k4", {"answerability": 5})
    page = text_of(browser.get("/agreement/"))
    assert "The raters agree on everything." in page and "full agreement 1.000" in page


def test_a_state_that_took_long_is_shown_for_a_while(four, client_of, monkeypatch):
    admin, _, ben = four
    browser = client_of(admin)
    monkeypatch.setattr(live, "SLOW_SECONDS", 0.0)
    monkeypatch.setattr(live, "REST", 1e9)
    assert "1 item to decide" in text_of(browser.get("/disputes/"))
    rated(ben, "k4", {"answerability": 5})
    assert "Who built mill 4?" in text_of(browser.get("/agreement/"))
    monkeypatch.setattr(live, "REST", 0)
    assert "The raters agree on everything." in text_of(browser.get("/agreement/"))


def test_agreement_gives_reasons_for_missing_numbers(project, person, client_of):
    project("answerability", [{"question": "Who?"}], overlap=2)
    rated(person("rater", "ann"), "key1", {"answerability": 1})
    page = text_of(client_of(person("admin")).get("/agreement/"))
    assert "– no row has two ratings" in page
    assert "Still missing: 1 rating. 1 item has fewer than two ratings" in page


def lines(response) -> list[dict]:
    return [json.loads(line) for line in response.getvalue().decode().splitlines()]


def test_export_has_pseudonyms_unless_names_are_asked_for(four, client_of):
    browser = client_of(four[0])
    response = browser.get("/export/")
    assert response["Content-Disposition"] == 'attachment; filename="trial-ratings.jsonl"'
    rows = lines(response)
    assert [row["id"] for row in rows] == ["q1", "q2", "q3", "q4"]
    assert [row["id"] for row in lines(browser.get("/export/?gold=1"))][4:] == ["g"]
    assert rows[0]["raters"] == ["r1", "r2"] and rows[0]["system"] == "finch"
    assert sorted(rows[3]["ratings"]["answerability"]) == [1, 5]
    assert "notes" not in rows[0]

    people = text_of(browser.get("/people/"))
    who = {"ann": 5, "ben": 1}
    for name, value in who.items():
        pseudonym = re.search(rf"{name} (r\d)", people)[1]
        at = rows[3]["raters"].index(pseudonym)
        assert rows[3]["ratings"]["answerability"][at] == value

    named = lines(browser.get("/export/?names=1&notes=1"))
    assert named[3]["raters"] == ["ann", "ben"] and named[3]["notes"] == ["by 4", "by 4"]
    assert named[3]["ratings"] == {"answerability": [5, 1]}
    final = lines(browser.get("/export/?final=1"))
    assert final[3]["ratings"] == {"answerability": [3.0]}


def test_the_data_sheet_is_markdown_without_names(four, client_of):
    response = client_of(four[0]).get("/data-sheet/")
    sheet = response.content.decode()
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert sheet.startswith("# ") and "answerability" in sheet
    assert not re.search(r"\b(ann|ben|root)\b", sheet)


def test_codes_say_who_finished_which_text(project, person, client_of):
    from qgauge.annotate.web.codes import code_of

    content = {"sentences": ["A.", "B."], "anchor": 1, "answer_sentence": 2, "question": "Why?"}
    project("qud", [Task("e1", content, {}, cluster="essay 1")])
    ann, admin = person("rater", "ann"), client_of(person("admin"))
    rated(ann, "e1", {"language": "no"})
    code = code_of(ann, "essay 1")
    page = text_of(admin.get("/codes/", {"code": f" {code.lower()} "}))
    assert "The code is right: ann has finished" in page and "essay 1" in page
    assert "Nobody has got this code." in text_of(admin.get("/codes/", {"code": "AAAA-AAAA"}))
    assert "Nobody" not in text_of(admin.get("/codes/"))


def test_hostile_texts_are_shown_as_texts(project, person, client_of):
    hostile = "<img src=x onerror=alert(1)>{{ 7|add:7 }}"
    project("answerability", [{"question": hostile}], overlap=2, name=hostile)
    ann, ben = person("rater", f"{hostile}a"), person("rater", f"{hostile}b")
    rated(ann, "key1", {"answerability": 1}, note=hostile)
    rated(ben, "key1", {}, skipped=hostile)
    admin = client_of(person("admin", "root"))
    item = Assignment.objects.first().item_id
    for url in ["/overview/", "/agreement/", "/people/", "/disputes/", f"/disputes/{item}/"]:
        page = admin.get(url).content.decode()
        assert "<img" not in page and "&lt;img" in page, url
        assert "{{ 7|add:7 }}" in page
