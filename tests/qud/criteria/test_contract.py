"""Contract tests for every criterion and method."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace
from typing import Any, get_args

import pytest
from helpers.hand_made_edges import EDGE_TOOLS, ScriptedJudge

import qgauge
from qgauge.core import Example, Score
from qgauge.metrics import create, metric_class
from qgauge.metrics.metric import setting_types
from qgauge.qud.labelling import CRITERIA


def reply(ask: Any) -> str:
    """Reply with the middle of the allowed values."""
    said: dict[str, Any] = {}
    for name, about in ask.schema["properties"].items():
        choices = about.get("enum")
        said[name] = choices[len(choices) // 2] if choices else "so"
    return json.dumps(said)


def method_names(name: str) -> list[str]:
    return [f"{name}:method={one}" for one in get_args(setting_types(metric_class(name))["method"])]


ALL = [request for name in CRITERIA.values() for request in method_names(name)]
TOOLS = {**EDGE_TOOLS, "judge": ScriptedJudge(reply)}
SENTENCES = (
    "The old Pool of Orrin will close in May.",
    "People swim there every week, said Ada.",
    "",
    "Cracks in the basin lose water.",
)
EDGES = [
    Example(
        str(at), text, ("Why does it close?",), sentences=SENTENCES, anchor=k, answer_sentence=a
    )
    for at, (text, k, a) in enumerate(
        [
            ("Why will the old Pool close?", 1, 4),
            ("What broken basin?", 1, 4),
            ("?", 2, 4),
            ("Who will levy a tax on bread in Lund, and when?", 2, 4),
            ("Who swims?", 4, 2),
            ("ما هو؟ 東京 🙂", 1, 2),
            ("Why? " * 40, 1, 2),
            ("", 1, 2),
            ("Why?", 1, 3),
        ]
    )
]


def scores(request: str, examples: list[Example]) -> list[Score]:
    return create(request).score(examples, TOOLS)


@pytest.mark.parametrize("request_", ALL)
def test_batch_and_order_do_not_matter(request_: str) -> None:
    together = scores(request_, EDGES)
    assert [scores(request_, [one])[0] for one in EDGES] == together
    shuffled = EDGES * 2
    random.Random(3).shuffle(shuffled)
    by_id = dict(zip((one.id for one in EDGES), together, strict=True))
    assert scores(request_, shuffled) == [by_id[one.id] for one in shuffled]


@pytest.mark.parametrize("request_", ALL)
def test_values_are_labels_of_the_metric_or_reasons(request_: str) -> None:
    metric = create(request_)
    found = scores(request_, EDGES)
    for score in found:
        assert score.value in metric.verdicts or (score.value is None and score.unscored)
        json.dumps(score.as_json(), allow_nan=False)
        assert score.value is None or score.evidence, "every label has evidence"
    assert found[-2].unscored == "the question is empty"
    if "language:method=llm" not in request_:
        assert "missing" in found[-1].unscored


@pytest.mark.parametrize("request_", ALL)
def test_explaining_does_not_change_the_label(request_: str) -> None:
    metric = create(request_)
    for example, score in zip(EDGES, scores(request_, EDGES), strict=True):
        shown = metric.explain(example, TOOLS)
        assert (shown.value, shown.parts, shown.unscored) == (
            score.value,
            score.parts,
            score.unscored,
        )
        if shown.value is not None:
            assert shown.evidence["views"][0]["steps"]


@pytest.mark.parametrize("request_", ALL)
def test_metrics_pickle_and_their_signature_says_the_method(request_: str) -> None:
    metric = create(request_)
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert again.signature(TOOLS, "1") == metric.signature(TOOLS, "1")
    assert f"|{request_.partition(':')[2].replace('=', ':')}|" in metric.signature(TOOLS, "1")


def test_methods_have_distinct_signatures() -> None:
    assert len({create(one).signature(TOOLS, "1") for one in ALL}) == len(ALL)


@pytest.mark.parametrize("name", CRITERIA.values())
def test_a_very_long_question_is_labelled(name: str) -> None:
    long = replace(EDGES[0], question="What is the name of the Pool? " * 4_000)
    for request in method_names(name):
        if "embedded" in request or "llm" not in request:
            (score,) = scores(request, [long])
            assert score.value is not None, request


def test_labels_are_summarised_as_counts() -> None:
    found = qgauge.score(EDGES, ["qud_relevance:method=bleu1"], tools=TOOLS)
    summary = found["qud_relevance:method=bleu1"].as_json()
    assert sum(summary["labels"].values()) == summary["n"] == 7
    assert summary["unscored"] == 2
    assert "value" not in summary
