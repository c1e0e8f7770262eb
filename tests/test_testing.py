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
from qgauge.testing import assert_questions

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
    with pytest.raises(AssertionError, match=r"quality>=0\.6: 0\."):
        assert_questions(wrong, quality=">=0.6", unscored="<=1%")


def test_a_failure_shows_the_requirements_and_the_worst_rows() -> None:
    """bleu1 of "same" is 1, of "other" 0; one row in three has no reference."""
    with pytest.raises(AssertionError) as caught:
        assert_questions(ROWS, bleu1=">=0.6", rouge_l="<=1", unscored="<=1%")
    lines = str(caught.value).splitlines()
    assert lines[0] == "the questions (3 rows): the requirements are not met"
    assert lines[1].startswith("  bleu1>=0.6: 0.5000 (95% CI ") and lines[1].endswith(", n 2)")
    assert lines[2] == "    0.0000  other: Why?"
    unscored = ["0.3333 (1 of 3 rows: no references (1))", "unscored  none: When? (no references)"]
    assert lines[3:7] == [
        f"  unscored(bleu1)<=1%: {unscored[0]}",
        f"    {unscored[1]}",
        f"  unscored(rouge_l)<=1%: {unscored[0]}",
        f"    {unscored[1]}",
    ]
    assert [line.split("|")[0] for line in lines[7:]] == [
        "  signature bleu1",
        "  signature rouge_l",
    ]


def test_the_highest_rows_are_shown_if_lower_is_better() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_questions(ROWS, bleu1="<0.4", unscored="<=50%")
    assert str(caught.value).splitlines()[2] == "    1.0000  same: Who built it?"


def test_requirements_as_on_the_command_line() -> None:
    found = assert_questions(
        EXAMPLES,
        require=["q_bleu1>=.6", "share(bleu1<.1)<=5%", "q_bleu1.base:preset=vqa>=.5"],
        rouge_l=">=.5",
    )
    assert list(found) == ["rouge_l", "q_bleu1", "bleu1", "q_bleu1:preset=vqa"]
    assert_questions(EXAMPLES, require="q_bleu1>=.6")
    with pytest.raises(AssertionError) as caught:
        assert_questions(ROWS, require=["share(bleu1<.5)<=10%"], unscored="<=50%")
    assert str(caught.value).splitlines()[1:3] == [
        "  share(bleu1<.5)<=10%: 0.5000 (1 of 2 rows)",
        "    0.0000  other: Why?",
    ]


def test_a_requirement_on_unscored_rows_replaces_the_general_one() -> None:
    assert_questions(ROWS, require=["unscored(bleu1)<=50%"])
    with pytest.raises(AssertionError, match=r"unscored\(bleu1\)<=10%: 0\.3333"):
        assert_questions(ROWS, require=["bleu1>=.1"])


def test_no_scored_rows_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="bleu1<=1: no value, because no row was scored"):
        assert_questions([Example("1", " ", ("Who?",))], bleu1="<=1", unscored="<=100%")


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
    with pytest.raises(BadSetting, match="bleu1: write a condition like"):
        assert_questions(EXAMPLES, bleu1="0.6")
    with pytest.raises(BadSetting, match="unscored: write a condition like"):
        assert_questions(EXAMPLES, bleu1=">=0.6", unscored="none")
    with pytest.raises(BadSetting, match="The requirement 'bleu1': it has no comparison"):
        assert_questions(EXAMPLES, require="bleu1")
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
    assert "q_bleu1>=0.9: 0.6935" in done.stdout
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


CALLS = {
    "unmet": "assert_questions('made.jsonl', require=['q_bleu1>=.9', 'share(q_bleu1<.5)<=1%'])",
    "no_metric": "assert_questions('made.jsonl', require='q_blue1>=.9')",
    "bad_text": "assert_questions('made.jsonl', require='q_bleu1=.9')",
    "no_file": "assert_questions('none.jsonl', q_bleu1='>=.9')",
    "bad_row": "assert_questions('bad.jsonl', q_bleu1='>=.9')",
    "no_field": "assert_questions('bare.jsonl', q_bleu1='>=.9')",
}
MESSAGES = {
    "unmet": "E       AssertionError: {}made.jsonl (36 rows): the requirements are not met",
    "no_metric": "E       qgauge.core.errors.BadSetting: There is no metric 'q_blue1'.",
    "bad_text": "E       qgauge.core.errors.BadSetting: The requirement 'q_bleu1=.9': '=' compares",
    "no_file": "E       qgauge.core.errors.BadInput: none.jsonl",
    "bad_row": "E       qgauge.core.errors.BadInput: {}bad.jsonl, line 2, field 'question'",
    "no_field": "E       qgauge.core.errors.BadInput: q_bleu1 needs 'references'",
}


@pytest.mark.parametrize("fixture", [True, False])
def test_a_failing_test_shows_the_message_without_source_of_qgauge(
    tmp_path: Path, fixture: bool
) -> None:
    (tmp_path / "made.jsonl").write_bytes(EXAMPLES.read_bytes())
    (tmp_path / "bad.jsonl").write_text('{"question": "Who?"}\n{"question": 5}\n')
    (tmp_path / "bare.jsonl").write_text('{"question": "Who?"}\n')
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["qgauge.pytest_plugin"]\n')
    argument = "assert_questions" if fixture else ""
    tests = [f"def test_{name}({argument}):\n    {call}\n" for name, call in CALLS.items()]
    importing = "" if fixture else "from qgauge.testing import assert_questions\n"
    (tmp_path / "test_made.py").write_text(importing + "".join(tests))
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert f"{len(CALLS)} failed" in done.stdout, done.stdout
    beside = f"{tmp_path}/" if fixture else ""
    for name, message in MESSAGES.items():
        own = done.stdout.partition(f" test_{name} ")[2].partition("\n____")[0]
        assert message.format(beside) in own, own
        assert f">       {CALLS[name]}" in own, own
    for ours in ("testing.py", "pytest_plugin.py", "src/qgauge", "raise ", "__tracebackhide__"):
        assert ours not in done.stdout, done.stdout
    # the failure at the end of the message, not only its first line
    assert "E         share(q_bleu1<.5)<=1%: 0." in done.stdout
