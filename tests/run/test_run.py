"""Running metrics: order, checks, memory, workers that die."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator

import pytest
from helpers.failing_metrics import Deadly, Failing

from qgauge.core import BadInput, BadSetting, Example, Score, ToolFailed
from qgauge.data import output_line
from qgauge.run import (
    CountAndWrite,
    Tally,
    check,
    countable,
    evaluate,
    in_batches,
    prepare,
    requests_for,
    stream,
)
from qgauge.run.tally import MOST_SUMS


def examples(count: int) -> Iterator[Example]:
    for at in range(count):
        year = 1900 + at % 100
        yield Example(str(at), f"Who met in {year}?", (f"Who saw {year}?",), system="ab"[at % 2])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_tool_that_breaks_is_reported_with_the_examples(workers: int) -> None:
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


def test_work_need_not_be_scoring() -> None:
    found = list(in_batches(examples(5), _lengths, size=2))
    assert [length for _, length in found] == [len("Who met in 1900?")] * 5


def _lengths(batch: list[Example]) -> list[int]:
    assert len(batch) <= 2
    return [len(example.question) for example in batch]


def test_the_first_rows_tell_which_metrics_suit() -> None:
    def no_tools(_: object) -> dict[str, object]:
        return {}

    chosen, tools, rows = prepare(examples(3), None, no_tools)
    assert [one.label for one in chosen] == ["bleu4", "rouge_l", "meteor", "q_bleu1"]
    assert (tools, len(list(rows))) == ({}, 3)
    with pytest.raises(BadInput, match="no references, and not both a passage and an answer"):
        prepare([Example("1", "Why?")], None, no_tools)


def test_nothing_in_nothing_out() -> None:
    requests = requests_for(["bleu1"])
    (result,) = evaluate(check([], requests, {}), requests, {})
    assert (result.scores, result.overall.value, result.overall.n) == ((), None, 0)


def test_a_killed_worker_is_reported_with_its_examples() -> None:
    requests = requests_for([Deadly()])
    with pytest.raises(ToolFailed, match=r"worker process was killed.*examples: \d+"):
        evaluate(examples(2000), requests, {}, workers=2)


def test_needs_are_checked_before_anything_is_scored() -> None:
    requests = requests_for(["bleu1"])
    with pytest.raises(BadInput, match="bleu1 needs 'references'"):
        check([Example("1", "Why?")], requests, {})
    # one row with references among the first is enough: the others are unscored one by one
    some = [Example("1", "Why?"), Example("2", "Why?", ("Why?",))]
    assert list(check(some, requests, {})) == some


def test_requests_are_checked() -> None:
    with pytest.raises(BadSetting, match="asked for twice"):
        requests_for(["bleu1", "bleu1"])
    with pytest.raises(BadSetting, match="No metric"):
        requests_for([])
    with pytest.raises(BadSetting, match="at least 1"):
        evaluate([], requests_for(["bleu1"]), {}, workers=0)


def test_tally_sums_up_by_system() -> None:
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
    # mean .3, standard deviation .1414, t(1) = 12.706: far outside 0 to 1, so the range cuts it
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


def test_workers_do_without_the_command_line() -> None:
    # what travels to a worker must not bring typer and rich along
    job = pickle.dumps(CountAndWrite(requests_for(["bleu1"]), output_line)).hex()
    code = (
        "import pickle, sys; import qgauge.run.processes; "
        f"pickle.loads(bytes.fromhex('{job}')); "
        "print(sorted({'typer', 'rich', 'click'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"
