"""Answers: which are valid, how they are cleaned, and how forms send them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.annotate.answers import (
    LONGEST_TEXT,
    InvalidAnswer,
    asked,
    check_answer,
    form_of_values,
    values_of_form,
)
from qgauge.annotate.scheme import Field, Scheme
from qgauge.annotate.scheme_files import parse_scheme, read_scheme, shipped_schemes

TEXT = "Iron rusts in water."
SCHEME = parse_scheme(
    """
name = "all"
title = "All"
about = "every type of field"
kind = "document"
shows = ["text"]
guidelines = "Try each."
[[fields]]
name = "rating"
ask = "?"
scale = [0, 2]
[[fields]]
name = "faults"
ask = "?"
type = "flags"
choices = ["long", "odd"]
only_if = { rating = [0, 1] }
[[fields]]
name = "how_odd"
ask = "?"
type = "text"
required = true
only_if = { faults = "odd" }
[[fields]]
name = "places"
ask = "?"
type = "spans"
required = false
choices = ["vital", "optional"]
"""
)
CONTENT = {"text": TEXT}


def span(start: Any, end: Any, kind: Any = "vital") -> dict[str, Any]:
    return {"start": start, "end": end, "kind": kind}


def problems(values: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(InvalidAnswer) as caught:
        check_answer(SCHEME, values, CONTENT)
    return caught.value.problems


def test_values_are_cleaned() -> None:
    given = {
        "places": [span(11, 20, "optional"), span(0, 5)],
        "how_odd": " very\r\nodd ",
        "faults": ["odd", "long"],
        "rating": 0,
    }
    cleaned = check_answer(SCHEME, given, CONTENT)
    assert list(cleaned.items()) == [
        ("rating", 0),
        ("faults", ["long", "odd"]),
        ("how_odd", "very\nodd"),
        ("places", [span(0, 4), span(11, 20, "optional")]),
    ]


def test_empty_values_are_left_out() -> None:
    empty = {"rating": 1, "faults": [], "how_odd": " ", "places": []}
    assert check_answer(SCHEME, empty, CONTENT) == {"rating": 1}


def test_values_of_fields_that_do_not_apply_are_dropped_unread() -> None:
    given = {"rating": 2, "faults": ["odd"], "how_odd": 7}
    assert check_answer(SCHEME, given, CONTENT) == {"rating": 2}


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({}, "rating", "choose one"),
        ({"rating": None}, "rating", "choose one"),
        ({"rating": True}, "rating", "'True' is not one of 0, 1, 2"),
        ({"rating": 1.0}, "rating", "not one of"),
        ({"rating": "1"}, "rating", "must be a number, not the text '1'"),
        ({"rating": [1, 2]}, "rating", "must be one value, not several"),
        ({"rating": 1, "faults": "odd"}, "faults", "must be a list"),
        ({"rating": 1, "faults": ["new"]}, "faults", "'new' is not one of long, odd"),
        ({"rating": 1, "faults": ["odd"]}, "how_odd", "write something"),
        ({"rating": 1, "faults": ["odd"], "how_odd": 3}, "how_odd", "must be a text"),
        ({"rating": 1, "faults": ["odd"], "how_odd": "a\0"}, "how_odd", "cannot be stored"),
        ({"rating": 1, "faults": ["odd"], "how_odd": "\ud800"}, "how_odd", "cannot be stored"),
        ({"rating": 1, "faults": ["odd"], "how_odd": "x" * 10_001}, "how_odd", "10,000 at most"),
        ({"rating": 1, "colour": "red"}, "colour", "there is no such field"),
        ({"rating": 1, "places": "[["}, "places", "must be a list of spans"),
        ({"rating": 1, "places": [[0, 4]]}, "places", "a span must be like"),
        ({"rating": 1, "places": [{"start": 0, "end": 4}]}, "places", "a span must be like"),
        ({"rating": 1, "places": [span(0, 21)]}, "places", "0-21 is not a place"),
        ({"rating": 1, "places": [span(-1, 4)]}, "places", "-1-4 is not a place"),
        ({"rating": 1, "places": [span(4, 4)]}, "places", "4-4 is not a place"),
        ({"rating": 1, "places": [span(False, 4)]}, "places", "is not a place"),
        ({"rating": 1, "places": [span(0.0, 4)]}, "places", "is not a place"),
        ({"rating": 1, "places": [span(4, 5)]}, "places", "only white space"),
        ({"rating": 1, "places": [span(0, 4, "key")]}, "places", "'key' is not one of vital"),
        ({"rating": 1, "places": [span(0, 4), span(0, 5)]}, "places", "'Iron' is marked twice"),
        ({"rating": 1, "places": [span(0, 4)] * 1001}, "places", "1,000 at most"),
    ],
)
def test_problems_name_the_field(values: dict[str, Any], field: str, said: str) -> None:
    found = problems(values)
    assert list(found) == [field]
    assert said in found[field]


def test_all_problems_are_reported_at_once() -> None:
    found = problems({"rating": 9, "places": [span(1, 1)], "x": 1})
    assert list(found) == ["x", "rating", "places"]


def test_a_text_of_the_longest_length_is_fine() -> None:
    given = {"rating": 1, "faults": ["odd"], "how_odd": "x" * LONGEST_TEXT}
    assert check_answer(SCHEME, given, CONTENT) == given


def test_a_span_counts_code_points() -> None:
    text = "🐝🐝 dance"
    cleaned = check_answer(SCHEME, {"rating": 2, "places": [span(0, 2)]}, {"text": text})
    assert text[cleaned["places"][0]["start"] : cleaned["places"][0]["end"]] == "🐝🐝"


def test_a_chain_of_conditions_ends_at_the_first_field_that_does_not_apply() -> None:
    names = [field.name for field in asked(SCHEME, {"rating": 2, "faults": ["odd"]})]
    assert names == ["rating", "places"]
    names = [field.name for field in asked(SCHEME, {"rating": 1, "faults": ["long", "odd"]})]
    assert names == ["rating", "faults", "how_odd", "places"]


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(InvalidAnswer({"a": "b"})))
    assert error.problems == {"a": "b"}


def test_a_form_that_was_tampered_with() -> None:
    form = {
        "field.rating": ["7"],
        "field.faults": ["odd", "<script>"],
        "field.places": ["[" * 100_000],
        "field.other": ["1"],
    }
    values = values_of_form(SCHEME, lambda name: form.get(name, []))
    assert values["rating"] == "7"
    assert values["faults"] == ["odd", "<script>"]
    found = problems(values)
    assert found["rating"] == "'7' is not one of 0, 1, 2"
    assert found["places"] == "must be a list of spans"
    form = {"field.rating": ["1", "2"]}
    assert values_of_form(SCHEME, lambda name: form.get(name, [])) == {"rating": [1, 2]}


# ------------------------------------------------------------------ any answer to any scheme

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def valid_value(field: Field, text: str) -> st.SearchStrategy[Any]:
    values = st.sampled_from([choice.value for choice in field.choices] or [""])
    if field.type == "choice":
        return values
    if field.type == "flags":
        return st.lists(values, max_size=4)
    if field.type == "text":
        return st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    spans = st.builds(lambda at, kind: span(min(at), max(at), kind), ends, values)
    return st.lists(spans, max_size=3)


@st.composite
def answers(draw: st.DrawFn) -> tuple[Scheme, dict[str, Any], dict[str, Any]]:
    scheme = draw(st.sampled_from([SCHEME, *map(read_scheme, shipped_schemes())]))
    text = draw(st.text(max_size=30))
    values = {
        field.name: draw(st.one_of(valid_value(field, text), valid_value(field, text), JSON))
        for field in scheme.fields
        if draw(st.integers(0, 9))
    }
    return scheme, values, {"text": text}


@given(answers())
def test_checking_again_changes_nothing(given: tuple[Scheme, Any, Any]) -> None:
    scheme, values, content = given
    try:
        cleaned = check_answer(scheme, values, content)
    except InvalidAnswer:
        return
    assert check_answer(scheme, cleaned, content) == cleaned
    assert set(cleaned) <= {field.name for field in asked(scheme, cleaned)}
    missing = {field.name for field in asked(scheme, cleaned) if field.required} - set(cleaned)
    assert not missing


@given(answers())
def test_forms_give_back_what_was_put_in(given: tuple[Scheme, Any, Any]) -> None:
    scheme, values, content = given
    try:
        cleaned = check_answer(scheme, values, content)
    except InvalidAnswer:
        return
    form = form_of_values(scheme, cleaned)
    assert all(isinstance(one, str) for sent in form.values() for one in sent)
    assert values_of_form(scheme, lambda name: form.get(name, [])) == cleaned


@given(st.dictionaries(st.text(max_size=8), JSON), st.lists(st.text(max_size=10), max_size=3))
def test_nothing_a_browser_sends_breaks_the_check(values: Any, sent: list[str]) -> None:
    for scheme in (SCHEME, read_scheme("qud"), read_scheme("concepts")):
        for one in (values, values_of_form(scheme, lambda _: sent)):
            with pytest.raises(InvalidAnswer):
                check_answer(scheme, one | {"not a field": 1}, CONTENT)
