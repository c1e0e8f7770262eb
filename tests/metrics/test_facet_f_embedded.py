"""facet_f with the embedded tools, on natural questions."""

from __future__ import annotations

import pytest

import qgauge

CASES = [
    # reference, answer, paraphrase, question that leaks the answer, source sentence with a ?
    (
        "Who built the Halden lighthouse?",
        "Marta Lindqvist",
        "By whom was the lighthouse of Halden built?",
        "Was it Marta Lindqvist who built the Halden lighthouse?",
        "The Halden lighthouse was built by Marta Lindqvist in 1874?",
    ),
    (
        "When was the old bridge in Oriel closed?",
        "in 1963",
        "In what year was the old bridge in Oriel shut?",
        "Was the old bridge in Oriel closed in 1963?",
        "The old bridge in Oriel was closed in 1963 after the flood?",
    ),
    (
        "What turns copper green?",
        "oxygen and salt water",
        "What makes copper green?",
        "How do oxygen and salt water turn copper green?",
        "Oxygen and salt water turn copper green over many years?",
    ),
    (
        "Where do the storks spend the winter?",
        "in the valleys of Morocco",
        "In which place do the storks spend the winter?",
        "Do the storks spend the winter in the valleys of Morocco?",
        "The storks spend the winter in the valleys of Morocco?",
    ),
    (
        "How many moons does the planet Veda have?",
        "seventeen moons",
        "What number of moons does the planet Veda have?",
        "Does the planet Veda have seventeen moons?",
        "The planet Veda has seventeen moons and a ring of ice?",
    ),
]


@pytest.mark.parametrize("probability", ["entailer", "lexical"])
def test_embedded_tools_rank_the_paraphrase_first(probability: str) -> None:
    asked = f"facet_f:probability={probability}"
    rows = [
        {"question": text, "references": [gold], "answer": answer}
        for gold, answer, *texts in CASES
        for text in texts
    ]
    values = [score.value for score in qgauge.score(rows, [asked])[asked].scores]
    for at, (gold, *_) in enumerate(CASES):
        paraphrase, leaking, source = values[3 * at : 3 * at + 3]
        assert isinstance(paraphrase, float) and isinstance(leaking, float)
        assert isinstance(source, float)
        assert paraphrase > leaking + 0.2, gold
        assert paraphrase > source + 0.2, gold


def test_a_passive_paraphrase_scores_1() -> None:
    result = qgauge.load("facet_f").compute(
        predictions=["By whom was the bridge built?"], references=["Who built the bridge?"]
    )
    assert result.value == 1
