"""Sentences and concepts of documents, and the sentence that a question is about."""

from __future__ import annotations

import pytest

from qgauge.core import Example
from qgauge.sets.answers import looked_up
from qgauge.sets.documents import document_of, key_concepts, sentence_asked, text_of
from qgauge.sets.words import words_of
from qgauge.tools.roles import Parse, Word


def parse(written: str) -> tuple[str, Parse]:
    """Return a text and its parse from text/UPOS/head/relation words; `;` starts a sentence."""
    words: list[Word] = []
    text = ""
    for number, sentence in enumerate(written.split(";")):
        before = len(words)
        for each in sentence.split():
            form, upos, head, relation = each.split("/")
            text += (" " if text else "") + form
            place = len(text) - len(form)
            at = before + int(head) - 1 if int(head) else -1
            words.append(
                Word(form, place, len(text), upos=upos, head=at, relation=relation, sentence=number)
            )
    return text, Parse(tuple(words))


TEXT, PARSE = parse(
    "The/DET/3/det great/ADJ/3/amod telescope/NOUN/4/nsubj stands/VERB/0/root on/ADP/6/case "
    "Mount/PROPN/4/obl Tarro/PROPN/6/flat ./PUNCT/4/punct ;"
    "Rain/NOUN/2/nsubj spoilt/VERB/0/root the/DET/5/det great/ADJ/5/amod telescope/NOUN/2/obj "
    "of/ADP/7/case Falk/PROPN/5/nmod ./PUNCT/2/punct ;"
    "Falk/PROPN/2/nsubj left/VERB/0/root Mount/PROPN/2/obj Tarro/PROPN/3/flat "
    "after/ADP/8/case the/DET/8/det heavy/ADJ/8/amod rain/NOUN/2/obl ./PUNCT/2/punct"
)


def test_sentences_come_from_the_parse_or_from_the_row() -> None:
    assert document_of(TEXT, PARSE).sentences == (
        "The great telescope stands on Mount Tarro .",
        "Rain spoilt the great telescope of Falk .",
        "Falk left Mount Tarro after the heavy rain .",
    )
    assert document_of(TEXT, PARSE, ["One.", "Two."]).sentences == ("One.", "Two.")


def test_key_concepts_are_noun_phrases_that_come_twice() -> None:
    # "Rain" and "heavy rain" are two phrases, each mentioned once
    found = [(one.text, one.mentions) for one in key_concepts(TEXT, PARSE)]
    assert found == [("great telescope", 2), ("Mount Tarro", 2), ("Falk", 2)]
    assert key_concepts(TEXT, PARSE)[0].stems == {"great", "telescop"}
    assert len(key_concepts(TEXT, PARSE, least=1)) == 5


def where(question: str, answer: str | None = None, **fields: int) -> int | None:
    document = document_of(TEXT, PARSE)
    example = Example("q", question, answer=answer, **fields)  # type: ignore[arg-type]
    return sentence_asked(document, example, words_of(question), looked_up(answer or "")[0])


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("What spoilt it?", "rain", 2),  # in sentences 2 and 3, and "spoilt" is in 2
        ("When did he leave?", "after the heavy rain", 3),
        ("Whose telescope was spoilt?", "Falk", 2),
        ("Who left Tarro?", "Falk", 3),
        ("Where is it?", "on the Mount Tarro", 1),  # not verbatim, but 1 and 3 have these words
        (
            "What did the rain spoil?",
            None,
            2,
        ),  # "rain" is in two sentences, the stem of "spoil" only in 2
        ("Did rain spoil it?", "the", 2),  # a function word has no place
        ("What is snow?", None, None),
        ("What is snow?", "frozen water", None),
    ],
)
def test_the_sentence_with_the_answer_or_else_the_closest(
    question: str, answer: str | None, expected: int | None
) -> None:
    assert where(question, answer) == expected


def test_the_answer_sentence_of_the_row_wins() -> None:
    assert where("Who left Tarro?", "Falk", answer_sentence=1) == 1
    assert where("Who left Tarro?", "Falk", answer_sentence=7) == 3  # there is no seventh sentence


def test_the_document_of_a_row() -> None:
    assert text_of(Example("q", "Why?", passage="Text.")) == "Text."
    assert text_of(Example("q", "Why?", sentences=("One.", "Two."))) == "One.\nTwo."
    assert text_of(Example("q", "Why?")) == ""


def parsed_lines(*lines: str) -> tuple[str, Parse]:
    """Return a text and a parse with one sentence per line; verbs are the words in -ed."""
    text, words = "", []
    for number, line in enumerate(lines):
        for each in line.split():
            place = len(text)
            upos = "VERB" if each.rstrip(".").endswith("ed") else "NOUN"
            relation = "root" if upos == "VERB" else "dep"
            words.append(
                Word(each, place, place + len(each), upos=upos, relation=relation, sentence=number)
            )
            text += each + " "
        text = text.rstrip() + "\n\n"
    return text.rstrip(), Parse(tuple(words))


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (["1. Pip", "Pip sailed."], ["Pip sailed."]),
        (["The storm", "Pip sailed."], ["Pip sailed."]),
        (
            ["Chapter 3.", "The Sea", "Pip sailed.", "II", "He landed."],
            ["Pip sailed.", "He landed."],
        ),
        (["Pip Sailed Home", "Pip sailed."], ["Pip sailed."]),
        (["# How Pip sailed", "Pip sailed."], ["Pip sailed."]),
        # a clause without a full stop, the items of a list, and a text that is all titles stay
        (["the mill burned", "Pip sailed."], ["the mill burned", "Pip sailed."]),
        (["1. Pip", "2. Joe", "Pip sailed."], ["1. Pip", "2. Joe", "Pip sailed."]),
        (["- milk", "Pip sailed."], ["- milk", "Pip sailed."]),
        (["Pip sailed.", "The storm"], ["Pip sailed.", "The storm"]),
        (["Silence.", "Pip sailed."], ["Silence.", "Pip sailed."]),
    ],
)
def test_headings_are_not_sentences(lines: list[str], sentences: list[str]) -> None:
    assert list(document_of(*parsed_lines(*lines)).sentences) == sentences


def test_the_number_of_a_list_item_is_no_word_of_it() -> None:
    document = document_of(*parsed_lines("1. Pip sailed.", "2. He landed."))
    assert [one.all for one in document.words] == [("pip", "sailed"), ("he", "landed")]
    row = Example("q", "How many landed?", answer="1")
    assert sentence_asked(document, row, words_of(row.question), looked_up("1")[0]) == 2
