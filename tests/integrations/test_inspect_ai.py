"""The scorer for Inspect, in real runs with its mock model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.integrations import PASSAGE, QUESTION, code_with

import qgauge

inspect_ai = pytest.importorskip("inspect_ai", exc_type=ImportError)
pytestmark = [
    pytest.mark.usefixtures("_leftovers_collected"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    # a setting that inspect-ai passes to tenacity
    pytest.mark.filterwarnings("ignore:The .initial. parameter is deprecated:DeprecationWarning"),
]


def run(task: Any, questions: Sequence[str], logs: Path) -> Any:
    """Run a task with a model that says these questions in order."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    outputs = []
    for question in questions:
        output = ModelOutput.from_content("mockllm/model", question)
        # without it, the mock model downloads a tokenizer to count tokens
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        outputs.append(output)
    (log,) = inspect_ai.eval(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs, memoize=False),
        log_dir=str(logs),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    return log


def task_of(samples: Sequence[dict[str, Any]], **settings: Any) -> Any:
    from inspect_ai.dataset import Sample

    from qgauge.integrations.inspect_ai import question_quality

    return inspect_ai.Task(
        dataset=[Sample(input="Write a question.", **sample) for sample in samples],
        scorer=question_quality(**settings),
    )


def test_the_task_on_the_page(tmp_path: Path) -> None:
    task = code_with("def ask_about_a_passage")["ask_about_a_passage"]()
    log = run(task, [QUESTION] * 3, tmp_path)
    rows = [
        {"question": QUESTION, "passage": PASSAGE, "answer": answer} for answer in ("Bram", "Theo")
    ]
    expected = qgauge.score(rows, ["quality", "grammar"])
    quality, grammar = log.results.scores
    assert quality.metrics["mean"].value == pytest.approx(expected["quality"].value)
    first, second = (one.value for one in expected["quality"].scores)
    # of two values, the standard error is half of their distance
    assert quality.metrics["stderr"].value == pytest.approx(abs(first - second) / 2)
    assert (quality.scored_samples, quality.unscored_samples) == (2, 1)
    # grammar needs neither passage nor answer, so it scores the third sample too
    assert grammar.metrics["mean"].value == pytest.approx(expected["grammar"].value)
    assert grammar.scored_samples == 3

    good, wrong, unscored = (sample.scores["question_quality"] for sample in log.samples)
    assert good.value == first and good.answer == QUESTION
    assert wrong.explanation.startswith("wrong answer (chance 0.")
    assert wrong.metadata["signature"] == expected["quality"].signature
    assert wrong.metadata["parts"] == expected["quality"].scores[1].parts
    assert math.isnan(unscored.value)
    assert unscored.explanation == "unscored: no answer"


def test_an_empty_output_is_unscored_and_not_zero(tmp_path: Path) -> None:
    sample = {"metadata": {"passage": PASSAGE, "answer": "Bram"}}
    log = run(task_of([sample]), [" \n"], tmp_path)
    (score,) = log.samples[0].scores.values()
    assert math.isnan(score.value)
    assert "the question is empty" in score.explanation
    assert log.results.scores[0].scored_samples == 0


def test_the_target_is_the_reference_or_the_answer(tmp_path: Path) -> None:
    samples = [
        {"target": ["Why?", "Why not?"]},
        {"target": "Why?", "metadata": {"references": ["Who?"]}},
        {},
    ]
    log = run(task_of(samples, metric="rouge_l"), ["Why not?"] * 3, tmp_path / "references")
    both, own, none = (next(iter(sample.scores.values())) for sample in log.samples)
    assert both.value == 1.0
    assert own.value == 0.0  # the references of the metadata count, not the target
    assert none.explanation == "unscored: no references"

    about = {"text": PASSAGE}
    settings = {"passage": "text", "target": "answer"}
    log = run(task_of([{"target": "Bram", "metadata": about}], **settings), [QUESTION], tmp_path)
    (score,) = log.samples[0].scores.values()
    row = {"question": QUESTION, "passage": PASSAGE, "answer": "Bram"}
    assert score.value == qgauge.score([row], ["quality"])["quality"].value


def test_a_wrong_metric_stops_the_task_before_the_model_is_called() -> None:
    with pytest.raises(qgauge.BadSetting, match="no metric 'qualty'"):
        task_of([], metric="qualty")
    with pytest.raises(qgauge.BadSetting, match="gives labels"):
        task_of([], metric="qud_relevance")


def test_inspect_finds_the_scorer_by_name() -> None:
    """`inspect score LOG --scorer qgauge/question_quality` needs the entry point."""
    from importlib.metadata import entry_points

    (found,) = entry_points(group="inspect_ai", name="qgauge")
    assert found.load().question_quality.__name__ == "question_quality"
