"""The passage that the generator reads: by hand, and for any article."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qgauge.qud.question_places import SENTENCES_BEFORE, WORDS, question_place

NUMBERED = [f"Sentence {number}." for number in range(1, 21)]


def test_a_near_anchor_has_the_sentences_before_it() -> None:
    place = question_place(NUMBERED, 9, 10)
    assert place.passage == (
        "Sentence 5. Sentence 6. Sentence 7. Sentence 8. Sentence 9. Sentence 10."
    )
    assert place.anchor == (48, 59)  # after four sentences of 11 characters and a space
    assert place.answer == "Sentence 10."


def test_a_far_anchor_is_followed_by_the_last_sentences() -> None:
    place = question_place(NUMBERED, 2, 20)
    assert place.passage.startswith("Sentence 2. Sentence 16. Sentence 17.")
    assert place.anchor == (0, 11)
    assert len(place.passage.split(". ")) == SENTENCES_BEFORE + 1


def test_long_sentences_between_are_left_out() -> None:
    long = " ".join(["word"] * 200)
    sentences = ["It closes.", long, long, "People swim.", "It leaks."]
    assert question_place(sentences, 1, 5).passage == (f"It closes. {long} People swim. It leaks.")
    # anchor and answer stay, although they have more than WORDS words
    assert question_place([long, "Short.", long], 1, 3).passage == f"{long} {long}"


@given(
    st.lists(st.sampled_from(["", "A b.", "C  d\te.", "word " * 90]), min_size=2, max_size=30),
    st.data(),
)
def test_the_spans_are_the_anchor_and_the_answer(sentences: list[str], data: st.DataObject) -> None:
    there = [number for number, one in enumerate(sentences, 1) if one]
    if len(there) < 2:
        return
    answer = data.draw(st.sampled_from(there[1:]))
    anchor = data.draw(st.sampled_from([one for one in there if one < answer]))
    place = question_place(sentences, anchor, answer)
    assert place.anchor is not None
    assert place.passage[slice(*place.anchor)] == " ".join(sentences[anchor - 1].split())
    assert place.answer == " ".join(sentences[answer - 1].split())
    assert place.end == len(place.passage)
    ends = len(sentences[anchor - 1].split()) + len(sentences[answer - 1].split())
    assert len(place.passage.split()) <= max(WORDS, ends)
