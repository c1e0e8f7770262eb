"""Unrelated statements: about something that the passage does not mention."""

from __future__ import annotations

from training.reader.records import Book, Question
from training.reader.wrong_answers import add_elsewhere


def question(number: int, split: str = "train") -> Question:
    name = f"Name{number}"
    return Question(
        source="squad",
        split=split,
        group=f"article {number % 2}",
        passage=f"The bridge number {number} was built by {name} long ago.",
        text=f"Who built bridge {number}?",
        answers=[name],
        start=36,
    )


def test_the_passage_never_contains_the_answer_and_splits_stay_separate() -> None:
    questions = [question(n) for n in range(10)] + [question(n, "test") for n in range(10, 16)]
    book = Book()
    add_elsewhere(book, questions)
    passages = {number: text for text, number in book.passages.items()}
    split_of = {each.passage: each.split for each in questions}
    assert len(book.records) > 8
    for record in book.records:
        passage = passages[record["passage"]]
        assert record["right"] is None
        assert record["answer"] in record["hypothesis"]
        assert record["answer"].lower() not in passage.lower()
        assert split_of[passage] == record["split"]


def test_the_same_records_every_time() -> None:
    books = [Book(), Book()]
    for book in books:
        add_elsewhere(book, [question(n) for n in range(10)])
    assert books[0].records == books[1].records


def test_no_record_if_every_passage_contains_the_answer() -> None:
    book = Book()
    add_elsewhere(book, [question(1), question(1)])
    assert book.records == []
