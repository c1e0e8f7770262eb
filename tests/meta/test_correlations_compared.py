"""Comparisons of metrics on the same rows."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest
from helpers.rated_rows import FOUR, only_block, rows, scored, systems
from scipy.stats import kendalltau, norm, pearsonr, spearmanr, t

from qgauge.core import BadInput
from qgauge.meta import pairs_of, study
from qgauge.stats.correlation import Kind


def test_two_metrics_are_compared_on_the_rows_that_both_have_scored() -> None:
    random = np.random.default_rng(1)
    gold = random.normal(size=40)
    good, bad = gold + random.normal(size=40) / 2, random.normal(size=40)
    judged = rows([[value] for value in gold])
    results = [
        scored("bad", [None, *bad[1:]]),
        scored("good", [*good[:39], None]),
        scored("worse", [*bad[:39], None]),
    ]
    pairs = [("bad", "good"), ("bad", "worse")]
    kinds: tuple[Kind, ...] = ("pearson", "spearman", "kendall")
    block = only_block(study(judged, results, kinds=kinds, pairs=pairs, resamples=200))
    assert [(one.kind, one.first, one.second) for one in block.comparisons] == [
        (kind, *pair) for kind in kinds for pair in pairs
    ]
    for one in block.comparisons[::2]:
        oracle = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}[one.kind]
        both = slice(1, 39)
        assert one.found.first == pytest.approx(oracle(bad[both], gold[both]).statistic)
        assert one.found.second == pytest.approx(oracle(good[both], gold[both]).statistic)
        assert (one.found.n, one.found.missing, one.verdict) == (38, 2, "higher")
        # two pairs: Holm doubles the smaller p
        assert one.found.p is not None and one.p_holm == pytest.approx(2 * one.found.p)
    for one in block.comparisons[1::2]:
        # the scores are equal on the rows that both scored
        assert (one.found.value, one.p_holm, one.verdict) == (0, 1, "not shown")
    written = block.as_json()["comparisons"][0]
    json.dumps(written, allow_nan=False)
    assert (written["first"], written["second"], written["kind"]) == ("bad", "good", "pearson")
    assert written["ci"][0] < written["difference"] < written["ci"][1]
    assert written["williams_p"] < 0.01


def test_metrics_on_systems_are_compared_over_the_same_passages() -> None:
    judged, scores = systems()
    random = np.random.default_rng(5)
    other = random.normal(size=30)
    gold = np.array([example.ratings["good"][0] for example in judged.examples], dtype=float)
    found = study(
        judged,
        [scored("m", scores), scored("noise", other.tolist())],
        level="systems",
        pairs=[("noise", "m")],
        kinds=("pearson", "kendall"),
        resamples=2000,
        seed=9,
    )
    one, kendall = only_block(found).comparisons
    means = [np.reshape(column, (6, 5)).mean(axis=0) for column in (other, scores, gold)]
    assert one.found.first == pytest.approx(pearsonr(means[0], means[2]).statistic)
    assert one.found.second == pytest.approx(0.8)
    assert (one.found.n, one.found.clusters) == (5, 6)
    assert kendall.found.first == pytest.approx(kendalltau(means[0], means[2]).statistic)
    # both metrics share the same resampled passages, as in a plain loop
    order = {name: at for at, name in enumerate(sorted(set(judged.clusters)))}
    places = [order[name] for name in judged.clusters[::5]]
    table = np.reshape([other, scores, gold], (3, 6, 5))[:, np.argsort(places)]
    same = np.random.default_rng(9)
    gaps = []
    for _ in range(2000):
        first, second, human = table[:, same.integers(0, 6, 6)].mean(axis=1)
        gaps.append(np.corrcoef(second, human)[0, 1] - np.corrcoef(first, human)[0, 1])
    tail = norm.sf(t.ppf(0.975, 5) * sqrt(6 / 5))
    ends = np.quantile(gaps, [tail, 1 - tail], method="weibull")
    assert (one.found.low, one.found.high) == pytest.approx(tuple(ends))


def test_undefined_comparisons_have_a_reason() -> None:
    results = [scored("m", [1, 2, 3, 4]), scored("same", [1, 1, 1, 1])]
    found = study(rows(FOUR), results, pairs=[("m", "same")], resamples=100)
    one = only_block(found).comparisons[0]
    assert (one.found.reason, one.verdict) == ("the second scores are constant", "")
    few = study(rows(FOUR), results, level="systems", pairs=[("m", "same")], resamples=100)
    assert only_block(few).comparisons[0].found.reason == "fewer than 5 systems"


def test_which_metrics_are_compared() -> None:
    three = ["a", "b", "c"]
    assert pairs_of(three, None, False) == []
    assert pairs_of(three, "b", False) == [("b", "a"), ("b", "c")]
    assert pairs_of(three, None, True) == [("a", "b"), ("a", "c"), ("b", "c")]
    with pytest.raises(BadInput, match="'d' is not one of the metrics: a, b, c"):
        pairs_of(three, "d", False)
    with pytest.raises(BadInput, match="only one metric"):
        pairs_of(["a"], None, True)
