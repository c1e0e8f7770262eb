"""Tests on the real data sets, if available."""

from __future__ import annotations

import pytest
from helpers.shared_data import shared_folder

import qgauge
from qgauge.data.public import read_public
from qgauge.meta import Judged, MetaReport, study


def studied(name: str, part: str = "") -> MetaReport:
    """Study a data set without metrics: baselines, human ceiling and rater agreement."""
    whole = read_public(name, shared_folder() / "eval" / name)
    judged = Judged.of_public(whole.part(part) if part else whole)
    return study(judged, [], kinds=("pearson",), resamples=100)


def floor(found: MetaReport, line: int) -> dict[str, float]:
    values = {b.dimension: b.floor[line].correlations["pearson"].value for b in found.blocks}
    return {dimension: value for dimension, value in values.items() if value is not None}


@pytest.mark.parametrize(
    ("part", "pearson", "kappa"),
    [("squad", 0.82, 0.61), ("wikimovies", 0.93, 0.81), ("vqa", 0.85, 0.70)],
)
def test_raters_agree_as_published(part: str, pearson: float, kappa: float) -> None:
    (block,) = studied("answerability", part).blocks
    assert block.ceiling["pearson"].value == pytest.approx(pearson, abs=0.03)
    assert block.agreement["kappa"].value == pytest.approx(kappa, abs=0.03)


@pytest.mark.parametrize(
    ("part", "absent", "pearson"),
    [
        ("squad", "one", 0.402),
        ("squad", "zero", 0.268),
        ("wikimovies", "one", 0.838),
        ("wikimovies", "zero", 0.829),
        ("vqa", "one", 0.175),
        ("vqa", "zero", 0.211),
    ],
)
def test_the_released_q_bleu1_against_blatz_scores(part: str, absent: str, pearson: float) -> None:
    whole = read_public("answerability", shared_folder() / "eval" / "answerability")
    judged = Judged.of_public(whole.part(part))
    metric = f"q_bleu1:variant=released,absent={absent},preset={part}"
    results = list(qgauge.score(judged.examples, metrics=[metric]).values())
    found = study(judged, results, gold="blatz", kinds=("pearson",), resamples=100)
    (line,) = found.blocks[0].metrics
    assert line.correlations["pearson"].value == pytest.approx(pearson, abs=0.001)


def test_conciseness_is_mostly_length() -> None:
    # at item level, on the HotpotQA half; on the whole set it is .73, on SQuAD .26
    found = floor(studied("qgeval", "HotpotQA"), 0)
    assert found.pop("conciseness") == pytest.approx(0.78, abs=0.02)
    assert max(map(abs, found.values())) < 0.35
    whole = floor(studied("qgeval"), 0)
    assert whole.pop("conciseness") == pytest.approx(0.73, abs=0.02)
    assert max(map(abs, whole.values())) < 0.35


@pytest.mark.parametrize("name", ["answerability", "qgeval", "simqg"])
def test_random_scores_do_not_correlate(name: str) -> None:
    found = studied(name)
    values = floor(found, 1)
    assert values
    assert max(map(abs, values.values())) < 0.1


def test_labels_of_qudeval() -> None:
    blocks = {block.dimension: block for block in studied("qudeval").blocks}
    assert "labels as ranks: no 1, yes 2" in blocks["language"].gold
    assert "not_grounded 1, partially_grounded 2, fully_grounded 3" in blocks["relevance"].gold
    assert blocks["givenness"].reason
    assert blocks["relevance"].unrated > 0
