"""Rubrics and the judge metric."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from helpers.judge_questions import MakeJudge

import qgauge
from qgauge.core import BadInput, BadSetting, Example, QgaugeError
from qgauge.metrics import create
from qgauge.metrics.judge import NO_MAJORITY, Judge
from qgauge.metrics.rubric import read_rubric, shipped
from qgauge.tools.judge import FailureReason

GOOD = """
name = "tone"
about = "whether the question is polite"
fields = ["question"]
labels = ["rude", "plain", "polite"]
instructions = "Look at the words."
[meaning]
rude = "it hurts"
"""
ROW = Example(
    "q1",
    "Who built it?",
    ("Who?",),
    "Marta built it in 1874.",
    "Marta",
    ("Marta built it.", "It stands."),
    anchor=1,
    answer_sentence=2,
)


@pytest.fixture
def rubric(tmp_path: Path) -> Any:
    def write(text: str = GOOD) -> str:
        file = tmp_path / "own.toml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def test_the_package_has_eight_rubrics() -> None:
    assert shipped() == [
        "answer_consistency",
        "answerability",
        "clarity",
        "conciseness",
        "consistency",
        "fluency",
        "relevance",
        "similarity",
    ]
    for name in shipped():
        made = read_rubric(name)
        steps = 5 if name == "similarity" else 3
        assert (made.name, made.scale) == (name, (1, steps))
        assert list(made.meaning) == [str(step) for step in range(1, steps + 1)]
        assert made.about.startswith("whether ")


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        (("labels =", "lables ="), "lables", "Did you mean 'labels'"),
        (('name = "tone"\n', ""), "name", "must be a non-empty string"),
        (('"question"', '"passage"'), "fields", "starts with"),
        (('"question"', '"question", "essay"'), "fields", "not one of question"),
        (('"question"', '"question", "question"'), "fields", "twice"),
        (("labels =", "scale = [1, 3]\nlabels ="), "scale", "either a scale or labels"),
        (('["rude", "plain", "polite"]', '["Rude", "rude"]'), "labels", "two or more different"),
        (('["rude", "plain", "polite"]', '"rude"'), "labels", "list of strings"),
        (('rude = "it', 'kind = "it'), "meaning", "'kind' is not a verdict"),
        (('labels = ["rude", "plain", "polite"]', "scale = [3, 1]"), "scale", "must be larger"),
        (('labels = ["rude", "plain", "polite"]', "scale = [1.5, 2]"), "scale", "whole numbers"),
        (('name = "tone"', "name = tone"), "", "not valid TOML"),
        (("Look", "L" * 100_000), "", "larger than"),
    ],
)
def test_mistakes_are_named_by_file_and_field(
    rubric: Any, change: tuple[str, str], field: str, said: str
) -> None:
    file = rubric(GOOD.replace(*change))
    with pytest.raises(BadInput, match=said) as found:
        read_rubric(file)
    assert (found.value.file, found.value.field) == (file, field)


def test_a_rubric_that_does_not_exist() -> None:
    with pytest.raises(BadSetting, match="Did you mean 'fluency'"):
        create("judge:rubric=fluenzy")
    with pytest.raises(BadInput, match="the file cannot be read"):
        create("judge:rubric=/no/such/file.toml")
    with pytest.raises(BadSetting, match="samples must be between 1 and 100"):
        create("judge:samples=0")


def test_the_prompt_shows_the_fields_and_the_form(rubric: Any) -> None:
    metric = create("judge:rubric=answer_consistency")
    assert isinstance(metric, Judge)
    (ask,) = metric.asks(ROW)
    system, user = (message.text for message in ask.messages)
    for text in ("Who built it?", "Marta built it in 1874.", "Marta"):
        assert text in user
        assert text not in system, "the system message holds no data"
    assert "3: the given answer is the answer" in system
    assert '{"reason": "…", "score": a whole number from 1 to 3}' in user
    assert metric.needs == ("passage", "answer")
    assert metric.span == (1.0, 3.0)
    shown = GOOD.replace('["question"]', '["question", "sentences", "anchor", "answer_sentence"]')
    metric = create(f"judge:rubric={rubric(shown)},reasons=off")
    assert isinstance(metric, Judge)
    (ask,) = metric.asks(ROW)
    assert "(1) Marta built it.\n(2) It stands." in ask.messages[1].text
    assert metric.needs == ("sentences", "anchor", "answer_sentence")
    assert '{"label": one of "rude", "plain", "polite"}' in ask.messages[1].text


def test_what_changes_the_prompt_changes_the_signature(rubric: Any) -> None:
    tools = {"judge": type("Known", (), {"identity": "here"})()}
    signature = create(f"judge:rubric={rubric()}").signature(tools, "1")
    assert signature.startswith("judge|rubric:tone@")
    other = create(f"judge:rubric={rubric(GOOD.replace('words', 'tone'))}")
    assert other.signature(tools, "1") != signature
    assert pickle.loads(pickle.dumps(other)).signature(tools, "1") == other.signature(tools, "1")


def answered(*replies: str) -> Any:
    """Returns these replies one after another, whatever the question."""
    coming = iter(replies)
    return lambda request: next(coming)


def test_samples_give_mean_and_spread(judge: MakeJudge) -> None:
    """1, 2 and 3 have the mean 2 and the sample standard deviation 1."""
    replies = [json.dumps({"reason": f"r{at}", "score": at}) for at in (1, 2, 3)]
    with FaultServer(answer=answered(*replies)) as server:
        metric = create("judge:rubric=fluency,samples=3")
        (score,) = metric.score([ROW], {"judge": judge(server, concurrency=1)})
    assert score.value == 2.0
    assert score.parts == {"samples": 3.0, "spread": 1.0}
    assert sorted(score.evidence["reason"]) == ["r1", "r2", "r3"]


def test_the_majority_decides_labels(judge: MakeJudge, rubric: Any) -> None:
    said = [f'{{"label": "{label}"}}' for label in ("rude", "plain", "Plain")]
    name = f"judge:rubric={rubric()},samples=3,reasons=off"
    with FaultServer(answer=answered(*said)) as server:
        one = judge(server, concurrency=1)
        results = qgauge.score([ROW], [name], tools={"judge": one})
    result = results[name]
    assert result.scores[0].value == "plain"
    assert result.overall.labels == {"rude": 0, "plain": 1, "polite": 0}
    assert result.as_json()["labels"] == {"rude": 0, "plain": 1, "polite": 0}
    assert result.scores[0].parts == {"plain": 2 / 3, "rude": 1 / 3}
    said = [f'{{"label": "{label}"}}' for label in ("rude", "plain")]
    with FaultServer(answer=answered(*said)) as server:
        metric = create(f"judge:rubric={rubric()},samples=2,reasons=off")
        (score,) = metric.score([ROW], {"judge": judge(server, concurrency=1)})
    assert (score.value, score.unscored) == (None, NO_MAJORITY)


def test_an_invalid_reply_is_unscored_and_kept_as_evidence(judge: MakeJudge) -> None:
    with FaultServer(answer=lambda _: "Rather good!") as server:
        metric = create("judge:rubric=fluency")
        (score,) = metric.score([ROW], {"judge": judge(server)})
    assert score.as_json() == {
        "value": None,
        "unscored": FailureReason.unreadable.value,
        "evidence": {"reply": "Rather good!", "problem": "there is no JSON object in it"},
    }


def test_rows_that_lack_a_field_are_not_asked_about(judge: MakeJudge) -> None:
    rows = [ROW, Example("2", "Who?"), Example("3", " ", passage="P."), ROW]
    with FaultServer() as server:
        scores = create("judge:rubric=relevance").score(rows, {"judge": judge(server)})
        assert sum(server.asked.values()) == 1
    assert [score.unscored for score in scores] == ["", "no passage", "the question is empty", ""]
    assert scores[0] == scores[3]


def test_it_needs_a_judge() -> None:
    with pytest.raises(QgaugeError, match="--judge server:MODEL@URL"):
        qgauge.score([ROW], ["judge"])
