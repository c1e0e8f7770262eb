"""The functions for lm-evaluation-harness, by themselves and in a run of its evaluator."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from helpers.integrations import PASSAGE, QUESTION, file_block

import qgauge
from qgauge.integrations.lm_eval import list_metric, process_results

DOCUMENT = {
    "context": PASSAGE,
    "question": "Who rowed Ines?",
    "answers": {"text": ["Bram", "old Bram"], "answer_start": [27, 23]},
}


def test_a_document_of_squad_is_scored_with_its_question_as_reference() -> None:
    made = process_results(["quality", "rouge_l"])(DOCUMENT, [f" {QUESTION}\n"])
    row = {
        "question": QUESTION,
        "references": ["Who rowed Ines?"],
        "passage": PASSAGE,
        "answer": "Bram",
    }
    results = qgauge.score([row], ["quality", "rouge_l"])
    assert made == {name: result.value for name, result in results.items()}


def test_columns_can_have_other_names() -> None:
    document = {"text": PASSAGE, "gold": "Bram", "questions": ["Why?", QUESTION]}
    names = {"passage": "text", "answer": "gold", "references": "questions"}
    made = process_results(["quality", "rouge_l"], **names)(document, [QUESTION])
    assert made["rouge_l"] == 1.0
    assert made["quality"] == process_results()(DOCUMENT, [QUESTION])["quality"]


def test_a_missing_column_is_named_with_those_that_are_there() -> None:
    process = process_results(["quality"])
    with pytest.raises(qgauge.BadSetting) as raised:
        process({"passage": PASSAGE, "answers": ["Bram"]}, [QUESTION])
    assert str(raised.value) == (
        "quality needs 'passage', but the document has no column 'context'; it has: passage, "
        "answers. Name the column: process_results(…, passage='…')."
    )


def test_what_cannot_be_scored_is_nan() -> None:
    process = process_results(["quality"])
    assert math.isnan(process({**DOCUMENT, "answers": {"text": []}}, [QUESTION])["quality"])
    assert math.isnan(process(DOCUMENT, [" "])["quality"])


def test_wrong_metrics_are_refused_before_the_run() -> None:
    with pytest.raises(qgauge.BadSetting, match="no metric 'qualty'"):
        process_results(["qualty"])
    with pytest.raises(qgauge.BadSetting, match="gives labels"):
        process_results(["qud_relevance"])
    with pytest.raises(qgauge.BadSetting, match=r"quality needs 'passage'.*process_results"):
        list_metric("quality")


def test_lists_give_the_value_of_the_metric() -> None:
    rouge_l = list_metric("rouge_l")
    assert rouge_l.__name__ == "rouge_l"
    questions, gold = ["Where is Mount Etna?", "Why?"], ["Where is Etna?", ["Why not?", "Why?"]]
    expected = qgauge.load("rouge_l").compute(predictions=questions, references=gold)
    assert rouge_l(questions, gold) == expected.value
    # the empty reference does not count
    assert rouge_l(predictions=[*questions, "Who?"], references=[*gold, ""]) == expected.value
    assert math.isnan(rouge_l(["Who?"], [""]))
    assert math.isnan(rouge_l(["Who?"], [[]]))
    with pytest.raises(ValueError, match="shorter"):
        rouge_l(["Who?"], [])


def test_lists_keep_settings() -> None:
    corpus = list_metric("bleu1:level=corpus")
    questions, gold = ["a b c d", "x"], ["a b c d", "y"]
    # four of five words match: the mean of the rows would be one half
    assert corpus(questions, gold) == pytest.approx(0.8, abs=1e-6)


def test_a_task_with_the_files_of_the_page(tmp_path: Path) -> None:
    lm_eval = pytest.importorskip("lm_eval", exc_type=ImportError)
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class SameQuestion(LM):
        def generate_until(self, requests: Any, **_: Any) -> list[str]:
            return [f" {QUESTION}" for _ in requests]

        def loglikelihood(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

    for name in ("qgauge_metrics.py", "squad_questions.yaml", "squad_overlap.yaml"):
        (tmp_path / name).write_text(file_block(name), encoding="utf-8")
    documents = [
        {**DOCUMENT, "answers": {"text": [answer], "answer_start": [0]}}
        for answer in ("Bram", "Theo", "")
    ]
    lines = [json.dumps(document) for document in documents]
    (tmp_path / "squad.jsonl").write_text("\n".join(lines), encoding="utf-8")
    evaluated = lm_eval.simple_evaluate(
        SameQuestion(),
        tasks=["squad_questions", "squad_overlap"],
        task_manager=TaskManager(include_path=str(tmp_path), include_defaults=False),
        bootstrap_iters=0,
    )
    made = evaluated["results"]["squad_questions"]
    rows = [
        {
            "question": QUESTION,
            "passage": PASSAGE,
            "answer": answer,
            "references": ["Who rowed Ines?"],
        }
        for answer in ("Bram", "Theo")
    ]
    expected = qgauge.score(rows, ["quality", "q_bleu1", "rouge_l"])
    # the document without an answer is left out of the mean
    assert made["quality,none"] == pytest.approx(expected["quality"].value)
    assert made["q_bleu1,none"] == pytest.approx(expected["q_bleu1"].value)
    overlap = evaluated["results"]["squad_overlap"]
    assert overlap["rouge_l,none"] == pytest.approx(expected["rouge_l"].value)
