"""What templates get: texts cut at their marks, and forms that give back what they were given."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.annotate.scheme_files import read_scheme

TEXT = "Dew \U0001f4a7 forms at night. Dew is water."
places = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, len(TEXT))).filter(
    lambda place: place[0] < place[1]
)
spans = st.lists(
    st.builds(
        lambda place, kind: {"start": place[0], "end": place[1], "kind": kind},
        places,
        st.sampled_from(["vital", "optional"]),
    ),
    max_size=6,
)


def context(scheme, content, values):
    from qgauge.annotate.web.views.task_view import task_context

    return task_context(read_scheme(scheme), content, values)


@given(spans)
def test_pieces_form_the_text_and_carry_the_marks_that_cover_them(marked):
    pieces = context("concepts", {"text": TEXT}, {"concepts": marked})["document"]["pieces"]
    assert "".join(piece.text for piece in pieces) == TEXT
    kinds = [kind for piece in pieces for kind in [set(piece.kinds.split())] * len(piece.text)]
    names = {"vital": "kind1", "optional": "kind2"}
    for at in range(len(TEXT)):
        covering = {names[one["kind"]] for one in marked if one["start"] <= at < one["end"]}
        assert kinds[at] == covering


@pytest.mark.parametrize(
    "name", ["qgeval", "answerability", "simqg", "qud", "qud_similarity", "concepts", "pairs"]
)
def test_a_form_sends_back_the_values_it_was_given(name):
    from django.http import QueryDict
    from django.template.loader import render_to_string

    from qgauge.annotate.web.views.task_view import form_values

    scheme = read_scheme(name)
    for example in scheme.examples:
        page = render_to_string(
            "annotate/_form.html", context(name, example.content, example.values)
        )
        page = re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
        sent = QueryDict(mutable=True)
        for tag in re.findall(r"<input[^>]*>", page):
            if "checked" in tag or "hidden" in tag:
                found = dict(re.findall(r'(name|value)="([^"]*)"', tag))
                sent.appendlist(found["name"], html.unescape(found["value"]))
        for field, text in re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>\n?([^<]*)<', page):
            sent.appendlist(field, html.unescape(text))
        assert form_values(scheme, sent, example.content) == (example.values, {})


def shown_fields(values):
    fields = context("qud", read_scheme("qud").examples[0].content, values)["fields"]
    return [one.field.name for one in fields if one.is_asked]


def test_fields_that_wait_for_a_choice_are_shown_until_it_is_made():
    every = [field.name for field in read_scheme("qud").fields]
    assert shown_fields({}) == every
    assert shown_fields({"language": "yes"}) == every
    assert shown_fields({"language": "no"}) == ["language", "issue_text", "several_questions"]


def test_kinds_of_spans_have_letters_that_the_page_does_not_use():
    fields = context("concepts", {"text": TEXT}, {})["fields"]
    assert [choice.key for choice in fields[0].choices] == ["v", "o"]


def test_a_task_in_one_line():
    from qgauge.annotate.web.views.task_view import headline

    scheme = read_scheme("pairs")
    assert headline(scheme, {"question_a": "Who\n is?", "question_b": "When?"}) == "Who is? / When?"
    assert headline(read_scheme("concepts"), {"text": "x" * 300}, most=5) == "xxxx…"
