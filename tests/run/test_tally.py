"""Sums per system, in bounded memory."""

from __future__ import annotations

import tracemalloc

import pytest
from helpers.numbered_examples import examples

from qgauge.core import Example, Score
from qgauge.run import (
    CountAndWrite,
    Tally,
    countable,
    evaluate,
    requests_for,
    stream,
)
from qgauge.run.tally import MOST_SUMS


def test_tally_sums_per_system() -> None:
    requests = requests_for(["bleu1"])
    tally = Tally(requests)
    metrics = [request.metric for request in requests]
    for value, system in ((0.2, "a"), (0.4, "a"), (0.9, "b")):
        tally.add(system, countable(metrics, [Score(value)]))
    tally.add("b", countable(metrics, [Score(None, unscored="no references")]))
    (result,) = tally.results({})
    assert result.overall.value == pytest.approx(0.5)
    assert result.systems["a"].value == pytest.approx(0.3)
    assert (result.systems["b"].n, result.systems["b"].unscored) == (1, 1)
    assert result.systems["b"].interval is None
    assert result.overall.reasons == {"no references": 1}
    # mean .3, standard deviation .1414, t(1) = 12.706: clipped to 0 to 1
    assert result.systems["a"].interval == (0.0, 1.0)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows() -> None:
    requests = requests_for(["bleu1"])

    def peak(count: int) -> int:
        tracemalloc.start()
        tally = Tally(requests)
        finish = CountAndWrite(requests)
        for example, (counts, _) in stream(examples(count), requests, {}, finish=finish):
            tally.add(example.system, counts)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(12_000) < 1.5 * peak(3000) + 1_000_000


def test_memory_does_not_grow_with_the_systems() -> None:
    tally = Tally(requests_for(["bleu1", "bleu2"]))
    for at in range(MOST_SUMS // 2):
        tally.add(str(at), [(0.5, 1.0), "no references"])
    assert not tally.too_many_systems
    assert len(tally.results({})[1].systems) == MOST_SUMS // 2
    tally.add("one more", [(0.5, 1.0), "no references"])
    tally.add("0", [(0.5, 1.0), "no references"])
    first, second = tally.results({})
    assert tally.too_many_systems
    assert first.systems == {}
    assert first.overall.n == second.overall.unscored == MOST_SUMS // 2 + 2


def test_results_with_scores_have_all_systems() -> None:
    rows = [Example(str(at), "Who?", ("Who?",), system=str(at)) for at in range(MOST_SUMS + 2)]
    (result,) = evaluate(rows, requests_for(["bleu1"]), {})
    assert len(result.systems) == MOST_SUMS + 2
