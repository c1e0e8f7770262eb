"""Features of the small models."""

from __future__ import annotations

import math

import pytest
from helpers.hand_made_edges import EDGE_TOOLS as TOOLS

from qgauge.core import Example
from qgauge.metrics import create
from qgauge.qud.criteria.features import features
from qgauge.qud.criteria.tool_outputs import ask_tools

SENTENCES = (
    "The old Pool of Orrin will close in May.",
    "",
    "Some people swim there.",
    "Cracks in the basin lose water, said Ada.",
)
QUESTIONS = ["Why will the Pool close?", "What basin?", "?", "How much water do Cracks lose?"]
EDGES = [
    Example(str(at), text, sentences=SENTENCES, anchor=anchor, answer_sentence=answer)
    for at, (text, anchor, answer) in enumerate(
        zip(QUESTIONS, [1, 3, 4, 3], [4, 4, 3, 4], strict=True)
    )
]


def test_every_edge_has_the_same_features_all_finite() -> None:
    said = ask_tools(EDGES, TOOLS)
    found = [features(one, said) for one in EDGES]
    assert all(list(one) == list(found[0]) for one in found)
    assert all(math.isfinite(value) for one in found for value in one.values())
    assert len(found[0]) > 90


def test_features_by_hand() -> None:
    """The fake parser tags every word as a noun. "why", "will" and "the" are stop words.

    "pool" and "close" are in the anchor; "Basin" is only in the answer, sentence 4.
    """
    first, second = (features(one, ask_tools(EDGES, TOOLS)) for one in EDGES[:2])
    assert (first["content"], first["anchor_share"], first["leaked"], first["foreign"]) == (
        3,  # the question mark counts as a noun as well
        pytest.approx(2 / 3, abs=1e-6),
        0,
        1,
    )
    assert first["distance"] == pytest.approx(math.log(4), abs=1e-6)
    assert first["asks_why"] == 1
    assert second["leaked"] == 1
    assert second["next"] == 1


def test_a_batch_changes_nothing() -> None:
    together = ask_tools(EDGES, TOOLS)
    for one in EDGES:
        assert features(one, together) == features(one, ask_tools([one], TOOLS))


@pytest.mark.parametrize("name", ["compatibility", "givenness", "relevance"])
def test_probabilities_and_evidence_come_with_the_label(name: str) -> None:
    metric = create(f"qud_{name}")
    for score in metric.score(EDGES, TOOLS):
        assert score.value in metric.verdicts
        assert sum(score.parts.values()) == pytest.approx(1)
        assert score.evidence
    assert "model:qud@" in metric.signature(TOOLS, "1")
