"""The difficulty of a question grows with each of its parts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadSetting
from qgauge.generation.candidates import Candidate, Target
from qgauge.generation.difficulty import (
    KINDS,
    LEVELS,
    WEIGHTS,
    Difficulty,
    difficulty_of,
    wanted_range,
)
from qgauge.generation.texts import Passage
from qgauge.tools.roles import QUESTION_KINDS, Place

TEXT = (
    "Osric lit the lamp with whale oil. Juno kept a diary. The storm broke the windows. "
    "The ship sank. The keeper slept."
)


def candidate(question: str, answer: str = "whale oil") -> Candidate:
    start = TEXT.index(answer)
    return Candidate(question, Target(Passage(TEXT, 0), Place(TEXT, start, start + len(answer)), 0))


PART = st.floats(0, 1)


@given(st.fixed_dictionaries(dict.fromkeys(WEIGHTS, PART)), st.sampled_from(sorted(WEIGHTS)))
def test_harder_parts_make_a_harder_question(parts: dict[str, float], name: str) -> None:
    value = Difficulty(**parts).value
    harder = Difficulty(**{**parts, name: 1.0}).value
    assert 0 <= value <= harder <= 1


def test_weights_and_kinds_are_complete() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    assert set(KINDS) == set(QUESTION_KINDS)


def test_parts_by_hand() -> None:
    # osric, lit and lamp are content words, and all in the sentence of the answer; they have 5, 3
    # and 4 letters, so the words are (5 - 4) / 8 / 3 hard
    easy = difficulty_of(candidate("What was the lamp that Osric lit?"), 0.9)
    assert (easy.wording, easy.distance, easy.kind) == (0, 0, KINDS["what"])
    assert easy.doubt == pytest.approx(0.1)
    assert easy.words == pytest.approx(1 / 24)
    # storm and window are two sentences away, and lamp is here
    far = difficulty_of(candidate("What did the storm do to the windows of the lamp?"), 0.9)
    assert far.wording == pytest.approx(2 / 3)
    assert far.distance == pytest.approx(2 / 3)
    # a word that the passage does not have counts as three sentences away
    none = difficulty_of(candidate("What did the baker use?"), 1.0)
    assert (none.wording, none.distance, none.doubt) == (1, 1, 0)


def test_more_overlap_is_easier_and_reasons_are_harder() -> None:
    near = difficulty_of(candidate("What did Osric use for the lamp?"), 0.8).value
    far = difficulty_of(candidate("What did Osric use for the lantern?"), 0.8).value
    why = difficulty_of(candidate("Why did Osric light the lamp?"), 0.8).value
    who = difficulty_of(candidate("Who did light the lamp Osric?"), 0.8).value
    assert near < far
    assert who < why


@pytest.mark.parametrize(
    ("given_range", "expected"),
    [
        (None, (0, 1)),
        ("easy", LEVELS["easy"]),
        ("HARD", LEVELS["hard"]),
        (".3-.7", (0.3, 0.7)),
        ("0.25 - 1", (0.25, 1)),
        ("0..0.5", (0, 0.5)),
        ((0.1, 0.2), (0.1, 0.2)),
    ],
)
def test_ranges(given_range: str | tuple[float, float] | None, expected: object) -> None:
    assert wanted_range(given_range) == expected


@pytest.mark.parametrize("bad", ["", "esy", ".7-.3", "0-2", ".3", "1-2-3", (0.5, 0.5), (-1.0, 1.0)])
def test_bad_ranges(bad: str | tuple[float, float]) -> None:
    with pytest.raises(BadSetting):
        wanted_range(bad)


def test_levels_cover_everything() -> None:
    bounds = sorted(LEVELS.values())
    assert bounds[0][0] == 0
    assert bounds[-1][1] == 1
    assert all(one[1] == other[0] for one, other in itertools.pairwise(bounds))
