"""System-level studies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.rated_rows import only_block, scored, systems

from qgauge.meta import study


def test_means_of_systems_by_hand() -> None:
    judged, scores = systems()
    kinds = ("pearson", "spearman", "kendall")
    found = study(judged, [scored("m", scores)], level="systems", kinds=kinds, resamples=200)
    (line,) = only_block(found).metrics
    # 1 2 3 4 5 against 2 1 3 5 4: sum of products 8 of 10; 8 of 10 pairs in order
    for kind, value in zip(kinds, (0.8, 0.8, 0.6), strict=True):
        one = line.correlations[kind]
        assert (one.value, one.n, one.clusters) == (pytest.approx(value), 5, 6)
        # the differences between systems are the same in every resample
        assert (one.low, one.high) == (pytest.approx(value), pytest.approx(value))
    assert line.n == 5
    assert line.given_length.value is not None
    items = only_block(study(judged, [scored("m", scores)], resamples=200)).metrics[0]
    assert items.n == 30


def test_intervals_of_systems_are_those_of_a_plain_loop() -> None:
    judged, _ = systems()
    random = np.random.default_rng(3)
    scores = random.normal(size=30)
    gold = np.array([example.ratings["good"][0] for example in judged.examples], dtype=float)
    found = study(judged, [scored("m", scores.tolist())], level="systems", resamples=2000)
    seen = only_block(found).metrics[0].correlations["pearson"]
    passages = np.array(judged.clusters)
    names = np.unique(passages)
    values = []
    for _ in range(2000):
        drawn = random.choice(names, len(names))
        at = np.concatenate([np.flatnonzero(passages == name) for name in drawn])
        means = [column[at].reshape(-1, 5).mean(axis=0) for column in (scores, gold)]
        values.append(np.corrcoef(*means)[0, 1])
    low, high = np.quantile(values, [0.025, 0.975])
    assert seen.low is not None and seen.high is not None
    # the implementation's interval is slightly wider if there are few clusters
    assert low - 0.25 < seen.low < low + 0.05 and high - 0.05 < seen.high < high + 0.25


def test_no_interval_if_resamples_lack_a_system() -> None:
    judged, scores = systems()
    kept = [at for at in range(30) if at % 5 or at == 0]
    judged = replace(
        judged,
        examples=[judged.examples[at] for at in kept],
        clusters=[judged.clusters[at] for at in kept],
    )
    found = study(
        judged, [scored("m", [scores[at] for at in kept])], level="systems", resamples=200
    )
    one = only_block(found).metrics[0].correlations["pearson"]
    assert one.value is not None and one.low is None
    assert "lack a system" in one.reason


def test_few_systems_have_a_reason() -> None:
    judged, scores = systems()
    kept = [at for at in range(30) if at % 5]
    judged = replace(
        judged,
        examples=[judged.examples[at] for at in kept],
        clusters=[judged.clusters[at] for at in kept],
    )
    found = study(
        judged, [scored("m", [scores[at] for at in kept])], level="systems", resamples=100
    )
    block = only_block(found)
    assert block.metrics[0].correlations["pearson"].reason == "fewer than 5 systems"
    assert (block.metrics[0].n, block.metrics[0].correlations["pearson"].value) == (4, None)
