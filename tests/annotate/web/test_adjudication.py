"""Disagreements are decided once, by a third person, who does not know who said what."""

from __future__ import annotations

import re

import pytest
from helpers.annotation_work import at_once, rated

from qgauge.annotate.tasks import Task
from qgauge.annotate.web.adjudication import AlreadyDecided, NotAThird, decide, ratings_of
from qgauge.annotate.web.models import Assignment, Item, Project, Revision

TEXT = "Acid rain damages forests. It forms when sulphur meets water in the clouds."
SULPHUR = TEXT.index("sulphur")


def span(words: str, kind: str) -> dict:
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "kind": kind}


def form(value: int | None = None, version: int = 0, save_id: str = "first", **more) -> dict:
    chosen = {} if value is None else {"field.answerability": str(value)}
    return {"version": str(version), "save_id": save_id, **chosen, **more}


def decided(key: str = "k1") -> Assignment | None:
    made = Assignment.objects.filter(item__key=key, stage="adjudication")
    return made.exclude(state="open").first()


@pytest.fixture
def disputed(project, person):
    """Ann and Ben disagree on k1, Ann skipped k3, and they agree on k2."""
    tasks = [
        Task(f"k{at}", {"question": f"Who built mill {at}?"}, {"id": f"q{at}", "system": "finch"})
        for at in range(1, 5)
    ]
    project("answerability", tasks, overlap=2)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    rated(ann, "k1", {"answerability": 1}, note="What mill?")
    rated(ben, "k1", {"answerability": 5})
    for one in (ann, ben):
        rated(one, "k2", {"answerability": 3})
    rated(ann, "k3", {}, skipped="cannot read it")
    rated(ben, "k3", {"answerability": 2})
    rated(ann, "k4", {"answerability": 2})
    return person("adjudicator", "cleo"), ann, ben


def url_of(key: str) -> str:
    return f"/disputes/{Item.objects.get(key=key).pk}/"


def test_the_list_has_what_is_disputed(disputed, client_of):
    page = client_of(disputed[0]).get("/disputes/").content.decode()
    assert re.findall(r"Who built mill \d", page) == ["Who built mill 1", "Who built mill 3"]
    assert "2 items to decide" in page
    for secret in ("ann", "ben", "finch", "r1"):
        assert not re.search(rf"\b{secret}\b", page)


def test_the_page_shows_answers_without_names_or_systems(disputed, client_of):
    page = client_of(disputed[0]).get(url_of("k1")).content.decode()
    for shown in ("Rater A", "Rater B", "Who built mill 1?", "What mill?"):
        assert shown in page
    for secret in ("ann", "ben", "finch", "q1", "k1"):
        assert not re.search(rf"\b{secret}\b", page)
    assert "cannot read it" in client_of(disputed[0]).get(url_of("k3")).content.decode()


def test_raters_see_nothing_of_it(disputed, client_of):
    _, ann, ben = disputed
    for browser in (client_of(ann), client_of(ben)):
        assert browser.get("/disputes/").status_code == 403
        assert browser.get(url_of("k1")).status_code == 403
        assert browser.post(url_of("k1"), form(3)).status_code == 403
    assert client_of().post(url_of("k1"), form(3)).status_code == 302
    assert decided() is None


@pytest.mark.parametrize("key", ["k2", "k4"])
def test_items_without_a_dispute_are_not_found(disputed, client_of, key):
    cleo = client_of(disputed[0])
    assert cleo.get(url_of(key)).status_code == 404
    assert cleo.post(url_of(key), form(3)).status_code == 404
    assert cleo.get("/disputes/99999/").status_code == 404
    assert decided(key) is None


def test_the_form_starts_with_what_the_raters_agree_on(project, person, client_of):
    project("simqg", [{"question": "Who?", "passage": "Ann.", "references": ["Who is it?"]}])
    same = {"fluency": "acceptable", "relevance": "yes", "similarity": "similar"}
    rated(person("rater", "ann"), "key1", {**same, "answerability": "yes"})
    rated(person("rater", "ben"), "key1", {**same, "answerability": "no"})
    page = client_of(person("adjudicator")).get(url_of("key1")).content.decode()
    found = re.findall(r'name="field\.(\w+)" value="(\w+)" checked', page)
    assert found == list(same.items())


