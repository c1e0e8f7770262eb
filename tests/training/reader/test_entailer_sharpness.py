"""The factor for the inference model: log loss and calibration by hand, a known factor."""

from __future__ import annotations

import gzip
import json
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from qgauge.tools.embedded.entailer import EmbeddedEntailer
from training.reader.entailer_sharpness import (
    best_sharpness,
    calibration_error,
    held_out,
    log_loss,
    scores_of,
)
from training.reader.more_sources import BREAKING_NLI, NLI_MORE


def test_log_loss_by_hand() -> None:
    # softmax of (0, 0, ln 2) = (1/4, 1/4, 1/2); twice as sharp (1/6, 1/6, 4/6)
    scores, labels = np.array([[0, 0, log(2)]] * 2), np.array([2, 0])
    assert log_loss(scores, labels, 1) == pytest.approx((log(2) + log(4)) / 2)
    assert log_loss(scores, labels, 2) == pytest.approx((log(6 / 4) + log(6)) / 2)


def test_calibration_error_by_hand() -> None:
    # two pairs with a confidence of 1/2, one of them right: no gap; one pair with 4/5, wrong: a gap
    # of .8
    scores = np.log([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.8, 0.1, 0.1]])
    assert calibration_error(scores, np.array([0, 2, 1]), 1) == pytest.approx(0.8 / 3)


@pytest.mark.parametrize("true", [0.5, 1.75, 3])
def test_the_factor_that_made_the_labels_is_found(true: float) -> None:
    random = np.random.default_rng(3)
    scores = random.normal(size=(20_000, 3))
    # the largest of logits with Gumbel noise has the probability of the softmax
    labels = (true * scores + random.gumbel(size=scores.shape)).argmax(axis=1)
    assert best_sharpness(scores, labels) == pytest.approx(true, rel=0.05)


def test_the_logits_of_the_model_are_recovered() -> None:
    pair = {"premise": "The bridge was built in 1874.", "hypothesis": "The bridge is old."}
    ((first, second, third),) = scores_of([pair])
    found = EmbeddedEntailer().entail([(pair["premise"], pair["hypothesis"])])[0]
    odds = (exp(first - second), exp(third - second))
    assert odds == pytest.approx(
        (found.entailment / found.neutral, found.contradiction / found.neutral)
    )


def test_only_held_out_pairs_are_used(tmp_path: Path) -> None:
    folder = tmp_path / "train" / "nli"
    folder.mkdir(parents=True)
    rows = [
        {"source": source, "premise": f"{source} {at}.", "hypothesis": "So.", "label": "neutral"}
        for source in ("mnli_dev", "snli_dev", "MED")
        for at in range(200)
    ]
    with gzip.open(folder / "nli.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    # the additional pairs are all for training, whatever their source
    more = [row | {"source": "snli", "premise": f"More {row['premise']}"} for row in rows]
    for path in (NLI_MORE, BREAKING_NLI):
        file_path = tmp_path / "train" / path
        file_path.parent.mkdir(exist_ok=True)
        with gzip.open(file_path, "wt") as file:
            file.writelines(json.dumps(row) + "\n" for row in more)
    found = held_out(tmp_path)
    assert not any(one["premise"].startswith("More") for one in found)
    assert {one["source"] for one in found} == {"mnli", "snli"}
    assert {one["split"] for one in found} == {"test"}
    assert 20 < len(found) < 60  # about a tenth of 400
