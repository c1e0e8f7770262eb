"""Boosted trees: by hand, compared with scikit-learn, and the bundled file."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import numpy as np
import pytest
from helpers.hand_made_edges import EDGE_TOOLS, edge
from sklearn.ensemble import GradientBoostingClassifier

from qgauge.metrics import create
from qgauge.models.files import BadModel
from qgauge.models.json_models import identity
from qgauge.qud.criteria.features import features
from qgauge.qud.criteria.tool_outputs import ask_tools
from qgauge.qud.forest import Forest, forests
from training.export.manifest import record
from training.qud import trees as qud_trees

SMALL = Forest(
    labels=("no", "yes"),
    features=("a", "b"),
    start=(0.0, 1.0),
    runs=[[[[0, 0.5, 1.0, [1, 2.0, 2.0, -1.0]], 0.25]]],
    weights=(1.0, 1.0),
)


@pytest.mark.parametrize(
    ("values", "first"),
    [
        ({"a": 0.5, "b": 9}, 1.0),  # the threshold itself goes to the lower branch
        ({"a": 0.6, "b": 2}, 2.0),
        ({"a": 0.6, "b": 2.1}, -1.0),
    ],
)
def test_a_tree_by_hand(values: dict[str, float], first: float) -> None:
    """The sums are 0 plus the leaf, and 1 + .25."""
    no, yes = exp(first), exp(1.25)
    found = SMALL.chances(values)
    assert found == pytest.approx({"no": no / (no + yes), "yes": yes / (no + yes)})
    assert SMALL.choose(found) == ("no" if no >= yes else "yes")


def test_runs_are_averaged_and_weights_decide() -> None:
    """Leaves 0 and log 3 give .5 and .75, on average .625; the other label has weight 2."""
    two = Forest(("a", "b"), (), (0.0, 0.0), [[[0.0, 0.0]], [[float(np.log(3)), 0.0]]], (1.0, 2.0))
    assert two.chances({}) == pytest.approx({"a": 0.625, "b": 0.375})
    assert two.choose({"a": 0.625, "b": 0.375}) == "b"


def test_the_forest_equals_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ROUNDS": 8, "SEEDS": 2, "FOLDS": 2}.items():
        monkeypatch.setattr(qud_trees, name, value)
    random = np.random.default_rng(3)
    values = random.normal(size=(200, 6)).round(6)
    labels = (values[:, 0] + values[:, 1] > 0).astype(int) + (values[:, 2] > 1)
    data = qud_trees.Set(values, labels, np.array([f"e{at % 10}" for at in range(200)]))
    names = [f"f{at}" for at in range(6)]
    made = qud_trees.forest(names, ("x", "y", "z"), data)
    models = [qud_trees.boosted(data, seed) for seed in range(len(made.runs))]
    assert isinstance(models[0], GradientBoostingClassifier)
    expected = np.mean([model.predict_proba(values) for model in models], axis=0)
    for row, chances in zip(values.tolist(), expected, strict=True):
        found = made.chances(dict(zip(names, row, strict=True)))
        # leaves are rounded to 5 digits, and one is added per round
        assert list(found.values()) == pytest.approx(chances.tolist(), abs=1e-3)
    assert [len(run) for run in made.runs] == [8, 8]


def test_the_bundled_forests_have_the_features_and_labels() -> None:
    example = edge("Why will the Pool close?", sentences=("The Pool will close.", "So.", "It is."))
    found = features(example, ask_tools([example], EDGE_TOOLS))
    shipped = forests("qud.json")
    assert list(shipped) == ["compatibility", "givenness", "relevance"]
    for criterion, one in shipped.items():
        assert set(one.features) <= set(found)
        assert tuple(one.labels) == create(f"qud_{criterion}").verdicts
        assert sum(one.chances(found).values()) == pytest.approx(1)
    assert identity("qud.json").startswith("qud@")


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"format": 2}', '{"format": 1, "forests": {"a": {}}}']
)
def test_a_malformed_forest_file_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "trees.json").write_text(content)
    record("trees.json", "trees.md", tmp_path)
    with pytest.raises(BadModel, match=r"trees\.json cannot be loaded"):
        forests("trees.json", tmp_path)


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "trees.json").write_text(json.dumps({"format": 1, "forests": {}}))
    record("trees.json", "trees.md", tmp_path)
    (tmp_path / "trees.json").write_text(json.dumps({"format": 1, "forests": {"x": 1}}))
    with pytest.raises(BadModel, match="too long"):
        forests("trees.json", tmp_path)
