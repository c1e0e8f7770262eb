"""Q-metrics worked out by hand, and compared with the scores of the released script."""

from __future__ import annotations

import json
from math import exp
from typing import Any

import pytest
from helpers.shared_data import shared_folder

import qgauge
from qgauge.core import Example
from qgauge.metrics import create
from qgauge.metrics.answerability import Answerability
from qgauge.metrics.bleu import Bleu1
from qgauge.metrics.meteor import Meteor
from qgauge.metrics.qmetric import QMetric
from qgauge.text.ptb import tokenize

TITANIC = "Who was the director of Titanic?"


def value(metric: str, question: str, *references: str) -> float | None:
    (score,) = create(metric).score([Example("1", question, references)], {})
    assert not isinstance(score.value, str)
    return score.value


def test_delta_combines_answerability_and_the_base_metric() -> None:
    # three words, all found, against six: BLEU-3 is exp(1 - 6/3)
    text = "director of Titanic?"
    answerability = value("answerability", text, TITANIC)
    assert answerability is not None
    expected = 0.66 * answerability + 0.34 * exp(-1)
    assert value("q_bleu3", text, TITANIC) == pytest.approx(expected, abs=1e-8)


def test_answerability_and_base_take_the_settings_of_the_q_metric() -> None:
    metric = create("q_meteor:stages=exact,preset=vqa,names=parser,absent=one")
    assert isinstance(metric, QMetric)
    assert metric.base == Meteor(stages="exact")
    assert metric.answerability == Answerability(absent="one", preset="vqa", names="parser")
    assert metric.roles() == ("parser",)


def test_answerability_takes_custom_weights_without_delta() -> None:
    metric = create("q_bleu1:weights=1/0/0/0/.5")
    assert isinstance(metric, QMetric)
    assert metric.base == Bleu1()
    assert metric.answerability.settings()["weights"] == "1/0/0/0"


def test_corpus_level_combines_mean_answerability_with_corpus_bleu() -> None:
    rows = [
        Example("1", TITANIC, (TITANIC,)),
        Example("2", "Is soup warm", ("Who came here",)),
    ]
    # answerability 1 and 0; of 6 + 3 words 6 are found, and the lengths are equal
    (result,) = qgauge.score(rows, ["q_bleu1:level=corpus"]).values()
    assert result.value == pytest.approx(0.66 / 2 + 0.34 * 6 / 9)


def steps(metric: str, question: str, reference: str) -> list[str]:
    explained = create(metric).explain(Example("1", question, (reference,)), {})
    (view,) = explained.evidence["views"]
    found: list[str] = view["steps"]
    return found


def test_explain_shows_the_steps_of_the_base() -> None:
    # three words, all found, against six: exp(1 - 6/3)
    assert steps("q_bleu1", "director of Titanic?", TITANIC)[2:] == [
        "bleu1: 1-grams found in the reference: 3 of 3",
        "bleu1: length in words: 3, of the reference 6: brevity penalty = 0.3679",
        "bleu1: precision x brevity penalty = 0.3679",
        "0.66 x 0.7899 + 0.34 x 0.3679 = 0.6464",
    ]


def test_a_reference_without_information_is_unscored() -> None:
    assert value("q_nist", "why", "why") is None


def test_corpus_q_nist_is_the_ratio_of_the_corpus_values() -> None:
    rows = [
        Example("1", "who came", ("who came home late",)),
        Example("2", "red fish", ("red fish",)),
    ]
    # first reference: 2 bits per word, second: 1 bit per word; longer n-grams carry 0 bits
    # questions: (4 + 2) bits over 2 + 2 words; 4 words against 6: penalty .5
    # references against themselves: (8 + 2) bits over 4 + 2 words, no penalty
    (result,) = qgauge.score(rows, ["q_nist:weights=.25/.25/.25/.25/0,level=corpus"]).values()
    assert result.value == pytest.approx((6 / 4 / 2) / (10 / 6))


def test_q_nist_explains_its_denominator() -> None:
    example = Example("1", "who came", ("who came home late",))
    steps = create("q_nist").explain(example, {}).evidence["views"][0]["steps"]
    # 2 bits per word in both; the penalty for half the length is .1319
    assert "nist of the reference against itself = 2.0000" in steps
    assert "0.2638 / 2.0000, at most 1 = 0.1319" in steps


def test_q_nist_is_relative_to_the_reference_itself() -> None:
    text = "Who directed the film about Rome?"
    assert value("q_nist", text, text) == pytest.approx(1)
    assert "base:nist/nist(reference)" in create("q_nist").signature({}, "1")


GOLDEN = ("squad", "wikimovies", "vqa")
KIND_COLUMNS = {"name": "ner", "content": "imp", "function": "sw", "question": "qt"}


def golden_rows(name: str) -> list[dict[str, Any]]:
    path = shared_folder() / "golden" / f"answerability_{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", GOLDEN)
def test_equals_the_released_script(name: str) -> None:
    """Compare every row for which qgauge and the script's Java tokeniser give the same tokens."""
    rows = golden_rows(name)
    same = [
        row
        for row in rows
        if " ".join(tokenize(row["question"])) == row["ptb_question"]
        and " ".join(tokenize(row["reference"])) == row["ptb_reference"]
    ]
    assert len(same) >= 0.998 * len(rows)
    examples = [
        Example(str(at), row["question"], (row["reference"],)) for at, row in enumerate(same)
    ]
    settings = f"variant=released,absent=one,preset={name}"
    columns = {f"bleu{n}": f"Bleu_{n}" for n in range(1, 5)}
    columns |= {f"q_bleu{n}:{settings}": f"Q-Bleu_{n}" for n in range(1, 5)}
    columns |= {"rouge_l": "ROUGE_L", f"q_rouge_l:{settings}": "Q-ROUGE_L"}
    for metric, column in columns.items():
        scores = create(metric).score(examples, {})
        for row, score in zip(same, scores, strict=True):
            assert score.value == pytest.approx(row[column], abs=1e-6), (metric, row)
            if metric.startswith("q_"):
                for part, kind in KIND_COLUMNS.items():
                    assert (part not in score.parts) == row[f"{kind}_empty"], (part, row)
                    if part in score.parts:
                        assert score.parts[part] == pytest.approx(row[kind], abs=1e-6), (part, row)
