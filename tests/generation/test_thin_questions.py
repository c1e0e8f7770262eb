"""Questions that say too little, and answers that need the text."""

from __future__ import annotations

import pytest

from qgauge.generation.thin_questions import answer_needs_text, thin_because
from qgauge.tools import open_tool

ENOUGH = [
    "What did Ada sell?",
    "How many keepers lived in the tower?",
    "Who led the first team of climbers?",
    "What does the lighthouse at Vessel Point have on its roof?",
    "How long did the journey of the young couple from Kell take?",
    "What should you put into the bowl?",
    "What did Ada have to repair?",
    "How many sons does the baker have?",
]
THIN = [
    ("What begins to freeze?", "no noun"),
    ("How many conditions are met?", "no noun"),
    ("What did the couple investigate?", "which couple"),
    ("When was the task finished in Kell?", "which task"),
    ("Where does each new layer freeze?", "which layer"),
    ("What does the new office have?", "many things"),
    ("What comes from bacteria?", "no name"),
]


@pytest.mark.parametrize("question", ENOUGH)
def test_a_question_that_says_enough_passes(question: str) -> None:
    assert thin_because(open_tool("parser").parse([question])[0]) == ""


@pytest.mark.parametrize(("question", "why"), THIN)
def test_a_question_that_says_too_little_is_found(question: str, why: str) -> None:
    assert why in thin_because(open_tool("parser").parse([question])[0])


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        ("What did Ada lose?", "her purse", ""),
        ("What did the farmers lose?", "their jobs", ""),
        ("What was stored in the box?", "her notebooks", "her"),
        ("What did the farmer lose?", "their jobs", "their"),
        ("What did the town lose?", "its bay", "its"),
        ("Who met in row twelve?", "My parents", "my"),
        ("What did Ada film in 2015?", "the process", "the process"),
        ("What did Ada film in 2015?", "the whole process", "the whole process"),
        ("What did Ada film in 2015?", "the process of sintering", ""),
        ("What did Ada film in 2015?", "the wedding", ""),
    ],
)
def test_an_answer_that_needs_the_text_is_found(question: str, answer: str, found: str) -> None:
    assert answer_needs_text(answer, open_tool("parser").parse([question])[0]) == found
