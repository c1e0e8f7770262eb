"""The Python API."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qgauge
from qgauge.core import Example
from qgauge.metrics.bleu import Bleu4
from qgauge.tools.roles import Parse, Word

ROWS = [
    {"id": 1, "prediction": "Who came home?", "target": "Who came home?", "model": "a"},
    {"id": 2, "prediction": "Is soup warm?", "target": "Who came home?", "model": "b"},
]


def test_score_takes_rows_with_the_fields_of_a_file() -> None:
    result = qgauge.score(ROWS, ["bleu1"])["bleu1"]
    assert result.value == pytest.approx(0.5)
    assert {name: summary.value for name, summary in result.systems.items()} == pytest.approx(
        {"a": 1.0, "b": 0.0}, abs=1e-8
    )
    assert [score.value for score in result.scores] == pytest.approx([1, 0], abs=1e-8)


def test_score_takes_examples_and_metric_objects() -> None:
    metric = qgauge.load("q_bleu1:preset=vqa").metric
    results = qgauge.score([Example("1", "Why?", ("Why?",))], [metric, "bleu1"])
    assert list(results) == ["q_bleu1:preset=vqa", "bleu1"]
    assert "preset:vqa" in results["q_bleu1:preset=vqa"].signature


def test_results_are_keyed_by_the_requested_name() -> None:
    rows = [Example("1", "Why?", ("Why?",))]
    results = qgauge.score(rows, [Bleu4(), Bleu4(level="corpus")])
    assert {label: result.metric for label, result in results.items()} == {
        "bleu4": "bleu4",
        "bleu4:level=corpus": "bleu4:level=corpus",
    }
    for request in ("bleu4:level=corpus", "bleu4:level=mean"):
        result = qgauge.load(request).compute(predictions=["Why?"], references=["Why?"])
        assert result.metric == request
    with pytest.raises(qgauge.BadSetting, match="'bleu4' is given twice"):
        qgauge.score(rows, ["bleu4", Bleu4()])


def test_default_metrics() -> None:
    assert list(qgauge.score(ROWS)) == ["bleu4", "rouge_l", "meteor", "q_bleu1"]
    with pytest.raises(qgauge.BadInput, match="no references"):
        qgauge.score([{"question": "Why?"}])
    # the first rows may lack fields that later rows have
    found = qgauge.score([{"question": "Why?"}, *ROWS])["bleu4"].overall
    assert (found.n, found.unscored) == (2, 1)


def test_compute_takes_parallel_lists() -> None:
    metric = qgauge.load("bleu1")
    result = metric.compute(
        predictions=["a b", "a"], references=[["a b", "x y"], "a"], passages=["p", "p"]
    )
    assert result.value == pytest.approx(1)
    assert result.overall.n == 2


def test_workers_give_the_same_scores() -> None:
    rows = [{"question": f"Who met {at}?", "references": f"Who saw {at}?"} for at in range(700)]
    one, two = (qgauge.score(rows, ["q_meteor"], workers=workers) for workers in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"predictions": ["a"], "references": ["a", "b"]}, "1 predictions but 2 references"),
        ({"predictions": ["a"], "references": "a"}, "references must be a list"),
        ({"predictions": ["a"]}, "needs 'references'"),
        ({"predictions": "abc", "references": ["a"] * 3}, "predictions must be a list"),
        ({"predictions": {"a": "b"}, "references": ["a"]}, "predictions must be a list"),
        ({"predictions": 5, "references": ["a"]}, "predictions must be a list"),
        ({"predictions": ["a", None], "references": ["a", "a"]}, "line 2, field 'question'"),
        ({"predictions": [math.nan], "references": ["a"]}, "line 1, field 'question'"),
        ({"predictions": ["a"], "references": [[1]]}, "line 1, field 'references'"),
        ({"predictions": ["a"], "references": [1]}, "line 1, field 'references'"),
        ({"predictions": ["a"], "references": ["a"], "passages": [1]}, "line 1, field 'passage'"),
    ],
)
def test_mistakes_raise_errors_with_advice(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(qgauge.QgaugeError, match=complaint):
        qgauge.load("bleu1").compute(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "metrics", "complaint"),
    [
        (ROWS[0], ["bleu1"], "the questions must be a list of rows, not one row"),
        (Example("1", "Why?"), ["bleu1"], "the questions must be a list of rows, not Example"),
        ("rows.jsonl", ["bleu1"], "rows.jsonl: there is no such file"),
        (None, ["bleu1"], "the questions must be a list of rows, not NoneType"),
        (["Why?"], ["bleu1"], "line 1: a row must be a dictionary or an Example, not str"),
        (ROWS, "bleu1", r"metrics must be a list, such as \['bleu4', 'rouge_l'\], not 'bleu1'"),
        (ROWS, Bleu4(), "metrics must be a list"),
        (ROWS, [Bleu4], "a metric must be a name such as 'bleu4' or a Metric object"),
        (ROWS, [], "No metric is given"),
    ],
)
def test_rows_and_metrics_must_be_lists(rows: Any, metrics: Any, complaint: str) -> None:
    with pytest.raises(qgauge.QgaugeError, match=complaint):
        qgauge.score(rows, metrics)


@pytest.mark.parametrize("metric", [5, Bleu4, None])
def test_load_takes_names_and_metrics_only(metric: Any) -> None:
    with pytest.raises(qgauge.BadSetting, match="a metric must be a name"):
        qgauge.load(metric)


def test_rows_may_hold_tuples_and_arrays() -> None:
    rows: list[dict[str, Any]] = [
        {"id": np.int64(4), "question": np.str_("a b"), "references": ("a b", "x")},
        {"id": 5, "question": "a b", "references": np.array(["a b", "x"])},
        {"id": 6, "question": "a b", "references": [np.str_("a b")], "ratings": {"fit": (4, 5)}},
    ]
    assert qgauge.score(rows, ["bleu1"])["bleu1"].value == pytest.approx(1)


def test_compute_takes_any_sequence() -> None:
    result = qgauge.load("bleu1").compute(
        predictions=np.array(["a b", "c", "d"]),  # type: ignore[arg-type]
        references=(("a b",), np.array(["c", "x"]), None),
    )
    assert [score.value for score in result.scores] == [pytest.approx(1), pytest.approx(1), None]


def test_errors_name_the_row() -> None:
    with pytest.raises(qgauge.BadInput) as caught:
        qgauge.score([ROWS[0], {"question": None}], ["bleu1"])
    assert (caught.value.line, caught.value.field) == (2, "question")


BY_PARSER = "q_bleu1:names=parser"


class EveryWordIsAName:
    identity = "names-all"

    def parse(self, texts: list[str]) -> list[Parse]:
        return [Parse((Word(text, 0, len(text), "PROPN"),)) for text in texts]


def test_embedded_tools_are_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    by_default = qgauge.score(ROWS, [BY_PARSER, "bleu1"])[BY_PARSER]
    assert "|parser:embedded@" in by_default.signature
    assert (tmp_path / "qgauge" / "tools.sqlite").exists()
    assert qgauge.score(ROWS, [BY_PARSER], tools={"parser": "embedded"})[BY_PARSER] == by_default
    loaded = qgauge.load(BY_PARSER).compute(predictions=["Who?"], references=["Who?"])
    assert "|parser:embedded@" in loaded.signature


def test_tools_are_chosen_by_name_or_as_objects() -> None:
    given = {"parser": EveryWordIsAName(), "reader": "never opened, for no metric needs it"}
    result = qgauge.score(ROWS, [BY_PARSER], tools=given)[BY_PARSER]
    assert "|parser:names-all|" in result.signature
    loaded = qgauge.load(BY_PARSER).compute(predictions=["a"], references=["a"], tools=given)
    assert "|parser:names-all|" in loaded.signature
    assert qgauge.score(ROWS, ["bleu1"], tools=given)["bleu1"].value == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("tools", "complaint"),
    [
        ({"parser": "stanza"}, "There is no parser 'stanza'. Choose embedded or spacy:MODEL"),
        ({"parser": "spacy:no_such"}, "Install it with:"),
        ({"parser": 5}, "'parser' must be the name of an engine, such as 'embedded', or an object"),
        ({"parser": None}, "'parser' must be the name of an engine"),
        ({"paser": EveryWordIsAName()}, "There is no tool 'paser'. Did you mean 'parser'"),
    ],
)
def test_unusable_tools_are_refused(tools: Any, complaint: str) -> None:
    with pytest.raises(qgauge.QgaugeError, match=complaint):
        qgauge.score(ROWS, [BY_PARSER], tools=tools)


def test_a_metric_may_need_a_custom_tool() -> None:
    class Translating(Bleu4):
        uses = ("translator",)

    with pytest.raises(qgauge.MissingTool, match="bleu4 needs the tool 'translator'"):
        qgauge.score(ROWS, [Translating()])
    result = qgauge.score(ROWS, [Translating()], tools={"translator": EveryWordIsAName()})
    assert "|translator:names-all|" in result["bleu4"].signature
