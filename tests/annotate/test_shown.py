"""What raters see: the roles of sentences, the answer in the passage, and guidelines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.shown import guideline_blocks, shown

QUD, QGEVAL = read_scheme("qud"), read_scheme("qgeval")


def roles(anchor: int | None, answer: int | None, sentences: int = 5) -> list[str]:
    content = {
        "sentences": [f"Sentence {at}." for at in range(1, sentences + 1)],
        "anchor": anchor,
        "answer_sentence": answer,
        "question": "Why?",
    }
    return [sentence.role for sentence in shown(QUD, content).sentences]


@pytest.mark.parametrize(
    ("anchor", "answer", "expected"),
    [
        (2, 4, ["context", "anchor", "between", "answer", "after"]),
        (1, 2, ["anchor", "answer", "after", "after", "after"]),
        (4, 2, ["context", "answer", "context", "anchor", "after"]),
        (3, 3, ["context", "context", "answer", "after", "after"]),
        (None, 3, ["context", "context", "answer", "after", "after"]),
        (3, None, ["context", "context", "anchor", "after", "after"]),
        (None, None, ["context"] * 5),
    ],
)
def test_roles(anchor: int | None, answer: int | None, expected: list[str]) -> None:
    assert roles(anchor, answer) == expected


def test_a_sentence_can_be_anchor_and_answer() -> None:
    content = {"sentences": ["One.", "Two."], "anchor": 2, "answer_sentence": 2, "question": "?"}
    one, two = shown(QUD, content).sentences
    assert (one.is_anchor, one.is_answer, two.is_anchor, two.is_answer) == (
        False,
        False,
        True,
        True,
    )


def test_missing_sentences_keep_the_numbers() -> None:
    content = {"sentences": ["One.", "", "Three."], "anchor": 1, "answer_sentence": 3}
    found = shown(QUD, content | {"question": "Why?"})
    assert [(one.number, one.text) for one in found.sentences] == [(1, "One."), (3, "Three.")]
    assert [(one.name, one.text) for one in found.texts] == [("question", "Why?")]


def test_a_scheme_without_anchor_marks_the_answer_only() -> None:
    content = {
        "sentences": ["One.", "Two.", "Three."],
        "answer_sentence": 2,
        "references": ["Why?", "What for?"],
        "question": "How?",
    }
    found = shown(read_scheme("qud_similarity"), content)
    assert [one.role for one in found.sentences] == ["context", "answer", "after"]
    assert [(one.label, one.text) for one in found.texts] == [
        ("Reference 1", "Why?"),
        ("Reference 2", "What for?"),
        ("Question", "How?"),
    ]


@pytest.mark.parametrize(
    ("passage", "answer", "places"),
    [
        ("Ann met Anna and Ann.", "Ann", ((0, 3), (17, 20))),
        ("Ann met Anna.", "ann", ()),
        ("Ann met Anna.", " Anna ", ((8, 12),)),
        ("It cost 40% more.", "40%", ((8, 11),)),
        ("It cost 140% more.", "40%", ()),
        ("naïve 🐝 bees", "🐝", ((6, 7),)),
        ("anything", "", ()),
        ("a " * 50, "a", tuple((at, at + 1) for at in range(0, 40, 2))),
    ],
)
def test_the_answer_in_the_passage(passage: str, answer: str, places: Any) -> None:
    content = {"passage": passage, "answer": answer, "question": "Who?"}
    assert shown(QGEVAL, content).texts[0].highlights == places


def test_the_answer_is_not_highlighted_where_it_is_hidden() -> None:
    content = {"passage": "Ann.", "answer": "Ann", "references": ["Who?"], "question": "Who?"}
    assert all(not one.highlights for one in shown(read_scheme("simqg"), content).texts)


def test_only_what_the_scheme_lists_is_shown() -> None:
    content = {"passage": "P", "answer": "A", "question": "Q", "system": "t5"}
    assert [one.name for one in shown(QGEVAL, content).texts] == ["passage", "answer", "question"]


@given(st.text(), st.text(min_size=1, max_size=3))
def test_highlights_are_the_answer(passage: str, answer: str) -> None:
    texts = shown(QGEVAL, {"passage": passage, "answer": answer, "question": "?"}).texts
    (found,) = [one for one in texts if one.name == "passage"]
    assert all(found.text[start:end] == answer.strip() for start, end in found.highlights)


def test_guidelines() -> None:
    text = """
    First,
    read.

    Then choose:
    - one,
      the first
    - two

    - three
    That is part of three.

    Done - or not.
    """
    assert [(block.kind, block.lines) for block in guideline_blocks(text)] == [
        ("paragraph", ("First, read.",)),
        ("paragraph", ("Then choose:",)),
        ("list", ("one, the first", "two", "three That is part of three.")),
        ("paragraph", ("Done - or not.",)),
    ]
    assert guideline_blocks("  \n ") == ()


@given(st.text(st.sampled_from("a b-\n\t")))
def test_guidelines_lose_no_word(text: str) -> None:
    blocks = guideline_blocks(text)
    words = [word for block in blocks for line in block.lines for word in line.split()]
    assert [word for word in words if word != "-"] == [w for w in text.split() if w != "-"]
