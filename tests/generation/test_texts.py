"""Texts become passages of a readable size, without losing a word."""

from __future__ import annotations

import re

import pytest
from helpers.hostile_texts import PATTERNS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation.texts import (
    LEAST_WORDS,
    MOST_WORDS,
    Document,
    count_words,
    document_of,
    refers_back,
)

SENTENCE = "The old ferry crossed the wide bay again."  # 8 words


def own_parts(document: Document) -> list[str]:
    return [one.text[one.own :] for one in document.passages]


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def test_wrapped_lines_are_one_paragraph() -> None:
    document = document_of("a", "The mill stands\nby the river.\n\n\n \nIt   is\told.\r\n")
    assert document.text == "The mill stands by the river.\n\nIt is old."
    assert document.sentences == ((0, 29), (31, 41))


def test_a_short_line_without_a_full_stop_is_a_heading() -> None:
    text = "The Mill\nThe mill stands by the river and turns all day long.\nIt is old."
    assert document_of("a", text).text.split("\n\n")[0] == "The Mill"


def test_control_characters_and_unseen_ones_are_removed() -> None:
    assert document_of("a", "\ufeffA\x00mill\u00ad\x1b stands.").text == "A mill stands."


def test_short_paragraphs_are_joined_and_long_ones_split() -> None:
    short = "\n\n".join([SENTENCE] * 3)
    assert [count_words(one.text) for one in document_of("a", short).passages] == [24]
    long = " ".join([SENTENCE] * 100)  # 800 words: four parts of 200 words
    assert [count_words(one) for one in own_parts(document_of("a", long))] == [200] * 4
    # 80 words are enough for a passage of their own
    two = "\n\n".join([" ".join([SENTENCE] * 10)] * 2)
    assert LEAST_WORDS == 80
    assert len(document_of("a", two).passages) == 2


def test_a_passage_that_refers_back_is_shown_with_the_sentence_before() -> None:
    first = " ".join([SENTENCE] * 12)
    second = " ".join(["He sold it in May.", *[SENTENCE] * 12])
    passages = document_of("a", f"{first}\n\n{second}").passages
    assert passages[1].text.startswith(f"{SENTENCE}\n\nHe sold it")
    assert passages[1].text[passages[1].own :].startswith("He sold it")
    named = document_of(
        "a", f"{first}\n\n{second.replace('He sold it', 'Bram sold boats')}"
    ).passages
    assert (named[1].own, named[1].text[:9]) == (0, "Bram sold")


def test_at_most_two_sentences_are_shown_before_a_passage() -> None:
    pronouns = ["He saw it.", "He took it.", "He sold it."]
    text = " ".join([SENTENCE] * 12 + pronouns) + "\n\n" + " ".join(["He left."] + [SENTENCE] * 12)
    passage = document_of("a", text).passages[1]
    assert passage.text[: passage.own].split("  ") == ["He took it. He sold it.\n\n"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It sank.", True),
        ("In the evening they left.", True),
        ("This was too much.", True),
        ("In May Anna sold her boat.", False),
        ("The boat sank.", False),
        ("", False),
    ],
)
def test_sentences_that_need_the_one_before(sentence: str, expected: bool) -> None:
    assert refers_back(sentence) is expected


PROSE = st.lists(
    st.sampled_from(
        [SENTENCE, "He left!", "\n", "\n\n", "Mr. Berg saw 3 boats", " ", "“Why?” she said.", "It"]
    ),
    max_size=120,
).map(" ".join)


@given(st.one_of(PROSE, st.text(max_size=300)))
def test_passages_are_parts_of_the_text_and_lose_nothing(text: str) -> None:
    document = document_of("a", text)
    at = 0
    for passage in document.passages:
        assert document.text[passage.start : passage.start + len(passage.text)] == passage.text
        begin = passage.start + passage.own
        assert begin >= at
        at = passage.start + len(passage.text)
    words = re.findall(r"[^\W_]+", document.text)
    assert [word for own in own_parts(document) for word in re.findall(r"[^\W_]+", own)] == words
    assert letters(document.text) == letters(
        re.sub("[\ufeff\u00ad\u200b\u2060\0-\x1f\x7f-\x9f]", "", text)
    )


@given(st.lists(st.integers(1, 400), min_size=1, max_size=8))
def test_no_passage_is_much_longer_than_the_limit(sizes: list[int]) -> None:
    text = "\n\n".join(" ".join(["word"] * size) for size in sizes)
    for own in own_parts(document_of("a", text)):
        assert count_words(own) <= MOST_WORDS


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_hostile_texts(name: str) -> None:
    document = document_of("a", PATTERNS[name](5000))
    assert "".join(map(letters, own_parts(document))) == letters(document.text)
