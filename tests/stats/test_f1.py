"""F1 against scikit-learn and hand calculations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, f1_score

from qgauge.stats.f1 import label_f1, macro_f1, macro_f1_of

LABEL = st.sampled_from("abcd")
ROWS = st.lists(st.tuples(LABEL, LABEL), min_size=1, max_size=30)


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_equals_scikit_learn(rows: list[tuple[str, str]]) -> None:
    gold, predicted = zip(*rows, strict=True)
    labels = sorted({*gold, *predicted})
    by_label = f1_score(gold, predicted, labels=labels, average=None)
    found = label_f1(gold, predicted)
    assert [found[label] for label in labels] == pytest.approx(list(by_label))
    assert macro_f1(gold, predicted) == pytest.approx(by_label.mean())
    table = confusion_matrix(gold, predicted, labels=list("abcd")).astype(np.float64)
    assert macro_f1_of(table) == pytest.approx(by_label.mean())


def test_by_hand() -> None:
    # a: recall 1/2, precision 1; b: recall 1, precision 1/2
    assert label_f1(["a", "a", "b"], ["a", "b", "b"]) == {"a": 2 / 3, "b": 2 / 3}
    assert macro_f1([], []) is None
