"""The page of `qgauge set`: its sentences, tables and marked texts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.hand_made_tools import TOOLS
from helpers.page_checks import HOSTILE, checked

from qgauge.core import Example
from qgauge.report import Cards, Piece, Table, render
from qgauge.report.set_page import MOST_FINDINGS, pieces, set_page, set_sentences
from qgauge.sets import Concept, Covered, Document, QuestionSet, judge
from qgauge.sets.words import words_of

TEXT = "Ada built the mill. The mill burned in 1901. Ben left."


def judged(questions: Sequence[str], text: str = TEXT, answer: str = "") -> QuestionSet:
    rows = [
        Example(str(at), one, passage=text, answer=answer or None)
        for at, one in enumerate(questions)
    ]
    return judge(rows, TOOLS)[""]


def document(text: str, sentences: Sequence[str]) -> Document:
    concept = Concept("the mill", frozenset({"mill"}), 2)
    return Document(text, tuple(sentences), tuple(map(words_of, sentences)), (concept,))


def test_gaps_are_marked_in_the_text() -> None:
    parts = ["Ada built the mill.", "The mill burned in 1901.", "Ben left."]
    covered = Covered(document(TEXT, parts), (0,), frozenset({1, 3}), (False,))
    assert pieces(covered) == [
        Piece("Ada built the mill."),
        Piece(" "),
        Piece("The mill burned in 1901.", "no question"),
        Piece(" "),
        Piece("Ben left."),
    ]
    assert "".join(piece.text for piece in pieces(covered)) == TEXT


def test_headings_stay_in_the_text() -> None:
    text = "A MILL\nAda built it. Hm"
    covered = Covered(document(text, ["Ada built it."]), (), frozenset(), (True,))
    assert [piece.text for piece in pieces(covered)] == ["A MILL\n", "Ada built it.", " Hm"]


def test_the_summary_counts_faults_and_gaps() -> None:
    asked = ["Who built the mill?", "Who built the mill ?", "Who built the mill ??"]
    sentences = ("Ada built the mill.", "Rain fell in 1901.", "Ben left.")
    rows = [Example(str(at), one, sentences=sentences) for at, one in enumerate(asked)]
    found = judge(rows, TOOLS)
    (told,) = set_sentences(found, {"": [0]}, 2)
    assert told == (
        "3 questions about 1 document. Of these, 2 repeat another. Nobody asks about 2 of 3 "
        "sentences. 1 of them is selected; fewer than 2 are free of duplicates and leaks."
    )


def test_a_set_without_faults() -> None:
    (told,) = set_sentences({"t5": judged(["When did the fire start?"], text="")}, {}, None)
    assert told == (
        "t5: 1 question about 0 documents. None of them repeats another, gives an answer away, is "
        "generic or is copied. There is no text to cover."
    )


def test_findings_are_capped() -> None:
    found = judged(["What is the main idea of this text?"] * (MOST_FINDINGS + 2))
    page = set_page({"": found}, {})
    titles = [section.title for section in page.sections]
    assert titles == [
        "Overview",
        "Questions to look at",
        "Coverage of the text",
        "Balance",
        "How it was made",
    ]
    generic = next(
        one
        for one in page.sections[1].blocks
        if isinstance(one, Table) and one.caption.startswith("Generic")
    )
    assert generic.caption == "Generic questions, which fit any text: 52"
    assert len(generic.rows) == MOST_FINDINGS
    assert generic.notes == ["2 more are left out; -o writes every question with its findings."]
    (cards,) = page.sections[2].blocks
    assert isinstance(cards, Cards)


def test_sections_of_several_systems_have_their_names() -> None:
    found = judged(["Who built the mill?"])
    page = set_page({"a": found, "b": found}, {"a": [0], "b": []}, 1)
    assert "Balance of b" in [section.title for section in page.sections]
    assert len(page.summary) == 2
    checked(render(page))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_text(text: str) -> None:
    if "\ud800" in text:
        pytest.skip("the readers refuse halves of characters")
    found = judged([text, text, f"Who built {text}?"], f"{text}. {TEXT} {text}", text)
    html = render(set_page({text: found, f"{text}2": found}, {text: [0]}, 3, [(text, text)]))
    checked(html)
