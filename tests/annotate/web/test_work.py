"""The pages on which people rate."""

from __future__ import annotations

import re
from itertools import count

import pytest

from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.tasks import Task

HOSTILE = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>{{ 7|add:7 }}"
_ids = count(1)


def answer(version=0, **values):
    """Return what a form sends."""
    sent = {f"field.{name}": value for name, value in values.items()}
    return {**sent, "version": str(version), "save_id": f"save{next(_ids)}"}


def own(person, position=1):
    return person.assignments.get(position=position)


@pytest.fixture
def ann(person):
    return person("rater", "ann")


@pytest.fixture
def browser(client_of, ann):
    return client_of(ann)


def begin_work(browser):
    return browser.get("/work/", follow=True)


# ------------------------------------------------------------------ saving


def test_a_rater_saves_and_gets_the_next_task(project, browser, ann):
    project("answerability", [{"question": "Who?"}, {"question": "When?"}])
    assert "Who?" in begin_work(browser).content.decode()
    first = own(ann)
    sent = browser.post(f"/task/{first.pk}/", answer(answerability="4"), follow=True)
    assert "When?" in sent.content.decode()
    assert sent.redirect_chain == [(f"/task/{own(ann, 2).pk}/", 302)]
    first.refresh_from_db()
    assert (first.values, first.state, first.version) == ({"answerability": 4}, "done", 1)


