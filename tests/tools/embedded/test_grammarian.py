"""The embedded grammar checker on questions with one plain error each."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.grammarian import EmbeddedGrammarian
from qgauge.tools.roles import Grammar

GRAMMARIAN = EmbeddedGrammarian()


def check(text: str, suggest: bool = False) -> Grammar:
    (found,) = GRAMMARIAN.check([text], suggest)
    return found


@pytest.mark.parametrize(
    ("text", "wrong", "kind", "better"),
    [
        ("What are the capital of France?", "are", "agreement", "is"),
        ("How many book did he read?", "book", "noun_number", "books"),
        ("When did World War II ended?", "ended", "tense", "end"),
    ],
)
def test_finds_the_error_and_suggests_a_correction(
    text: str, wrong: str, kind: str, better: str
) -> None:
    (error,) = check(text, suggest=True).errors
    assert text[error.start : error.end] == wrong
    assert error.kind == kind
    assert error.suggestion == better


@pytest.mark.parametrize(
    "text",
    ["When did World War II end?", "How many books did he read?", "Who wrote the first novel?"],
)
def test_leaves_good_questions_alone(text: str) -> None:
    assert check(text).errors == ()


def test_a_well_formed_question_scores_higher_than_a_garbled_one() -> None:
    assert check("Who wrote the first novel?").wellformed > check("novel the who first").wellformed


def test_errors_in_every_sentence() -> None:
    text = "She likes tea. How many book did he read? When did it ended?"
    found = [text[error.start : error.end] for error in check(text).errors]
    assert found == ["book", "ended"]


def test_suggestions_are_given_only_on_request() -> None:
    (error,) = check("What are the capital of France?").errors
    assert error.suggestion is None


def test_an_empty_text_is_not_well_formed() -> None:
    assert check("") == Grammar((), 0.0)
    assert check(" \n") == Grammar((), 0.0)


def test_batch_order_and_process_do_not_matter() -> None:
    texts = ["What are the capital of France?", "", "Who wrote it?", "How many book?"]
    alone = [check(text) for text in texts]
    assert GRAMMARIAN.check(texts) == alone
    assert GRAMMARIAN.check(texts[::-1]) == alone[::-1]
    assert pickle.loads(pickle.dumps(GRAMMARIAN)).check(texts) == alone


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_checked(text: str) -> None:
    found = check(text, suggest=True)
    assert 0 <= found.wellformed <= 1
    for error in found.errors:
        assert 0 <= error.start < error.end <= len(text)
        assert 0 < error.probability <= 1


def test_the_suggestion_for_an_extra_word_is_to_delete_it() -> None:
    (error,) = check("What is is the name?", suggest=True).errors
    assert error.kind == "extra"
    assert error.suggestion == ""
