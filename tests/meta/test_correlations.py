"""Studies of invented rows, with values computed by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest
from helpers.rated_rows import FOUR, only_block, rows, scored, systems
from sklearn.metrics import cohen_kappa_score

from qgauge.core import Example
from qgauge.meta import Judged, Scale, is_copy, study


def test_correlations_by_hand() -> None:
    # 1 2 3 4 against 2 1 4 3: sum of products 3, each sum of squares 5; 4 of 6 pairs in order
    judged = rows(FOUR, words=[1, 1, 1, 2])
    kinds = ("pearson", "spearman", "kendall")
    block = only_block(study(judged, [scored("m", [1, 2, 3, 4])], kinds=kinds, resamples=100))
    (line,) = block.metrics
    values = [line.correlations[kind].value for kind in kinds]
    assert values == pytest.approx([0.6, 0.6, 1 / 3])
    assert (line.n, line.unscored, line.ties) == (4, 0, 0.0)
    # with the length 1 1 1 2: 1.5 / sqrt(5 * .75), and .5 / sqrt(5 * .75) for the ratings
    score_length, rating_length = 1.5 / sqrt(3.75), 0.5 / sqrt(3.75)
    expected = (0.6 - score_length * rating_length) / sqrt(
        (1 - score_length**2) * (1 - rating_length**2)
    )
    assert line.given_length.value == pytest.approx(expected)
    assert line.correlations["pearson"].low is None
    assert "fewer than 5 clusters" in line.correlations["pearson"].reason


def test_the_floor_is_always_there() -> None:
    block = only_block(study(rows(FOUR, words=[3, 4, 1, 2]), [], resamples=100))
    assert block.metrics == ()
    length, chance = block.floor
    # minus 3 4 1 2 words against 2 1 4 3
    assert (length.metric, length.correlations["pearson"].value) == ("length", pytest.approx(1))
    assert length.given_length.value is None
    assert "explains" in length.given_length.reason
    assert (chance.metric, chance.n, chance.p_holm) == ("random", 4, {})


def test_chance_depends_on_the_seed_and_the_row_alone() -> None:
    ratings = [[float(at % 7)] for at in range(40)]
    judged = rows(ratings)
    turned = replace(judged, examples=judged.examples[::-1], clusters=list(judged.clusters)[::-1])
    values = [
        only_block(study(one, [], seed=seed, resamples=100)).floor[1].correlations["pearson"].value
        for one, seed in ((judged, 1), (turned, 1), (judged, 2))
    ]
    assert values[0] == pytest.approx(values[1])
    assert values[0] != values[2]


def test_gold_is_the_mean_or_blatz() -> None:
    judged = rows([[1, 2], [1, 4], [3, 4], [5, 6]])
    plain, blatz = study(judged, [], resamples=100), study(judged, [], gold="blatz", resamples=100)
    assert plain.gold["good"].tolist() == [1.5, 2.5, 3.5, 5.5]
    # below plus half of equal, over 4: .25 .25 .625 .875 and .125 .5 .5 .875
    assert blatz.gold["good"].tolist() == [0.1875, 0.375, 0.5625, 0.875]
    assert "mean of 2 raters" in only_block(plain).gold
    assert "blatz" in only_block(blatz).gold


def test_blatz_of_published_means_is_their_mean_and_says_so() -> None:
    judged = replace(rows(FOUR), scales=(Scale("good", means_only=True),))
    found = study(judged, [], gold="blatz", resamples=100)
    assert found.gold["good"].tolist() == [2, 1, 4, 3]
    block = only_block(found)
    assert "as published (blatz needs each rater's ratings)" in block.gold
    assert block.ceiling["pearson"].value is None
    assert "means only" in block.ceiling["pearson"].reason
    assert "means only" in block.agreement["kappa"].reason


def test_raters_by_hand() -> None:
    judged = rows([[1, 1], [2, 2], [1, 2], [2, 2], [1, 1], [2, 1]])
    block = only_block(study(judged, [], resamples=100))
    # each rater says 1 three times; 4 of 6 agree, 3 expected by chance
    assert block.agreement["kappa"].value == pytest.approx((4 / 6 - 1 / 2) / (1 / 2))
    assert block.ceiling["pearson"].value == pytest.approx(1 / 3)
    # interval alpha: observed disagreement 4/12, expected 6 * 6 * 2 / (12 * 11)
    assert block.agreement["alpha"].value == pytest.approx(1 - (4 / 12) / (72 / 132))
    assert block.alpha_level == "interval"


def test_three_raters_have_alpha_but_no_kappa() -> None:
    judged = rows([[1, 1, 1], [2, 2], [3, 3, 2], [1], [2, 2, 2]])
    block = only_block(study(judged, [], resamples=100))
    assert block.agreement["kappa"].value is None and block.agreement["kappa"].reason
    assert block.agreement["alpha"].value is not None
    assert block.rated == 5


def test_labels_with_an_order_become_ranks() -> None:
    judged = rows([["no"], ["partly"], ["fully"], ["no"]])
    judged = replace(judged, scales=(Scale("good", ("no", "partly", "fully")),))
    found = study(judged, [scored("m", [0, 1, 2, 0])], resamples=100)
    assert found.gold["good"].tolist() == [1, 2, 3, 1]
    block = only_block(found)
    assert "labels as ranks: no 1, partly 2, fully 3" in block.gold
    assert block.metrics[0].correlations["pearson"].value == pytest.approx(1)


def test_labels_without_an_order_get_a_reason_but_agreement() -> None:
    judged = rows([["a", "a"], ["b", "b"], ["c", "a"], ["a", "a"], ["b", "c"]])
    block = only_block(study(judged, [scored("m", [1, 2, 3, 4, 5])], resamples=100))
    assert "order" in block.reason
    assert (block.metrics, block.floor, block.rated, block.unrated) == ((), (), 5, 0)
    assert block.ceiling["pearson"].value is None
    assert block.agreement["kappa"].value is not None
    assert block.alpha_level == "nominal"
    # a-a b-b a-a agree; F1 of a 4/5, of b 2/3, of c 0
    assert block.agreement["full"].value == pytest.approx(3 / 5)
    assert block.agreement["pairwise_f1"].value == pytest.approx((4 / 5 + 2 / 3) / 3)
    assert "kappa_linear" not in block.agreement


def test_numbers_and_labels_mixed_have_no_order() -> None:
    block = only_block(study(rows([[1], ["good"], [3]]), [], resamples=100))
    assert block.reason == "some ratings are numbers, some strings ('good'); give numbers only"
    assert (block.rated, block.unrated) == (3, 0)


def test_numbers_written_as_strings_are_reported() -> None:
    block = only_block(study(rows([["4"], ["5"], ["2.5"]]), [], resamples=100))
    assert block.reason == 'the ratings are strings; write 4 instead of "4"'


def test_a_rater_with_gaps_stays_the_same_rater() -> None:
    # the second rater says the opposite of the first and third, whichever rows are missing
    said = [[1, 5, 1], [2, None, 2], [3, 3, None], [4, 2, 4], [None, 1, 5], [2, 4, 2], None]
    found = study(rows(said), [scored("m", range(7))], resamples=100)
    block = only_block(found)
    assert block.gold == "the mean of 2 to 3 raters"
    assert (block.rated, block.unrated) == (6, 1)
    assert found.gold["good"][:3].tolist() == pytest.approx([7 / 3, 2, 3])
    first, second, third = (one.value for one in block.ceiling["pearson"].raters)
    assert first is not None and second is not None and third is not None
    assert second == pytest.approx(-1)
    nobody = only_block(study(rows([[None], [None, None]]), [], resamples=100))
    assert (nobody.reason, nobody.rated) == ("no row is rated", 0)


def test_weighted_kappas_by_hand() -> None:
    # two of five are one step off: cost 2. Expected from (2 2 1) x (1 2 2) / 5: unequal in
    # 25 - 2 - 4 - 2 = 17 of 25, in steps 2*2 + 2*1 + 2*2 + 1*2 + 2 * (2*2 + 1*1) = 22 of 25
    said = [[1, 1], [2, 2], [3, 3], [1, 2], [2, 3]]
    agreement = only_block(study(rows(said), [], resamples=100)).agreement
    assert agreement["kappa"].value == pytest.approx(1 - 2 / (17 / 5))
    assert agreement["kappa_linear"].value == pytest.approx(1 - 2 / (22 / 5))
    expected = cohen_kappa_score(*zip(*said, strict=True), weights="quadratic")
    assert agreement["kappa_quadratic"].value == pytest.approx(expected)
    assert agreement["full"].value == pytest.approx(0.6)


def test_two_values_of_gold_have_an_area_under_the_curve() -> None:
    # in 5 of the 2 x 3 pairs of a good and a bad row, the good one scores higher
    judged = rows([[1], [0], [1], [0], [0]])
    found = study(judged, [scored("m", [5, 1, 3, 4, 2])], resamples=100)
    (line,) = only_block(found).metrics
    assert line.auc is not None
    assert line.auc.value == pytest.approx(5 / 6)
    assert line.as_json()["auc"]["positives"] == 2
    assert only_block(study(rows(FOUR), [], resamples=100)).floor[0].auc is None


def test_missing_ratings_and_unscored_rows_are_counted_and_left_out() -> None:
    judged = rows([[2], [1], [4], [3], None, [9]])
    found = study(judged, [scored("m", [1, 2, 3, 4, 5, None])], resamples=100)
    (line,) = only_block(found).metrics
    assert line.correlations["pearson"].value == pytest.approx(0.6)
    assert (line.n, line.unscored, dict(line.reasons)) == (4, 1, {"no words": 1})
    assert (only_block(found).rated, only_block(found).unrated) == (5, 1)
    assert [row["gold"]["good"] for row in found.rows()] == [2, 1, 4, 3, None, 9]
    assert [row["scores"]["m"] for row in found.rows()] == [1, 2, 3, 4, 5, None]


@pytest.mark.parametrize(
    ("ratings", "scores", "reason"),
    [
        (FOUR, [1, 1, 1, 1], "the scores are constant"),
        ([[3]] * 4, [1, 2, 3, 4], "the ratings are constant"),
        (FOUR, [None] * 4, "no row has"),
        (FOUR, ["direct"] * 4, "no row has"),
        (FOUR, [1.0, float("inf"), None, 2.0], "fewer than"),
        ([[1], [2]], [1, 2], "fewer than"),
    ],
)
@pytest.mark.parametrize("level", ["items", "systems"])
def test_undefined_correlations_have_a_reason(
    ratings: Any, scores: Any, reason: str, level: Any
) -> None:
    judged = rows(ratings, system=[f"s{at}" for at in range(len(ratings))])
    found = study(judged, [scored("m", scores)], level=level, resamples=100)
    (line,) = only_block(found).metrics
    for one in (*line.correlations.values(), line.given_length):
        assert one.value is None
        assert (reason if level == "items" else "fewer than 5 systems") in one.reason
    json.dumps(found.as_json(), allow_nan=False)


def test_reasons_for_scores_that_are_not_numbers() -> None:
    found = study(rows(FOUR), [scored("m", ["a", float("nan"), None, 1.0])], resamples=100)
    assert dict(only_block(found).metrics[0].reasons) == {
        "the metric gives labels, not numbers": 1,
        "the score is not finite": 1,
        "no words": 1,
    }


def test_no_rows_at_all() -> None:
    judged = rows(FOUR)
    empty = replace(judged, examples=[], clusters=[])
    for level in ("items", "systems"):
        block = only_block(study(empty, [scored("m", [])], level=level, resamples=100))  # type: ignore[arg-type]
        assert block.reason == "no row is rated"


def test_scores_of_different_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="different rows"):
        study(rows(FOUR), [scored("m", [1, 2])])


def test_holm_over_the_metrics_of_a_block() -> None:
    random = np.random.default_rng(1)
    gold = random.normal(size=60)
    judged = rows([[value] for value in gold])
    good, poor = gold + random.normal(size=60) / 2, random.normal(size=60)
    results = [scored("good", good.tolist()), scored("poor", poor.tolist())]
    first, second = only_block(study(judged, results, resamples=400)).metrics
    assert first.correlations["pearson"].p == pytest.approx(1 / 401)
    assert first.p_holm["pearson"] == pytest.approx(2 / 401)
    assert second.p_holm["pearson"] == second.correlations["pearson"].p > 0.05
    alone = only_block(study(judged, results[:1], resamples=400)).metrics[0]
    assert alone.p_holm["pearson"] == pytest.approx(1 / 401)
    assert alone.correlations == first.correlations


def test_the_same_study_twice_is_the_same() -> None:
    judged, scores = systems()
    for level in ("items", "systems"):
        first, second, other = (
            study(judged, [scored("m", scores)], level=level, resamples=100, seed=seed).as_json()  # type: ignore[arg-type]
            for seed in (5, 5, 6)
        )
        assert first == second != other


def test_the_report_has_what_is_needed_to_reproduce_it() -> None:
    found = study(rows(FOUR), [scored("m", [1, 2, 3, 4])], gold="blatz", resamples=150, seed=9)
    assert found.signatures == {"m": "m|v:1|meta:items|gold:blatz|resamples:150|seed:9"}
    written = found.as_json()
    assert written["data"] == "made up"
    assert written["rows"] == written["clusters"] == 4
    assert json.loads(json.dumps(written, allow_nan=False)) == written
    assert set(written["dimensions"]["good"]["metrics"]["m"]["pearson"]) == {
        "value",
        "ci",
        "p",
        "p_holm",
        "n",
        "missing",
        "clusters",
        "reason",
    }


def test_copies_are_found_and_left_out() -> None:
    same = Example("1", "Who  is it ?", references=("What?", "Who is it?"), ratings={"good": (1,)})
    marked = Example("2", "x", ratings={"good": (1,)}, meta={"same_as_reference": True})
    other = Example("3", "x", references=("X",), ratings={"good": (1,)})
    assert [is_copy(one) for one in (same, marked, other)] == [True, True, False]
    kept = Judged.of_rows([same, marked, other]).without_copies()
    assert ([one.id for one in kept.examples], len(kept.clusters)) == (["3"], 1)
    assert kept.copies_left_out == 2


def test_clusters_of_user_rows() -> None:
    def clusters(*examples: Example) -> tuple[str, int]:
        judged = Judged.of_rows(examples)
        return judged.clustered_by, len(set(judged.clusters))

    passage = [
        Example(str(at), "q", references=(f"r{at}",), passage=text)
        for at, text in enumerate(["The long passage .", "The  long passage.", "Another passage."])
    ]
    assert clusters(*passage) == ("passage", 2)
    assert clusters(*passage, Example("9", "q")) == ("passage or id", 3)
    # without a passage, the references identify the cluster
    bare = [Example(str(at), "q", references=("Why not?",)) for at in range(3, 5)]
    assert clusters(*passage, *bare) == ("passage or references", 3)
    shared = [Example(str(at), "q", references=("Who?",)) for at in range(3)]
    assert clusters(*shared) == ("references", 1)
    assert clusters(Example("1", "q", system="a"), Example("1", "q", system="b")) == ("id", 1)
