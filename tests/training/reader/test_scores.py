"""The reader's figures, checked by hand, and the odds of an answer as in the tool."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.embedded.reader import _Window
from training.reader.scores import LONGEST_ANSWER, answer_f1, auroc, best_span

SCORES = st.floats(-8, 8, width=32)


def test_the_best_span_and_all_spans_together_by_hand() -> None:
    start = np.log([9.0, 1.0, 4.0])
    end = np.log([9.0, 2.0, 3.0])
    # from piece 1 on: (1, 1) 1 * 2, (1, 2) 1 * 3, (2, 2) 4 * 3; never (2, 1)
    first, last, together = best_span(start, end, 1)
    assert (first, last) == (2, 2)
    assert together == pytest.approx(np.log(2 + 3 + 12))


@given(st.lists(st.tuples(SCORES, SCORES), min_size=2, max_size=2 * LONGEST_ANSWER))
def test_the_odds_are_those_of_the_tool(pieces: list[tuple[float, float]]) -> None:
    start, end = np.array(pieces).T
    _, _, together = best_span(start, end, 1)
    nothing = float(start[0] + end[0])
    *_, none = _Window("", start[1:], end[1:], nothing, look=None).likeliest()
    assert 1 / (1 + np.exp(together - nothing)) == pytest.approx(none, rel=1e-9)


def test_f1_takes_the_best_of_several_answers_without_articles() -> None:
    assert answer_f1("the old Town Hall", ["Hall", "Town Hall"]) == pytest.approx(2 * 2 / (3 + 2))
    assert answer_f1("a barn", ["the house"]) == 0


def test_auroc_counts_ties_half() -> None:
    # 2 beats 1 and ties with 2; 3 beats both
    assert auroc([2, 3], [1, 2]) == pytest.approx(3.5 / 4)
