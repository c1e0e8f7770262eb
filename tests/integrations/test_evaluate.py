"""The module that Hugging Face `evaluate` loads from a folder, offline."""

from __future__ import annotations

import math
from typing import Any

import pytest
from helpers.integrations import PASSAGE, QUESTION, code_with

import qgauge
from qgauge.integrations import evaluate_module

evaluate = pytest.importorskip("evaluate", exc_type=ImportError)


def load(metric: str | None = None) -> Any:
    return evaluate.load(evaluate_module(), metric)


def test_the_code_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    result = code_with("evaluate.load")["result"]
    rows = [
        {"question": QUESTION, "passage": PASSAGE, "answer": "Bram"},
        {"question": "Who stayed at home?", "passage": PASSAGE, "answer": "Bram"},
    ]
    (expected,) = qgauge.score(rows, ["quality"]).values()
    assert result == {
        "quality": expected.value,
        "quality_n": 2,
        "quality_unscored": 0,
        "quality_signature": expected.signature,
    }
    assert expected.signature in capsys.readouterr().out


def test_references_are_texts_or_lists_and_may_be_missing() -> None:
    made = load("rouge_l").compute(
        predictions=["Where is Mount Etna?", "Why?", "Who?"],
        references=["Where is Etna?", ["Why not?", "Why?"], None],
    )
    questions, gold = ["Where is Mount Etna?", "Why?"], ["Where is Etna?", "Why?"]
    expected = qgauge.load("rouge_l").compute(predictions=questions, references=gold)
    assert made["rouge_l"] == expected.value
    assert (made["rouge_l_n"], made["rouge_l_unscored"]) == (2, 1)


def test_several_metrics_instead_of_the_loaded_one() -> None:
    metrics = ["bleu4:level=corpus", "q_bleu1"]
    lists = {"predictions": ["Where is Mount Etna?"], "references": ["Where is Etna?"]}
    made = load("quality").compute(**lists, metrics=metrics)
    assert [name for name in made if name in metrics] == metrics
    for name in metrics:
        result = qgauge.load(name).compute(**lists)
        assert (made[name], made[f"{name}_signature"]) == (result.value, result.signature)


def test_without_a_name_the_fields_choose_the_metrics() -> None:
    lists = {"predictions": ["Where is Etna?"], "references": ["Where is Etna?"]}
    rows = [{"question": "Where is Etna?", "references": ["Where is Etna?"]}]
    made = load().compute(**lists)
    assert {name for name in made if f"{name}_n" in made} == set(qgauge.score(rows))


def test_questions_can_be_added_before() -> None:
    metric = load("rouge_l")
    metric.add(prediction="Where is Mount Etna?", reference="Where is Etna?")
    metric.add_batch(predictions=["Why?"], references=[["Why?"]])
    once = load("rouge_l").compute(
        predictions=["Where is Mount Etna?", "Why?"], references=["Where is Etna?", "Why?"]
    )
    assert metric.compute() == once
    # the next computation starts from nothing
    assert metric.compute(predictions=["Why?"], references=["Why?"])["rouge_l_n"] == 1


def test_the_settings_of_score_are_passed_on() -> None:
    lists = {"predictions": ["Why?"], "references": ["Why?"]}
    with pytest.raises(qgauge.BadSetting, match="no tool 'parsr'"):
        load("rouge_l").compute(**lists, tools={"parsr": "embedded"})


def test_no_score_is_nan_and_mistakes_are_errors() -> None:
    metric = load("rouge_l")
    nothing = metric.compute(predictions=[" "], references=["Why?"])
    assert math.isnan(nothing["rouge_l"])
    assert (nothing["rouge_l_n"], nothing["rouge_l_unscored"]) == (0, 1)
    with pytest.raises(qgauge.BadInput, match="rouge_l needs 'references'"):
        metric.compute(predictions=["Why?"])
    with pytest.raises(ValueError, match="number of predictions"):
        metric.compute(predictions=["Why?", "Who?"], references=["Why?"])
    with pytest.raises(qgauge.BadSetting, match="Did you mean 'rouge_l'"):
        load("rouge_ll").compute(predictions=["Why?"], references=["Why?"])
