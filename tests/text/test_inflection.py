"""Lemmas and inflected forms."""

from __future__ import annotations

from qgauge.text.inflection import first_form, forms, lemmas


def test_lemmas_come_from_the_dictionary() -> None:
    assert lemmas("found", "VERB") == ("find", "found")
    assert lemmas("geese", "NOUN") == ("goose",)
    assert lemmas("zorbled", "VERB") == ()


def test_unknown_lemmas_are_inflected_only_by_rule() -> None:
    assert first_form("see", "VBD") == "saw"
    assert forms("zorble", "VBD") == ()
    assert first_form("zorble", "VBD") == ""
    assert first_form("zorble", "VBD", by_rule=True) == "zorbled"
