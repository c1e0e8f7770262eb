"""The label of givenness agrees with the new words of its evidence, or the evidence says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_edges import POOL_EDGE

from qgauge.core import Example, Score
from qgauge.metrics import create
from qgauge.qud.criteria.criterion import GIVENNESS
from qgauge.qud.criteria.embedded import _against_the_words
from qgauge.qud.criteria.words import NewWord
from qgauge.qud.edge_files import EdgeFiles
from qgauge.tools import open_tool

EXAMPLES = Path(__file__).parents[3] / "examples"
HALLUCINATION, LEAKAGE, NOTHING_NEW = GIVENNESS

SENTENCES = (
    "The town will close its pool in May.",
    "Some two hundred people swim there.",
    "Cracks in the basin lose much water.",
    "The mayor hopes for a bright summer.",
)
ASKED = (
    "Why will the pool be closed?",
    "Why will the town close it?",
    "What do the cracks in the basin lose?",
    "How deep is the dragon?",
    "What does the mayor hope for?",
    "What restrictions does the report mention?",
    "Is this abnormal?",
    "What other pool?",
    "Why?",
    "How long will the cracks in the pool last for the people?",
)
MADE = [
    Example(f"{number}-{anchor}", asked, sentences=SENTENCES, anchor=anchor, answer_sentence=3)
    for number, asked in enumerate(ASKED)
    for anchor in (1, 2)
]


def agree(label: Any, new: list[dict[str, Any]]) -> bool:
    """Return whether some new word is of the kind that the label names, or none for the best."""
    return {
        NOTHING_NEW: not new,
        LEAKAGE: any(word["in_answer"] for word in new),
        HALLUCINATION: any(not word["in_answer"] for word in new),
    }[label]


@pytest.mark.parametrize("method", ["embedded", "rule", "infostatus"])
def test_label_and_evidence_agree_or_the_evidence_says_why(method: str) -> None:
    metric = create(f"qud_givenness:method={method}")
    with EdgeFiles([str(EXAMPLES / "qud.jsonl")]) as files:
        edges = [*files.edges(), *MADE, POOL_EDGE]
    scores = metric.score(edges, {role: open_tool(role) for role in metric.roles()})
    labelled = [one for one in scores if one.value is not None]
    assert len(labelled) > len(MADE)
    for score in labelled:
        assert agree(score.value, score.evidence["new_words"]) == ("why" not in score.evidence)


@pytest.mark.parametrize(
    ("label", "in_answer", "told"),
    [
        (NOTHING_NEW, [], ""),
        (NOTHING_NEW, [True], "does not take these words for new concepts"),
        (LEAKAGE, [True, False], ""),
        (LEAKAGE, [False], "no new word is in the answer sentence; words alone would say halluc"),
        (LEAKAGE, [], "there is no new word; words alone would say no_new_concepts"),
        (HALLUCINATION, [True, False], ""),
        (HALLUCINATION, [True], "every new word is in the answer sentence; words alone would say"),
        (HALLUCINATION, [], "there is no new word; words alone would say no_new_concepts"),
    ],
)
def test_why_a_label_is_not_that_of_the_words(label: str, in_answer: list[bool], told: str) -> None:
    new = [NewWord("w", "w", None, found) for found in in_answer]
    said = _against_the_words(label, new)
    assert told in said and bool(told) == bool(said)


def test_the_explanation_shows_why() -> None:
    metric = create("qud_givenness")
    score = Score(LEAKAGE, {}, {"new_words": [], "why": "there is no new word"})
    shown = str(metric.explanation(POOL_EDGE, score))
    assert "why not the label that these words suggest: there is no new word" in shown
