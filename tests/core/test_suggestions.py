"""Suggestions for misspelt names."""

from __future__ import annotations

from qgauge.core.suggestions import closest, did_you_mean, no_such


def test_a_close_name_is_suggested() -> None:
    assert did_you_mean("blue4", ["bleu4", "meteor"]) == " Did you mean 'bleu4'?"
    assert did_you_mean("xyz", ["bleu4", "meteor"]) == ""


def test_the_cutoff_can_be_set() -> None:
    # 2 x 3 common letters of 4 + 6: .6
    assert closest("abcd", ["abcxyz"]) == "abcxyz"
    assert closest("abcd", ["abcxyz"], 0.75) == ""


def test_a_message_lists_the_known_names() -> None:
    assert no_such("x has no setting", "levl", ["level"]) == (
        "x has no setting 'levl'. Did you mean 'level'? Choose one of: level."
    )
    assert no_such("x has no setting", "a", []) == "x has no setting 'a'. There are none."
