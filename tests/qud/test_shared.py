"""Rules and trees on QUDeval's dev essays; the trees must match the tools they were trained on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.shared_data import shared_folder

from qgauge.core import Example, Tools
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.metrics.metric import Metric
from qgauge.models.files import FOLDER, checksum
from qgauge.qud.agreement import label_agreement
from qgauge.tools.cache import Cache
from qgauge.tools.registry import open_tool

DEV = ("1423", "1431", "1433", "1438", "1441", "1492", "907", "911")


@pytest.fixture(scope="module")
def essays() -> list[Example]:
    folder = shared_folder() / "eval" / "qudeval"
    found = [one for one in read_public("qudeval", folder).examples if one.meta["essay_id"] in DEV]
    assert len(found) == 340
    return found


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Metric], Tools]:
    """Return the embedded tools with a cache shared by all methods."""
    cache = Cache(tmp_path_factory.mktemp("cache") / "tools.sqlite")
    opened: dict[str, Any] = {}

    def of(metric: Metric) -> Tools:
        for role in metric.roles():
            opened.setdefault(role, open_tool(role, cache=cache))
        return {role: opened[role] for role in metric.roles()}

    return of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("request_", "target"),
    [
        ("qud_givenness:method=rule", 0.37),
        ("qud_givenness:method=infostatus", 0.43),
        ("qud_relevance:method=rule", 0.40),
        ("qud_compatibility", 0.50),
        ("qud_givenness", 0.43),
        ("qud_relevance", 0.57),
    ],
)
def test_methods_reach_their_targets(
    request_: str, target: float, essays: list[Example], tools: Callable[[Metric], Tools]
) -> None:
    metric = create(request_)
    found = label_agreement(request_, metric, essays, metric.score(essays, tools(metric)))
    assert found.n == 326
    assert found.macro_f1 is not None
    assert found.macro_f1 >= target


def test_the_trees_were_fitted_to_the_tools_in_the_package() -> None:
    card = (FOLDER / "qud.md").read_text(encoding="utf-8")
    for file in ("linguist.onnx", "reader.onnx", "vectors.bin"):
        assert checksum(file)[:8] in card, (
            f"{file} has changed: run training/qud/trees.py --measure and rewrite the card"
        )
