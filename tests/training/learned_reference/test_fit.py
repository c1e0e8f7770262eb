"""Fitting the model of learned_reference, on small invented sets."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("scipy")

from qgauge.models.additive import Additive, Curve
from training.learned_reference.fit import fit_rated, folds, normalised, predicted
from training.learned_reference.question_pairs import Asked, question_pairs
from training.learned_reference.rated import Rated


def rated(rows: int = 200) -> Rated:
    """Return ratings that depend on the names kept; in short questions, also on the words."""
    random = np.random.default_rng(1)
    names, words = random.random((2, rows))
    short = np.arange(rows) % 2
    columns = [names, words, 1 - short * (1 - words)]
    gold = 0.2 + 0.5 * names + 0.3 * columns[2]
    return Rated(
        ["names_kept", "words_kept", "short: words_kept"],
        np.column_stack(columns),
        gold,
        gold,
        np.where(np.arange(rows) % 3 == 0, "squad", "vqa"),
        np.array([f"question {at // 2}" for at in range(rows)]),
    )


def test_equal_texts_get_1_after_normalising() -> None:
    model = Additive(0.5, {"a": Curve((0.0, 1.0), (-0.2, 0.3)), "b": Curve((0.0,), (0.2,))})
    # equal texts have .5 + .3 + .2 = 1; twice as much is scaled down
    assert normalised(model).predict({"a": 1.0, "b": 1.0}) == 1.0
    doubled = Additive(1.5, model.curves)
    assert normalised(doubled).predict({"a": 0.0, "b": 1.0}) == pytest.approx((2.0 - 0.5) / 2.0)


def test_a_fit_predicts_ratings_of_other_references_and_never_falls() -> None:
    rows = rated()
    scores = np.zeros(len(rows.gold))
    for out in folds(rows.references, 5, 0):
        scores[out] = predicted(fit_rated(rows.of(~out)), rows.of(out))
    assert np.corrcoef(scores, rows.gold)[0, 1] > 0.95
    for curve in fit_rated(rows).curves.values():
        assert list(curve.adds) == sorted(curve.adds)


def test_a_model_of_one_set_has_no_curves_for_kinds_of_pairs() -> None:
    rows = rated()
    one = fit_rated(rows.of(rows.sets == "vqa"))
    assert set(one.curves) <= {"names_kept", "words_kept"}
    assert "short: words_kept" in fit_rated(rows).curves


def test_folds_keep_the_rows_of_a_reference_together() -> None:
    references = np.array(["a", "b", "a", "c", "b", "d"])
    left_out = list(folds(references, 2, 0))
    assert np.array_equal(sum(out.astype(int) for out in left_out), np.ones(6))
    for out in left_out:
        assert not set(references[out]) & set(references[~out])


def test_question_pairs_have_the_same_answer_or_share_no_word_of_it() -> None:
    questions = {
        "s1": [
            Asked("Who built it?", frozenset({0})),
            Asked("Who was the builder?", frozenset({0})),
            Asked("who built it ?", frozenset({0})),
            Asked("When was it built?", frozenset({5, 6})),
            Asked("In what year?", frozenset({6})),
        ],
        "s2": [Asked("What is red?", frozenset({1}))],
    }
    found = question_pairs(questions)
    hard = [one for one in found if one.hard]
    same = {frozenset({one.first, one.second}) for one in hard if one.same}
    # "Who built it?" occurs twice, which is no pair; the last two answers overlap, so neither
    assert same == {
        frozenset({"Who built it?", "Who was the builder?"}),
        frozenset({"who built it ?", "Who was the builder?"}),
    }
    other = {frozenset({one.first, one.second}) for one in hard if not one.same}
    assert other == {
        frozenset({who, when})
        for who in ("Who built it?", "Who was the builder?", "who built it ?")
        for when in ("When was it built?", "In what year?")
    }
    assert sum(not one.hard for one in found) == 4
    assert not any(one.same for one in found if not one.hard)
    assert question_pairs(questions) == found
