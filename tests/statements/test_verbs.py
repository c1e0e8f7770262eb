"""Verb forms."""

from __future__ import annotations

import pytest

from qgauge.statements.verbs import can_be, finite_form, negated, written_out


@pytest.mark.parametrize(
    ("verb", "do", "form"),
    [
        ("find", "did", "found"),
        ("carry", "does", "carries"),
        ("go", "do", "go"),
        ("have", "does", "has"),
        ("be", "did", "was"),
        ("took", "did", "took"),  # "What did he took?": ungrammatical, but already past tense
        ("wants", "did", ""),
        ("3", "did", ""),
    ],
)
def test_finite_form(verb: str, do: str, form: str) -> None:
    assert finite_form(verb, do) == form


def test_auxiliaries() -> None:
    assert written_out("'s", "the") == "is"
    assert written_out("'s", "been") == "has"
    assert written_out("wo", "go") == "will"
    assert negated("will", "n't") == "won't"
    assert negated("can", "not") == "cannot"
    assert negated("did", "n't") == "didn't"
    assert can_be("saw", "VBD")
    assert not can_be("house's", "VB")
