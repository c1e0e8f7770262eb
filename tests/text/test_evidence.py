"""How far the words of a question stand together in a passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.evidence import grounded

PASSAGE = "Bram rowed a boat. Ines bought bread. The baker sang. A dog slept. Theo gave a book."


@pytest.mark.parametrize(
    ("question", "near", "share"),
    [
        ("Who rowed the boat?", 1, 1.0),  # row, boat
        ("Did Ines row a boat?", 1, 2 / 3),  # row and boat of Ines, row, boat
        ("Did Ines row a boat?", 2, 1.0),  # the first two sentences
        ("Did Theo row a boat?", 2, 2 / 3),  # Theo is in the last one
        ("Did Theo row a boat?", 5, 1.0),
        ("Did Theo row a boat?", 9, 1.0),
        ("Who stole the lamp?", 2, 0.0),
        ("Who was it?", 2, 0.0),  # no content word
        ("", 2, 0.0),
    ],
)
def test_shares_by_hand(question: str, near: int, share: float) -> None:
    assert grounded(PASSAGE, question, near) == pytest.approx(share)


def test_an_empty_passage_has_nothing() -> None:
    assert grounded("", "Who rowed the boat?", 2) == 0.0


WORDS = st.lists(
    st.sampled_from(["boat", "bread", "baker", "dog", "book", "lamp", "the", "Of.", "?"]),
    max_size=9,
)


@given(WORDS, WORDS, st.integers(1, 4))
def test_more_room_never_finds_less(passage: list[str], text: list[str], near: int) -> None:
    found = [grounded(" ".join(passage), " ".join(text), size) for size in (near, near + 1)]
    assert 0 <= found[0] <= found[1] <= 1


@given(st.lists(st.sampled_from(["boat", "bread", "baker", "dog"]), min_size=1, max_size=5))
def test_a_text_is_grounded_in_itself(words: list[str]) -> None:
    text = " ".join(words)
    assert grounded(text, text, 1) == 1.0
