"""The loop over examples, with any kind of work."""

from __future__ import annotations

from helpers.numbered_examples import examples

from qgauge.core import Example
from qgauge.run import (
    in_batches,
)


def test_work_need_not_be_scoring() -> None:
    found = list(in_batches(examples(5), _lengths, size=2))
    assert [length for _, length in found] == [len("Who met in 1900?")] * 5


def _lengths(batch: list[Example]) -> list[int]:
    assert len(batch) <= 2
    return [len(example.question) for example in batch]