def test_a_decision_is_saved_listed_and_can_be_changed(disputed, client_of):
    cleo = client_of(disputed[0])
    assert cleo.post(url_of("k1"), form(4, note="Mill 1 is named.")).url == "/disputes/"
    saved = decided()
    assert (saved.values, saved.person.username) == ({"answerability": 4}, "cleo")
    assert (saved.note, saved.version, saved.state) == ("Mill 1 is named.", 1, "done")
    page = cleo.get("/disputes/").content.decode()
    assert "1 item to decide" in page and '<h2 id="decided">Decided</h2>' in page
    page = cleo.get(url_of("k1")).content.decode()
    assert re.search(r'value="4" checked', page) and 'name="version" value="1"' in page
    assert cleo.post(url_of("k1"), form(2, 1, "second")).status_code == 302
    assert decided().values == {"answerability": 2}
    assert Revision.objects.filter(assignment=saved).count() == 2


def test_a_decision_needs_a_valid_answer(disputed, client_of):
    cleo = client_of(disputed[0])
    for value in (None, 6):
        response = cleo.post(url_of("k1"), form(value, note="kept <b>"))
        assert response.status_code == 422
        assert "kept &lt;b&gt;" in response.content.decode()
    assert decided() is None


def test_what_cannot_be_decided_needs_a_reason(disputed, client_of):
    cleo = client_of(disputed[0])
    assert cleo.post(url_of("k1"), form(3, skip="1", reason="  ")).status_code == 422
    assert decided() is None
    assert cleo.post(url_of("k1"), form(3, skip="1", reason="no  passage")).status_code == 302
    saved = decided()
    assert (saved.state, saved.skipped, saved.values) == ("skipped", "no passage", {})
    assert "cannot be decided: no passage" in cleo.get("/disputes/").content.decode()


def test_a_stale_decision_is_refused_and_the_saved_one_shown(disputed, client_of):
    cleo = client_of(disputed[0])
    cleo.post(url_of("k1"), form(4))
    response = cleo.post(url_of("k1"), form(2, 0, "otherwindow"))
    assert response.status_code == 409
    page = response.content.decode()
    assert "another answer in the meantime" in page
    assert re.search(r'value="2" checked', page) and 'name="version" value="1"' in page
    assert re.search(r"<dt>Answerability</dt><dd>4", page)
    assert decided().values == {"answerability": 4}


def test_a_stale_form_with_a_mistake_stays_stale(disputed, client_of):
    cleo = client_of(disputed[0])
    cleo.post(url_of("k1"), form(4))
    page = cleo.post(url_of("k1"), form(None, 0, "second")).content.decode()
    assert 'name="version" value="0"' in page and 'name="save_id" value="second"' in page


def test_a_save_that_is_sent_twice_counts_once(disputed, client_of):
    cleo = client_of(disputed[0])
    for _ in range(2):
        assert cleo.post(url_of("k1"), form(4)).status_code == 302
    assert decided().version == 1
    changed = cleo.post(url_of("k1"), form(5))
    assert changed.status_code == 409, "a changed answer is not the same save"
    assert decided().values == {"answerability": 4}


@pytest.mark.parametrize("version", ["", "-1", "1e3", "9" * 30, "²"])
def test_a_broken_version_saves_nothing(disputed, client_of, version):
    response = client_of(disputed[0]).post(url_of("k1"), {**form(4), "version": version})
    assert response.status_code == 400
    assert decided() is None


def test_an_adjudicator_who_rated_the_item_may_not_decide(disputed, person, client_of):
    _, ann, _ = disputed
    ann.role = "adjudicator"
    ann.save()
    browser = client_of(ann)
    page = browser.get("/disputes/").content.decode()
    assert "There is nothing for you to decide." in page and "2 more are among the items" in page
    for response in (browser.get(url_of("k1")), browser.post(url_of("k1"), form(3))):
        assert response.status_code == 403
        assert "You are one of the raters of this item." in response.content.decode()
        assert "Rater A" not in response.content.decode()
    assert decided() is None


