"""The words of an answer that can be looked for in a text."""

from __future__ import annotations

import pytest

from qgauge.sets.answers import FUNCTION_WORDS, YES_OR_NO, looked_up


@pytest.mark.parametrize(
    ("answer", "words", "why_not"),
    [
        ("no", (), YES_OR_NO),
        ('"No."', (), YES_OR_NO),
        ("Yes, he did.", (), YES_OR_NO),
        ("False", (), YES_OR_NO),
        ("No, the miller", ("the", "miller"), ""),
        ("Yes - in 1901", ("in", "1901"), ""),
        ("no damage", ("no", "damage"), ""),
        ("No. 5", ("no.", "5"), ""),
        ("Noah", ("noah",), ""),
        ("both", (), FUNCTION_WORDS),
        ("not at all", (), FUNCTION_WORDS),
        ("it", (), FUNCTION_WORDS),
        ("3", ("3",), ""),
        ("", (), ""),
        ("?", (), ""),
    ],
)
def test_words_to_look_up(answer: str, words: tuple[str, ...], why_not: str) -> None:
    found, why = looked_up(answer)
    assert (found.all, why) == (words, why_not)
