"""The loop over examples, with any kind of work, and its progress."""

from __future__ import annotations

import logging
from time import sleep

import pytest
from helpers.numbered_examples import examples

from qgauge.core import Example, worked
from qgauge.run import (
    in_batches,
)
from qgauge.run.batches import BATCH_WITH_TOOLS, FIRST


def test_work_need_not_be_scoring() -> None:
    found = list(in_batches(examples(5), _lengths, size=2))
    assert [length for _, length in found] == [len("Who met in 1900?")] * 5


def _lengths(batch: list[Example]) -> list[int]:
    assert len(batch) <= 2
    return [len(example.question) for example in batch]


def test_a_small_first_batch_finds_out_how_much_work_a_row_is() -> None:
    told: list[int] = []
    seen: list[tuple[int, int]] = []

    def work(batch: list[Example]) -> list[int]:
        for _ in batch:
            worked(10)
            seen.append((len(batch), sum(told)))
        return [0] * len(batch)

    list(in_batches(examples(FIRST + 20), work, progress=told.append))
    # nothing is known within the first batch, and everything within the second
    assert seen[:FIRST] == [(FIRST, 0)] * FIRST
    assert seen[FIRST:] == [(20, FIRST + done) for done in range(1, 21)]
    assert told == [FIRST, *[1] * 20]


@pytest.mark.parametrize("more", [1, 1000])
def test_the_end_of_a_batch_corrects_a_wrong_estimate(more: int) -> None:
    told: list[int] = []
    amounts, ends = iter([10, more, 10]), [0]

    def work(batch: list[Example]) -> list[int]:
        assert sum(told) == ends[-1]
        ends.append(ends[-1] + len(batch))
        worked(next(amounts))
        assert sum(told) <= ends[-1]
        return [0] * len(batch)

    list(in_batches(examples(FIRST + 2 * BATCH_WITH_TOOLS), work, progress=told.append))
    assert ends == [0, FIRST, FIRST + BATCH_WITH_TOOLS, FIRST + 2 * BATCH_WITH_TOOLS]
    assert sum(told) == ends[-1]
    assert all(count > 0 for count in told)


def test_known_work_per_row_needs_no_small_batch() -> None:
    told: list[int] = []

    def work(batch: list[Example]) -> list[int]:
        worked(5)
        return [0] * len(batch)

    rows = in_batches(examples(100), work, size=60, progress=told.append, work_per_row=2)
    assert next(iter(rows))
    assert told == [2, 58]  # five verdicts are two and a half rows
    assert len(list(rows)) == 99
    assert sum(told) == 100


def test_loading_a_model_is_told_at_once() -> None:
    told: list[int] = []

    def work(batch: list[Example]) -> list[int]:
        worked(0)
        assert told == [0]
        return [0] * len(batch)

    list(in_batches(examples(3), work, progress=told.append))
    assert told == [0, 3]


def test_workers_report_within_batches() -> None:
    told: list[int] = []
    rows = 4 * BATCH_WITH_TOOLS
    found = list(in_batches(examples(rows), _slowly, workers=2, progress=told.append))
    assert [example.id for example, _ in found] == [str(at) for at in range(rows)]
    assert sum(told) == rows
    assert 0 in told
    assert len(told) > 12  # there are six batches


def _slowly(batch: list[Example]) -> list[int]:
    worked(0)
    for _ in batch:
        worked(1)
        sleep(0.02)
    return [0] * len(batch)


def test_the_warnings_of_workers_are_given_once(caplog: pytest.LogCaptureFixture) -> None:
    list(in_batches(examples(100), _warn, workers=2))
    assert [record.getMessage() for record in caplog.records] == ["The cache is full."]


def _warn(batch: list[Example]) -> list[int]:
    logging.getLogger("qgauge").warning("The cache is %s.", "full")
    return [0] * len(batch)