def test_an_admin_who_still_has_to_rate_the_item_may_not_look(disputed, person, client_of):
    root = person("admin", "root")
    item = Item.objects.get(key="k1")
    Assignment.objects.create(item=item, person=root, stage="rating", position=1)
    assert client_of(root).get(url_of("k1")).status_code == 403
    with pytest.raises(NotAThird):
        decide(item, root, Project.objects.get(), version=0, save_id="x", values={})


def test_the_second_adjudicator_sees_that_it_is_done(disputed, person, client_of):
    dora = client_of(person("adjudicator", "dora"))
    open_page = dora.get(url_of("k1"))
    assert "Save the decision" in open_page.content.decode()
    client_of(disputed[0]).post(url_of("k1"), form(4))
    response = dora.post(url_of("k1"), form(2))
    page = response.content.decode()
    assert response.status_code == 409 and "Somebody else has decided" in page
    page = dora.get(url_of("k1")).content.decode()
    assert "Save the decision" not in page and not re.search(r"\b(ann|ben|cleo)\b", page)
    assert "Who built mill 1" not in dora.get("/disputes/").content.decode()
    assert Assignment.objects.filter(stage="adjudication").exclude(state="open").count() == 1


def test_whoever_has_seen_the_answers_is_not_given_the_item(project, person, client_of):
    project("answerability", [{"question": "Who?"}, {"question": "When?"}], overlap=3)
    for name, value in (("ann", 1), ("ben", 5)):
        rated(person("rater", name), "key1", {"answerability": value})
    cleo, root = person("adjudicator", "cleo"), client_of(person("admin", "root"))
    browser = client_of(cleo)
    assert browser.get(url_of("key1")).status_code == 200
    browser.get("/work/")
    root.post(f"/people/{cleo.pk}/release/")  # gives back what she has not rated
    assert "Release" not in root.get("/people/").content.decode()
    browser.get("/work/")
    given = Assignment.objects.filter(person=cleo, stage="rating")
    assert [one.item.key for one in given] == ["key2"]
    assert browser.post(url_of("key1"), form(4)).status_code == 302
    assert decided("key1").person == cleo


def test_admins_see_names_when_it_is_decided(disputed, person, client_of):
    root = client_of(person("admin", "root"))
    assert not re.search(r"\bann\b", root.get(url_of("k1")).content.decode())
    client_of(disputed[0]).post(url_of("k1"), form(4))
    page = root.get(url_of("k1")).content.decode()
    for name in ("ann", "ben", "cleo"):
        assert re.search(rf"\b{name}\b", page)


def test_of_adjudicators_who_decide_at_once_one_wins(disputed, person):
    item, project = Item.objects.get(key="k1"), Project.objects.get()
    several = [person("adjudicator") for _ in range(4)]
    found = at_once(
        *(
            lambda one=one: decide(
                item, one, project, version=0, save_id=one.username, values={"answerability": 3}
            )
            for one in several
        )
    )
    assert sorted(type(one).__name__ for one in found) == 3 * ["AlreadyDecided"] + ["Assignment"]
    assert Assignment.objects.filter(stage="adjudication").count() == 1
    assert AlreadyDecided in map(type, found)


def test_windows_of_one_adjudicator_at_once_save_once(disputed):
    item, project, cleo = Item.objects.get(key="k1"), Project.objects.get(), disputed[0]
    found = at_once(
        *(
            lambda at=at: decide(
                item, cleo, project, version=0, save_id=f"w{at}", values={"answerability": at}
            )
            for at in (1, 2, 3)
        )
    )
    assert sorted(type(one).__name__ for one in found) == ["Assignment", "Stale", "Stale"]
    winner = next(one for one in found if isinstance(one, Assignment))
    assert decided().values == winner.values and decided().version == 1


