"""The rated questions that the rater learned from, and the fit of its output."""

from __future__ import annotations

import json

import numpy as np
import pytest

from training.usable.export import scale_and_shift
from training.usable.pairs import FLAWS, RATED, Rated, rated

FLAW_NAMES = {*FLAWS, "gives away answer", "trivial", "other", "none"}


def test_every_rated_question_is_whole() -> None:
    rows = list(rated())
    assert len(rows) > 5000
    for row in rows:
        assert row.question.endswith("?")
        assert row.answer in row.passage, (row.question, row.answer)
        assert len(row.usable) == len(row.flaws) > 0
        for usable, flaw in zip(row.usable, row.flaws, strict=True):
            assert usable == (flaw == "none")
            assert flaw in FLAW_NAMES
    lines = RATED.read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert len(set(texts)) == len(texts)


def test_labels_are_shares_of_the_readings() -> None:
    row = Rated(0, "tale", "Ada ran.", "Who ran?", "Ada", [1, 0], ["none", "unclear"])
    assert row.labels == [0.5, 0.0, 0.0, 0.5, 0.0]


def test_the_line_is_found_again() -> None:
    odds = np.random.default_rng(1).normal(size=20000) * 2
    shares = 1 / (1 + np.exp(-(0.5 * odds - 0.3)))
    assert scale_and_shift(odds, shares) == pytest.approx((0.5, -0.3), abs=1e-6)
