"""METEOR's text normalisation: an example for each rule, and properties for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.meteor import FUNCTION_WORDS, normalize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is it?", "what is it ?"),
        ("(yes) 50% $5", "( yes ) 50 % $ 5"),
        ("a, b 1,000 1, x,2", "a , b 1,000 1 , x , 2"),
        # Neighbours are consumed: after "a,b" the b cannot be the left side of another match.
        ("a,b,c", "a , b,c"),
        ("rock-and-roll a-b-c", "rock and roll a b-c"),
        ("yes--no – so", "yes no - so"),
        ("it's don't '90s 1990's dogs' tails", "it 's don 't ' 90s 1990 's dogs ' tails"),
        ("``quoted'' “text” ‘word’", '" quoted " " text " \' word \''),
        ("wait... what.. ok", "wait ... what .. ok"),
        ("The end.", "the end ."),
        # A full stop before a lower-case letter or after a title belongs to its word.
        ("approx. ten Mr. Smith", "approx. ten mr. smith"),
        ("No. 5 No. Five", "no. 5 no . five"),
        ("the U.S. and e.g. this", "the us and eg this"),
        ("3.5 .5 5.", "3.5 .5 5 ."),
        ("caf\u00e9 na\u00efve \u041c\u0438\u0440", "caf\u00e9 na\u00efve \u043c\u0438\u0440"),
        ("\u4e2d\u6587 a\u00a0b", "\u4e2d \u6587 a b"),
        ("one\ntwo\tthree", "one two three"),
        ("", ""),
        (" \t ", ""),
    ],
)
def test_each_rule(text: str, expected: str) -> None:
    assert normalize(text) == expected.split()


@given(st.text())
def test_tokens_contain_no_spaces(text: str) -> None:
    assert all(token and not set(token) & set(" \t\n\r\f") for token in normalize(text))


@given(st.text(alphabet="abcXYZ 019", max_size=60))
def test_plain_words_are_only_split_and_lower_cased(text: str) -> None:
    assert normalize(text) == text.lower().split()
    # An ellipsis disables the fast path for the same text.
    assert normalize(f"{text} ...") == [*text.lower().split(), "..."]


def test_function_words_are_the_93_of_meteor() -> None:
    assert len(FUNCTION_WORDS) == 93
    assert {"the", "?", "'s", "what"} <= FUNCTION_WORDS
    assert not {"who's", "where", "how", "why"} & FUNCTION_WORDS


def test_a_million_marks_take_linear_time() -> None:
    assert len(normalize("?" * 200_000)) == 200_000
    assert normalize("." * 1_000_000) == ["." * 1_000_000]
