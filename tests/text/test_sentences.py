"""Sentences by marks and spaces, and the sentences that speak of a statement."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.evidence import content_stems, evidence
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
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [text[first:last] for first, last in sentence_spans(text)] == sentences


@settings(deadline=None)
@given(st.text(alphabet="aB .!?\n\"'", max_size=60))
def test_sentences_cover_all_but_the_space_between_them(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[first:last] for first, last in spans).split() or not text.strip()
    joined = "".join("".join(text[first:last].split()) for first, last in spans)
    assert joined == "".join(text.split())
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


def slow_spans(text: str) -> list[tuple[int, int]]:
    """The definition: every end that does not follow an initial or an abbreviation is a bound."""
    bounds = [0]
    for found in re.finditer(r"[.!?…]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])|\n\s*\n\s*", text):
        abbreviated = re.compile(r"\b(?:[A-Z]|Mr|e\.g|approx)\.\s+$")
        if not abbreviated.search(text, bounds[-1], found.end()):
            bounds.append(found.end())
    parts = [(first, last, text[first:last]) for first, last in pairwise([*bounds, len(text)])]
    return [
        (first + len(part) - len(part.lstrip()), first + len(part.rstrip()))
        for first, last, part in parts
        if part.strip()
    ]


PIECES = ("a", "B", ".", "!", "…", " ", "\n", '"', "”", "(", "1", "Mr", "e.g", "approx", "J. ", "?")


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=16))
def test_sentences_are_as_defined(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert sentence_spans(text) == slow_spans(text)


STORY = (
    "Ines missed the ferry. She sat down on a bench. A fisherman rowed her over. "
    "She bought bread at the bakery. The bell rang."
)


def shown(statement: str, most: int, passage: str = STORY) -> list[str]:
    return [passage[first:last] for first, last in evidence(passage, statement, most)]


def test_evidence_covers_the_words_of_the_statement() -> None:
    # "bought", "bread" are in one sentence only, "Ines" in another: both are needed
    assert shown("Ines bought bread.", 2) == [
        "Ines missed the ferry.",
        "She bought bread at the bakery.",
    ]
    assert shown("Ines bought bread.", 1) == ["She bought bread at the bakery."]
    # no more than share a word, whatever is allowed
    assert shown("The bells were ringing.", 4) == ["The bell rang."]


def test_evidence_is_the_whole_passage_where_nothing_is_shared() -> None:
    assert len(shown("Quite unlike it.", 2)) == 5
    assert evidence("", "Anything.", 3) == []


def test_rare_words_come_first() -> None:
    passage = "A cat sat. A cat ran. A cat hid. A dog and a cat slept."
    # the dog is in one sentence of four, ln 5 = 1.61; the cat in all, ln 2 = .69
    assert shown("The cat saw a dog.", 1, passage) == ["A dog and a cat slept."]


def test_content_stems() -> None:
    assert content_stems("She was buying the loaves, 2 of them!") == {"buy", "loav", "2"}
