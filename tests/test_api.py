"""The Python interface."""

from __future__ import annotations

import pytest

import qgauge
from qgauge.core import Example

ROWS = [
    {"id": 1, "prediction": "Who came home?", "target": "Who came home?", "model": "a"},
    {"id": 2, "prediction": "Is soup warm?", "target": "Who came home?", "model": "b"},
]


def test_score_takes_rows_with_the_names_of_a_file() -> None:
    result = qgauge.score(ROWS, ["bleu1"])["bleu1"]
    assert result.value == pytest.approx(0.5)
    assert {name: summary.value for name, summary in result.systems.items()} == pytest.approx(
        {"a": 1.0, "b": 0.0}, abs=1e-8
    )
    assert [score.value for score in result.scores] == pytest.approx([1, 0], abs=1e-8)


def test_score_takes_examples_and_metric_objects() -> None:
    metric = qgauge.load("q_bleu1:preset=vqa").metric
    results = qgauge.score([Example("1", "Why?", ("Why?",))], [metric, "bleu1"])
    assert list(results) == ["q_bleu1", "bleu1"]
    assert "preset:vqa" in results["q_bleu1"].signature


def test_no_metrics_means_the_default_ones() -> None:
    assert list(qgauge.score(ROWS)) == ["bleu4", "rouge_l", "meteor", "q_bleu1"]
    with pytest.raises(qgauge.BadInput, match="no references"):
        qgauge.score([{"question": "Why?"}])


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
        ({"predictions": ["a"], "references": "a"}, "not a string"),
        ({"predictions": ["a"]}, "needs 'references'"),
    ],
)
def test_mistakes_raise_errors_that_say_what_to_do(
    arguments: dict[str, object], complaint: str
) -> None:
    with pytest.raises(qgauge.QgaugeError, match=complaint):
        qgauge.load("bleu1").compute(**arguments)  # type: ignore[arg-type]


def test_bad_rows_raise_with_their_place() -> None:
    with pytest.raises(qgauge.BadInput) as caught:
        qgauge.score([ROWS[0], {"question": None}], ["bleu1"])
    assert (caught.value.line, caught.value.field) == (2, "question")


def test_everything_promised_is_there() -> None:
    for name in qgauge.__all__:
        assert getattr(qgauge, name) is not None
    with pytest.raises(AttributeError):
        _ = qgauge.no_such_thing  # type: ignore[attr-defined]
