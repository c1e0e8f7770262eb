"""Strict reading: a reply has exactly the requested form, or it is unreadable."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.judge import FailureReason, Form, Message, OneOf, Text, Texts, Unreadable, Whole

FORM = Form({"reason": Text(), "score": Whole(1, 5)})
LABELS = Form({"label": OneOf(("yes", "no"))})

READ = {
    '{"reason": "so", "score": 3}': 3,
    '  \n{"score": 5, "reason": "any order"}\n': 5,
    '```json\n{"reason": "so", "score": 1}\n```': 1,
    'Here is my verdict:\n{"reason": "so", "score": 2}\nI hope this helps.': 2,
    '<think>{"score": 1}? No.</think>{"reason": "so", "score": 4}': 4,
    '{"reason": "so", "score": 3.0}': 3,
    '{"reason": "a \\"quoted\\" } brace {", "score": 2}': 2,
}
UNREADABLE = [
    "",
    "3",
    "The score is 3.",
    "score: 3",
    "[3]",
    '"3"',
    "{'reason': 'so', 'score': 3}",
    '{"reason": "so", "score": 3',
    '{"reason": "so", "sco',
    '{"outer": {"reason": "so", "score": 3}',
    '{"reason": "so", "score": 3}{"reason": "so", "score": 3}',
    '{"reason": "so", "score": 3}\n{"reason": "or", "score": 5}',
    '{"reason": "so", "score": 3}}',
    '{"reason": "so", "score": NaN}',
    '{"reason": "so", "score": Infinity}',
    '{"a":' * 5_000,
    "{" * 100_000,
]
MISSHAPEN = [
    "{}",
    '{"score": 3}',
    '{"reason": "so"}',
    '{"reason": "so", "score": 0}',
    '{"reason": "so", "score": 6}',
    '{"reason": "so", "score": 2.5}',
    '{"reason": "so", "score": 1e999}',
    '{"reason": "so", "score": "3"}',
    '{"reason": "so", "score": true}',
    '{"reason": "so", "score": null}',
    '{"reason": "so", "score": [3]}',
    '{"reason": 7, "score": 3}',
    '{"reason": "so", "score": 3, "score": 5}',
    '{"reason": "so", "score": 3, "confidence": 1}',
    '{"reason": "so", "Score": 3}',
    '{"outer": {"reason": "so", "score": 3}}',
]


@pytest.mark.parametrize(("reply", "score"), READ.items())
def test_the_one_object_is_found_whatever_is_around_it(reply: str, score: int) -> None:
    assert FORM.read(reply)["score"] == score


@pytest.mark.parametrize("reply", UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_reply_without_exactly_one_object_is_unreadable(reply: str) -> None:
    with pytest.raises(Unreadable) as found:
        FORM.read(reply)
    assert found.value.why is FailureReason.unreadable


@pytest.mark.parametrize("reply", MISSHAPEN)
def test_an_object_with_other_fields_or_values_is_refused(reply: str) -> None:
    with pytest.raises(Unreadable) as found:
        FORM.read(reply)
    assert found.value.why is FailureReason.misshapen


def test_labels_match_in_any_case() -> None:
    assert LABELS.read('{"label": " YES "}') == {"label": "yes"}
    for wrong in ('{"label": "yes and no"}', '{"label": "ye"}', '{"label": true}'):
        with pytest.raises(Unreadable):
            LABELS.read(wrong)


def test_a_list_of_texts_is_read_up_to_its_maximum() -> None:
    lists = Form({"questions": Texts(2)})
    assert lists.read('{"questions": []}') == {"questions": []}
    assert lists.read('{"questions": [" a ", "", "c"]}') == {"questions": ["a", ""]}
    for wrong in ('"a"', "[1]", '["a", null]', '[["a"]]', '{"a": "b"}', "null"):
        with pytest.raises(Unreadable, match="must be a list of up to 2 texts") as found:
            lists.read(f'{{"questions": {wrong}}}')
        assert found.value.why is FailureReason.misshapen


@given(st.lists(st.text(max_size=20)), st.integers(1, 5))
def test_a_list_that_fits_the_schema_is_read_unchanged(texts: list[str], most: int) -> None:
    form = Form({"questions": Texts(most)})
    shape = form.schema()["properties"]["questions"]
    assert shape == {"type": "array", "items": {"type": "string"}, "maxItems": most}
    expected = [one.strip() for one in texts][:most]
    assert form.read(json.dumps({"questions": texts})) == {"questions": expected}


@given(st.text(max_size=200))
def test_any_text_is_read_or_unreadable_and_nothing_else(reply: str) -> None:
    try:
        filled = FORM.read(reply)
    except Unreadable:
        return
    assert set(filled) == {"reason", "score"}


@given(st.text(max_size=50), st.integers(1, 5))
def test_a_reply_that_fits_the_schema_is_read_unchanged(reason: str, score: int) -> None:
    said = json.dumps({"reason": reason, "score": score})
    assert FORM.read(said) == {"reason": reason.strip(), "score": score}


def test_schema_and_words_name_the_same_fields() -> None:
    """The expected schema is written by hand, from the rules that all servers support."""
    assert FORM.schema() == {
        "type": "object",
        "properties": {
            "reason": {"type": "string"},
            "score": {"type": "integer", "enum": [1, 2, 3, 4, 5]},
        },
        "required": ["reason", "score"],
        "additionalProperties": False,
    }
    assert FORM.words() == '{"reason": "…", "score": a whole number from 1 to 5}'
    ask = LABELS.ask(Message("user", "?"), about="it", sample=2)
    assert (ask.schema, ask.about, ask.sample) == (LABELS.schema(), "it", 2)