def test_after_the_last_task_all_is_done(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    sent = browser.post(f"/task/{own(ann).pk}/", answer(answerability="4"), follow=True)
    assert "All done" in sent.content.decode()
    assert "1 of 1" in sent.content.decode()


def test_a_project_without_tasks_says_so(project, browser):
    project("answerability", [])
    assert "Nothing to rate" in begin_work(browser).content.decode()


def test_an_invalid_answer_is_refused_and_nothing_typed_is_lost(project, browser, ann):
    project("qgeval", [{"passage": "Ann built it.", "answer": "Ann", "question": "Who?"}])
    begin_work(browser)
    sent = answer(fluency="3", clarity="9") | {"note": "keep <me>", "save_id": "mine1"}
    page = browser.post(f"/task/{own(ann).pk}/", sent)
    text = page.content.decode()
    assert page.status_code == 422
    assert "&#x27;9&#x27; is not one of 1, 2, 3" in text
    assert text.count("choose one") == 5  # of seven dimensions, one is right and one is wrong
    assert 'id="fluency.3" name="field.fluency" value="3" checked' in text
    assert "keep &lt;me&gt;" in text
    assert 'name="save_id" value="mine1"' in text
    assert own(ann).version == 0


def test_a_note_that_is_too_long_is_refused_not_cut(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    sent = answer(answerability="4") | {"note": "n" * 5001}
    page = browser.post(f"/task/{own(ann).pk}/", sent)
    assert page.status_code == 422
    assert "5,001 characters" in page.content.decode()
    assert own(ann).version == 0


def test_note_and_time_are_saved(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    sent = answer(answerability="4") | {"note": " a\r\nb\0 ", "seconds": "12.5"}
    browser.post(f"/task/{own(ann).pk}/", sent)
    assert (own(ann).note, own(ann).seconds) == ("a\nb", 12.5)


@pytest.mark.parametrize("seconds", ["", "nan", "-3", "soon"])
def test_a_strange_time_counts_as_none(project, browser, ann, seconds):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(answerability="4") | {"seconds": seconds})
    assert own(ann).seconds == 0


@pytest.mark.parametrize(
    "change",
    [
        *({"version": version} for version in ("", "²", "-1", "9" * 10)),
        *({"save_id": save_id} for save_id in ("", "x" * 65, "a\0")),
    ],
)
def test_a_form_that_this_app_did_not_make_is_refused(project, browser, ann, change):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    page = browser.post(f"/task/{own(ann).pk}/", answer(answerability="4") | change)
    assert page.status_code == 400
    assert own(ann).version == 0


def test_a_save_sent_twice_counts_once(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    sent = answer(answerability="4")
    for _ in range(2):
        assert browser.post(f"/task/{own(ann).pk}/", sent).status_code == 302
    assert (own(ann).version, own(ann).revisions.count()) == (1, 1)


def test_a_stale_save_is_refused_and_both_answers_are_shown(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    first = own(ann)
    browser.post(f"/task/{first.pk}/", answer(answerability="4"))
    page = browser.post(f"/task/{first.pk}/", answer(answerability="2") | {"note": "typed"})
    text = page.content.decode()
    assert page.status_code == 409
    assert own(ann).values == {"answerability": 4}
    assert re.search(r"<dt>Answerability</dt><dd>4", text)
    assert 'value="2" checked' in text
    assert "typed" in text
    # the form on the page starts from the latest version: the person can choose the other answer
    version = re.search(r'name="version" value="(\d+)"', text)[1]
    browser.post(f"/task/{first.pk}/", answer(int(version), answerability="2"))
    assert (own(ann).values, own(ann).version) == ({"answerability": 2}, 2)


def test_a_stale_skip_is_refused_and_can_be_repeated(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    first = own(ann)
    browser.post(f"/task/{first.pk}/", answer(answerability="4"))
    page = browser.post(f"/task/{first.pk}/skip/", answer() | {"other_reason": "too hard"})
    assert page.status_code == 409
    assert own(ann).state == "done"
    assert 'name="other_reason" value="too hard"' in page.content.decode()
    browser.post(f"/task/{first.pk}/skip/", answer(1) | {"other_reason": "too hard"})
    assert own(ann).skipped == "too hard"


def test_an_own_answer_can_be_changed(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(answerability="4"))
    page = browser.get(f"/task/{own(ann).pk}/").content.decode()
    assert 'value="4" checked' in page
    browser.post(f"/task/{own(ann).pk}/", answer(1, answerability="5"))
    assert own(ann).values == {"answerability": 5}


# ------------------------------------------------------------------ skipping and undo


def test_skipping_needs_a_reason(project, browser, ann):
    project("answerability", [{"question": "Who?"}, {"question": "When?"}])
    begin_work(browser)
    first = own(ann)
    page = browser.post(f"/task/{first.pk}/skip/", answer(answerability="4") | {"note": "n1"})
    assert page.status_code == 422
    assert "Say why" in page.content.decode()
    assert 'value="4" checked' in page.content.decode()
    assert "n1" in page.content.decode()
    page = browser.post(
        f"/task/{first.pk}/skip/", answer() | {"reason": "odd", "other_reason": "", "note": "n1"}
    )
    assert page["Location"] == f"/task/{own(ann, 2).pk}/"
    first.refresh_from_db()
    assert (first.state, first.skipped, first.values, first.note) == ("skipped", "odd", {}, "n1")


def test_undo_takes_a_save_back_and_keeps_it_in_the_form(project, browser, ann):
    project("answerability", [{"question": "Who?"}, {"question": "When?"}])
    begin_work(browser)
    first = own(ann)
    page = browser.post(f"/task/{first.pk}/", answer(answerability="4"), follow=True)
    assert f'action="/task/{first.pk}/undo/"' in page.content.decode()
    page = browser.post(f"/task/{first.pk}/undo/", answer(1), follow=True)
    first.refresh_from_db()
    assert (first.state, first.values, first.version) == ("open", {}, 2)
    assert 'value="4" checked' in page.content.decode()
    assert "taken this answer back" in page.content.decode()
    browser.post(f"/task/{first.pk}/", answer(2, answerability="1"))
    assert own(ann).values == {"answerability": 1}


def test_undo_of_a_change_gives_the_answer_before(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    for version, value in enumerate("45"):
        browser.post(f"/task/{own(ann).pk}/", answer(version, answerability=value))
    browser.post(f"/task/{own(ann).pk}/undo/", answer(2))
    assert (own(ann).values, own(ann).state, own(ann).version) == ({"answerability": 4}, "done", 3)


def test_a_stale_undo_changes_nothing(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    for version, value in enumerate("45"):
        browser.post(f"/task/{own(ann).pk}/", answer(version, answerability=value))
    assert browser.post(f"/task/{own(ann).pk}/undo/", answer(1)).status_code == 409
    assert own(ann).values == {"answerability": 5}


def test_nothing_is_undone_before_the_first_save(project, browser, ann):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/undo/", answer(0))
    assert own(ann).version == 0


@pytest.mark.parametrize("page", ["skip", "undo"])
def test_reloading_an_action_leads_back_to_the_task(project, browser, ann, page):
    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    number = own(ann).pk
    assert browser.get(f"/task/{number}/{page}/")["Location"] == f"/task/{number}/"


# ------------------------------------------------------------------ who sees what


@pytest.mark.parametrize("page", ["task/{}/", "task/{}/skip/", "task/{}/undo/", "feedback/{}/"])
def test_nobody_opens_the_task_of_another(project, browser, ann, person, client_of, page):
    project("answerability", [{"question": "Secret of Ann?"}])
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(answerability="4"))
    address = f"/{page.format(own(ann).pk)}"
    bob = client_of(person("rater", "bob"))
    sent = answer(1, answerability="1") | {"reason": "r"}
    assert bob.get(address).status_code == 404
    assert bob.post(address, sent).status_code in (404, 405)
    assert (own(ann).values, own(ann).version) == ({"answerability": 4}, 1)


@pytest.mark.parametrize(
    "page",
    ["work/", "task/1/", "task/1/skip/", "task/1/undo/", "feedback/1/", "mine/", "guidelines/"],
)
def test_strangers_are_sent_to_the_login(project, client_of, page):
    project("answerability", [{"question": "Who?"}])
    answered = client_of().get(f"/{page}")
    assert answered["Location"] == f"/login/?next=/{page}"


def test_adjudication_has_pages_of_its_own(project, browser, ann):
    from qgauge.annotate.web.models import Assignment

    project("answerability", [{"question": "Who?"}])
    begin_work(browser)
    ann.assignments.update(stage=Assignment.Stage.ADJUDICATION)
    assert browser.get(f"/task/{own(ann).pk}/").status_code == 404


def test_forms_need_the_token(project, ann, client_of):
    project("answerability", [{"question": "Who?"}])
    browser = client_of(ann, enforce_csrf_checks=True)
    begin_work(browser)
    for page in ("", "skip/", "undo/"):
        sent = answer(answerability="4") | {"reason": "r"}
        assert browser.post(f"/task/{own(ann).pk}/{page}", sent).status_code == 403
    assert own(ann).version == 0


def all_pages(browser, ann):
    """Return the HTML of every page that a rater sees for their first task, before and after."""
    number = own(ann).pk
    paths = ["/work/", f"/task/{number}/", "/mine/", "/guidelines/", f"/feedback/{number}/"]
    return [browser.get(path, follow=True).content.decode() for path in paths]


@pytest.mark.parametrize("scheme", ["qgeval", "qud", "pairs"])
def test_raters_never_see_systems_ids_ratings_or_gold(project, browser, ann, scheme):
    contents = {
        "qgeval": {"passage": "Ann built it.", "answer": "Ann", "question": "Who?"},
        "qud": {"sentences": ["A.", "B."], "anchor": 1, "answer_sentence": 2, "question": "Why?"},
        "pairs": {"question_a": "Who?", "question_b": "When?"},
    }
    hidden = {"id": "zz-id-zz", "system": "zz-system-zz", "ratings": {"fluency": ["zz-rating"]}}
    gold = {"fluency": 1, "language": "no", "better": "a"}
    tasks = [
        Task(f"zz-key-{at}", contents[scheme], hidden, "zz-cluster", gold, "zz-why")
        for at in range(2)
    ]
    project(scheme, tasks)
    begin_work(browser)
    good = {
        "qgeval": {field.name: "2" for field in read_scheme("qgeval").fields},
        "qud": {"language": "no"},
        "pairs": {"better": "b"},
    }[scheme]
    pages = all_pages(browser, ann)
    for position in (1, 2):
        sent = browser.post(f"/task/{own(ann, position).pk}/", answer(**good), follow=True)
        pages.append(sent.content.decode())
    assert own(ann, 2).state == "done"
    pages += all_pages(browser, ann)
    for page in pages:
        assert "zz-" not in page


def test_raters_never_see_answers_of_others(project, browser, ann, person, client_of):
    project("answerability", [{"question": "Who?"}], overlap=2)
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(answerability="4") | {"note": "zz-note"})
    bob = person("rater", "bob")
    other = client_of(bob)
    begin_work(other)
    for page in all_pages(other, bob):
        assert "zz-note" not in page
        assert "checked" not in page.replace('id="single-keys" checked', "")


# ------------------------------------------------------------------ hostile text


def is_harmless(page):
    return not re.search(r"<script>alert|<img", page)


@pytest.mark.parametrize("scheme", ["qgeval", "qud", "pairs", "concepts"])
def test_hostile_text_shows_as_text(project, browser, ann, scheme):
    content = {
        "qgeval": {"passage": HOSTILE, "answer": HOSTILE, "question": HOSTILE},
        "qud": {"sentences": [HOSTILE] * 3, "anchor": 1, "answer_sentence": 3, "question": HOSTILE},
        "pairs": {"passage": HOSTILE, "question_a": HOSTILE, "question_b": HOSTILE},
        "concepts": {"text": HOSTILE},
    }[scheme]
    project(scheme, [Task(HOSTILE, content, {}, HOSTILE)], name=HOSTILE)
    begin_work(browser)
    number = own(ann).pk
    fields = [field.name for field in read_scheme(scheme).fields]
    bad = answer(**dict.fromkeys(fields, HOSTILE)) | {"note": HOSTILE, "reason": HOSTILE}
    pages = all_pages(browser, ann)
    refused = browser.post(f"/task/{number}/", bad)
    assert refused.status_code == 422
    pages.append(refused.content.decode())
    browser.post(f"/task/{number}/skip/", answer() | {"other_reason": HOSTILE, "note": HOSTILE})
    assert own(ann).skipped == HOSTILE
    stale = answer() | {"other_reason": HOSTILE, "note": HOSTILE}
    both = browser.post(f"/task/{number}/skip/", stale)
    assert both.status_code == 409
    pages.append(both.content.decode())
    pages.append(browser.get("/mine/", {"q": HOSTILE}).content.decode())
    assert "1 answer" in pages[-1]
    pages += all_pages(browser, ann)
    for page in pages:
        assert is_harmless(page)


def test_pages_hold_no_inline_script_or_style(project, browser, ann):
    project("concepts", [{"text": "Dew forms at night."}])
    begin_work(browser)
    for page in all_pages(browser, ann):
        assert not re.search(r"<script(?![^>]* src=)(?![^>]*application/json)", page)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)


# ------------------------------------------------------------------ schemes


def qud_tasks(count, cluster="pool"):
    return [
        Task(
            f"{cluster}{at}",
            {
                "sentences": ["One.", "Two.", "Three.", "Four.", "Five."],
                "anchor": 2,
                "answer_sentence": 4,
                "question": f"Why {at}?",
            },
            {},
            cluster,
        )
        for at in range(1, count + 1)
    ]


ALL_YES = {
    "language": "yes",
    "compatibility": "direct",
    "givenness": "no_new_concepts",
    "relevance": "fully_grounded",
}


def test_an_article_shows_context_anchor_and_answer(project, browser):
    project("qud", qud_tasks(1))
    page = begin_work(browser).content.decode()
    roles = re.findall(r'<li value="(\d)" class="(\w+)', page.split('class="asks"')[0])
    assert roles == [
        ("1", "context"),
        ("2", "anchor"),
        ("3", "between"),
        ("4", "answer"),
        ("5", "after"),
    ]


def test_finished_blocks_are_marked_and_the_current_one_is_open(project, browser, ann):
    project("qud", qud_tasks(3))
    begin_work(browser)
    page = browser.post(f"/task/{own(ann).pk}/", answer(**ALL_YES), follow=True).content.decode()
    blocks = re.findall(r'<li class="(block[^"]*)"', page)
    assert blocks == ["block is-done", "block is-current", "block"]
    assert page.count('id="answer"') == 1


def test_after_a_no_the_other_criteria_are_not_asked(project, browser, ann):
    project("qud", qud_tasks(1))
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(**ALL_YES | {"language": "no"}))
    assert own(ann).values == {"language": "no"}


def test_an_article_ends_with_the_table_and_a_code(project, browser, ann, person, client_of):
    from qgauge.annotate.web.codes import whose_code

    project("qud", [*qud_tasks(2), *qud_tasks(1, "ferry")], overlap=2)
    begin_work(browser)
    issues = {"other_issues": ["redundant", "generic"], "issue_text": "vague"}
    browser.post(f"/task/{own(ann, 1).pk}/", answer(**ALL_YES, **issues))
    early = browser.get(f"/feedback/{own(ann, 1).pk}/").content.decode()
    assert "not answered yet" in early
    assert 'id="code"' not in early
    last = answer(language="no", several_questions=["yes"])
    page = browser.post(f"/task/{own(ann, 2).pk}/", last, follow=True)
    assert page.redirect_chain == [(f"/feedback/{own(ann, 2).pk}/", 302)]
    text = page.content.decode()
    rows = re.findall(r"<tr>(.*?)</tr>", text, re.S)
    cells = [[re.sub("<.*?>", "", one) for one in re.findall("<t[dh].*?</t[dh]>", r)] for r in rows]
    assert cells[0] == [
        *("Question", "1. Language", "2. Compatibility", "3. Givenness", "4. Relevance"),
        *("Other issues", "Issue text", "Several questions"),
    ]
    assert cells[1] == [
        *("1 Why 1?", "Yes", "Direct", "Nothing new", "Fully grounded"),
        *("Redundant, Too generic", "vague", "no"),
    ]
    skipped = ["skipped"] * 4
    assert cells[2] == ["2 Why 2?", "No", *skipped, "", "Several questions in one"]
    code = re.search(r'id="code" value="([A-Z2-7]{4}-[A-Z2-7]{4})"', text)[1]
    assert whose_code(f" {code.lower()} ") == (ann, "pool")
    assert whose_code("AAAA-AAAA") is None
    bob = person("rater", "bob")
    other = client_of(bob)
    begin_work(other)
    for position in (1, 2):
        page = other.post(f"/task/{own(bob, position).pk}/", answer(language="no"), follow=True)
    assert code not in page.content.decode()


def test_a_skipped_task_finishes_an_article_too(project, browser, ann):
    project("qud", qud_tasks(1))
    begin_work(browser)
    sent = answer() | {"other_reason": "damaged"}
    page = browser.post(f"/task/{own(ann).pk}/skip/", sent, follow=True).content.decode()
    assert "Skipped: damaged" in page
    assert 'id="code"' in page


def test_spans_are_saved_in_code_points(project, browser, ann):
    text = "\U0001f4a7 dew and \U0001f319 night"
    project("concepts", [{"text": text}])
    begin_work(browser)
    spans = (
        '[{"start": 0, "end": 5, "kind": "vital"}, {"start": 10, "end": 17, "kind": "optional"}]'
    )
    browser.post(f"/task/{own(ann).pk}/", answer(concepts=spans))
    saved = own(ann).values["concepts"]
    assert [text[one["start"] : one["end"]] for one in saved] == [
        "\U0001f4a7 dew",
        "\U0001f319 night",
    ]
    page = browser.get(f"/task/{own(ann).pk}/").content.decode()
    assert '<mark class="kind1">\U0001f4a7 dew</mark> and <mark class="kind2">' in page


def test_the_text_of_a_document_reaches_scripts_unchanged(project, browser):
    import json

    text = "One\r\nline </script> & \u2028 more \U0001f319"
    project("concepts", [{"text": text}])
    page = begin_work(browser).content.decode()
    found = re.search(r'<script id="document-text" type="application/json">(.*?)</script>', page)
    assert json.loads(found[1]) == text


def test_without_scripts_spans_are_typed_as_texts(project, browser, ann):
    text = "dew falls.\nThe dew is dew"
    project("concepts", [{"text": text}])
    begin_work(browser)
    sent = answer(concepts="[]") | {
        "snippets.concepts.vital": "dew\r\nfalls. The",
        "snippets.concepts.optional": "dew\n\n",
    }
    browser.post(f"/task/{own(ann).pk}/", sent)
    places = [(one["start"], one["end"], one["kind"]) for one in own(ann).values["concepts"]]
    assert places == [(0, 3, "vital"), (4, 14, "vital"), (15, 18, "optional")]
    page = browser.post(f"/task/{own(ann).pk}/", sent | {"snippets.concepts.vital": "rain"})
    assert page.status_code == 422
    assert "“rain” is not in the text" in page.content.decode()


def test_typed_spans_stay_where_they_were(project, browser, ann):
    project("concepts", [{"text": "dew and dew"}])
    begin_work(browser)
    sent = answer(concepts='[{"start": 8, "end": 11, "kind": "vital"}]')
    browser.post(
        f"/task/{own(ann).pk}/",
        sent | {"snippets.concepts.vital": "dew", "snippets.concepts.optional": ""},
    )
    assert own(ann).values["concepts"] == [{"start": 8, "end": 11, "kind": "vital"}]


@pytest.mark.parametrize(
    "sent", ["{", "7", '"x"', '[{"start": -1}]', "[[]]", '[{"start": 0, "end": 99, "kind": []}]']
)
def test_damaged_spans_are_refused(project, browser, ann, sent):
    project("concepts", [{"text": "dew and dew"}])
    begin_work(browser)
    page = browser.post(f"/task/{own(ann).pk}/", answer(concepts=sent))
    assert page.status_code == 422
    assert own(ann).version == 0


@pytest.mark.parametrize(
    "name", ["qgeval", "answerability", "simqg", "qud", "qud_similarity", "concepts", "pairs"]
)
def test_every_scheme_shows_its_form_guidelines_and_examples(project, browser, name):
    scheme = read_scheme(name)
    project(name, [scheme.examples[0].content])
    page = begin_work(browser).content.decode()
    for field in scheme.fields:
        assert f'data-field="{field.name}"' in page
    assert page.count("<summary>Example") == len(scheme.examples)
    assert page.count("<label") == page.count("</label>")


def test_a_rubric_is_a_form(project, browser, ann):
    project("rubric:clarity", [{"passage": "Ann built it.", "question": "Who?", "answer": "Ann"}])
    assert 'name="field.clarity" value="3"' in begin_work(browser).content.decode()
    browser.post(f"/task/{own(ann).pk}/", answer(clarity="2"))
    assert own(ann).values == {"clarity": 2}


# ------------------------------------------------------------------ training


def gold_tasks():
    return [
        Task(f"k{at}", {"question": f"Q{at}?"}, {}, "", gold, f"because {at}")
        for at, gold in enumerate([{"answerability": 5}, {"answerability": 1}, None], 1)
    ]


def test_training_shows_the_right_answer_and_a_summary(project, browser, ann):
    project("answerability", gold_tasks(), training=2)
    assert "Training." in begin_work(browser).content.decode()
    assert browser.get(f"/feedback/{own(ann).pk}/")["Location"] == f"/task/{own(ann).pk}/"
    page = browser.post(f"/task/{own(ann).pk}/", answer(answerability="5"), follow=True)
    text = page.content.decode()
    assert "<h1>Right</h1>" in text
    assert "because 1" in text
    assert "The training is over" not in text
    page = browser.post(f"/task/{own(ann, 2).pk}/", answer(answerability="4"), follow=True)
    text = page.content.decode()
    assert "<h1>Not quite</h1>" in text
    assert "You had 1 of 2 right" in text
    page = begin_work(browser).content.decode()
    assert "Q3?" in page
    assert "Training." not in page


def test_gold_among_the_ratings_is_never_shown(project, browser, ann):
    project("answerability", gold_tasks())
    begin_work(browser)
    browser.post(f"/task/{own(ann).pk}/", answer(answerability="4"))
    assert browser.get(f"/feedback/{own(ann).pk}/")["Location"] == "/work/"
    for page in all_pages(browser, ann):
        assert "because 1" not in page


# ------------------------------------------------------------------ looking back


def test_own_answers_can_be_searched(project, browser, ann):
    project("answerability", [{"question": "Où est Ann?"}, {"question": "When?"}])
    begin_work(browser)
    browser.post(f"/task/{own(ann, 1).pk}/", answer(answerability="4"))
    browser.post(f"/task/{own(ann, 2).pk}/", answer(answerability="2") | {"note": "Unsure"})

    def found(wanted):
        return re.findall(
            r'href="(/task/\d+/)"', browser.get("/mine/", {"q": wanted}).content.decode()
        )

    first, second = (f"/task/{own(ann, at).pk}/" for at in (1, 2))
    assert found("") == [second, first]
    assert found("où") == [first]
    assert found("unsure") == [second]
    assert found("nowhere") == []


def test_many_own_answers_have_pages(project, browser, ann, monkeypatch):
    from qgauge.annotate.web.views import work

    monkeypatch.setattr(work, "PER_PAGE", 2)
    project("answerability", [{"question": f"Q{at}?"} for at in range(5)])
    begin_work(browser)
    for at in range(1, 6):
        browser.post(f"/task/{own(ann, at).pk}/", answer(answerability="4"))
    page = browser.get("/mine/", {"page": 3}).content.decode()
    assert "Page 3 of 3" in page
    assert "Q0?" in page
    assert "Q4?" not in page
    assert browser.get("/mine/", {"page": "last"}).status_code == 200
