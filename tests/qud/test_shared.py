"""The rules on QUDeval's dev essays, and the trees beside the tools they were fitted to."""

from __future__ import annotations

import pytest
from shared import shared_folder

from qgauge.core import Example
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.models.files import FOLDER, checksum
from qgauge.qud.study import study
from qgauge.tools.box import open_tool

DEV = ("1423", "1431", "1433", "1438", "1441", "1492", "907", "911")


@pytest.fixture(scope="module")
def essays() -> list[Example]:
    folder = shared_folder() / "eval" / "qudeval"
    found = [one for one in read_public("qudeval", folder).examples if one.meta["essay_id"] in DEV]
    assert len(found) == 340
    return found


@pytest.mark.parametrize(
    ("request_", "target"),
    [
        ("qud_givenness:method=rule", 0.37),
        ("qud_givenness:method=infostatus", 0.43),
        ("qud_relevance:method=rule", 0.40),
    ],
)
def test_methods_without_a_trained_model_reach_their_targets(
    request_: str, target: float, essays: list[Example]
) -> None:
    metric = create(request_)
    tools = {role: open_tool(role) for role in metric.roles()}
    found = study(request_, metric, essays, metric.score(essays, tools))
    assert found.n == 326
    assert found.macro_f1 is not None
    assert found.macro_f1 >= target


def test_trees_on_two_essays(essays: list[Example]) -> None:
    """Two essays say little: far above what labels at random reach, no more is asked."""
    few = [one for one in essays if one.meta["essay_id"] in ("1423", "907")]
    metric = create("qud_givenness")
    tools = {role: open_tool(role) for role in metric.roles()}
    found = study("trees", metric, few, metric.score(few, tools))
    assert found.macro_f1 is not None
    assert found.floors is not None
    assert found.macro_f1 > found.floors.random + 0.1


def test_the_trees_were_fitted_to_the_tools_in_the_package() -> None:
    card = (FOLDER / "qud.md").read_text(encoding="utf-8")
    entailer = open_tool("entailer").identity.partition(",")[2]
    assert entailer in card, f"the entailer has changed to {entailer}: as below"
    for file in ("linguist.onnx", "reader.onnx", "vectors.bin"):
        assert checksum(file)[:8] in card, (
            f"{file} has changed: run training/qud_trees.py --measure and write the card anew"
        )
