"""Answerability: the equations worked out by hand."""

from __future__ import annotations

from math import exp

import pytest

from qgauge.core import Example
from qgauge.metrics import create

TITANIC = "Who was the director of Titanic?"


def parts(metric: str, question: str, *references: str) -> dict[str, float]:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert isinstance(score.value, float)
    return {"value": score.value, **score.parts}


def test_the_papers_first_example() -> None:
    # SQuAD weights: names .41, content .36, function .03, question .20
    # S1: Titanic 1/1, director 1/1, of 1/1 and 1/3, who 0
    precision, recall = 0.41 + 0.36 + 0.03, 0.41 + 0.36 + 0.03 / 3
    first = parts("answerability", "director of Titanic?", TITANIC)
    assert first["value"] == pytest.approx(2 * precision * recall / (precision + recall))
    # S2: no name; director, was the of, who: all found
    second = parts("answerability", "Who was the director of?", TITANIC)
    assert second["value"] == pytest.approx(0.36 + 0.03 + 0.20)
    # the point of the paper: only S1 can be answered, but BLEU prefers S2
    assert first["value"] > second["value"]
    bleu = [
        parts("bleu3", text, TITANIC)["value"]
        for text in ("director of Titanic?", "Who was the director of?")
    ]
    assert bleu[0] < bleu[1]


def test_treatment_of_kinds_absent_from_both_texts() -> None:
    # "is", "it": no names on either side; content warm/cold 0, function is it 2/2, question why 1/1
    question, reference = "Why is it cold?", "Why is it warm?"
    present = 0.03 + 0.20
    assert parts("answerability:absent=zero", question, reference)["value"] == pytest.approx(
        present
    )
    assert parts("answerability:absent=one", question, reference)["value"] == pytest.approx(
        present + 0.41
    )
    assert parts("answerability", question, reference)["value"] == pytest.approx(present / 0.59)


def test_released_variant_by_hand() -> None:
    # content: "dog park" against "dog": precision 1/2; the other way 1/1 x exp(1 - 2/1)
    found = parts("answerability:variant=released", "Who saw the dog park", "Who saw the dog")
    precision, recall = 2 / 3, exp(1 - 3 / 2)  # saw dog park / saw dog
    f = 2 * precision * recall / (precision + recall)
    assert found["content"] == pytest.approx(f, abs=1e-8)
    expected = (0.36 * f + 0.03 + 0.20) / 0.59
    assert found["value"] == pytest.approx(expected, abs=1e-8)


def test_several_references_best_or_mean() -> None:
    texts = (TITANIC, "Is soup warm?")
    best = parts("answerability", TITANIC, *texts)["value"]
    assert best == pytest.approx(1)
    # the second has no word in common: (1 + 0) / 2
    mean = parts("answerability:references=mean", TITANIC, *texts)["value"]
    assert mean == pytest.approx(1 / 2)


def steps(metric: str, question: str, reference: str) -> list[str]:
    explained = create(metric).explain(Example("1", question, (reference,)), {})
    (view,) = explained.evidence["views"]
    found: list[str] = view["steps"]
    return found


def test_explain_shows_the_treatment_of_absent_kinds() -> None:
    # no names on either side; content (.36) does not match
    texts = "Why is it cold?", "Why is it warm?"
    assert steps("answerability", *texts)[0] == (
        "weighted precision = 0.2300 / 0.59 = 0.3898, weighted recall = 0.2300 / 0.59 = 0.3898"
    )
    assert steps("answerability:variant=released,absent=one", *texts) == [
        "answerability = weighted sum of F = 0.2300 + 0.41 = 0.6400"
    ]
    assert steps("answerability:variant=released,absent=zero", *texts) == [
        "answerability = weighted sum of F = 0.2300"
    ]


def test_explain_shows_precision_and_recall_of_each_kind() -> None:
    example = Example("1", "Who saw the dog park", ("Who saw the dog",))
    explained = create("answerability:variant=released").explain(example, {})
    (view,) = explained.evidence["views"]
    assert view["table"]["columns"][-3:] == ["P", "R", "F"]
    # saw dog park / saw dog: 2 of 3, and 1 x exp(1 - 3/2); F = 2PR/(P+R)
    assert view["table"]["rows"][1][-3:] == ["0.6667", "0.6065", "0.6352"]
