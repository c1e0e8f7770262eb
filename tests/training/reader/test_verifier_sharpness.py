"""The factor for the verifier: log loss by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from training.reader.verifier_sharpness import log_loss


def test_log_loss_by_hand() -> None:
    # odds of 3 to 1 are a chance of 3/4; twice as sharp, 9 to 1 are 9/10
    logits, right = np.log([3.0, 3.0]), np.array([1.0, 0.0])
    assert log_loss(logits, right, 1) == pytest.approx((log(4 / 3) + log(4)) / 2)
    assert log_loss(logits, right, 2) == pytest.approx((log(10 / 9) + log(10)) / 2)


def test_a_sure_mistake_has_a_finite_loss() -> None:
    assert log_loss(np.array([100.0]), np.array([0.0]), 10) == pytest.approx(log(1e6))
