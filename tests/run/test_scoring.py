"""Scoring: order, results, failing tools."""

from __future__ import annotations

import pytest
from helpers.failing_metrics import Failing
from helpers.numbered_examples import examples

from qgauge.core import ToolFailed
from qgauge.run import (
    CountAndWrite,
    check,
    evaluate,
    requests_for,
    stream,
)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_tool_is_reported_with_the_examples(workers: int) -> None:
    with pytest.raises(ToolFailed, match=r"The parser broke. \(examples: 0, 1, 2"):
        evaluate(examples(5), requests_for([Failing()]), {}, workers=workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_rows_come_back_in_order(workers: int) -> None:
    requests = requests_for(["bleu1", "rouge_l"])
    told: list[int] = []
    rows = stream(
        examples(1000),
        requests,
        {},
        finish=CountAndWrite(requests),
        workers=workers,
        progress=told.append,
    )
    found = list(rows)
    assert [example.id for example, _ in found] == [str(at) for at in range(1000)]
    assert all(len(counts) == 2 for _, (counts, _) in found)
    assert sum(told) == 1000


@pytest.mark.parametrize("workers", [1, 2])
def test_results_hold_the_scores_of_every_example(workers: int) -> None:
    requests = requests_for(["bleu1", "rouge_l"])
    rows = list(examples(600))
    bleu, rouge = evaluate(rows, requests, {}, workers=workers)
    expected = requests[0].metric.score(rows, {})
    assert list(bleu.scores) == expected
    assert len(rouge.scores) == bleu.overall.n == 600
    assert bleu.overall.value == pytest.approx(sum(one.value for one in expected) / 600)


def test_no_examples_give_empty_results() -> None:
    requests = requests_for(["bleu1"])
    (result,) = evaluate(check([], requests, {}), requests, {})
    assert (result.scores, result.overall.value, result.overall.n) == ((), None, 0)