def test_letters_do_not_follow_the_raters(project, person):
    made = project("answerability", [{"question": f"Q{at}?"} for at in range(20)], overlap=2)
    ann, ben = person("rater", "ann"), person("rater", "ben")
    for at in range(1, 21):
        rated(ann, f"key{at}", {"answerability": 1})
        rated(ben, f"key{at}", {"answerability": 5})
    orders = [
        tuple(one.person.username for one in ratings_of(item, made)) for item in Item.objects.all()
    ]
    assert set(orders) == {("ann", "ben"), ("ben", "ann")}
    again = [
        tuple(one.person.username for one in ratings_of(item, made)) for item in Item.objects.all()
    ]
    assert again == orders


# ------------------------------------------------------------------ concepts


@pytest.fixture
def marked(project, person):
    """Three people mark a text. Acid rain: vital twice; sulphur: vital, optional, not marked."""
    project("concepts", [Task("doc", {"text": TEXT}, {"id": "d1"})], overlap=3)
    ann, ben, dan = (person("rater", name) for name in ("ann", "ben", "dan"))
    first = span("Acid rain damages forests", "vital")
    rated(ann, "doc", {"concepts": [first, span("sulphur meets water", "vital")]})
    rated(ben, "doc", {"concepts": [first, span("when sulphur meets water", "optional")]})
    rated(dan, "doc", {"concepts": [span("clouds", "optional")]})
    return person("adjudicator", "cleo")


def checked(page: str) -> list[tuple[str, str]]:
    found = re.findall(r'name="(concept[^"]*)" value="([^"]*)" checked', page)
    return [(name.rpartition(".")[2], value) for name, value in found]


def test_concepts_start_from_the_votes(marked, client_of):
    page = client_of(marked).get(url_of("doc")).content.decode()
    assert page.count("<fieldset") == 3
    for votes in ("2 vital, 1 none", "1 vital, 1 optional, 1 none", "1 optional, 2 none"):
        assert votes in page
    sulphur = f"{SULPHUR}-{SULPHUR + 19}"
    # the tie between vital, optional and none goes to the first; two of three left out the clouds
    assert checked(page) == [("1", "0-25 vital"), ("2", f"{sulphur} vital"), ("3", "none")]
    assert (
        "<sup>1</sup>" in page and '<mark class="raters2">Acid rain damages forests</mark>' in page
    )


def test_chosen_concepts_are_saved_and_shown_again(marked, client_of):
    cleo = client_of(marked)
    wide = f"{SULPHUR - 5}-{SULPHUR + 19}"
    sent = {
        "concept.concepts.1": "0-25 optional",
        "concept.concepts.2": f"{wide} vital",
        "concept.concepts.3": "none",
    }
    response = cleo.post(url_of("doc"), form(**sent))
    assert response.status_code == 302
    expected = [
        span("Acid rain damages forests", "optional"),
        span("when sulphur meets water", "vital"),
    ]
    assert decided("doc").values == {"concepts": expected}
    page = cleo.get(url_of("doc")).content.decode()
    assert checked(page) == [("1", "0-25 optional"), ("2", f"{wide} vital"), ("3", "none")]


@pytest.mark.parametrize("value", ["0-999 vital", "9-0 vital", "0-25 huge", "0-0 vital"])
def test_impossible_concepts_are_refused(marked, client_of, value):
    response = client_of(marked).post(url_of("doc"), form(**{"concept.concepts.1": value}))
    assert response.status_code == 422 and decided("doc") is None


def test_a_mark_without_words_is_not_lost(project, person, client_of):
    project("concepts", [Task("doc", {"text": "It is so."}, {"id": "d1"})], overlap=2)
    rated(person("rater", "ann"), "doc", {"concepts": [{"start": 0, "end": 5, "kind": "vital"}]})
    rated(person("rater", "ben"), "doc", {}, skipped="empty")
    page = client_of(person("adjudicator")).get(url_of("doc")).content.decode()
    assert checked(page) == [("1", "0-5 vital")]
