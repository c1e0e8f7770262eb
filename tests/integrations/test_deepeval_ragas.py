"""The code that the page shows to users of DeepEval and Ragas.

DeepEval installs plug-ins for pytest that warn before any test runs. Where it is installed, run
`pytest -p no:deepeval -p no:asyncio tests/integrations`.
"""

from __future__ import annotations

import pytest
from helpers.integrations import PASSAGE, QUESTION, code_with

import qgauge

pytestmark = [
    pytest.mark.usefixtures("_leftovers_collected"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]
CONTEXTS = PASSAGE.split(". ", 1)
CONTEXTS[0] += "."


def expected(answer: str) -> float:
    row = {"question": QUESTION, "passage": "\n".join(CONTEXTS), "answer": answer}
    value = qgauge.score([row], ["quality"])["quality"].value
    assert value is not None
    return value


def test_the_metric_for_deepeval() -> None:
    deepeval = pytest.importorskip("deepeval", exc_type=ImportError)
    from deepeval.evaluate import DisplayConfig
    from deepeval.test_case import LLMTestCase

    metric = code_with("class QuestionQuality(BaseMetric)")["QuestionQuality"]()
    cases = [
        LLMTestCase(input=QUESTION, actual_output="", expected_output=answer, context=CONTEXTS)
        for answer in ("Bram", "Theo", None)
    ]
    display = DisplayConfig(show_indicator=False, print_results=False)
    results = deepeval.evaluate(cases, [metric], display_config=display).test_results
    by_answer = {case.expected_output: case.metrics_data[0] for case in results}
    good, wrong, unscored = by_answer["Bram"], by_answer["Theo"], by_answer[None]
    assert (good.name, good.success, good.score) == ("qgauge quality", True, expected("Bram"))
    assert (wrong.success, wrong.score) == (False, expected("Theo"))
    assert "the reader answers 'Bram' instead" in wrong.reason
    assert (unscored.success, unscored.score) == (False, None)
    assert unscored.error == "unscored: no answer"


def test_the_metric_for_ragas() -> None:
    pytest.importorskip("ragas", exc_type=ImportError)
    metric = code_with("@numeric_metric")["question_quality"]
    rows = [
        {"user_input": QUESTION, "reference_contexts": CONTEXTS, "reference": answer}
        for answer in ("Bram", "Theo", "")
    ]
    good, wrong, unscored = metric.batch_score(rows)
    assert good.value == expected("Bram") == metric.score(**rows[0]).value
    assert wrong.value == expected("Theo")
    assert "the reader answers 'Bram' instead" in wrong.reason
    assert unscored.value is None
    assert "unscored: no answer" in unscored.reason
