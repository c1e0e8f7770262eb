"""Redundant and generic questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers.hand_made_edges import edge
from helpers.hand_made_tools import KnownParses

from qgauge.core import Example
from qgauge.qud.flags import Flags
from qgauge.tools.roles import Answer

POOL = "Why/ADV/4/advmod will/AUX/4/aux pool/NOUN/4/nsubj close/VERB/0/root"
NEXT = "What/PRON/2/nsubj happened=happen/VERB/0/root next/ADV/2/advmod"
WHY = "Why/ADV/0/root ?/PUNCT/1/punct"


class Sure:
    """A reader that gives the same answer to every text, with a fixed confidence."""

    identity = "by-hand"

    def __init__(self, confidence: float, no_answer: float) -> None:
        self.sure = confidence, no_answer
        self.read: list[tuple[str, str]] = []

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        self.read += pairs
        return [Answer(text[:3], 0, 3, *self.sure) for _, text in pairs]


def flags(example: Example, reader: Any) -> Any:
    (score,) = Flags().score([example], {"parser": KnownParses(), "reader": reader})
    return score


@pytest.mark.parametrize(
    ("question", "confidence", "no_answer", "label"),
    [
        (POOL, 0.9, 0.01, "redundant"),
        (POOL, 0.89, 0.01, "none"),
        (POOL, 0.9, 0.011, "none"),
        (NEXT, 0.1, 0.9, "generic"),
        (NEXT, 0.9, 0.0, "redundant+generic"),
        (WHY, 0.1, 0.9, "generic"),  # it has no content words
    ],
)
def test_flags(question: str, confidence: float, no_answer: float, label: str) -> None:
    score = flags(edge(question), Sure(confidence, no_answer))
    assert score.value == label
    assert score.value in Flags.verdicts
    assert ("answered_before" in score.evidence) == ("redundant" in label)


def test_only_the_context_can_make_a_question_redundant() -> None:
    reader = Sure(0.9, 0.0)
    example = edge(POOL, 2, 3)
    score = flags(example, reader)
    assert reader.read == [(POOL, f"{example.sentences[0]} {example.sentences[1]}")]
    assert score.evidence == {"answered_before": "The"}


def test_an_edge_without_a_sentence_is_unscored_and_does_not_affect_others() -> None:
    found = Flags().score(
        [edge(POOL, 9), edge(POOL)], {"parser": KnownParses(), "reader": Sure(0.9, 0.0)}
    )
    assert [one.value for one in found] == [None, "redundant"]
    assert found[0].unscored == "the anchor or the answer is not a sentence of the article"
