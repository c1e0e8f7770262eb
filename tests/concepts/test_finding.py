"""Snippets that are given as text, and their places in the document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.concepts import Snippet, document
from qgauge.concepts.finding import Finder

TEXT = "Acid rain falls.\n“Acid  Rain” kills: the heart, the art."


@pytest.mark.parametrize(
    ("snippet", "found"),
    [
        ("Acid rain", "Acid rain"),
        ("Acid Rain", "Acid  Rain"),  # as written comes before other capitals
        ("ACID RAIN", "Acid rain"),
        ("acid\nrain falls", "Acid rain falls"),
        ("“acid rain falls!”", "Acid rain falls"),
        ("art", "art"),  # not the one in "heart"
        ("falls. “Acid", "falls.\n“Acid"),
        ("the hear", None),
        ("rain kills", None),
        ("...", None),
    ],
)
def test_places(snippet: str, found: str | None) -> None:
    place = Finder(TEXT).find(snippet)
    assert (None if place is None else TEXT[slice(*place)]) == found


def test_copies_in_one_list_have_one_place_each() -> None:
    text = "rain, rain and rain"
    row = {"text": text, "annotators": {"ann": ["rain", "rain"], "ben": ["rain"] * 4}}
    made = document(row)
    assert [one.fragments for one in made.annotators["ann"]] == [((0, 4),), ((6, 10),)]
    assert [one.fragments[0][0] for one in made.annotators["ben"]] == [0, 6, 15]
    assert made.repeated == 1  # the fourth copy has no place of its own


def test_texts_and_offsets_may_be_mixed_also_in_an_adjudication() -> None:
    row = {"text": TEXT, "adjudicated": {"vital": ["acid rain", [10, 15]], "optional": []}}
    made = document(row)
    assert made.adjudicated is not None
    assert made.adjudicated["vital"] == (Snippet(((0, 9),), "vital"), Snippet(((10, 15),), "vital"))


WORDS = st.lists(st.sampled_from(["acid", "Acid", "rain", "heart", "art", "x1"]), min_size=1)


@given(WORDS, st.data())
def test_every_run_of_words_is_found_where_it_first_comes(
    words: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    part = words[first:last]
    expected = next(at for at in range(len(words)) if words[at : at + len(part)] == part)
    start = len(" ".join([*words[:expected], ""]))
    place = Finder(" ".join(words)).find("  ".join(part))
    assert place == (start, start + len(" ".join(part)))


@given(WORDS, WORDS)
def test_the_closest_place_is_in_the_text_and_shares_a_word(
    text: list[str], wanted: list[str]
) -> None:
    low = {word.lower() for word in text}
    place = Finder(" ".join(text)).closest(" ".join(wanted))
    assert (place is None) == low.isdisjoint(word.lower() for word in wanted)
    if place is not None:
        shown = " ".join(text)[slice(*place)].lower().split()
        assert {*shown} & {word.lower() for word in wanted}
