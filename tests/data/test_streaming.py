"""Reading many rows from a pipe, and writing them, takes constant memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy  # noqa: F401 - imported here so that its memory is not counted
import pytest

from qgauge.core.example import Example
from qgauge.data import Output, read


class Generated(io.RawIOBase):
    """A stream of rows generated on the fly, as from a pipe."""

    def __init__(self, head: str, row: str, count: int) -> None:
        self._blocks = self._make(head, row, count)
        self._block = b""

    def _make(self, head: str, row: str, count: int) -> Iterator[bytes]:
        yield head.encode()
        for start in range(0, count, 1000):
            yield "".join(row % n for n in range(start, start + 1000)).encode()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._block = self._block or next(self._blocks, b"") or next(self._blocks, b"")
        taken, self._block = self._block[: len(buffer)], self._block[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "count", "head", "row"),
    [
        (
            "jsonl",
            60_000,
            "",
            '{"question": "Who wrote it?", "id": "%d", "reference": "Who is it?"}\n',
        ),
        ("csv", 20_000, "question,id,x\n", '"Who, then?",%d,\n'),
        ("tsv", 20_000, "question\tid\n", "Who wrote it?\t%d\n"),
        ("txt", 20_000, "", "Who wrote %d?\n"),
    ],
)
def test_memory_stays_small(format: str, count: int, head: str, row: str):
    stream = io.BufferedReader(Generated(head, row, count))
    tracemalloc.start()
    try:
        found = sum(isinstance(example, Example) for example in read(stream, format=format))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == count
    # The ids take 12 to 24 bytes per row, and briefly twice that while their table grows.
    assert peak < 1_000_000 + 40 * count


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["json", "csv", "tsv", "xlsx", "parquet"])
def test_memory_stays_small_when_rows_are_written(tmp_path: Path, ending: str):
    peaks = []
    for count in (2_000, 20_000):  # the first run also loads modules
        tracemalloc.start()
        try:
            with Output(tmp_path / f"out.{ending}") as out:
                for at in range(count):
                    out.write({"id": str(at), "question": "Who wrote it? " * 20})
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < peaks[0] + 1_000_000
