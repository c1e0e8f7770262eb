"""Sentence splitting by punctuation and spaces."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One day. Two days! Three?", ["One day.", "Two days!", "Three?"]),
        ("  He left.  ", ["He left."]),
        ('"Go!" she said. "Now."', ['"Go!" she said.', '"Now."']),
        ("Mr. D. was at St. Anne. He left.", ["Mr. D. was at St. Anne.", "He left."]),
        ("It cost 3.50 in all. 2 came.", ["It cost 3.50 in all.", "2 came."]),
        ("no mark, e.g. none", ["no mark, e.g. none"]),
        ("A title\n\nand a text", ["A title", "and a text"]),
        ("It ended... and went on. Well…  Yes.", ["It ended... and went on.", "Well…", "Yes."]),
        ("1. Pip left. 2. He ran.", ["1. Pip left.", "2. He ran."]),
        ("12. Pip left.\nII. He ran.", ["12. Pip left.", "II. He ran."]),
        ("Chapter 3. The sea.\n Part II. It rose.", ["Chapter 3. The sea.", "Part II. It rose."]),
        ("See Chapter 3. The sea rose.", ["See Chapter 3.", "The sea rose."]),
        ("How many? 5. They left.", ["How many?", "5.", "They left."]),
        ("1. Who came? 3. They left.", ["1. Who came?", "3.", "They left."]),
        (
            "J. R. R. Tolkien wore No. 5. See Fig. 2.",
            ["J. R. R. Tolkien wore No. 5.", "See Fig. 2."],
        ),
        ("It was in 1861. He left.", ["It was in 1861.", "He left."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [text[first:last] for first, last in sentence_spans(text)] == sentences


@settings(deadline=None)
@given(st.text(alphabet="aB .!?\n\"'", max_size=60))
def test_sentences_cover_everything_but_spaces(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[first:last] for first, last in spans).split() or not text.strip()
    joined = "".join("".join(text[first:last].split()) for first, last in spans)
    assert joined == "".join(text.split())
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


def slow_spans(text: str) -> list[tuple[int, int]]:
    """Split by definition: at every end mark that does not follow an initial or abbreviation,
    and is not that of a number or letter that begins a line or continues the count."""
    bounds = [0]
    counted = 0
    for found in re.finditer(r"[.!?…]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])|\n\s*\n\s*", text):
        abbreviated = re.compile(r"\b(?:[A-Z]|Mr|e\.g|approx)\.\s+$")
        line = text[: found.start()].rpartition("\n")[2].strip()
        sentence = text[bounds[-1] : found.start()].strip()
        begins_line = re.fullmatch(r"\d{1,3}|[a-z]", line) and line == sentence.split()[-1]
        goes_on = sentence.isdigit() and int(sentence) == counted + 1 < 1000
        if text[found.start()] == "." and (begins_line or goes_on):
            counted = int(line) if line.isdigit() else 0
        elif not abbreviated.search(text, bounds[-1], found.end()):
            bounds.append(found.end())
    parts = [(first, last, text[first:last]) for first, last in pairwise([*bounds, len(text)])]
    return [
        (first + len(part) - len(part.lstrip()), first + len(part.rstrip()))
        for first, last, part in parts
        if part.strip()
    ]


PIECES = (
    "a",
    "B",
    "1. ",
    "2. ",
    ".",
    "!",
    "…",
    " ",
    "\n",
    '"',
    "”",
    "(",
    "1",
    "Mr",
    "e.g",
    "approx",
    "J. ",
    "?",
)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=16))
def test_sentences_equal_the_definition(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert sentence_spans(text) == slow_spans(text)
