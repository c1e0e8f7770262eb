"""The figures of `dimensions`: models never see the rows that they are read on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.agreement.dimensions import groups_of, verdict
from benchmarks.agreement.left_out import (
    Cell,
    Data,
    left_out,
    passage_cells,
    small_cells,
    source_cells,
    system_cells,
)
from benchmarks.agreement.trial import flaws
from qgauge.core import Score
from training.dimensions.fit import FEATURES
from training.dimensions.rows import DIMENSIONS, Rows

Cells = Callable[[Data, int], Iterable[Cell]]
PASSAGES, SYSTEMS = 10, 5


def made_up() -> Data:
    """Ratings that follow from the number of words, and one made row for each rated one."""
    random = np.random.default_rng(0)
    names = tuple(dict.fromkeys(" ".join(FEATURES.values()).split()))
    count = PASSAGES * SYSTEMS
    passages = np.repeat([f"p{at}" for at in range(PASSAGES)], SYSTEMS)
    systems = np.tile([f"s{at}" for at in range(SYSTEMS)], PASSAGES)
    sources = np.repeat(["SQuAD", "HotpotQA"], count // 2)
    values = random.random((2 * count, len(names)))
    words = random.integers(5, 40, 2 * count)
    values[:, names.index("words")] = words
    ratings = np.tile((3 - words / 40)[:, None], len(DIMENSIONS)) + random.normal(
        0, 0.1, (2 * count, len(DIMENSIONS))
    )
    rows = Rows(
        names,
        values,
        ratings,
        np.tile(passages, 2),
        np.tile(systems, 2),
        np.tile(sources, 2),
        np.array([""] * count + ["elsewhere"] * count),
        # the question of a made row is from the next passage
        np.concatenate([passages, np.roll(passages, SYSTEMS)]),
    )
    return Data(rows, words[:count] * 1.0)


@pytest.fixture(scope="module")
def data() -> Data:
    return made_up()


def three_passages(data: Data, seed: int) -> Iterable[Cell]:
    return small_cells(data, seed, 3)


@pytest.mark.parametrize("cells", [passage_cells, system_cells, source_cells, three_passages])
def test_fitted_rows_share_no_passage_and_no_origin_with_those_read(
    cells: Cells, data: Data
) -> None:
    rated, read = data.rows.rated, np.zeros(PASSAGES * SYSTEMS)
    for cell in cells(data, 0):
        read += cell.read
        here = set(rated.passages[cell.read])
        assert here.isdisjoint(data.rows.passages[cell.fit])
        assert here.isdisjoint(data.rows.origins[cell.fit])
        if cells is system_cells:
            assert set(rated.systems[cell.read]).isdisjoint(data.rows.systems[cell.fit])
        if cells is source_cells:
            assert set(rated.sources[cell.read]).isdisjoint(data.rows.sources[cell.fit])
        if cells is three_passages:
            assert len(set(data.rows.passages[cell.fit])) == 3
    assert (read == 1).all()  # each row is read once


@pytest.mark.parametrize("cells", [passage_cells, system_cells])
def test_a_leak_would_change_the_predictions(cells: Cells, data: Data) -> None:
    cell = next(iter(cells(data, 0)))
    # turn the ratings of everything upside down that the model must not see
    ratings = np.where(cell.fit[:, None], data.rows.ratings, 4 - data.rows.ratings)
    other = replace(data, rows=replace(data.rows, ratings=ratings))
    honest = [left_out(one, [cell], 0, ["conciseness"]) for one in (data, other)]
    for kind in ("ratings", "flawed", "by_length", "by_system"):
        first, second = (getattr(one, kind)["conciseness"] for one in honest)
        np.testing.assert_array_equal(first, second)
    leaked = Cell(np.ones(len(cell.fit), bool), cell.read)
    first, second = (
        left_out(one, [leaked], 0, ["conciseness"]).ratings["conciseness"][cell.read]
        for one in (data, other)
    )
    assert not np.allclose(first, second)


def test_simple_predictors_are_fitted_without_the_row(data: Data) -> None:
    found = left_out(data, system_cells(data, 0), 0, ["conciseness"])
    # a system that is left out has no mean; longer questions are rated lower
    assert np.isnan(found.by_system["conciseness"]).all()
    assert np.corrcoef(found.by_length["conciseness"], data.lengths)[0, 1] < -0.9
    by_passage = left_out(data, passage_cells(data, 0), 0, ["conciseness"])
    (first, *_) = passage_cells(data, 0)
    gold = data.rows.rated.ratings[:, DIMENSIONS.index("conciseness")]
    here = data.rows.rated.systems == "s0"
    at = int(np.flatnonzero(here & first.read)[0])
    assert by_passage.by_system["conciseness"][at] == pytest.approx(gold[here & ~first.read].mean())


def test_calibration_compares_chances_with_shares() -> None:
    chances = np.array([0.9, 0.1, 0.2, 0.3, 0.4])
    # by chance: the rows 2, 3, 4, 5, 1; of all rows, 2 of 5 are flawed
    found = groups_of(chances, np.array([True, False, False, True, False]))
    assert found == [
        (pytest.approx(0.38), 0.4),
        *((0.1, 0.0), (0.2, 0.0), (0.3, 1.0), (0.4, 0.0), (0.9, 1.0)),
    ]


def test_a_target_is_met_by_the_figure_that_is_shown() -> None:
    assert verdict(0.4796, 0.48) == "met"
    assert verdict(0.4794, 0.48) == "missed"


def test_the_first_flaw_is_compared_with_the_one_that_is_there() -> None:
    rows = [{"flaw": one} for one in ("unanswerable", "unanswerable", "vague", "")]
    named: list[list[str]] = [["not answerable"], ["vague", "not answerable"], [], ["vague"]]
    scores = [Score(0.5, {}, {"flaws": [{"kind": one} for one in some]}) for some in named]
    assert list(flaws(rows, scores)) == [
        "| not answerable | 2 | 1 | 2 | vague |",
        "| vague | 1 | 0 | 0 | nothing |",
        "| all | 3 | 1 | 2 |  |",
        "| (good pairs) | 1 | - | 1 | vague |",
    ]
