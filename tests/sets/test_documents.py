"""Sentences and concepts of documents, and the sentence that a question is about."""

from __future__ import annotations

import pytest

from qgauge.core import Example
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
    return sentence_asked(document, example, words_of(question), words_of(answer or ""))


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
