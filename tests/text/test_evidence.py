"""Selection of evidence sentences, and the share of words found in adjacent sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.evidence import content_stems, evidence, grounded

PASSAGE = "Bram rowed a boat. Ines bought bread. The baker sang. A dog slept. Theo gave a book."


@pytest.mark.parametrize(
    ("question", "near", "share"),
    [
        ("Who rowed the boat?", 1, 1.0),  # row, boat
        ("Did Ines row a boat?", 1, 2 / 3),  # two of ines, row, boat are in one sentence
        ("Did Ines row a boat?", 2, 1.0),  # the first two sentences
        ("Did Theo row a boat?", 2, 2 / 3),  # Theo is in the last one
        ("Did Theo row a boat?", 5, 1.0),
        ("Did Theo row a boat?", 9, 1.0),
        ("Who stole the lamp?", 2, 0.0),
        ("Who was it?", 2, 0.0),  # no content word
        ("", 2, 0.0),
    ],
)
def test_grounded_share_by_hand(question: str, near: int, share: float) -> None:
    assert grounded(PASSAGE, question, near) == pytest.approx(share)


def test_an_empty_passage_grounds_nothing() -> None:
    assert grounded("", "Who rowed the boat?", 2) == 0.0


WORDS = st.lists(
    st.sampled_from(["boat", "bread", "baker", "dog", "book", "lamp", "the", "Of.", "?"]),
    max_size=9,
)


@given(WORDS, WORDS, st.integers(1, 4))
def test_more_sentences_never_find_less(passage: list[str], text: list[str], near: int) -> None:
    found = [grounded(" ".join(passage), " ".join(text), size) for size in (near, near + 1)]
    assert 0 <= found[0] <= found[1] <= 1


@given(st.lists(st.sampled_from(["boat", "bread", "baker", "dog"]), min_size=1, max_size=5))
def test_a_text_is_grounded_in_itself(words: list[str]) -> None:
    text = " ".join(words)
    assert grounded(text, text, 1) == 1.0


STORY = (
    "Ines missed the ferry. She sat down on a bench. A fisherman rowed her over. "
    "She bought bread at the bakery. The bell rang."
)


def shown(statement: str, most: int, passage: str = STORY) -> list[str]:
    return [passage[first:last] for first, last in evidence(passage, statement, most)]


def test_evidence_covers_the_words_of_the_statement() -> None:
    # "bought" and "bread" are in one sentence, "Ines" in another: both are needed.
    assert shown("Ines bought bread.", 2) == [
        "Ines missed the ferry.",
        "She bought bread at the bakery.",
    ]
    # Sentences that share no word are not selected.
    assert shown("The bells were ringing.", 4) == ["The bell rang."]


BAKERY = "She bought bread at the bakery."


@pytest.mark.parametrize(
    ("statement", "sentences"),
    [
        # one sentence is usual; "Ines" is still missing after it, so there is a second
        ("Ines bought bread.", ["Ines missed the ferry.", BAKERY]),
        # nothing is missing
        ("Bread was bought.", [BAKERY]),
        # "Theo" is in no sentence, so more sentences cannot help
        ("Theo bought bread.", [BAKERY]),
        # "Ines" is missing after two sentences, twice as many as usual: there is no third
        ("Ines bought bread when the bell rang.", [BAKERY, "The bell rang."]),
    ],
)
def test_more_evidence_is_selected_while_words_are_missing(
    statement: str, sentences: list[str]
) -> None:
    assert shown(statement, 1) == sentences


@given(WORDS, WORDS, st.integers(1, 4))
def test_evidence_has_at_most_twice_the_usual_size(
    passage: list[str], text: list[str], most: int
) -> None:
    story, statement = ". ".join(passage), " ".join(text)
    found = evidence(story, statement, most)
    stems = content_stems(statement) & content_stems(story)
    assert found == sorted(set(found))
    if stems:
        assert len(found) <= 2 * most
        missing = stems - content_stems(" ".join(story[first:last] for first, last in found))
        assert not missing or len(found) == 2 * most


def test_evidence_is_the_whole_passage_if_no_word_is_shared() -> None:
    assert len(shown("Quite unlike it.", 2)) == 5
    assert evidence("", "Anything.", 3) == []


def test_rare_words_weigh_more() -> None:
    passage = "A cat sat. A cat ran. A cat hid. A dog and a cat slept."
    # the dog is in one sentence of four, ln 5 = 1.61; the cat in all, ln 2 = .69
    assert shown("The cat saw a dog.", 1, passage) == ["A dog and a cat slept."]


def test_content_stems() -> None:
    assert content_stems("She was buying the loaves, 2 of them!") == {"buy", "loav", "2"}
