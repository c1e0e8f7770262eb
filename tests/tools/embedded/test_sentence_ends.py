"""Rules for sentence ends at spaces and line breaks. Needs no weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.ud import ud_words
from qgauge.tools.embedded.sentence_ends import blocks, sentences


def cut(text: str, *ends: str) -> list[str]:
    """Return the sentences of a block, with the model predicting an end at each of these words."""
    words = ud_words(text)
    chances = np.array([1.0 if word.text in ends else -1.0 for word in words])
    return [
        text[words[first].start : words[last - 1].end]
        for first, last in sentences(text, words, chances)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "go." Then he left.', ['He said "go."', "Then he left."]),
        ("(He left.) She stayed.", ["(He left.)", "She stayed."]),
        ("He left. (She stayed.) Why?", ["He left.", "(She stayed.)", "Why?"]),
        ('He left. "Why?" I asked.', ["He left.", '"Why?"', "I asked."]),
        ("“Go.” “Why?”", ["“Go.”", "“Why?”"]),
        ("Great! :) What now?", ["Great! :)", "What now?"]),
        ("Great! 😀 What now?", ["Great! 😀", "What now?"]),
        ("What ? ! Who ?", ["What ? !", "Who ?"]),
        ("He paid 3.5 dollars. Why?", ["He paid 3.5 dollars.", "Why?"]),
    ],
)
def test_closing_quotes_and_brackets_belong_to_the_sentence(text: str, expected: list[str]) -> None:
    assert cut(text, ".", "?", "!") == expected


def test_no_sentence_begins_with_a_comma() -> None:
    assert cut("Dear Nina, here is a tip", "Nina") == ["Dear Nina, here is a tip"]


def test_no_sentence_ends_within_a_word() -> None:
    assert cut("a well-known mid-life crisis", "well", "-") == ["a well-known mid-life crisis"]
    assert cut("Is it?No.", "?") == ["Is it?", "No."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. who is he\n2. what is it", ["1. who is he", "2. what is it"]),
        ("Buy:\n- milk\n- eggs", ["Buy:", "- milk", "- eggs"]),
        ("Buy:\r\n• milk\r\n• eggs", ["Buy:", "• milk", "• eggs"]),
        ("a) who\nb) what", ["a) who", "b) what"]),
        ("Who is he?\nwhat is it?\nwhy", ["Who is he?", "what is it?", "why"]),
        ('He said "go."\nthen left', ['He said "go."', "then left"]),
        ("a line that\ngoes on", ["a line that\ngoes on"]),
        ("by John\nF. Kennedy", ["by John\nF. Kennedy"]),
    ],
)
def test_line_breaks_override_the_model(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_the_number_of_a_list_item_is_not_a_sentence() -> None:
    assert cut("1. Who is he?\n2. What?", ".", "?") == ["1. Who is he?", "2. What?"]


def test_blank_lines_separate_blocks() -> None:
    text = "One.\n\nTwo\nthree.\n \t\nFour"
    assert list(blocks(text, ud_words(text))) == [(0, 2), (2, 5), (5, 6)]
    assert list(blocks("", [])) == []


@given(st.text(alphabet="ab .?!,:;)\"'(-\n1…😀", max_size=40), st.integers(0, 1000))
def test_sentences_cover_the_words(text: str, seed: int) -> None:
    words = ud_words(text)
    source = np.random.default_rng(seed)
    at = 0
    for first, last in blocks(text, words):
        block = words[first:last]
        for start, stop in sentences(text, block, source.normal(size=len(block))):
            assert at == first + start < first + stop <= last
            at = first + stop
        assert at == last
    assert at == len(words)
