"""Lemmas and forms of words."""

from __future__ import annotations

from qgauge.text.inflection import first_form, forms, lemmas


def test_lemmas_are_those_of_the_dictionary() -> None:
    assert lemmas("found", "VERB") == ("find", "found")
    assert lemmas("geese", "NOUN") == ("goose",)
    assert lemmas("zorbled", "VERB") == ()


def test_forms_are_made_by_rule_only_where_asked() -> None:
    assert first_form("see", "VBD") == "saw"
    assert forms("zorble", "VBD") == ()
    assert first_form("zorble", "VBD") == ""
    assert first_form("zorble", "VBD", by_rule=True) == "zorbled"
