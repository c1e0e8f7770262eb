"""Anchors: features and probabilities by hand, the fit, and the bundled weights."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest
from helpers.hand_made_edges import EDGE_TOOLS, SENTENCES
from helpers.shared_data import shared_folder
from hypothesis import given
from hypothesis import strategies as st

from qgauge.models.files import BadModel
from qgauge.qud.anchor_features import REACH
from qgauge.qud.anchors import AnchorModel, anchor_chances, anchor_model, pair_features
from qgauge.tools.registry import open_tool
from training.export.manifest import record
from training.qud.anchors import Sentence, fitted

TOOLS = {role: open_tool(role) for role in ("parser", "embedder")}
ARTICLE = (
    "The town of Orrin will close its swimming pool in May.",
    "",
    "The mayor, Ada Holm, grew up beside the river.",
    "She learned to swim there.",
    "The pool has leaked since the winter.",
)


def test_features_by_hand() -> None:
    """The pool is said first in 1, and the mayor first and last in 3."""
    found = pair_features(ARTICLE, [4, 5], TOOLS)
    assert [list(rows) for rows in found.values()] == [[1, 3], [1, 3, 4]]
    first, third, fourth = found[5].values()
    # the missing sentence does not count: 5 is three sentences after 1
    assert (first["distance"], first["previous"], first["first"]) == (round(log(3), 6), 0, 1)
    assert (fourth["distance"], fourth["previous"], fourth["position"]) == (0, 1, round(log(4), 6))
    assert (first["shared"], third["shared"]) == (1, 0)
    assert first["introduced"] == first["last_mentioned"] == first["only_mentioned"] > 0
    assert (first["subject_of_answer"], first["subject_of_anchor"]) == (1, 0)
    assert (first["shared_weight_best"], third["shared_weight_best"]) == (1, 0)
    assert found[4][3]["previous_if_pronoun"] == 1
    assert found[4][1]["previous_if_pronoun"] == 0


def test_only_near_sentences_and_the_first_are_candidates() -> None:
    article = [f"Sentence number {number}." for number in range(1, 41)]
    candidates = list(pair_features(article, [40], EDGE_TOOLS)[40])
    assert candidates == [1, *range(40 - REACH, 40)]


@given(st.lists(st.floats(-500, 500), min_size=1, max_size=6))
def test_chances_are_a_softmax(values: list[float]) -> None:
    found = AnchorModel({"a": 2.0}).chances([{"a": one, "b": 9.0} for one in values])
    expected = np.exp(2 * np.array(values) - np.logaddexp.reduce(2 * np.array(values)))
    assert found == pytest.approx(expected.tolist(), abs=6e-5)


def test_the_likeliest_anchor_comes_first_whatever_else_is_asked() -> None:
    alone = anchor_chances(ARTICLE, [5], TOOLS)[5]
    assert alone == anchor_chances(ARTICLE, [3, 4, 5], TOOLS)[5]
    assert list(alone.values()) == sorted(alone.values(), reverse=True)
    assert next(iter(alone)) == 1, "the sentence about the pool, not the previous one"


def test_the_bundled_weights_have_the_features() -> None:
    (row,) = pair_features(SENTENCES[:2], [2], EDGE_TOOLS)[2].values()
    assert list(anchor_model().weights) == list(row)


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"format": 1}', '{"format": 1, "weights": {"a": []}}']
)
def test_a_malformed_file_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "qud_anchor.json").write_text(content)
    record("qud_anchor.json", "qud_anchor.md", tmp_path)
    with pytest.raises(BadModel, match=r"qud_anchor\.json cannot be loaded"):
        anchor_model(tmp_path)


def _sentence(values: list[float], chosen: list[float]) -> Sentence:
    return Sentence(
        "e", 9, tuple(range(1, len(values) + 1)), np.array(values)[:, None], np.array(chosen)
    )


def test_the_fit_finds_the_odds() -> None:
    """The candidate with the feature is chosen 3 times of 4, so its weight is log 3."""
    rows = [_sentence([0.0, 1.0], [1.0, 3.0])]
    assert fitted(rows, np.zeros(1), 0.0) == pytest.approx([log(3)], abs=1e-4)
    # an unlimited penalty keeps the start
    assert fitted(rows, np.array([0.5]), 1e9) == pytest.approx([0.5], abs=1e-4)


def test_the_weights_are_those_of_the_recipe_on_dev_essays() -> None:
    """The card's accuracy on DCQA's 191 edges of the dev essays: 91 right."""
    from training.qud.edges import DEV, essay_of, human_edges

    edges = [one for one in human_edges(shared_folder()) if essay_of(one) in DEV]
    chances = {
        essay_of(one): anchor_chances(one.sentences, range(2, len(one.sentences) + 1), TOOLS)
        for one in {essay_of(edge): edge for edge in edges}.values()
    }
    right = sum(
        next(iter(chances[essay_of(one)][one.answer_sentence or 0])) == one.anchor for one in edges
    )
    assert len(edges) == 191
    assert right == pytest.approx(91, abs=2)
