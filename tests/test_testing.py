"""`assert_questions` and its fixture: passing, failing, and the messages."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import qgauge
from qgauge.core import BadInput, BadSetting, Example, Score, Tools
from qgauge.metrics.metric import Metric
from qgauge.testing import assert_questions, condition

EXAMPLES = Path(__file__).parent.parent / "examples" / "questions.jsonl"
ROWS = [
    {"id": "same", "question": "Who built it?", "references": ["Who built it?"]},
    {"id": "other", "question": "Why?", "references": ["Who built it?"]},
    {"id": "none", "question": "When?"},
]


def example_rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in EXAMPLES.read_text("utf-8").splitlines()]


def test_good_questions_pass_and_their_results_come_back() -> None:
    found = assert_questions(EXAMPLES, q_bleu1=">=0.6", bleu4="<0.5", unscored="<=0%")
    assert found["q_bleu1"].value == pytest.approx(0.6935, abs=1e-4)
    assert len(found["q_bleu1"].scores) == 36
    assert_questions(str(EXAMPLES), {"q_bleu1:preset=vqa": ">60%"}, system="atlas")


@pytest.mark.slow
def test_questions_without_references_use_quality() -> None:
    rows = example_rows()
    for row in rows:
        del row["references"]
    found = assert_questions(rows, quality=">=0.6", unscored="<=1%")
    assert found["quality"].value == qgauge.score(rows, ["quality"])["quality"].value
    # a generator that asks about the wrong passage: every question gets a different passage
    asked = [row["question"] for row in rows]
    wrong = [
        {**row, "question": question}
        for row, question in zip(rows, asked[6:] + asked[:6], strict=True)
    ]
    with pytest.raises(AssertionError, match=r"expected >=0\.6"):
        assert_questions(wrong, quality=">=0.6", unscored="<=1%")


def test_a_failure_shows_the_expectation_and_the_worst_rows() -> None:
    """bleu1 of "same" is 1, of "other" 0; one row in three has no reference."""
    with pytest.raises(AssertionError) as caught:
        assert_questions(ROWS, bleu1=">=0.6", rouge_l="<=1", unscored="<=1%")
    lines = str(caught.value).splitlines()
    assert lines[0] == "the questions (3 rows): the conditions are not met"
    assert lines[1].startswith("  bleu1 = 0.5000 (95% CI ") and lines[1].endswith("expected >=0.6")
    assert [line.split()[1] for line in lines[2:4]] == ["other:", "same:"]
    assert lines[4].startswith("    signature bleu1|")
    assert lines[5:] == [
        f"  {name} leaves 1 of 3 rows unscored, expected <=1%: no references (1)"
        for name in ("bleu1", "rouge_l")
    ]


def test_the_highest_rows_are_shown_if_lower_is_better() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_questions(ROWS, bleu1="<0.4", unscored="<=50%")
    assert [line.split()[1] for line in str(caught.value).splitlines()[2:4]] == ["same:", "other:"]


def test_no_scored_rows_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="bleu1 has no value"):
        assert_questions([Example("1", " ", ("Who?",))], bleu1="<=1", unscored="<=100%")


@pytest.mark.parametrize("text", ["0.6", 0.6, ">=", "=0.6", ">=0.6.1", "about 1", ">=nan", ""])
def test_invalid_conditions(text: object) -> None:
    with pytest.raises(BadSetting, match="write a condition like"):
        condition("bleu1", text)


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [(">=0.6", 0.6, 0.59), ("> .6", 0.61, 0.6), ("<= 1%", 0.01, 0.011), ("<-1", -2, -1)],
)
def test_conditions(text: str, holds: float, fails: float) -> None:
    assert condition("x", text).holds(holds)
    assert not condition("x", text).holds(fails)


@dataclass(frozen=True)
class Asking(Metric):
    """A metric that gives labels."""

    name: ClassVar[str] = "asking"
    about: ClassVar[str] = "yes to everything"
    verdicts: ClassVar[tuple[float | str, ...]] = ("no", "yes")

    def score(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        return [Score("yes") for _ in examples]


def test_a_metric_with_labels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qgauge.run.requests.create", lambda _: Asking())
    with pytest.raises(BadSetting, match="asking gives labels"):
        assert_questions(EXAMPLES, asking=">0")


def test_mistakes_get_a_message(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="give at least one condition"):
        assert_questions(EXAMPLES)
    with pytest.raises(BadSetting, match="no metric 'blue1'"):
        assert_questions(EXAMPLES, blue1=">0")
    with pytest.raises(BadInput, match="no system 'x'; the systems are: atlas, birch, cedar"):
        assert_questions(EXAMPLES, bleu1=">0", system="x")
    with pytest.raises(BadInput, match="no questions"):
        assert_questions([], bleu1=">0")
    (tmp_path / "bad.jsonl").write_text('{"question": "Who?"}\n{"question": 5}\n')
    with pytest.raises(BadInput, match="line 2"):
        assert_questions(tmp_path / "bad.jsonl", bleu1=">0")


@pytest.mark.slow
def test_the_fixture_finds_the_file_and_reports_the_values(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "made.jsonl").write_bytes(EXAMPLES.read_bytes())
    (folder / "conftest.py").write_text('pytest_plugins = ["qgauge.pytest_plugin"]\n')
    (folder / "test_made.py").write_text(
        "def test_good(assert_questions):\n"
        "    assert_questions('made.jsonl', quality='>=0.6', unscored='<=1%')\n"
        "def test_bad(assert_questions):\n"
        "    assert_questions('made.jsonl', q_bleu1='>=0.9')\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--rootdir", str(folder), "--junitxml", str(tmp_path / "report.xml"), "suite"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "q_bleu1 = 0.6935" in done.stdout
    root = ElementTree.parse(tmp_path / "report.xml").getroot()
    kept = {
        str(case.get("name")): {
            one.get("name"): str(one.get("value")) for one in case.iter("property")
        }
        for case in root.iter("testcase")
    }
    value = qgauge.score(example_rows(), ["quality"])["quality"].value
    assert float(kept["test_good"]["quality"]) == pytest.approx(value)
    assert kept["test_good"]["quality signature"].startswith("quality|")
    assert float(kept["test_bad"]["q_bleu1"]) == pytest.approx(0.6935, abs=1e-4)
    assert kept["test_bad"]["q_bleu1 signature"].startswith("q_bleu1|")
