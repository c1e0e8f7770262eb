"""Fit the model of `dimensions` without some rows, and predict the ratings of these rows."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qgauge.data.public import read_public
from qgauge.metrics.dimension_model import HIGHEST, LOWEST, MOST_ODDS
from qgauge.models.additive import Additive
from training.additive.fit import Plan
from training.dimensions.fit import dimension_entry, fitted, folds, predicted
from training.dimensions.rows import DIMENSIONS, Rows, qgeval

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Names = NDArray[np.str_]


@dataclass(frozen=True)
class Data:
    """Rated rows of QGEval, and the flawed rows made from them."""

    rows: Rows
    lengths: Array
    """Words of each rated question."""

    @classmethod
    def read(cls, data: Path, cache: Path | None) -> Data:
        rated = read_public("qgeval", data / "eval" / "qgeval").examples
        lengths = np.array([float(len(one.question.split())) for one in rated])
        return cls(qgeval(data, cache), lengths)

    @property
    def is_rated(self) -> Mask:
        return np.asarray(self.rows.kinds == "")

    def fitted_on(self, passages: Iterable[str], systems: Iterable[str] = ()) -> Mask:
        """Mark all rows but those of these passages and systems, and those made from them."""
        rows, gone = self.rows, list(passages)
        here = np.isin(rows.passages, gone) | np.isin(rows.origins, gone)
        return np.asarray(~here & ~np.isin(rows.systems, list(systems)))


@dataclass(frozen=True)
class Cell:
    """One model: the rows to fit it on, and the rated rows to read it on."""

    fit: Mask
    read: Mask
    """One value per rated row; `fit` has one per row."""


def passage_cells(data: Data, seed: int) -> Iterator[Cell]:
    """Leave out a fifth of the passages at a time."""
    passages = data.rows.rated.passages
    for out in folds(passages, seed):
        yield Cell(data.fitted_on(np.unique(passages[out])), out)


def system_cells(data: Data, seed: int) -> Iterator[Cell]:
    """Leave out a fifth of the systems and a fifth of the passages; read on rows of both."""
    rated = data.rows.rated
    for systems in folds(rated.systems, seed):
        for passages in folds(rated.passages, seed):
            gone = np.unique(rated.passages[passages]), np.unique(rated.systems[systems])
            yield Cell(data.fitted_on(*gone), systems & passages)


def source_cells(data: Data, _: int) -> Iterator[Cell]:
    """Leave out one source, such as SQuAD, at a time."""
    rated = data.rows.rated
    for source in np.unique(rated.sources):
        out = np.asarray(rated.sources == source)
        yield Cell(data.fitted_on(np.unique(rated.passages[out])), out)


def small_cells(data: Data, seed: int, size: int) -> Iterator[Cell]:
    """Leave out a fifth of the passages, and fit on only `size` of the others."""
    passages = data.rows.rated.passages
    for out in folds(passages, seed):
        others = np.unique(passages[~out])
        np.random.default_rng((seed, 1)).shuffle(others)
        gone = [*np.unique(passages[out]), *others[size:]]
        yield Cell(data.fitted_on(gone), out)


@dataclass(frozen=True)
class LeftOut:
    """Predictions for rated rows from models that were fitted without them, by dimension."""

    ratings: dict[str, Array]
    flawed: dict[str, Array]
    """Chance that raters find a flaw."""
    by_length: dict[str, Array]
    """The number of words, or minus this number, as is right for the fitted rows."""
    by_system: dict[str, Array]
    """Mean rating of the row's system in the fitted rows; NaN if the system is not there."""

    @property
    def quality(self) -> Array:
        """The learned quality: the chance of no flaw in any dimension."""
        return np.asarray(np.prod([1 - one for one in self.flawed.values()], axis=0))


def left_out(
    data: Data, cells: Iterable[Cell], seed: int, dimensions: Sequence[str] = DIMENSIONS
) -> LeftOut:
    """Fit a model for each cell, and predict the rows that it is read on.

    A model is fitted as the shipped one is, including the choice of penalties and the chances.
    """
    rated = data.rows.rated
    made: list[dict[str, Array]] = [
        {name: np.full(len(rated.passages), np.nan) for name in dimensions} for _ in range(4)
    ]
    ratings, flawed, by_length, by_system = made
    for cell in cells:
        rows, read = data.rows.of(cell.fit), rated.of(cell.read)
        known = cell.fit[data.is_rated]
        for name in dimensions:
            with redirect_stdout(io.StringIO()):
                entry: dict[str, Any] = dimension_entry(rows, name, seed)
            raw = predicted(Additive.of_json(entry["rating"]), read, name)
            ratings[name][cell.read] = np.clip(raw, LOWEST, HIGHEST)
            flawed[name][cell.read] = _chances(raw, *entry["flawed"])
            gold = rated.ratings[:, DIMENSIONS.index(name)]
            by_length[name][cell.read] = _by_length(data.lengths, gold, known)[cell.read]
            by_system[name][cell.read] = _by_system(rated.systems, gold, known)[cell.read]
    return LeftOut(ratings, flawed, by_length, by_system)


def with_penalties(
    data: Data, cells: Iterable[Cell], dimension: str, plan: Plan, made: float
) -> Array:
    """Predict one dimension with these penalties and weight of made rows in every cell."""
    rated = data.rows.rated
    found = np.full(len(rated.passages), np.nan)
    for cell in cells:
        model = fitted(data.rows.of(cell.fit), dimension, plan, made)
        raw = predicted(model, rated.of(cell.read), dimension)
        found[cell.read] = np.clip(raw, LOWEST, HIGHEST)
    return found


def _chances(raw: Array, bias: float, slope: float) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(bias + slope * raw, -MOST_ODDS, MOST_ODDS))))


def length_sign(lengths: Array, gold: Array) -> float:
    """Return 1 if longer questions have the better ratings, else -1."""
    return 1.0 if np.cov(lengths, gold)[0, 1] > 0 else -1.0


def _by_length(lengths: Array, gold: Array, known: Mask) -> Array:
    sign = length_sign(lengths[known], gold[known])
    return np.asarray(sign * (lengths - lengths[known].mean()))


def _by_system(systems: Names, gold: Array, known: Mask) -> Array:
    found = np.full(len(gold), np.nan)
    for system in np.unique(systems[known]):
        here = systems == system
        found[here] = gold[here & known].mean()
    return found
