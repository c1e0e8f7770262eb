"""One row at a time: the value of `qgauge.score`, or a reason, and never an invented number."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import pytest
from helpers.integrations import PASSAGE, QUESTION
from hypothesis import given
from hypothesis import strategies as st

import qgauge
from qgauge.core import Score
from qgauge.integrations import score_row
from qgauge.integrations.rows import why

WRONG = {"question": QUESTION, "passage": PASSAGE, "answer": "Theo"}


def test_the_score_says_why_and_has_its_signature() -> None:
    scored = score_row("quality", WRONG)
    (result,) = qgauge.score([WRONG], ["quality"]).values()
    assert scored.value == result.value
    assert scored.signature == result.signature
    assert scored.parts == result.scores[0].parts
    assert scored.why.startswith("wrong answer (chance 0.")
    assert scored.why.endswith("the reader answers 'Bram' instead")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({**WRONG, "answer": None}, "no answer"),
        ({**WRONG, "passage": "  "}, "no passage"),
        ({**WRONG, "question": ""}, "the question is empty"),
        ({**WRONG, "passage": 3}, "must be a string"),
        ({}, "no question"),
    ],
)
def test_a_row_that_cannot_be_scored_has_a_reason_and_no_value(
    row: dict[str, Any], reason: str
) -> None:
    scored = score_row("quality", row)
    assert scored.value is None
    assert math.isnan(scored.value_or_nan)
    assert scored.why.startswith("unscored: ") and reason in scored.why
    assert scored.signature == ""


def test_mistakes_in_the_code_are_errors() -> None:
    with pytest.raises(qgauge.BadSetting, match="Did you mean 'quality'"):
        score_row("qualty", WRONG)
    with pytest.raises(qgauge.BadSetting, match="qud_relevance gives labels"):
        score_row("qud_relevance", WRONG)


def test_settings_and_tools_are_passed_on() -> None:
    row = {"question": "Who wrote Emma?", "references": ["Who is the author of Emma?"]}
    assert "|preset:vqa|" in score_row("q_bleu1:preset=vqa", row).signature
    with pytest.raises(qgauge.BadSetting, match="no tool 'parsr'"):
        score_row("q_bleu1", row, tools={"parsr": "embedded"})


texts = st.text(max_size=20)


@given(question=texts, references=st.lists(texts, max_size=3))
def test_a_row_scores_as_alone_in_a_file(question: str, references: list[str]) -> None:
    row = {"question": question, "references": references}
    scored = score_row("rouge_l", row)
    try:
        (expected,) = qgauge.score([row], ["rouge_l"])["rouge_l"].scores
    except qgauge.BadInput:
        expected = Score(None)
    assert scored.value == expected.value
    assert (scored.value is None) == scored.why.startswith("unscored: ")


def test_the_reasons_of_any_metric_fit_one_line() -> None:
    flaws = [{"kind": "unclear", "chance": 0.5}, {"kind": "wrong answer", "chance": 0.255}]
    assert why(Score(0.1, {}, {"flaws": flaws, "why": ["a", "b"]})) == (
        "unclear (chance 0.50), wrong answer (chance 0.26): a; b"
    )
    assert why(Score(0.1, {}, {"reason": "too long"})) == "too long"  # a judge
    assert why(Score(0.1, {}, {"reason": ["too long", "vague"]})) == "too long; vague"
    assert why(Score(0.9, {"precision": 0.75, "recall": 1.0})) == "precision 0.750, recall 1.000"
    assert why(Score(0.9, {"precision": 0.75}, {"flaws": [], "why": []})) == "precision 0.750"
    assert why(Score(None, unscored="no answer")) == "unscored: no answer"


def test_the_package_imports_no_framework() -> None:
    code = (
        "import sys, qgauge.integrations, qgauge.integrations.lm_eval; "
        "heavy = {'evaluate', 'datasets', 'inspect_ai', 'lm_eval', 'deepeval', 'ragas'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
