"""The candidate corrections for each kind of error."""

from __future__ import annotations

from qgauge.tools.embedded.corrections import candidates, inflections


def test_agreement_keeps_tense_and_verb() -> None:
    assert candidates("agreement", ["are"], False) == ["am", "is"]
    assert candidates("agreement", ["Was"], True) == ["Were"]
    assert set(candidates("agreement", ["likes"], False)) == {"like"}


def test_tense_tries_every_form_of_the_verb() -> None:
    found = candidates("tense", ["wrote"], False)
    assert {"write", "written", "writes", "writing"} <= set(found)
    assert "wrote" not in found


def test_noun_number() -> None:
    assert candidates("noun_number", ["book"], False) == ["books"]
    assert candidates("noun_number", ["children"], False) == ["child"]


def test_an_extra_word_is_deleted() -> None:
    assert candidates("extra", ["the"], False) == [""]


def test_a_missing_word_is_inserted_before() -> None:
    found = candidates("missing", ["capital"], False)
    assert "the capital" in found
    assert "is capital" in found


def test_the_rest_of_a_span_is_kept() -> None:
    assert candidates("article", ["a", "old", "apple"], False) == [
        "old apple",
        "an old apple",
        "the old apple",
    ]


def test_word_order() -> None:
    assert candidates("order", ["she", "is"], False) == ["is she"]
    assert candidates("order", ["She", "is"], True) == ["Is she"]
    assert candidates("order", list("abcde"), False) == []


def test_truncated_texts_have_no_candidates() -> None:
    assert candidates("truncated", ["of"], False) == []


def test_no_forms_are_guessed_for_unknown_words() -> None:
    assert inflections("blorp", "NOUN") == ()


def test_names_keep_their_capitals() -> None:
    assert "in France" in candidates("missing", ["France"], False)
    assert candidates("order", ["London", "in"], False) == ["in London"]
