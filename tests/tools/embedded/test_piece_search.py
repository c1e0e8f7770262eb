"""Beam search and sampling with a hand-made model of four words, whose questions can be counted."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from qgauge.models.question_writer import Step
from qgauge.tools.embedded.piece_search import (
    CLS,
    FEWEST_PIECES,
    MOST_PIECES,
    SEP,
    Written,
    beam_search,
    sample,
)

WORDS = range(SEP + 1, SEP + 4)
SOURCE: Any = None
"""The hand-made models read no source."""


class TinyModel:
    """Random probabilities that depend on all pieces so far; questions end after six at most."""

    def __init__(self, seed: int = 1, longest: int = 6) -> None:
        self.seed, self.longest = seed, longest
        self.rows: list[int] = []

    def start(self, beams: int) -> npt.NDArray[np.float32]:
        return np.zeros((1, beams, 0), np.float32)

    def step(self, source: object, pieces: npt.NDArray[np.int64], past: Any) -> Step:
        self.rows.append(len(pieces))
        after = np.concatenate([past, pieces.reshape(1, -1, 1)], axis=2)
        lines = [tuple(int(piece) for piece in line[1:]) for line in after[0]]
        return Step(np.stack([self.logs(line) for line in lines]), after)

    def logs(self, line: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """Return the log-probabilities after a line."""
        made = np.full(max(WORDS) + 1, -np.inf)
        if len(line) >= self.longest:
            made[SEP] = 0.0
            return made
        shares = np.random.default_rng([self.seed, *line]).dirichlet([0.5] * (1 + len(WORDS)))
        made[[SEP, *WORDS]] = np.log(np.maximum(shares, 1e-9))
        return made


class Looping(TinyModel):
    """Likes to write the same two words in turn."""

    def logs(self, line: tuple[int, ...]) -> npt.NDArray[np.float64]:
        made = np.full(max(WORDS) + 1, -np.inf)
        liked = WORDS[len(line) % 2]
        made[[SEP, *WORDS]] = np.log([0.05, *(0.85 if word == liked else 0.05 for word in WORDS)])
        return made


def mean_log(model: TinyModel, line: tuple[int, ...]) -> float:
    """Return the score of a finished question, piece by piece."""
    steps = [model.logs(line[:at])[piece] for at, piece in enumerate((*line, SEP))]
    return float(sum(steps)) / len(steps)


def repeats(line: tuple[int, ...]) -> bool:
    runs = [(*pair, last) for pair, last in zip(pairwise(line), line[2:], strict=False)]
    return len(runs) > len(set(runs))


def all_questions(model: TinyModel) -> list[Written]:
    """Return every question that the model can write, the likeliest first."""
    lengths = range(FEWEST_PIECES, model.longest + 1)
    lines = [line for length in lengths for line in product(WORDS, repeat=length)]
    found = [Written(line, mean_log(model, line)) for line in lines if not repeats(line)]
    return sorted(found, key=lambda one: -one.score)


@pytest.mark.parametrize("seed", range(5))
def test_with_a_beam_for_each_line_the_search_is_complete(seed: int) -> None:
    model: Any = TinyModel(seed)
    every = all_questions(model)
    found = beam_search(model, SOURCE, len(every) + 5)
    assert [one.score for one in found] == pytest.approx([one.score for one in every])
    assert {one.pieces for one in found} == {one.pieces for one in every}


@pytest.mark.parametrize("seed", range(5))
def test_few_beams_find_questions_with_their_true_scores(seed: int) -> None:
    model: Any = TinyModel(seed)
    found = beam_search(model, SOURCE, 4)
    assert 1 <= len(found) <= 4
    assert len({one.pieces for one in found}) == len(found)
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert scores == pytest.approx([mean_log(model, one.pieces) for one in found])


def test_one_beam_follows_the_likeliest_pieces() -> None:
    model: Any = TinyModel(3)
    line: tuple[int, ...] = ()
    while len(line) < FEWEST_PIECES:
        line = (*line, max(WORDS, key=lambda piece: model.logs(line)[piece]))
    (found,) = beam_search(model, SOURCE, 1)
    assert found.pieces[:FEWEST_PIECES] == line


@pytest.mark.parametrize("beams", [1, 3, 8])
def test_every_step_has_the_same_number_of_rows(beams: int) -> None:
    model: Any = TinyModel()
    beam_search(model, SOURCE, beams)
    sample(model, SOURCE, beams, np.random.default_rng(1))
    assert set(model.rows) == {beams}


def test_no_run_of_three_pieces_repeats() -> None:
    model: Any = Looping()
    found = beam_search(model, SOURCE, 6) + sample(model, SOURCE, 20, np.random.default_rng(1))
    assert len(found) > 6
    assert not any(repeats(one.pieces) for one in found)


def test_a_search_ends_even_if_the_model_does_not() -> None:
    class Endless(TinyModel):
        def logs(self, line: tuple[int, ...]) -> npt.NDArray[np.float64]:
            made = super().logs(line)
            made[SEP] = -60.0
            return made

    model: Any = Endless(longest=1000)
    beam_search(model, SOURCE, 2)
    assert len(model.rows) <= MOST_PIECES
    model.rows.clear()
    sample(model, SOURCE, 2, np.random.default_rng(1))
    assert len(model.rows) <= MOST_PIECES


def test_sampling_depends_on_the_seed_only() -> None:
    def drawn(seed: int) -> list[Written]:
        model: Any = TinyModel()
        return sample(model, SOURCE, 12, np.random.default_rng(seed))

    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(6)


def test_samples_have_their_true_scores() -> None:
    model: Any = TinyModel()
    found = sample(model, SOURCE, 12, np.random.default_rng(2))
    assert found
    for one in found:
        assert FEWEST_PIECES <= len(one.pieces) <= model.longest
        assert {CLS, SEP}.isdisjoint(one.pieces)
        assert one.score == pytest.approx(mean_log(model, one.pieces))


def test_sampling_leaves_out_the_unlikely_tail() -> None:
    class Sure(TinyModel):
        def logs(self, line: tuple[int, ...]) -> npt.NDArray[np.float64]:
            made = np.full(max(WORDS) + 1, -np.inf)
            likely = SEP if len(line) == FEWEST_PIECES else WORDS[len(line) % 3]
            made[[SEP, *WORDS]] = np.log(0.02)
            made[likely] = np.log(0.94)
            return made

    model: Any = Sure()
    found = sample(model, SOURCE, 30, np.random.default_rng(3))
    assert {one.pieces for one in found} == {(WORDS[0], WORDS[1], WORDS[2], WORDS[0])}
